/**
 * Stores new payments. Those that wait together are stored in one transaction: key, payment, timeline and what is to be
 * credited. Each is refused by itself, without harm to the others.
 */
import { refusal, type AppError } from '../../core/errors.ts';
import type { Actor } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import type { Context } from '../platform/context.ts';
import type { IdempotentRequest } from '../platform/idempotency.ts';
import { storeInBatches, type ScopedRow } from '../platform/write-pipeline.ts';
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
  | 'provider_data'
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
  async store({ ctx, trx }, payments) {
    const stored = await insertAll(ctx, trx, payments);
    const refused = payments.filter(({ row }) => !stored.has(row.id)).map(({ row }) => row);
    const holders = refused.length > 0 ? await holdersOfReferences(trx, refused) : new Map<string, string>();
    return payments.map(
      ({ row }) => stored.get(row.id) ?? referenceTaken(row, holders.get(referenceOf(row)) ?? null),
    );
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
  await storeDestinations(
    ctx,
    trx,
    begun.map(({ scope, row }) => ({ scope, row: stored.get(row.id) as PaymentRow })),
  );
  return stored;
}

/** In one order of destinations, as each locks whom it credits. */
async function storeDestinations(
  { destinations }: Context,
  trx: Transaction,
  created: ScopedRow<PaymentRow>[],
): Promise<void> {
  for (const [kind, destination] of Object.entries(destinations)) {
    const destined = created.filter(({ row }) => row.credit_to === kind);
    if (destined.length > 0) await destination.onCreated(trx, destined);
  }
}

const HOLDERS_OF_REFERENCES = `
  select p.id, p.project_id, p.environment, p.provider, p.reference
  from unnest(?::text[], ?::environment[], ?::text[], ?::text[])
    as w(project_id, environment, provider, reference)
  join payments p using (project_id, environment, provider, reference)`;

/** @returns the payments that have these rows' references, by reference */
async function holdersOfReferences(trx: Transaction, rows: NewPaymentRow[]): Promise<Map<string, string>> {
  const { rows: holders } = await trx.raw<{ rows: PaymentRow[] }>(HOLDERS_OF_REFERENCES, [
    rows.map(({ project_id }) => project_id),
    rows.map(({ environment }) => environment),
    rows.map(({ provider }) => provider),
    rows.map(({ reference }) => reference),
  ]);
  return new Map(holders.map((holder) => [referenceOf(holder), holder.id]));
}

/** Names the payment that is there, so that a client that lost its answer can go on with it. */
function referenceTaken({ provider, reference }: NewPaymentRow, holder_id: string | null): AppError {
  return refusal(
    'reference_taken',
    holder_id === null ? undefined : `${holder_id} has the reference ${reference} with ${provider} already.`,
  );
}

function referenceOf({ project_id, environment, provider, reference }: NewPaymentRow): string {
  return `${project_id} ${environment} ${provider} ${reference}`;
}
