/**
 * The tables behind the views for analysts, for another PostgreSQL: a publication of the columns that the views read, and the SQL
 * that the other side needs. Both follow from the views in the catalogue, so they cannot differ from them.
 */
import { groupBy } from '../../core/group-by.ts';
import type { Db } from '../connection.ts';
import { findColumnsOfViews, findViews, isPublished } from './analytics.sql.ts';

export const PUBLICATION = 'ushirika_analytics';

type ColumnOfTable = Awaited<ReturnType<typeof findColumnsOfViews>>[number];

interface TableOfViews {
  name: string;
  columns: ColumnOfTable[];
}

async function tablesOfViews(db: Db): Promise<TableOfViews[]> {
  const tables = groupBy(await findColumnsOfViews(db, {}), ({ table }) => table);
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/**
 * Creates the publication, or gives it what the views read by now.
 * @param role that reads the published columns for the first copy; null: nobody new
 * @returns the names of the tables
 */
export async function publishTables(db: Db, role: string | null): Promise<string[]> {
  const tables = await tablesOfViews(db);
  const lists = tables.map(({ name, columns }) => `"${name}" (${namesOf(columns)})`);
  await db.transaction(async (trx) => {
    const [found] = await isPublished(trx, { name: PUBLICATION });
    await trx.raw(
      found?.is_published
        ? `alter publication ${PUBLICATION} set table ${lists.join(', ')}`
        : `create publication ${PUBLICATION} for table ${lists.join(', ')}
           with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
    );
    if (role === null) return;
    for (const { name, columns } of tables)
      await trx.raw(`grant select (${namesOf(columns)}) on "${name}" to ??`, [role]);
  });
  return tables.map(({ name }) => name);
}

/** The statements for the other side; they may be run again, after an upgrade. */
export async function subscriberSql(db: Db): Promise<string> {
  const tables = await tablesOfViews(db);
  const views = await findViews(db, {});
  return [
    ...tables.flatMap(tableSql),
    'create schema if not exists analytics;',
    ...views.map(({ name, definition }) => `create or replace view analytics."${name}" as\n${definition}`),
    '',
  ].join('\n');
}

/** Only keys are required: a column that is added later is empty in the rows that are there. */
function tableSql({ name, columns }: TableOfViews): string[] {
  const keys = columns.filter(({ is_key }) => is_key);
  return [
    `create table if not exists public."${name}" (${keys.map(columnSql).join(', ')}, primary key (${namesOf(keys)}));`,
    ...columns
      .filter(({ is_key }) => !is_key)
      .map((column) => `alter table public."${name}" add column if not exists ${columnSql(column)};`),
  ];
}

function columnSql({ column, type }: ColumnOfTable): string {
  return `"${column}" ${type}`;
}

function namesOf(columns: readonly ColumnOfTable[]): string {
  return columns.map(({ column }) => `"${column}"`).join(', ');
}
