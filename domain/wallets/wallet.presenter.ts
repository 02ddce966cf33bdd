/** Wallets as clients see them. */
import { currencySchema, moneyFields } from '../../core/common-schemas.ts';
import { encodeId } from '../../core/ids.ts';
import { money } from '../../core/money.ts';
import { boolean, dateTime, resource, string, type Wire } from '../../core/schema.ts';
import { availableOf, balanceOf } from '../ledger/index.ts';
import type { WalletWithBalances } from './wallet.ts';

export const walletSchema = resource('Wallet', "A customer's money in one currency", {
  id: string,
  customer_id: string,
  account_id: string,
  currency: currencySchema,
  ...moneyFields('balance', 'available'),
  created_at: dateTime,
  replayed: boolean.describe('In the answer to opening it: it was open already').optional(),
});

export function presentWallet({ balances, ...wallet }: WalletWithBalances): Wire<typeof walletSchema> {
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
