/** The day sheet of a session: every movement of its cash in the order of the books; and as CSV, with what was counted. */
import { csvOf } from '../../../core/csv.ts';
import { nullableMoneyFields } from '../../../core/common-schemas.ts';
import { moneyOrNull } from '../../../core/money.ts';
import { dateTime, object, oneOf, string, type Wire } from '../../../core/schema.ts';
import { memberSummaries } from '../../cooperative/index.ts';
import { SaccoEntry, type EntryRow } from '../../movements/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { directionAt } from './session-sums.ts';
import type { SessionView } from './sessions.ts';

/** Entries that are read at once. */
const BATCH = 500;

const lineSchema = object({
  line: oneOf(['movement', 'expected', 'counted', 'difference']),
  at: dateTime.nullable(),
  entry_id: string.nullable(),
  kind: string.nullable(),
  member_no: string.nullable(),
  full_name: string.nullable(),
  ...nullableMoneyFields('in', 'out', 'balance'),
  memo: string.nullable(),
});

type Line = Wire<typeof lineSchema>;

/** One movement of a session's cash. */
export interface DaySheetMovement {
  entry: EntryRow;
  member: { member_no: string; full_name: string } | null;
  comes_in: boolean;
  /** In the till after it. */
  balance_minor: bigint;
}

/** In the order of the books. */
export async function* movementsOfSession(
  { ctx, scope }: ScopedContext,
  session: SessionView,
): AsyncIterable<DaySheetMovement> {
  let balance_minor = 0n;
  for (let last: bigint | null = null; ;) {
    const query = SaccoEntry.query(ctx.db)
      .inScope(scope)
      .where({ status: 'posted' })
      // The exit of a member who had nothing moved no cash.
      .whereNotNull('ledger_timestamp')
      .where((of) => of.where({ session_id: session.id }).orWhere({ other_session_id: session.id }))
      .orderBy('ledger_timestamp')
      .limit(BATCH);
    if (last !== null) void query.where('ledger_timestamp', '>', String(last));
    const rows: EntryRow[] = await query;
    const members = await memberSummaries(ctx.db, rows);
    for (const entry of rows) {
      const comes_in = directionAt(ctx, entry, entry.other_session_id === session.id) === 'in';
      balance_minor += comes_in ? entry.amount_minor : -entry.amount_minor;
      yield { entry, member: members(entry.member_id), comes_in, balance_minor };
    }
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.ledger_timestamp ?? null;
  }
}

export function daySheetCsv(base: ScopedContext, session: SessionView): AsyncIterable<string> {
  return csvOf(lineSchema, linesOf(base, session));
}

async function* linesOf(base: ScopedContext, session: SessionView): AsyncIterable<Line> {
  for await (const { entry, member, comes_in, balance_minor } of movementsOfSession(base, session))
    yield {
      line: 'movement',
      at: entry.posted_at,
      entry_id: entry.id,
      kind: entry.kind,
      member_no: member?.member_no ?? null,
      full_name: member?.full_name ?? null,
      ...moneyOrNull('in', comes_in ? entry.amount_minor : null),
      ...moneyOrNull('out', comes_in ? null : entry.amount_minor),
      ...moneyOrNull('balance', balance_minor),
      memo: entry.memo,
    };
  const { expected_minor, counted_minor, closed_at, memo } = session;
  if (counted_minor === null || expected_minor === null) return;
  const counted = [
    ['expected', expected_minor, null],
    ['counted', counted_minor, memo],
    ['difference', counted_minor - expected_minor, null],
  ] as const;
  for (const [line, minor, of_count] of counted)
    yield {
      line,
      at: closed_at,
      entry_id: null,
      kind: null,
      member_no: null,
      full_name: null,
      ...moneyOrNull('in', null),
      ...moneyOrNull('out', null),
      ...moneyOrNull('balance', minor),
      memo: of_count,
    };
}
