/** The payment's timeline: every transition, refund and irregularity with its cause. */
import { newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { Payment } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { PaymentEvent, type PaymentEventRow } from './payment-event.model.ts';

export type NewPaymentEvent = Pick<PaymentEventRow, 'payment_id' | 'type' | 'cause' | 'details'> &
  Partial<Pick<PaymentEventRow, 'from' | 'to'>>;

export async function recordPaymentEvent(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  event: NewPaymentEvent,
): Promise<void> {
  await insertMany<PaymentEventRow>(trx, 'payment_events', [newPaymentEvent(scope, event)], {
    answered: 'id',
    prepared: true,
  });
}

/** The same for what may be found again: of events with the same details the first is kept. */
export async function recordPaymentEventOnce(unit: ScopedUnit, event: NewPaymentEvent): Promise<void> {
  const { trx, scope } = unit;
  const { payment_id, type, details } = event;
  await Payment.query(trx).inScope(scope).where({ id: payment_id }).forUpdate().select('id');
  const recorded = await PaymentEvent.query(trx)
    .inScope(scope)
    .where({ payment_id, type })
    .whereRaw('details = ?::jsonb', [JSON.stringify(details)])
    .first();
  if (!recorded) await recordPaymentEvent(unit, event);
}

/** The row of something that happens now. */
export function newPaymentEvent(
  scope: Scope,
  { payment_id, type, from = null, to = null, cause, details }: NewPaymentEvent,
): PaymentEventRow {
  return {
    id: newId('event'),
    payment_id,
    ...scopeColumns(scope),
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
  request: PageRequest,
): Promise<Page<PaymentEventRow>> {
  await getPayment(db, scope, payment_id);
  return PaymentEvent.query(db).inScope(scope).where({ payment_id }).paginate(request);
}
