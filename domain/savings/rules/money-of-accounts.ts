/** What the savings accounts of new entries hold, and what their notices cover, read for many entries at once. */
import type { Queryable } from '../../../db/connection.ts';
import { savingsIds } from '../../cooperative/index.ts';
import { accountId, accounts as ledgerAccounts, availableOf, ZERO_BALANCES } from '../../ledger/index.ts';
import { saccoAccounts, type EntryRow } from '../../movements/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { openNotices, type NoticeSums, type OpenNotices } from '../notices/open-notices.rules.ts';
import { keepsMinimum, type Held, type ProductRules } from './product-rules.rules.ts';
import { lockNotices, sumNotices, sumNoticesUsed, sumPayouts } from './rules.sql.ts';

type Base = Pick<ScopedContext, 'ctx'> & { db: Queryable };
type ScopedEntry = Pick<ScopedContext, 'scope'> & { row: EntryRow };

export interface EntryWithRules extends ScopedEntry {
  /** Of the account that the entry is of; null where it does not move that one. */
  rules: ProductRules | null;
  /** Other accounts which may be new. */
  others: readonly string[];
}

export interface Money {
  /** Of the account that the entry is of; undefined where no rule asks. */
  held(entry: EntryRow): Held | undefined;
  notices(entry: EntryRow): OpenNotices | undefined;
  isNew(entry: EntryRow, id: string): boolean;
  /** The entry is stored: those after it find less. */
  use(entry: EntryRow, taken_minor: bigint): void;
}

const needsNotices = ({ rules }: EntryWithRules): boolean => rules !== null && rules.notice_days > 0;
const needsBalance = (each: EntryWithRules): boolean =>
  needsNotices(each) ||
  (each.rules !== null && each.rules.min_balance_minor > 0n && keepsMinimum(each.row.kind));

/** Under locks of the notices, which hold until the transaction ends. */
export async function readMoney(base: Base, entries: readonly EntryWithRules[]): Promise<Money> {
  const sums = await readNoticeSums(
    base.db,
    entries.filter(needsNotices).map(({ row }) => row),
  );
  const asked = entries.filter(needsBalance);
  const leaving = await readLeaving(
    base.db,
    asked.map(({ row }) => row),
  );
  // The calls are answered together.
  const found = await Promise.all(
    asked.map(
      async (each) =>
        [savingsIdOf(each.row), await balancesOf(base, each, each.row.savings_account_id)] as const,
    ),
  );
  const held = new Map(
    found.map(([id, { held_now }]) => [id, { ...held_now, leaving_minor: leaving.get(id) ?? 0n }]),
  );
  const others = await Promise.all(
    entries.flatMap((each) =>
      each.others.map(async (id) => [id, (await balancesOf(base, each, id)).is_new] as const),
    ),
  );
  const is_new = new Map(others);
  return {
    held: (entry) => held.get(savingsIdOf(entry)),
    notices(entry) {
      const id = savingsIdOf(entry);
      const [of_account, now] = [sums.get(id), held.get(id)];
      return of_account && now && openNotices(of_account, now.balance_minor);
    },
    isNew: (_entry, id) => is_new.get(id) ?? false,
    use(entry, taken_minor) {
      const id = savingsIdOf(entry);
      const [of_account, now] = [sums.get(id), held.get(id)];
      if (of_account) sums.set(id, { ...of_account, used_minor: of_account.used_minor + entry.notice_minor });
      if (now) held.set(id, { ...now, balance_minor: now.balance_minor - taken_minor });
    },
  };
}

/** Of the account that the entry is of. */
export async function readHeld(base: Base, each: ScopedEntry): Promise<Held> {
  const leaving = await readLeaving(base.db, [each.row]);
  const { held_now } = await balancesOf(base, each, each.row.savings_account_id);
  return { ...held_now, leaving_minor: leaving.get(savingsIdOf(each.row)) ?? 0n };
}

/** By account. Read before the balances: what ended between counts as on its way, and never as pledged. */
async function readLeaving(db: Queryable, rows: readonly EntryRow[]): Promise<Map<string, bigint>> {
  if (rows.length === 0) return new Map();
  const found = await sumPayouts(db, { member_ids: membersOf(rows) });
  return new Map(
    found.map(({ member_id, savings_account_id, leaving }) => [
      savingsIds.idOf(member_id, savings_account_id),
      BigInt(leaving),
    ]),
  );
}

/** By account; those without a notice are left out. */
async function readNoticeSums(db: Queryable, rows: readonly EntryRow[]): Promise<Map<string, NoticeSums>> {
  const sums = new Map<string, NoticeSums>();
  if (rows.length === 0) return sums;
  const day_of = new Map(rows.map((row) => [savingsIdOf(row), row.local_date]));
  const account_ids = (await lockNotices(db, { account_ids: [...day_of.keys()] })).map(
    ({ account_id }) => account_id,
  );
  if (account_ids.length === 0) return sums;
  const given = await sumNotices(db, {
    account_ids,
    dates: account_ids.map((id) => day_of.get(id) as string),
  });
  for (const { account_id, given: total, ripe } of given)
    sums.set(account_id, { given_minor: BigInt(total), ripe_minor: BigInt(ripe), used_minor: 0n });
  for (const { member_id, savings_account_id, used } of await sumNoticesUsed(db, {
    member_ids: membersOf(rows),
  })) {
    const id = savingsIds.idOf(member_id, savings_account_id);
    const of_account = sums.get(id);
    if (of_account) sums.set(id, { ...of_account, used_minor: BigInt(used) });
  }
  return sums;
}

function savingsIdOf({ member_id, savings_account_id }: EntryRow): string {
  return savingsIds.idOf(member_id as string, savings_account_id);
}

function membersOf(rows: readonly EntryRow[]): string[] {
  return [...new Set(rows.map(({ member_id }) => member_id as string))];
}

async function balancesOf({ ctx }: Base, { scope, row }: ScopedEntry, savings_account_id: string | null) {
  const id = accountId(scope, saccoAccounts.accountKeyOf('member_savings', { ...row, savings_account_id }));
  const held = (await ledgerAccounts.balances({ ctx, scope }, [id])).get(id) ?? ZERO_BALANCES;
  return {
    held_now: {
      balance_minor: held.credits_posted - held.debits_posted,
      available_minor: availableOf('member_savings', held),
    },
    is_new: held.credits_posted === 0n,
  };
}
