/** Inserts many rows with one statement and one parameter, whatever their number. */
import { toJson } from '../core/json.ts';
import type { Queryable } from './connection.ts';

/**
 * Rows whose unique key is taken are left out. Rows are inserted in the order given: where several transactions may insert the
 * same keys, give them sorted by key, which avoids deadlocks.
 * @param rows all with the same columns; null where a row has no value
 * @param answered the columns that the caller needs: reading back all of many rows costs more than writing them
 * @returns what was inserted
 */
export async function insertMany<Row>(
  db: Queryable,
  table: string,
  rows: object[],
  answered: '*' | (keyof Row & string) = '*',
): Promise<Row[]> {
  if (!rows[0]) return [];
  const columns = Object.keys(rows[0]);
  const names = columns.map(() => '??').join(', ');
  const { rows: inserted } = await db.raw<{ rows: Row[] }>(
    `insert into ?? (${names}) select ${names} from jsonb_populate_recordset(null::??, ?::jsonb)
     on conflict do nothing returning ??`,
    [table, ...columns, ...columns, table, toJson(rows), answered],
  );
  return inserted;
}
