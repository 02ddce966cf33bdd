/** How a payment is booked: the accounts that it touches and the batch of its transfers. */
import type { Scope } from '../../../core/scope.ts';
import { accountId, type AccountKey, type Transfer } from '../../ledger/index.ts';
import { settlementChain } from './settlement.rules.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { PostingRow } from './posting.model.ts';

export type PaymentToBook = Pick<PaymentRow, 'amount_minor' | 'currency' | 'split'> &
  Pick<PostingRow, 'payment_id' | 'generation'>;

export interface Settlement {
  accounts: AccountKey[];
  chain: Transfer[];
}

export function settlementOf(
  scope: Pick<Scope, 'project_id' | 'environment'>,
  payment: PaymentToBook,
): Settlement {
  const { currency, split } = payment;
  const clearing: AccountKey = { kind: 'provider_clearing', currency, owner: '' };
  const available: AccountKey = { kind: 'merchant_available', currency, owner: '' };
  const vendor: AccountKey | null = split && { kind: 'subaccount', currency, owner: split.subaccount_id };
  return {
    accounts: [clearing, available, ...(vendor ? [vendor] : [])],
    chain: settlementChain({
      payment_id: payment.payment_id,
      generation: payment.generation,
      amount_minor: payment.amount_minor,
      split,
      provider_clearing_id: accountId(scope, clearing),
      merchant_available_id: accountId(scope, available),
      subaccount_id: vendor && accountId(scope, vendor),
    }),
  };
}
