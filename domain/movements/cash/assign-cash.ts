/** Decides which cash entries move: the one place where a movement gets its till. */
import { refusal, type AppError } from '../../../core/errors.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { SettingsRow } from '../../cooperative/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';

interface CashEntry extends ScopedRow<EntryRow> {
  tills: SettingsRow['tills'];
}

const VAULT = { till_id: null, session_id: null };

/**
 * An entry names a till before it is stored only where its request does. One that waits is assigned anew when it is approved:
 * the session in which it was requested may have ended.
 * @param how `locked`: under the locks of a transaction that stores or books them
 * @returns in their order, the entries with their tills, or why they are refused
 */
export async function assignCash(
  { ctx, db }: { ctx: Pick<Context, 'movements' | 'cash'>; db: Queryable },
  entries: readonly CashEntry[],
  how: 'locked' | 'read',
): Promise<(EntryRow | AppError)[]> {
  const ruleOf = (entry: EntryRow) => ctx.movements.of(entry).cash_from;
  const at_tills = entries.filter(({ row, tills }) => {
    const rule = ruleOf(row);
    return tills === 'on' && rule !== null && rule !== 'vault';
  });
  const places = at_tills.length === 0 ? [] : await ctx.cash.ofOpenTills(db, at_tills, how);
  const placeOf = new Map(at_tills.map(({ row }, i) => [row, places[i] ?? null]));
  return entries.map(({ row, tills }) => {
    const rule = ruleOf(row);
    // What moves no cash, or between tills that it names itself, stays as it is.
    if (rule === null) return row;
    const is_named = row.till_id !== null && row.session_id === null;
    if (tills === 'off') return is_named ? refusal('tills_off') : { ...row, ...VAULT };
    const place = placeOf.get(row) ?? null;
    if (place instanceof Error) return place;
    if (place === null && rule === 'open_till') return noOpenTill(row);
    return { ...row, ...(place ?? VAULT) };
  });
}

function noOpenTill({ requested_by_type }: EntryRow): AppError {
  return refusal(
    'no_open_till',
    requested_by_type === 'api_key' ? 'Name the `till`, which must have an open session.' : undefined,
  );
}
