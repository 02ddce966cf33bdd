/** Fills tables with copies of a row that they have: as many as a big book has, in the form that the service itself writes. */
import type { Db } from '../../db/connection.ts';

/** Within a statement's time limit. */
const ROWS_PER_STATEMENT = 20_000;

interface Column {
  name: string;
  type: string;
  /** Of its table's unique indexes: this column makes the copies differ. */
  varies: boolean;
}

interface Filling {
  /** These tables; all when left out. */
  only?: readonly string[];
  /** Columns that copies leave empty. */
  nulled?: readonly string[];
}

/**
 * Copies a row of the project's test environment in every table that has one. Copies belong to the same project, parent and account
 * as their original; ids, numbers and times differ. Of what only one may be there is still one.
 * @param rows of each table
 */
export async function fillTables(
  db: Db,
  project_id: string,
  rows: number,
  { only, nulled = [] }: Filling = {},
): Promise<void> {
  const { rows: tables } = await db.raw<{ rows: { name: string }[] }>(TABLES);
  for (const { name } of tables.filter((table) => only?.includes(table.name) ?? true)) {
    const columns = await columnsOf(db, name);
    await db.transaction(async (trx) => {
      // Without triggers and foreign keys: a copy is no event, and may refer to what is not there.
      await trx.raw('set local session_replication_role = replica');
      for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT)
        await trx.raw(
          `insert into ?? (${columns.map(() => '??').join(', ')})
           select ${columns.map((column) => (nulled.includes(column.name) ? 'null' : valueOf(column))).join(', ')}
           from (select * from ?? where project_id = ? and environment = 'test' limit 1) t,
             generate_series(?::integer, ?::integer) n on conflict do nothing`,
          [
            name,
            ...columns.map((column) => column.name),
            name,
            project_id,
            first,
            Math.min(first + ROWS_PER_STATEMENT - 1, rows),
          ],
        );
    });
    await db.raw('vacuum analyze ??', [name]);
  }
}

function valueOf({ name, type, varies }: Column): string {
  const column = `t."${name}"`;
  if (type === 'timestamp with time zone') return `${column} + n * interval '1 minute'`;
  if (!varies) return column;
  if (type === 'uuid') return `(lpad(to_hex(n), 8, '0') || substr(${column}::text, 9))::uuid`;
  // Ids keep their prefix.
  if (type === 'text')
    return `coalesce(substring(${column} from '^[a-z]+_'), left(${column}, 0)) || lpad(n::text, 26, '0')`;
  if (type === 'date') return `${column} + n`;
  if (['integer', 'bigint'].includes(type)) return `${column} + n`;
  return column;
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await db.raw<{ rows: Column[] }>(COLUMNS, [table, table]);
  return rows;
}

const TABLES = `
  select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('project_id', 'environment')
    and table_name not in ('ledger_books', 'message_senders') group by 1 having count(*) = 2 order by 1`;

/** In each unique index the last column that is no part of the scope makes the difference. */
const COLUMNS = `
  with varying as (
    select distinct on (i.indexrelid) a.attname from pg_index i
      cross join unnest(i.indkey) with ordinality as k(attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ?::regclass and i.indisunique and i.indexprs is null
      and a.attname not in ('project_id', 'environment', 'currency') and format_type(a.atttypid, null) in ('text', 'uuid', 'integer', 'bigint', 'date')
    order by i.indexrelid, k.place desc
  )
  select attname as name, format_type(atttypid, null) as type, attname in (select attname from varying) as varies
  from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`;
