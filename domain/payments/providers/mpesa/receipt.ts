/** The status of a payment where a push cannot be queried: by its receipt, which a callback names; it is answered later. */
import { systemNow } from '../../../../core/clock.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { ProviderStatus, StatusSetup } from '../provider.port.ts';
import { hasInitiator } from './credentials.ts';
import { askStatus, resultIn, resultUrl, wasJustNow } from './initiator.ts';
import { transactionStatus } from './transaction-status.rules.ts';

/** The name under which the answer is reported, and kept. */
const TOPIC = 'status-payment';

/**
 * @returns null while nothing is known, because no callback named a receipt
 * @throws ProviderUnavailable
 */
export async function statusByReceipt(
  payment: PaymentRow,
  setup: StatusSetup,
): Promise<ProviderStatus | null> {
  const { receipt, asked_at } = payment.provider_data;
  if (receipt === undefined || !hasInitiator(setup.credentials)) return null;
  const answer = resultIn(payment, TOPIC);
  const status = answer?.result_code === '0' ? transactionStatus(answer) : null;
  if (status?.name === 'completed' && (status.receipt ?? receipt) === receipt) {
    const { amount_minor } = status;
    return {
      status: 'completed',
      amount_minor: amount_minor === 'unreadable' ? null : amount_minor,
      provider_txn_id: receipt,
    };
  }
  // Every answer starts an attempt: the same question is not asked again immediately.
  if (wasJustNow(asked_at)) return { status: 'pending' };
  await askStatus(setup, { TransactionID: receipt }, resultUrl(setup, TOPIC));
  return { status: 'pending', remember: { asked_at: systemNow().toISOString() } };
}
