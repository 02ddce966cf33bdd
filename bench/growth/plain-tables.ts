/** Tables as they were before they were divided by time, to measure and test how they are divided. */
import type { Db } from '../../db/connection.ts';
import { WEBHOOK_TABLES } from '../../db/partitions/partitioned-tables.ts';

export interface Index {
  name: string;
  definition: string;
  is_key: boolean;
}

export async function indexesOf(db: Db, table: string): Promise<Index[]> {
  const { rows } = await db.raw<{ rows: Index[] }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition, i.indisprimary as is_key
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = ?::regclass order by 1`,
    [table],
  );
  return rows;
}

/** The rows of the divided tables are lost. */
export async function undivide(db: Db): Promise<void> {
  for (const { name } of WEBHOOK_TABLES) {
    const indexes = await indexesOf(db, name);
    await db.raw('create table ?? (like ?? including all excluding indexes)', [`plain_${name}`, name]);
    await db.raw('drop table ??', [name]);
    await db.raw('alter table ?? rename to ??', [`plain_${name}`, name]);
    for (const { name: index, definition, is_key } of indexes)
      await db.raw(
        is_key
          ? `alter table ${name} add constraint ${index} primary key ${definition.slice(definition.lastIndexOf('('))}`
          : definition.replace(' ON ONLY ', ' ON '),
      );
  }
}
