/** The delivery log: deliveries with their attempts, and redelivery. */
import { systemNow } from '../../../core/clock.ts';
import { notFound, refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { WebhookAttempt, type AttemptRow } from './attempt.model.ts';
import { readPayload } from './deliveries.sql.ts';
import { WebhookDelivery, type DeliveryRow } from './delivery.model.ts';
import { WebhookEndpoint } from '../endpoints/endpoint.model.ts';

export interface Delivery extends DeliveryRow {
  attempt_log: AttemptRow[];
}

export async function listDeliveries(
  ctx: Context,
  scope: Scope,
  {
    status,
    endpoint_id,
    ...request
  }: PageRequest & { status?: string | undefined; endpoint_id?: string | undefined },
): Promise<Page<Delivery>> {
  const found = await WebhookDelivery.query(ctx.db)
    .inScope(scope)
    .whereGiven('status', status)
    .whereGiven('endpoint_id', endpoint_id)
    .paginate(request);
  return { ...found, items: await withAttempts(ctx, found.items) };
}

/** One delivery, with the JSON that is sent. */
export async function getDelivery(
  ctx: Context,
  scope: Scope,
  id: string,
): Promise<{ delivery: Delivery; payload: string }> {
  const row = await WebhookDelivery.query(ctx.db).findInScope(scope, id);
  const [event] = await readPayload(ctx.db, { event_id: row.event_id });
  // Retention has just deleted both.
  if (!event) throw notFound('webhook delivery');
  return { delivery: expectOne(await withAttempts(ctx, [row])), payload: event.payload };
}

async function withAttempts(ctx: Context, rows: DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await WebhookAttempt.query(ctx.db)
    .whereIn(
      'delivery_id',
      rows.map((row) => row.id),
    )
    .orderBy(['delivery_id', 'no']);
  return rows.map((row) => ({
    ...row,
    attempt_log: attempts.filter((attempt) => attempt.delivery_id === row.id),
  }));
}

/** Sends the event again, immediately and under the same webhook-id, with the rest of its retry schedule. */
export async function redeliver(ctx: Context, scope: Scope, id: string): Promise<Delivery> {
  const delivery = await WebhookDelivery.query(ctx.db).findInScope(scope, id);
  const endpoint = await WebhookEndpoint.query(ctx.db).findInScope(scope, delivery.endpoint_id);
  if (endpoint.status !== 'enabled') throw refusal('endpoint_disabled');
  const rows = await WebhookDelivery.query(ctx.db)
    .inScope(scope)
    .where({ id })
    .patch({ status: 'pending', next_attempt_at: systemNow() })
    .returning('*');
  // Retention has just deleted it.
  if (rows.length === 0) throw notFound('webhook delivery');
  if (endpoint.mode === 'push') void ctx.jobs.enqueue('deliver-webhooks', { endpoint_id: endpoint.id });
  return expectOne(await withAttempts(ctx, rows));
}
