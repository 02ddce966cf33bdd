/**
 * Stores new payments. Those that wait together are stored in one transaction: key, payment, timeline and what is to be
 * credited. Each is refused by itself, without harm to the others.
 */
import { refusal } from '../../core/errors.ts';
import type { Actor } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import type { Context } from '../platform/context.ts';
import type { IdempotentRequest } from '../platform/idempotency.ts';
import { storeInBatches } from '../platform/write-pipeline.ts';
import { newPaymentEvent } from './payment-event.ts';
import type { PaymentRow } from './payment.model.ts';

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
  | 'callback_token_hash'
  | 'created_at'
  | 'updated_at'
  | 'next_poll_at'
>;

export interface NewPayment extends IdempotentRequest {
  actor: Actor;
  row: NewPaymentRow;
}

/** @throws AppError reference_taken, idempotency_key_reused */
export const storePayment = storeInBatches<NewPayment, PaymentRow>({
  max_batch: MAX_PAYMENTS_PER_COMMIT,
  async store(trx, payments, ctx) {
    const stored = await insertAll(ctx, trx, payments);
    return payments.map(({ row }) => stored.get(row.id) ?? refusal('reference_taken'));
  },
});

/** @returns what was stored, by id: all but those whose reference is taken */
async function insertAll(
  ctx: Context,
  trx: Transaction,
  payments: NewPayment[],
): Promise<Map<string, PaymentRow>> {
  const rows = payments.map(({ row }) => row).toSorted((a, b) => (referenceOf(a) < referenceOf(b) ? -1 : 1));
  const inserted = await insertMany<PaymentRow>(trx, 'payments', rows);
  const stored = new Map(inserted.map((payment) => [payment.id, payment]));
  const begun = payments.filter(({ row }) => stored.has(row.id));
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
    if (row.credit_to)
      await ctx.destinations[row.credit_to].onCreated(trx, scope, stored.get(row.id) as PaymentRow);
  }
  return stored;
}

function referenceOf({ project_id, environment, provider, reference }: NewPaymentRow): string {
  return `${project_id} ${environment} ${provider} ${reference}`;
}
