/** The payment's timeline: every transition, refund and oddity with its cause. */
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db, Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import type { PaymentStatus } from './payment.rules.ts';
import { getPayment } from './payment.ts';

export type PaymentCause = 'request' | 'callback' | 'poll' | 'statement' | 'person';

export interface PaymentEventRow {
  id: string;
  payment_id: string;
  type: string;
  from: PaymentStatus | null;
  to: PaymentStatus | null;
  cause: PaymentCause;
  at: Date;
  details: Record<string, unknown>;
}

export type NewPaymentEvent = Pick<PaymentEventRow, 'payment_id' | 'type' | 'cause' | 'details'> &
  Partial<Pick<PaymentEventRow, 'from' | 'to'>>;

export async function recordPaymentEvent(
  trx: Transaction,
  scope: Scope,
  event: NewPaymentEvent,
): Promise<void> {
  await insertMany(trx, 'payment_events', [newPaymentEvent(scope, event)]);
}

/** The row of something that happens now. */
export function newPaymentEvent(
  scope: Scope,
  { payment_id, type, from = null, to = null, cause, details }: NewPaymentEvent,
): PaymentEventRow & Pick<Scope, 'project_id' | 'environment'> {
  return {
    id: newId('event'),
    payment_id,
    project_id: scope.project_id,
    environment: scope.environment,
    type,
    from,
    to,
    cause,
    at: scope.clock.now(),
    details,
  };
}

/** Everything that happened to a payment, newest first. */
export async function listPaymentEvents(
  db: Db,
  scope: Scope,
  payment_id: string,
  { limit, after }: PageRequest,
): Promise<Page<PaymentEventRow>> {
  await getPayment(db, scope, payment_id);
  const query = db<PaymentEventRow>('payment_events').where({ payment_id });
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}
