/** Completes a payment that a provider's statement lists as paid. */
import { refusal, unavailable } from '../../../core/errors.ts';
import { given } from '../../../core/given.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { isFinal } from '../payment.rules.ts';
import type { PaymentRow } from '../payment.model.ts';
import { getPayment } from '../payment.ts';
import { accountTerms, isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { findHolder, recordRefusedClaim } from '../providers/provider-ids.ts';
import { recordTxnId } from './provider-txn-id.ts';
import { recordStatus } from './record-status.ts';
import { syncPayment } from './sync-payment.ts';

/**
 * Where the provider can be asked, its answer decides; where it cannot, the statement is the evidence, unless it names another
 * id of the provider's than the payment has. May be repeated.
 * @param provider_txn_id as the statement has it
 * @returns the completed payment
 * @throws AppError provider_id_differs, provider_id_taken, not_paid, invalid_state; SERVICE_UNAVAILABLE when the provider does not answer
 */
export async function completeFromStatement(
  base: ScopedContext,
  payment_id: string,
  provider_txn_id: string | null,
): Promise<PaymentRow> {
  const { ctx, scope } = base;
  const payment = await getPayment(ctx.db, scope, payment_id);
  const provider = findProvider(payment.provider);
  const { capabilities } = await accountTerms(ctx.db, scope, provider);
  const can_be_asked = capabilities.status_api && (provider.canBeAsked?.(payment) ?? true);
  /** Lines of several statements may name the payment at the same time. */
  const complete = async (completed: PaymentRow): Promise<PaymentRow> => {
    const recorded = await recordTxnId(base, completed, provider_txn_id, 'statement');
    if (recorded === null) await requireFreeId(base, payment, provider_txn_id);
    if (!can_be_asked) requireSameId(recorded, provider_txn_id);
    return completed;
  };
  await requireFreeId(base, payment, provider_txn_id);
  if (payment.status === 'completed') return complete(payment);
  if (!can_be_asked) requireSameId(payment.provider_txn_id, provider_txn_id);
  if (isFinal(payment.status))
    throw refusal('invalid_state', `The payment is ${payment.status} in our books by now.`);
  const evidence = { status: 'completed' as const, ...given({ provider_txn_id }) };
  const changed = can_be_asked
    ? await askProvider(base, payment)
    : await recordStatus(base, payment, evidence, 'statement');
  // Another payment may have got the id meanwhile.
  if (changed.status !== 'completed') await requireFreeId(base, payment, provider_txn_id);
  if (changed.status !== 'completed')
    throw refusal('not_paid', `The provider says that the payment is ${changed.status}.`);
  return complete(changed);
}

/** @throws AppError `provider_id_taken` when the id belongs to another payment */
async function requireFreeId(
  base: ScopedContext,
  { id, provider, provider_txn_id: own }: PaymentRow,
  provider_id: string | null,
): Promise<void> {
  if (provider_id === null || provider_id === own) return;
  const holder = await findHolder(base, provider, { kind: 'provider_txn_id', provider_id });
  if (holder === null || holder === id) return;
  await recordRefusedClaim(
    base,
    { id, provider },
    { kind: 'provider_txn_id', provider_id, cause: 'statement' },
  );
  throw refusal('provider_id_taken', `${provider_id} is the provider's id of ${holder}.`);
}

function requireSameId(recorded: string | null, listed: string | null): void {
  if (recorded !== null && listed !== null && recorded !== listed)
    throw refusal(
      'provider_id_differs',
      `The provider's id of this payment is ${recorded}; the statement says ${listed}.`,
    );
}

async function askProvider(base: ScopedContext, payment: PaymentRow): Promise<PaymentRow> {
  try {
    return await syncPayment(base, payment, 'statement');
  } catch (error) {
    throw isOutOfReach(error) ? unavailable('payment provider', error) : error;
  }
}
