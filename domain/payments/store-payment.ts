/**
 * Stores new payments. Those that wait together are stored in one transaction: key, payment, timeline and what is to be
 * credited. Each is refused by itself, without harm to the others.
 */
import { apart, coalescePer } from '../../core/coalesce.ts';
import { refusal } from '../../core/errors.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { isConnectionFault, type Db, type Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { claimKeys, releaseKey, type IdempotencyRow, type KeyUse } from '../idempotency.ts';
import { creditRoom } from './credits.ts';
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

/** The payment, or the earlier one that the same request made. */
export type Stored = { payment: PaymentRow } | { earlier: IdempotencyRow };

/** @throws AppError reference_taken, idempotency_key_reused */
export const storePayment = coalescePer<Db, NewPayment, Stored>(
  (db, news) => apart((some: NewPayment[]) => storeAll(db, some), isConnectionFault)(news),
  { max_weight: MAX_PAYMENTS_PER_COMMIT },
);

function storeAll(db: Db, news: NewPayment[]): Promise<(Stored | Error)[]> {
  return db.transaction(async (trx) => {
    const earlier = await claimAll(trx, news);
    const fresh = news.filter((each) => !earlier.has(each));
    const stored = await insertAll(trx, fresh);
    return Promise.all(
      news.map(async (each): Promise<Stored | Error> => {
        const before = earlier.get(each);
        if (before) return before instanceof Error ? before : { earlier: before };
        const payment = stored.get(each.row.id);
        if (payment) return { payment };
        if (each.use) await releaseKey(trx, each.scope, each.use.key);
        return refusal('reference_taken');
      }),
    );
  });
}

/** @returns for those whose key was used before: by what, or why that is an error */
async function claimAll(
  trx: Transaction,
  news: NewPayment[],
): Promise<Map<NewPayment, IdempotencyRow | Error>> {
  const keyed = news.flatMap((each) => (each.use ? [{ ...each, use: each.use, each }] : []));
  const claims = await claimKeys(
    trx,
    keyed.map(({ scope, use, row }) => ({ scope, use, subject_id: row.id })),
  );
  return new Map(
    keyed.flatMap(({ each }, i) => {
      const earlier = claims[i];
      return earlier ? [[each, earlier]] : [];
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
