/** The payment's timeline: every transition, refund and oddity with its cause. */
import { newId } from '../../core/ids.ts';
import { toJson } from '../../core/json.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db, Transaction } from '../../db/connection.ts';
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

type NewPaymentEvent = Pick<PaymentEventRow, 'payment_id' | 'type' | 'cause' | 'details'> &
  Partial<Pick<PaymentEventRow, 'from' | 'to'>>;

export async function recordPaymentEvent(
  trx: Transaction,
  scope: Scope,
  { from = null, to = null, details, ...event }: NewPaymentEvent,
): Promise<void> {
  await trx('payment_events').insert({
    id: newId('event'),
    project_id: scope.project_id,
    environment: scope.environment,
    ...event,
    from,
    to,
    at: scope.clock.now(),
    details: toJson(details),
  });
}

/** Everything that happened to a payment, oldest first. */
export async function listPaymentEvents(
  db: Db,
  scope: Scope,
  payment_id: string,
  { limit, after }: PageRequest,
): Promise<Page<PaymentEventRow>> {
  await getPayment(db, scope, payment_id);
  const query = db<PaymentEventRow>('payment_events').where({ payment_id });
  if (after) void query.where('id', '>', after);
  return page(await query.orderBy('id').limit(limit + 1), limit, (row) => row.id);
}
