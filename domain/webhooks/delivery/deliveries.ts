/** The delivery log: deliveries with their attempts, and redelivery. */
import { systemNow } from '../../../core/clock.ts';
import { notFound, refusal } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { WebhookAttempt, type AttemptRow } from './attempt.model.ts';
import { WebhookDelivery, type DeliveryRow } from './delivery.model.ts';
import { WebhookEndpoint } from '../endpoints/endpoint.model.ts';

export interface Delivery extends DeliveryRow {
  attempt_log: AttemptRow[];
}

export async function listDeliveries(
  db: Db,
  scope: Scope,
  {
    status,
    endpoint_id,
    ...request
  }: PageRequest & { status?: string | undefined; endpoint_id?: string | undefined },
): Promise<Page<Delivery>> {
  const found = await WebhookDelivery.query(db)
    .inScope(scope)
    .whereGiven('status', status)
    .whereGiven('endpoint_id', endpoint_id)
    .paginate(request);
  return { ...found, items: await withAttempts(db, found.items) };
}

/** One delivery, with the JSON that is sent. */
export async function getDelivery(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ delivery: Delivery; payload: string }> {
  const found = await WebhookDelivery.query(db)
    .join('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .select('webhook_deliveries.*', 'webhook_events.payload')
    .findInScope(scope, id);
  const { payload, ...row } = found as WebhookDelivery & { payload: string };
  return { delivery: expectOne(await withAttempts(db, [row as DeliveryRow])), payload };
}

async function withAttempts(db: Db, rows: DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await WebhookAttempt.query(db)
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
export async function redeliver({ ctx, scope }: ScopedContext, id: string): Promise<Delivery> {
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
  return expectOne(await withAttempts(ctx.db, rows));
}
