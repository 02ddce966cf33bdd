/** A member's statement: for each account what it held, every movement with the balance after it, and what it holds then. */
import { invalidField } from '../../../core/errors.ts';
import { fingerprint } from '../../../core/fingerprint.ts';
import { instantsOf, localDateAt } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { TableQuery } from '../../../db/model.ts';
import { getMember, getSettings, type NamedMember } from '../../cooperative/index.ts';
import { accountId, balanceOf } from '../../ledger/index.ts';
import { effectsOn, SaccoEntry, saccoAccounts, type EntryRow } from '../../movements/index.ts';
import { readSavingsSince, savingsAccounts } from '../../savings/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';

export interface StatementRequest {
  /** Local dates, both inclusive. */
  from: string;
  to: string;
  limit: number;
  after?: string | undefined;
  /** One savings account alone; all accounts when left out. */
  savings_account_id?: string | undefined;
}

interface StatementMovement {
  /** Local date. */
  date: string;
  entry: EntryRow;
  /** What kind of movement it was. */
  description: string;
  amount_minor: bigint;
  balance_after_minor: bigint;
}

interface ShownAccount {
  kind: saccoAccounts.SaccoAccountKind;
  member_id: string;
  /** The loan, of its principal. */
  loan_id: string | null;
  /** Of a savings account besides the default one: which one, and its product. */
  savings_account_id: string | null;
  product_name: string | null;
}

interface StatementAccount extends ShownAccount {
  opening_balance_minor: bigint;
  movements: StatementMovement[];
  closing_balance_minor: bigint;
}

export interface Statement {
  member: NamedMember;
  from: string;
  to: string;
  currency: Currency;
  accounts: StatementAccount[];
  next_after: string | null;
}

/** The movements of a statement. */
interface Range {
  member_id: string;
  begins: Date;
  ends: Date;
  /** Entries at most. */
  limit: number;
  /** After the entry with this place in the ledger's order; null: from the beginning. */
  after: Cursor | null;
}

/** Where a page ends: the last entry's place in the ledger's order, and what each account held after it. */
interface Cursor {
  posted_at: Date;
  ledger_timestamp: bigint;
  balances: bigint[];
}

/**
 * At most `limit` entries, oldest first; the opening balances of a later page are those at its beginning.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR when the dates or the cursor make no sense
 */
export async function readStatement(
  base: ScopedContext,
  member_id: string,
  { from, to, limit, after, savings_account_id }: StatementRequest,
): Promise<Statement> {
  if (to < from) throw invalidField('to', '"to" must not be before "from"');
  const { ctx, scope } = base;
  const member = await getMember(ctx.db, scope, member_id);
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const { begins, ends } = instantsOf(from, to, utc_offset_minutes);
  const shown = await accountsShown(base, member_id, { begins, ends, only: savings_account_id });
  const balancesBefore = (moment: Date) => balancesAt(base, shown, { currency, moment });
  const which = markOf(member_id, from, to, savings_account_id ?? '');
  const cursor = after === undefined ? null : readCursor(after, which);
  const opening = cursor?.balances ?? (await balancesBefore(begins));
  const range = { member_id, begins, ends, limit: limit + 1, after: cursor };
  const found = await entriesBetween(base, range);
  const entries = found.slice(0, limit);
  // A loan that was disbursed since the page before had a balance of 0 then.
  const accounts = shown.map((account, i) => {
    const movements = movementsOf(base, {
      account,
      entries,
      opening_minor: opening[i] ?? 0n,
      currency,
      utc_offset_minutes,
    });
    return {
      ...account,
      opening_balance_minor: opening[i] ?? 0n,
      movements,
      closing_balance_minor: movements.at(-1)?.balance_after_minor ?? opening[i] ?? 0n,
    };
  });
  const last = entries.at(-1);
  const more = found.length > limit && last;
  const next_after = more ? cursorAfter(which, last, accounts) : null;
  if (more) {
    const closing = await balancesBefore(ends);
    accounts.forEach((account, i) => {
      account.closing_balance_minor = closing[i] as bigint;
    });
  }
  return { member, from, to, currency, accounts, next_after };
}

/**
 * The accounts that every member has, then the other savings accounts and the principal of each loan, in the order in which they were
 * opened: so one that is opened between two pages comes last.
 */
async function accountsShown(
  { ctx, scope }: ScopedContext,
  member_id: string,
  { begins, ends, only }: { begins: Date; ends: Date; only: string | undefined },
): Promise<ShownAccount[]> {
  if (only !== undefined) {
    // Also one that was not open then: it held nothing.
    const { stored_id, product } = await savingsAccounts.read({ ctx, scope }, member_id, only);
    const product_name = stored_id === null ? null : product.name;
    return [
      { ...NO_ACCOUNT, kind: 'member_savings', member_id, savings_account_id: stored_id, product_name },
    ];
  }
  const disbursed = await SaccoEntry.query(ctx.db)
    .inScope(scope)
    .where({ member_id, status: 'posted' })
    .whereIn('kind', ['loan_disbursement', 'opening_balance'])
    .whereNotNull('loan_id')
    .where('posted_at', '<', ends)
    .orderBy(['posted_at', 'ledger_timestamp'])
    .select('loan_id', 'posted_at');
  const savings = await readSavingsSince({ ctx, scope }, member_id, begins);
  const shown = saccoAccounts.OWNED_BY_MEMBER.map((kind) => ({ ...NO_ACCOUNT, kind, member_id }));
  const opened = [
    ...savings.flatMap(({ id, opened_at, product }) =>
      opened_at === null || opened_at >= ends
        ? []
        : [
            {
              ...NO_ACCOUNT,
              kind: 'member_savings' as const,
              member_id,
              savings_account_id: id,
              product_name: product.name,
              opened_at,
            },
          ],
    ),
    ...disbursed.map(({ loan_id, posted_at }) => ({
      ...NO_ACCOUNT,
      kind: 'loan_principal' as const,
      member_id,
      loan_id,
      opened_at: posted_at as Date,
    })),
  ].toSorted((one, other) => one.opened_at.getTime() - other.opened_at.getTime());
  return [...shown, ...opened];
}

const NO_ACCOUNT = { loan_id: null, savings_account_id: null, product_name: null };

/** What each account held right before a moment. */
async function balancesAt(
  { ctx, scope }: ScopedContext,
  accounts: readonly ShownAccount[],
  { currency, moment }: { currency: Currency; moment: Date },
): Promise<bigint[]> {
  const at = new Date(moment.getTime() - 1);
  return Promise.all(
    accounts.map(async ({ kind, ...owners }) => {
      const id = accountId(scope, saccoAccounts.accountKeyOf(kind, { currency, ...owners }));
      return balanceOf(kind, await ctx.ledger.balancesAt(id, at));
    }),
  );
}

/** The member's own entries, and those of others that moved the member's accounts. Each is read by its own index. */
async function entriesBetween({ ctx, scope }: ScopedContext, range: Range): Promise<EntryRow[]> {
  const { member_id, limit } = range;
  const [own, ...others] = await Promise.all([
    // Charges move nothing that a statement shows.
    postedBetween(SaccoEntry.query(ctx.db).where({ member_id }).whereNot({ kind: 'loan_charge' }), range),
    ...ctx.movements.all.flatMap((each) =>
      each.others ? [postedBetween(each.others.entriesOn(ctx.db, scope, member_id), range)] : [],
    ),
  ]);
  const moved = others.flat();
  return moved.length === 0 ? own : [...own, ...moved].toSorted(byPosting).slice(0, limit);
}

function byPosting(a: EntryRow, b: EntryRow): number {
  const by_time = (a.posted_at as Date).getTime() - (b.posted_at as Date).getTime();
  return by_time || Number((a.ledger_timestamp as bigint) - (b.ledger_timestamp as bigint));
}

/** In the order in which they were posted. */
function postedBetween(
  entries: TableQuery<SaccoEntry>,
  { begins, ends, limit, after }: Range,
): TableQuery<SaccoEntry> {
  const query = entries
    .where({ status: 'posted' })
    .whereNotNull('ledger_timestamp')
    .where('posted_at', '>=', begins)
    .where('posted_at', '<', ends);
  if (after)
    void query.whereRaw('(posted_at, ledger_timestamp) > (?, ?)', [
      after.posted_at,
      String(after.ledger_timestamp),
    ]);
  return query.orderBy(['posted_at', 'ledger_timestamp']).limit(limit);
}

interface AccountToFollow {
  account: ShownAccount;
  entries: readonly EntryRow[];
  opening_minor: bigint;
  currency: Currency;
  utc_offset_minutes: number;
}

function movementsOf(
  base: ScopedContext,
  { account, entries, opening_minor, currency, utc_offset_minutes }: AccountToFollow,
): StatementMovement[] {
  let balance_after_minor = opening_minor;
  const key = saccoAccounts.accountKeyOf(account.kind, { ...account, currency });
  const own = entries.filter(({ loan_id }) => account.loan_id === null || loan_id === account.loan_id);
  return own.flatMap((entry) => {
    const definition = base.ctx.movements.of(entry);
    // An entry of another member moves this member's accounts by other transfers than those of its legs.
    const effects =
      entry.member_id === account.member_id
        ? effectsOn(key, definition, entry)
        : (definition.others?.effectsOn(key, entry) ?? []);
    return effects.map((amount_minor) => {
      balance_after_minor += amount_minor;
      const date = localDateAt(entry.posted_at as Date, utc_offset_minutes);
      return { date, entry, description: definition.title, amount_minor, balance_after_minor };
    });
  });
}

/** Distinguishes the cursors of one statement from those of another. */
function markOf(...statement: string[]): string {
  return fingerprint(...statement).slice(0, 16);
}

function cursorAfter(which: string, last: EntryRow, accounts: StatementAccount[]): string {
  return [
    which,
    (last.posted_at as Date).getTime(),
    last.ledger_timestamp,
    ...accounts.map(({ closing_balance_minor }) => closing_balance_minor),
  ].join('.');
}

function readCursor(text: string, expected: string): Cursor {
  const [which, ...parts] = text.split('.');
  if (which !== expected)
    throw invalidField('after', '"after" must be the next_after of this member and period');
  if (parts.length < 3 || !parts.every((part) => /^\d{1,18}$|^\d{19}$/.test(part)))
    throw invalidField('after', '"after" must be the next_after of the page before');
  const [posted_at, ledger_timestamp, ...balances] = parts.map(BigInt) as [bigint, bigint, ...bigint[]];
  const instant = new Date(Number(posted_at));
  if (Number.isNaN(instant.getTime()) || ledger_timestamp >= 2n ** 63n)
    throw invalidField('after', '"after" must be the next_after of the page before');
  return { posted_at: instant, ledger_timestamp, balances };
}
