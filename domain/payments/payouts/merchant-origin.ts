/** Payouts of the merchant's own money. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { accountId, TRANSFER_KINDS, type Transfer } from '../../ledger/index.ts';
import type { PayoutOrigin } from './payout-origin.port.ts';
import type { PayoutRow } from './payout.model.ts';

export const merchantOrigin: PayoutOrigin = { transfers: (_base, payout) => [merchantTransfer(payout)] };

/** From the merchant's balance to what the provider holds for it. */
export function merchantTransfer(payout: PayoutRow): Transfer {
  const account = (kind: 'merchant_available' | 'provider_clearing'): string =>
    accountId(payout, { kind, currency: payout.currency, owner: '' });
  return {
    id: derivedUuid(decodeId(payout.id), 'booking'),
    debit_account_id: account('merchant_available'),
    credit_account_id: account('provider_clearing'),
    amount: payout.amount_minor,
    code: TRANSFER_KINDS.provider_payout,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: payout.id,
    memo: payout.reference,
  };
}
