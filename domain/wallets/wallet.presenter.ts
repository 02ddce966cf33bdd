/** Wallets and top-ups as clients and webhooks see them. */
import { encodeId } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import { availableOf, balanceOf } from '../ledger/index.ts';
import type { TopupRow } from './topup.model.ts';
import type { WalletWithBalances } from './wallet.ts';

export function presentWallet({ balances, ...wallet }: WalletWithBalances) {
  return {
    id: wallet.id,
    customer_id: wallet.customer_id,
    account_id: encodeId('account', wallet.account_id),
    currency: wallet.currency,
    ...money('balance', balanceOf('wallet', balances)),
    ...money('available', availableOf('wallet', balances)),
    created_at: wallet.created_at,
  };
}

export function presentTopup(topup: TopupRow) {
  return {
    payment_id: topup.payment_id,
    customer_id: topup.customer_id,
    wallet_id: topup.wallet_id,
    ...money('amount', topup.amount_minor),
    currency: topup.currency,
    status: topup.status,
    reason: topup.reason,
    created_at: topup.created_at,
    updated_at: topup.updated_at,
    credited_at: topup.credited_at,
  };
}
