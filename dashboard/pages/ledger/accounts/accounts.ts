/** The accounts that are moved by hand, and what accounts are called. */
import { useList, type List } from '../../../api/reads.ts';
import type { Account } from '../../../generated/wire.ts';
import { useWords } from '../../../words.ts';

/** The kinds that are opened by hand, in the order in which they are offered. */
export const OPENED_BY_HAND = [
  'merchant_available',
  'subaccount',
  'provider_clearing',
  'adjustments',
] as const;

/** Kinds whose accounts the service opens by itself. */
export const OPENED_BY_SERVICE = [
  'wallet',
  'cash_on_hand',
  'cash_adjustments',
  'member_savings',
  'member_shares',
  'loan_principal',
  'interest_receivable',
  'guarantee_clearing',
  'loan_losses',
  'interest_income',
  'fee_income',
] as const;

const MOST_ACCOUNTS = 1_000;

/** As many as a list of choices can hold; `loadMore` adds to them. */
export function useAccountsByHand(): List<Account> {
  return useList('ledger.accounts.list', { limit: MOST_ACCOUNTS });
}

/** @returns a function that names an account in the chosen language, with the subaccount's id */
export function useAccountName(): (account: Pick<Account, 'kind' | 'name' | 'subaccount_id'>) => string {
  const { word } = useWords();
  return ({ kind, subaccount_id }) =>
    subaccount_id === undefined
      ? word('account_kind', kind)
      : `${word('account_kind', kind)} ${subaccount_id}`;
}
