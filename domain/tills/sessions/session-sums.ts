/** What sessions took and paid, by kind of movement. */
import { groupBy } from '../../../core/group-by.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { EntryRow } from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import type { TillSessionRow } from './session.model.ts';
import { sumCashOfSessions } from './session-sums.sql.ts';
import type { CashMoved } from './session.rules.ts';

type MovedEntry = Pick<EntryRow, 'kind' | 'source' | 'direction' | 'income' | 'reverses_kind'>;

/**
 * Which way the whole amount of an entry went at a till.
 * @param is_other of a transfer between two tills: seen from the other one
 */
export function directionAt(
  { movements }: Pick<Context, 'movements'>,
  entry: MovedEntry,
  is_other: boolean,
): 'in' | 'out' {
  if (entry.kind === 'till_transfer') return (entry.direction === 'in') === is_other ? 'out' : 'in';
  const comes_in = movements.of(entry).legs.some(({ debit }) => debit === 'cash_on_hand');
  return comes_in ? 'in' : 'out';
}

type Session = Pick<TillSessionRow, 'id' | 'float_entry_id' | 'return_entry_id' | 'difference_entry_id'>;

/**
 * The float, the return to the vault and the difference of the closing count are no part of what a session takes and pays.
 * @returns by session, in the order of the kinds' names; sessions without movements are left out
 */
export async function sumSessions(
  ctx: Pick<Context, 'movements'>,
  db: Queryable,
  sessions: readonly Session[],
): Promise<Map<string, CashMoved[]>> {
  if (sessions.length === 0) return new Map();
  const rows = await sumCashOfSessions(db, {
    ids: sessions.map(({ id }) => id),
    left_out: sessions.flatMap((each) =>
      [each.float_entry_id, each.return_entry_id, each.difference_entry_id].flatMap((id) => id ?? []),
    ),
  });
  const sums = new Map<string, CashMoved[]>();
  for (const [id, of_session] of groupBy(rows, ({ session_id }) => session_id)) {
    const moved = new Map<string, CashMoved>();
    for (const row of of_session) {
      const sum = moved.get(row.kind) ?? { kind: row.kind, in_minor: 0n, out_minor: 0n, entries: 0 };
      const side = directionAt(ctx, row, row.is_other) === 'in' ? 'in_minor' : 'out_minor';
      sum[side] += BigInt(row.amount);
      sum.entries += Number(row.entries);
      moved.set(row.kind, sum);
    }
    sums.set(id, [...moved.values()]);
  }
  return sums;
}
