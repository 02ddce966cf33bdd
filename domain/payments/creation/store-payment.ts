/**
 * Stores new payments. Those that wait together are stored in one transaction: keys, payments, timelines and what is to be
 * credited. Each is refused alone; the others are stored.
 */
import { refusal, type AppError } from '../../../core/errors.ts';
import type { Actor } from '../../../core/scope.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { Transaction } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import type { IdempotentRequest } from '../../platform/idempotency.ts';
import type { Unit } from '../../platform/unit.ts';
import { storeInBatches, type ScopedRow } from '../../platform/write-pipeline.ts';
import { holdLinks, startLinkAttempts } from '../links/link-attempts.ts';
import { newPaymentEvent } from '../timeline/payment-event.ts';
import type { PaymentEventRow } from '../timeline/payment-event.model.ts';
import type { PaymentRow } from '../payment.model.ts';
import { findReferenceHolders } from './store-payment.sql.ts';

/** Payments stored in one transaction: enough to make the commit cheap, few enough to stay well under a second. */
const MAX_PAYMENTS_PER_COMMIT = 200;

/** The columns that are given; the others have the table's defaults. */
type NewPaymentRow = Omit<
  PaymentRow,
  | 'origin'
  | 'account_number'
  | 'next_action'
  | 'provider_txn_id'
  | 'provider_txn_id_copy'
  | 'failure_code'
  | 'failure_message'
  | 'refunded_minor'
  | 'refunding_minor'
  | 'completed_at'
  | 'overpaid'
  | 'polls'
  | 'unanswered'
  | 'has_posting'
>;

export interface NewPayment extends IdempotentRequest {
  actor: Actor;
  row: NewPaymentRow;
}

/** @throws AppError reference_taken, idempotency_key_reused; `link_being_paid` and `invalid_state` of the payment's link */
export const storePayment = storeInBatches<NewPayment, PaymentRow>({
  max_batch: MAX_PAYMENTS_PER_COMMIT,
  turns: 'payments',
  async store(unit, payments) {
    const refusals = await holdLinks(
      unit,
      payments.map(({ row }) => row),
    );
    const free = payments.filter((_payment, i) => !refusals[i]);
    const stored = await insertAll(unit, free);
    await startLinkAttempts(unit, [...stored.values()]);
    const refused = free.filter(({ row }) => !stored.has(row.id)).map(({ row }) => row);
    const holders =
      refused.length > 0 ? await holdersOfReferences(unit.trx, refused) : new Map<string, string>();
    return payments.map(
      ({ row }, i) =>
        refusals[i] ?? stored.get(row.id) ?? referenceTaken(row, holders.get(referenceOf(row)) ?? null),
    );
  },
});

/** @returns what was stored, by id: all but those whose reference is taken */
async function insertAll(unit: Unit, payments: NewPayment[]): Promise<Map<string, PaymentRow>> {
  const { trx } = unit;
  const rows = payments.map(({ row }) => row).toSorted((a, b) => (referenceOf(a) < referenceOf(b) ? -1 : 1));
  const inserted = await insertMany<PaymentRow>(trx, 'payments', rows);
  const stored = new Map(inserted.map((payment) => [payment.id, payment]));
  const begun = payments.filter(({ row }) => stored.has(row.id));
  await insertMany<PaymentEventRow>(
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
    { answered: 'id', prepared: true },
  );
  await storeDestinations(
    unit,
    begun.map(({ scope, row }) => ({ scope, row: stored.get(row.id) as PaymentRow })),
  );
  return stored;
}

/** In one order of destinations, as each locks whom it credits. */
async function storeDestinations(unit: Unit, created: ScopedRow<PaymentRow>[]): Promise<void> {
  for (const [kind, destination] of Object.entries(unit.ctx.destinations)) {
    const destined = created.filter(({ row }) => row.credit_to === kind);
    if (destined.length > 0) await destination.onCreated(unit, destined);
  }
}

/** @returns the payments that have these rows' references, by reference */
async function holdersOfReferences(trx: Transaction, rows: NewPaymentRow[]): Promise<Map<string, string>> {
  const wanted = columnsOf(rows, 'project_id', 'environment', 'provider', 'reference');
  const holders = await findReferenceHolders(trx, wanted);
  return new Map(holders.map((holder) => [referenceOf(holder), holder.id]));
}

/** Names the existing payment, so that a client that lost its answer can go on with it. */
function referenceTaken({ provider, reference }: NewPaymentRow, holder_id: string | null): AppError {
  return refusal(
    'reference_taken',
    holder_id === null ? undefined : `${holder_id} has the reference ${reference} with ${provider} already.`,
  );
}

function referenceOf({
  project_id,
  environment,
  provider,
  reference,
}: Record<'project_id' | 'environment' | 'provider' | 'reference', string>): string {
  return `${project_id} ${environment} ${provider} ${reference}`;
}
