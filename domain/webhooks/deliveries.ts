/** The delivery log: what was sent where, each attempt, and sending it again. */
import { systemNow } from '../../core/clock.ts';
import { notFound, refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';

export interface AttemptRow {
  at: Date;
  status_code: number | null;
  error: string | null;
}

export interface DeliveryRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
  created_at: Date;
}

export interface Delivery extends DeliveryRow {
  attempt_log: AttemptRow[];
}

export async function listDeliveries(
  ctx: Context,
  scope: Scope,
  {
    limit,
    after,
    status,
    endpoint_id,
  }: PageRequest & { status?: string | undefined; endpoint_id?: string | undefined },
): Promise<Page<Delivery>> {
  const query = ctx
    .db<DeliveryRow>('webhook_deliveries')
    .where({ project_id: scope.project_id, environment: scope.environment } as never);
  if (status) void query.where('status', status);
  if (endpoint_id) void query.where('endpoint_id', endpoint_id);
  if (after) void query.where('id', '<', after);
  const found = page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
  return { ...found, items: await withAttempts(ctx, found.items) };
}

async function withAttempts(ctx: Context, rows: DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await ctx
    .db('webhook_attempts')
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

/** Sends the event again, at once and under the same webhook-id, with what is left of its retry schedule. */
export async function redeliver(ctx: Context, scope: Scope, id: string): Promise<Delivery> {
  const mine = { id, project_id: scope.project_id, environment: scope.environment };
  const delivery = await ctx.db('webhook_deliveries').where(mine).first();
  if (!delivery) throw notFound('webhook delivery');
  const endpoint = await ctx.db('webhook_endpoints').where({ id: delivery.endpoint_id }).first();
  if (endpoint.status !== 'enabled') throw refusal('endpoint_disabled');
  const row = expectOne(
    await ctx
      .db<DeliveryRow>('webhook_deliveries')
      .where(mine as never)
      .update({ status: 'pending', next_attempt_at: systemNow() })
      .returning('*'),
  );
  void ctx.jobs.enqueue('deliver-webhook', { delivery_id: id });
  return expectOne(await withAttempts(ctx, [row]));
}

export function presentDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.event_id,
    endpoint_id: delivery.endpoint_id,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempt_log.map(({ at, status_code, error }) => ({ at, status_code, error })),
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
  };
}
