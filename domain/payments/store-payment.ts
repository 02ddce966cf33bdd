/**
 * Stores new payments. Those that wait together are stored in one transaction: key, payment, timeline and what is to be
 * credited. Each is refused by itself, without harm to the others.
 */
import { apart, coalescePer } from '../../core/batch.ts';
import { refusal } from '../../core/errors.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { isConnectionFault, type Db, type Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { makeOnce, type KeyUse, type Made } from '../platform/idempotency.ts';
import { creditRoom } from './destinations.ts';
import { newPaymentEvent } from './payment-event.ts';
import type { PaymentRow } from './payment.ts';

/** Payments stored in one transaction: enough to make the commit cheap, few enough to stay well under a second. */
const MAX_PAYMENTS_PER_COMMIT = 200;

/** What a payment begins with; the rest are the table's defaults. */
type NewPaymentRow = Pick<
  PaymentRow,
  | 'id'
  | 'project_id'
  | 'environment'
  | 'provider'
  | 'amount_minor'
  | 'currency'
  | 'reference'
  | 'status'
  | 'customer_phone'
  | 'metadata'
  | 'split'
  | 'payment_link_id'
  | 'credit_to'
  | 'created_at'
  | 'updated_at'
  | 'next_poll_at'
> & { callback_token_hash: string | null };

export interface NewPayment {
  scope: Scope;
  actor: Actor;
  row: NewPaymentRow;
  /** The request's idempotency key. */
  use: KeyUse | null;
}

/** @throws AppError reference_taken, idempotency_key_reused */
export const storePayment = coalescePer<Db, NewPayment, Made<PaymentRow>>(
  (db, news) => apart((some: NewPayment[]) => storeAll(db, some), isConnectionFault)(news),
  { max_weight: MAX_PAYMENTS_PER_COMMIT },
);

function storeAll(db: Db, news: NewPayment[]): Promise<(Made<PaymentRow> | Error)[]> {
  const wishes = news.map((each) => ({ ...each, subject_id: each.row.id }));
  return db.transaction((trx) =>
    makeOnce<(typeof wishes)[number], PaymentRow>(trx, wishes, async (fresh) => {
      const stored = await insertAll(trx, fresh);
      return fresh.map(({ row }) => stored.get(row.id) ?? refusal('reference_taken'));
    }),
  );
}

/** @returns what was stored, by id: all but those whose reference is taken */
async function insertAll(trx: Transaction, news: NewPayment[]): Promise<Map<string, PaymentRow>> {
  const rows = news.map(({ row }) => row).toSorted((a, b) => (referenceOf(a) < referenceOf(b) ? -1 : 1));
  const inserted = await insertMany<PaymentRow>(trx, 'payments', rows);
  const stored = new Map(inserted.map((payment) => [payment.id, payment]));
  const begun = news.filter(({ row }) => stored.has(row.id));
  await insertMany(
    trx,
    'payment_events',
    begun.map(({ scope, actor, row }) =>
      newPaymentEvent(scope, {
        payment_id: row.id,
        type: 'payment.initiated',
        to: 'initiated',
        cause: 'request',
        details: { actor },
      }),
    ),
  );
  for (const { scope, row } of begun) {
    if (row.credit_to) await creditRoom(row.credit_to).created(trx, scope, stored.get(row.id) as PaymentRow);
  }
  return stored;
}

function referenceOf({ project_id, environment, provider, reference }: NewPaymentRow): string {
  return `${project_id} ${environment} ${provider} ${reference}`;
}
