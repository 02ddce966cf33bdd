/** A member's statement: for each account what it held, every movement with the balance after it, and what it holds then. */
import { invalidField } from '../../core/errors.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import { instantsOf, localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { TableQuery } from '../../db/model.ts';
import type { Context } from '../platform/context.ts';
import { accountId, balanceOf } from '../ledger/index.ts';
import { ON_STATEMENT, OWNED_BY_MEMBER, SACCO_ACCOUNTS, type SaccoAccountKind } from './accounts.rules.ts';
import { accountKeyOf } from './members/accounts.ts';
import { effectsOn } from './entries/booking-table.rules.ts';
import { callsOn } from './entries/entry.ts';
import { SaccoEntry, type EntryRow } from './entries/entry.model.ts';
import type { NamedMember } from './members/member.model.ts';
import { getMember } from './members/member.ts';
import { getSettings } from './settings.ts';

export interface StatementRequest {
  /** Local dates, both inclusive. */
  from: string;
  to: string;
  limit: number;
  after?: string | undefined;
}

interface StatementMovement {
  /** Local date. */
  date: string;
  entry: EntryRow;
  amount_minor: bigint;
  balance_after_minor: bigint;
}

interface ShownAccount {
  kind: SaccoAccountKind;
  member_id: string;
  /** The loan, of its principal. */
  loan_id: string | null;
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

/** Where a page ends: the last entry's place, and what each account held after it. */
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
  ctx: Context,
  scope: Scope,
  member_id: string,
  { from, to, limit, after }: StatementRequest,
): Promise<Statement> {
  if (to < from) throw invalidField('to', '"to" must not be before "from"');
  const member = await getMember(ctx.db, scope, member_id);
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const { begins, ends } = instantsOf(from, to, utc_offset_minutes);
  const shown = await accountsShown(ctx, scope, member, ends);
  const balancesBefore = (moment: Date) => balancesAt(ctx, scope, shown, currency, moment);
  const which = markOf(member_id, from, to);
  const cursor = after === undefined ? null : readCursor(after, which);
  const opening = cursor?.balances ?? (await balancesBefore(begins));
  const found = await entriesBetween(ctx, scope, member, begins, ends, limit + 1, cursor);
  const entries = found.slice(0, limit);
  // A loan that was disbursed since the page before had nothing then.
  const accounts = shown.map((account, i) => follow(account, opening[i] ?? 0n, entries, utc_offset_minutes));
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

/** The member's own accounts, then the principal of each loan that was disbursed by then. */
async function accountsShown(
  ctx: Context,
  scope: Scope,
  { id: member_id }: NamedMember,
  ends: Date,
): Promise<ShownAccount[]> {
  const disbursed = await SaccoEntry.query(ctx.db)
    .inScope(scope)
    .where({ member_id, kind: 'loan_disbursement', status: 'posted' })
    .where('posted_at', '<', ends)
    // As they came, so that one disbursed between two pages comes last.
    .orderBy(['posted_at', 'ledger_timestamp'])
    .select('loan_id');
  return ON_STATEMENT.flatMap((kind): ShownAccount[] =>
    SACCO_ACCOUNTS[kind].owner === 'member'
      ? [{ kind, member_id, loan_id: null }]
      : disbursed.map(({ loan_id }) => ({ kind, member_id, loan_id })),
  );
}

/** What each account held right before a moment. */
async function balancesAt(
  ctx: Context,
  scope: Scope,
  accounts: readonly ShownAccount[],
  currency: Currency,
  moment: Date,
): Promise<bigint[]> {
  const at = new Date(moment.getTime() - 1);
  return Promise.all(
    accounts.map(async ({ kind, ...owners }) => {
      const id = accountId(scope, accountKeyOf(kind, { currency, ...owners }));
      return balanceOf(kind, await ctx.ledger.balancesAt(id, at));
    }),
  );
}

/** The member's own entries, and write-offs for which the member's guarantees were called. Each is read by its own index. */
async function entriesBetween(
  ctx: Context,
  scope: Scope,
  { id: member_id }: NamedMember,
  begins: Date,
  ends: Date,
  limit: number,
  cursor: Cursor | null,
): Promise<EntryRow[]> {
  const between = (entries: TableQuery<SaccoEntry>) => postedBetween(entries, begins, ends, limit, cursor);
  const [own, called] = await Promise.all([
    // Charges move nothing that a statement shows.
    between(SaccoEntry.query(ctx.db).where({ member_id }).whereNot({ kind: 'loan_charge' })),
    between(callsOn(ctx.db, scope, member_id)),
  ]);
  return called.length === 0 ? own : [...own, ...called].toSorted(byPosting).slice(0, limit);
}

function byPosting(a: EntryRow, b: EntryRow): number {
  const by_time = (a.posted_at as Date).getTime() - (b.posted_at as Date).getTime();
  return by_time || Number((a.ledger_timestamp as bigint) - (b.ledger_timestamp as bigint));
}

/** In the order in which they were posted. */
function postedBetween(
  entries: TableQuery<SaccoEntry>,
  begins: Date,
  ends: Date,
  limit: number,
  cursor: Cursor | null,
): TableQuery<SaccoEntry> {
  const query = entries
    .where({ status: 'posted' })
    .whereNotNull('ledger_timestamp')
    .where('posted_at', '>=', begins)
    .where('posted_at', '<', ends);
  if (cursor)
    void query.whereRaw('(posted_at, ledger_timestamp) > (?, ?)', [
      cursor.posted_at,
      cursor.ledger_timestamp as never,
    ]);
  return query.orderBy(['posted_at', 'ledger_timestamp']).limit(limit);
}

function follow(
  account: ShownAccount,
  opening_balance_minor: bigint,
  entries: EntryRow[],
  utc_offset_minutes: number,
): StatementAccount {
  let balance_after_minor = opening_balance_minor;
  const own = entries.filter(({ loan_id }) => account.loan_id === null || loan_id === account.loan_id);
  const movements = own.flatMap((entry) =>
    effectsFor(account, entry).map((amount_minor) => {
      balance_after_minor += amount_minor;
      const date = localDateAt(entry.posted_at as Date, utc_offset_minutes);
      return { date, entry, amount_minor, balance_after_minor };
    }),
  );
  return { ...account, opening_balance_minor, movements, closing_balance_minor: balance_after_minor };
}

/** An entry of another member touches this one's savings where its guarantee is called. */
function effectsFor({ kind, member_id }: ShownAccount, entry: EntryRow): bigint[] {
  if (entry.member_id === member_id) return effectsOn(kind, entry);
  if (kind !== 'member_savings') return [];
  return (entry.guarantees ?? [])
    .filter((leg) => leg.action === 'call' && leg.member_id === member_id)
    .map((leg) => -BigInt(leg.amount_minor));
}

/** Tells one statement's cursors from another's. */
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
    throw invalidField('after', '"after" must be what next_after said of this member and period');
  if (parts.length < 2 + OWNED_BY_MEMBER.length || !parts.every((part) => /^\d{1,18}$|^\d{19}$/.test(part)))
    throw invalidField('after', '"after" must be what next_after said');
  const [posted_at, ledger_timestamp, ...balances] = parts.map(BigInt) as [bigint, bigint, ...bigint[]];
  const instant = new Date(Number(posted_at));
  if (Number.isNaN(instant.getTime()) || ledger_timestamp >= 2n ** 63n)
    throw invalidField('after', '"after" must be what next_after said');
  return { posted_at: instant, ledger_timestamp, balances };
}
