/** Ledger accounts and their balances as clients see them. */
import { currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { encodeId } from '../../../core/ids.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, namedChoice, resource, string, type Wire } from '../../../core/schema.ts';
import type { Account } from './account-balances.ts';
import type { AccountRow } from './accounts.ts';
import type { AccountBalances } from '../backend.port.ts';
import { availableOf, balanceOf } from '../rules/balances.rules.ts';
import { ACCOUNT_KIND_NAMES } from '../rules/kinds.rules.ts';

const counters = moneyFields(
  'debits_posted',
  'credits_posted',
  'debits_pending',
  'credits_pending',
  'balance',
  'available',
);

export const accountKindSchema = namedChoice(
  'AccountKind',
  'What a ledger account is for',
  ACCOUNT_KIND_NAMES,
);

export const accountSchema = resource(
  'Account',
  "A ledger account. `balance` is positive on the kind's normal side; `available` leaves out what holds have taken",
  {
    id: string,
    kind: accountKindSchema,
    currency: currencySchema,
    name: string,
    code: string.describe('Of a bank or general account: its code in the chart of accounts').optional(),
    subaccount_id: string.describe('Of a subaccount only').optional(),
    ...counters,
    created_at: dateTime,
    replayed: boolean.describe('In the answer to opening it: it was open already').optional(),
  },
);

export const accountBalanceSchema = resource('AccountBalance', 'What an account held at a past moment', {
  account_id: string,
  currency: currencySchema,
  at: dateTime,
  ...counters,
});

/** @param named what the chart of accounts calls it, where it was defined there */
export function presentAccount(
  account: Account,
  named: { code: string; name: string } | null = null,
): Wire<typeof accountSchema> {
  return {
    id: encodeId('account', account.id),
    kind: account.kind,
    currency: account.currency,
    name: named?.name ?? account.name,
    ...(named ? { code: named.code } : {}),
    ...(account.kind === 'subaccount' ? { subaccount_id: account.owner } : {}),
    ...presentCounters(account, account),
    created_at: account.created_at,
  };
}

export function presentBalanceAt(
  account: AccountRow,
  at: Date,
  balances: AccountBalances,
): Wire<typeof accountBalanceSchema> {
  return {
    account_id: encodeId('account', account.id),
    currency: account.currency,
    at,
    ...presentCounters(account, balances),
  };
}

function presentCounters({ kind }: AccountRow, balances: AccountBalances) {
  return {
    ...money('debits_posted', balances.debits_posted),
    ...money('credits_posted', balances.credits_posted),
    ...money('debits_pending', balances.debits_pending),
    ...money('credits_pending', balances.credits_pending),
    ...money('balance', balanceOf(kind, balances)),
    ...money('available', availableOf(kind, balances)),
  };
}
