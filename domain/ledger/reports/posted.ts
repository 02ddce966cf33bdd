/** What was posted in a scope: sums by kind of account and transfer before instants, and the transfers of a range of time. */
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { accountId, currenciesInUse, findAccounts, idsOfFew, type AccountRow } from '../accounts/accounts.ts';
import type { TotalsSource } from '../accounts/account-balances.ts';
import type { BookedTransfer } from '../backend.port.ts';
import { ledgerNumber, scopeNumbers } from '../accounts/books.ts';
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  accountKindOf,
  TRANSFER_KINDS,
  transferKindOf,
  type AccountKind,
  type TransferKind,
} from '../rules/kinds.rules.ts';

export interface PostedSum {
  currency: Currency;
  kind: AccountKind;
  transfer_kind: TransferKind;
  debits_minor: bigint;
  credits_minor: bigint;
}

/** What was posted before each of these instants, in one snapshot. @param currency all in use when left out */
export async function readSums(
  { db, ledger }: TotalsSource,
  scope: Scope,
  moments: Date[],
  currency?: Currency,
): Promise<PostedSum[][]> {
  const ledgers = await ledgersOf(db, scope, currency);
  const totals = await ledger.postedBefore([...ledgers.keys()], moments);
  return totals.map((of_moment) =>
    of_moment.map((total) => ({
      currency: ledgers.get(total.ledger) as Currency,
      kind: accountKindOf(total.account_code),
      transfer_kind: transferKindOf(total.transfer_code),
      debits_minor: total.debits,
      credits_minor: total.credits,
    })),
  );
}

/** From now on nothing of the scope is booked before that instant, which has passed on its clock. */
export async function seal({ db, ledger }: TotalsSource, scope: Scope, before: Date): Promise<void> {
  await ledger.seal([...(await ledgersOf(db, scope, undefined)).keys()], before);
}

export interface PostedFilter {
  from: Date;
  before: Date;
  currency?: Currency | undefined;
  transfer_kind?: TransferKind | undefined;
  account_kind?: AccountKind | undefined;
  /** Whose accounts: the id of a member, loan, customer or subaccount. */
  owner?: string | undefined;
}

export interface PostedTransfer {
  transfer: BookedTransfer;
  debit: AccountRow;
  credit: AccountRow;
}

/** Reads transfers of a scope that moved money, oldest first: each call some that come after a timestamp. */
export type ReadPosted = (after: bigint | undefined, limit: number) => Promise<PostedTransfer[]>;

export async function transferReader(
  { db, ledger }: TotalsSource,
  scope: Scope,
  { from, before, currency, transfer_kind, account_kind, owner }: PostedFilter,
): Promise<ReadPosted> {
  const ledgers = await ledgersOf(db, scope, currency);
  const account_ids =
    owner === undefined
      ? account_kind && (await idsOfFew(db, scope, account_kind))
      : idsOfOwner(scope, owner, [...ledgers.values()], account_kind);
  const range = {
    ledgers: [...ledgers.keys()],
    from,
    before,
    transfer_code: transfer_kind && TRANSFER_KINDS[transfer_kind],
    account_code: account_kind && ACCOUNT_KINDS[account_kind].code,
    account_ids,
  };
  return async (after, limit) => {
    const transfers = await ledger.transfersIn({ ...range, after }, limit);
    const ids = transfers.flatMap((each) => [each.debit_account_id, each.credit_account_id]);
    const accounts = await findAccounts(db, scope, [...new Set(ids)]);
    return transfers.map((transfer) => ({
      transfer,
      debit: accounts.get(transfer.debit_account_id) as AccountRow,
      credit: accounts.get(transfer.credit_account_id) as AccountRow,
    }));
  };
}

/** The numbers of a scope's ledgers, with their currencies. */
async function ledgersOf(
  db: Queryable,
  scope: Scope,
  currency: Currency | undefined,
): Promise<Map<number, Currency>> {
  const currencies = currency ? [currency] : await currenciesInUse(db, scope);
  const [scope_number] = await scopeNumbers(db, [scope]);
  const ordered = currencies.toSorted((a, b) => CURRENCIES[a].numeric - CURRENCIES[b].numeric);
  return new Map(ordered.map((each) => [ledgerNumber(scope_number as number, each), each]));
}

function idsOfOwner(
  scope: Scope,
  owner: string,
  currencies: Currency[],
  account_kind: AccountKind | undefined,
): string[] {
  const kinds = account_kind ? [account_kind] : ACCOUNT_KIND_NAMES;
  return currencies.flatMap((currency) => kinds.map((kind) => accountId(scope, { kind, currency, owner })));
}
