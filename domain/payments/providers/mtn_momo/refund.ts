/** Refunds of collected payments. */
import { given } from '../../../../core/given.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import type { ProviderRefund, ProviderSetup } from '../provider.port.ts';
import { disburse, fetchDisbursement, type Disbursed, type Disbursement } from './disbursement.ts';
import { referenceId } from './requests.rules.ts';

/** A repeat fetches the status first: only a request that never arrived is sent again. */
export async function refund(
  payment: PaymentRow,
  row: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund> {
  const { id, amount_minor, currency } = row;
  const { environment } = payment;
  const disbursement: Disbursement = { path: '/v1_0/refund', id, amount_minor, currency, environment };
  const earlier = row.attempts === 0 ? null : await fetchDisbursement(disbursement, setup);
  const details = {
    message: row.reason ?? '',
    default_message: 'Refund',
    fields: { referenceIdToRefund: referenceId(payment.id) },
  };
  return refundOf(earlier ?? (await disburse(disbursement, details, setup)));
}

function refundOf(disbursed: Disbursed): ProviderRefund {
  if (disbursed.status !== 'succeeded') return disbursed;
  const { status, financial_transaction_id: provider_refund_id } = disbursed;
  return { status, ...given({ provider_refund_id }) };
}
