/**
 * Ids that providers give. Each belongs to one payment, or refund, of a project, environment and provider, whoever claims it first:
 * unique indexes hold that (db/online-indexes.ts). A second claim is refused, and a person is shown it in the timeline.
 */
import { brokenUnique } from '../../../db/faults.ts';
import { scopeColumns } from '../../../db/model.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { RefundRow } from '../refunds/refund.model.ts';
import type { PaymentCause } from '../timeline/payment-event.model.ts';
import { recordPaymentEventOnce } from '../timeline/payment-event.ts';
import {
  findHolderOfCheckoutRequestId,
  findHolderOfRefundId,
  findHolderOfTxnId,
} from './provider-ids.sql.ts';

/** The kinds of ids, with the index that holds each unique and the statement that finds whose it is. */
const KINDS = {
  provider_txn_id: { index: 'payments_provider_txn_id_key', findHolder: findHolderOfTxnId },
  /** Of the request to pay, where the provider does not know it by an id of ours: M-PESA's. */
  checkout_request_id: {
    index: 'payments_checkout_request_id_key',
    findHolder: findHolderOfCheckoutRequestId,
  },
  provider_refund_id: { index: 'refunds_provider_refund_id_key', findHolder: findHolderOfRefundId },
};
type ProviderIdKind = keyof typeof KINDS;

/** Whether a statement failed because the id belongs to another payment or refund. */
export function isProviderIdTaken(error: unknown, kind: ProviderIdKind): boolean {
  return brokenUnique(error) === KINDS[kind].index;
}

/** @returns the id of the payment or refund that has it; null when it is free */
export async function findHolder(
  { ctx, scope }: ScopedContext,
  provider: string,
  { kind, provider_id }: { kind: ProviderIdKind; provider_id: string },
): Promise<string | null> {
  const [holder] = await KINDS[kind].findHolder(ctx.db, { ...scopeColumns(scope), provider, provider_id });
  return holder?.id ?? null;
}

interface RefusedClaim {
  kind: ProviderIdKind;
  provider_id: string;
  cause: PaymentCause;
  /** Where a refund of the payment claimed it. */
  refund?: Pick<RefundRow, 'id'>;
}

/** Logs a claim of an id that belongs to another, and records it in the payment's timeline, once however often it is made. */
export async function recordRefusedClaim(
  base: ScopedContext,
  { id: payment_id, provider }: Pick<PaymentRow, 'id' | 'provider'>,
  { kind, provider_id, cause, refund }: RefusedClaim,
): Promise<void> {
  const belongs_to = await findHolder(base, provider, { kind, provider_id });
  const claim = { ...(refund ? { refund_id: refund.id } : {}), [kind]: provider_id, belongs_to };
  base.ctx.log.warn(
    { payment_id, provider, ...claim },
    'refused an id of the provider: it belongs to another',
  );
  const type = `${refund ? 'refund' : 'payment'}.provider_id_refused`;
  await inTransaction(base, (unit) =>
    recordPaymentEventOnce(unit, { payment_id, type, cause, details: claim }),
  );
}
