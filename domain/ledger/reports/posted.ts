/** What was posted in a scope: sums by kind of account and transfer before instants, and the transfers of a range of time. */
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import {
  accountId,
  findAccounts,
  findDefinedAccounts,
  idsOfFew,
  ledgerCurrencies,
  type AccountRow,
} from '../accounts/accounts.ts';
import type { TotalsSource } from '../accounts/account-balances.ts';
import type { AccountBalances, BookedTransfer, LedgerBackend, PostedTotal } from '../backend.port.ts';
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

/** What was posted on one account of a kind that a cooperative defines. */
export interface AccountSum extends Omit<PostedSum, 'transfer_kind'> {
  account_id: string;
  owner: string;
}

export interface PostedSums {
  kinds: PostedSum[];
  /** All accounts of the kinds that a cooperative defines, whose sums are part of their kinds'. */
  accounts: AccountSum[];
}

/** What was posted before each of these instants, in one snapshot. @param currency all in use when left out */
export async function readSums(
  { db, ledger }: TotalsSource,
  scope: Scope,
  moments: Date[],
  currency?: Currency,
): Promise<PostedSums[]> {
  const ledgers = await ledgersOf(db, scope, currency);
  const totals = await ledger.postedBefore([...ledgers.keys()], moments);
  // Read after the totals: what they count is on accounts that are listed.
  const defined = await findDefinedAccounts(db, scope, [...ledgers.values()]);
  const accounts = defined.map(({ id, ...account }) => ({ account_id: id, ...account }));
  return Promise.all(
    totals.map(async (of_moment) => ({
      kinds: kindSums(of_moment, ledgers),
      accounts: await accountSums(ledger, accounts, (in_currency) =>
        lastOf(of_moment.filter((total) => ledgers.get(total.ledger) === in_currency)),
      ),
    })),
  );
}

/** The same by kind alone, for many moments. @param currency of all of them where it is left out */
export async function readKindSums(
  { db, ledger }: TotalsSource,
  scope: Scope,
  moments: Date[],
  currency?: Currency,
): Promise<PostedSum[][]> {
  const ledgers = await ledgersOf(db, scope, currency);
  const totals = await ledger.postedBefore([...ledgers.keys()], moments);
  return totals.map((of_moment) => kindSums(of_moment, ledgers));
}

function kindSums(totals: readonly PostedTotal[], ledgers: ReadonlyMap<number, Currency>): PostedSum[] {
  return totals.map((total) => ({
    currency: ledgers.get(total.ledger) as Currency,
    kind: accountKindOf(total.account_code),
    transfer_kind: transferKindOf(total.transfer_code),
    debits_minor: total.debits,
    credits_minor: total.credits,
  }));
}

/** The place in the ledger up to which these totals count. */
function lastOf(totals: readonly PostedTotal[]): bigint {
  return totals.reduce((last, { last_timestamp }) => (last_timestamp > last ? last_timestamp : last), 0n);
}

/** What was posted on accounts of one currency before each of these instants, account by account; the ledger is asked twice. */
export async function readBalances(
  { db, ledger }: TotalsSource,
  scope: Scope,
  { account_ids, currency, moments }: { account_ids: readonly string[]; currency: Currency; moments: Date[] },
): Promise<AccountBalances[][]> {
  const totals = await ledger.postedBefore([...(await ledgersOf(db, scope, currency)).keys()], moments);
  const points = account_ids.flatMap((account_id) =>
    totals.map((of_moment) => ({ account_id, timestamp: lastOf(of_moment) })),
  );
  const balances = points.length === 0 ? [] : await ledger.balancesAfter(points);
  return account_ids.map((_account, i) => balances.slice(i * moments.length, (i + 1) * moments.length));
}

/** Right after the last transfer that the totals count, so that both are of one snapshot. */
async function accountSums(
  ledger: LedgerBackend,
  accounts: readonly Omit<AccountSum, 'debits_minor' | 'credits_minor'>[],
  countedUntil: (currency: Currency) => bigint,
): Promise<AccountSum[]> {
  const points = accounts.map(({ account_id, currency }) => ({
    account_id,
    timestamp: countedUntil(currency),
  }));
  const balances = points.length === 0 ? [] : await ledger.balancesAfter(points);
  return accounts.map((account, i) => ({
    ...account,
    debits_minor: balances[i]?.debits_posted ?? 0n,
    credits_minor: balances[i]?.credits_posted ?? 0n,
  }));
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
  /** One account alone. */
  account_id?: string | undefined;
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
  { from, before, currency, transfer_kind, account_kind, owner, account_id }: PostedFilter,
): Promise<ReadPosted> {
  const ledgers = await ledgersOf(db, scope, currency);
  const idsOf = async (): Promise<string[] | undefined> => {
    if (account_id !== undefined) return [account_id];
    if (owner !== undefined)
      return idsOfOwner(scope, { owner, currencies: [...ledgers.values()], account_kind });
    return account_kind && (await idsOfFew(db, scope, account_kind));
  };
  const account_ids = await idsOf();
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
  const currencies = currency ? [currency] : await ledgerCurrencies(db, scope);
  const [scope_number] = await scopeNumbers(db, [scope]);
  const ordered = currencies.toSorted((a, b) => CURRENCIES[a].numeric - CURRENCIES[b].numeric);
  return new Map(ordered.map((each) => [ledgerNumber(scope_number as number, each), each]));
}

function idsOfOwner(
  scope: Scope,
  {
    owner,
    currencies,
    account_kind,
  }: {
    owner: string;
    currencies: Currency[];
    account_kind: AccountKind | undefined;
  },
): string[] {
  const kinds = account_kind ? [account_kind] : ACCOUNT_KIND_NAMES;
  return currencies.flatMap((currency) => kinds.map((kind) => accountId(scope, { kind, currency, owner })));
}
