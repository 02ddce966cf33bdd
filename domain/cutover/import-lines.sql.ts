/** The statements on many lines of an import at a time. */
import {
  columnOf,
  defineCommand,
  defineQuery,
  int4,
  int8,
  orNull,
  params,
  text,
} from '../../db/statement.ts';

const CONTENT = columnOf<Record<string, unknown>>('jsonb');

export const takeLines = defineQuery({
  params: params<{ import_id: string; after: number; limit: number }>(),
  result: { no: int4, member_id: orNull(text), loan_id: orNull(text), content: CONTENT },
  sql: `
    select no, member_id, loan_id, content from sacco_import_lines
    where import_id = :import_id and status = 'pending' and entry_id is null and no > :after
    order by no limit :limit for update skip locked`,
});

export const assignEntries = defineCommand({
  params: params<{ import_id: string; nos: readonly number[]; entry_ids: readonly string[] }>(),
  sql: `
    update sacco_import_lines l set entry_id = v.entry_id
    from unnest(:nos::integer[], :entry_ids::text[]) as v(no, entry_id)
    where l.import_id = :import_id and l.no = v.no`,
});

export const recordPostedLines = defineQuery({
  params: params<{ entry_ids: readonly string[] }>(),
  result: { entry_id: text, content: CONTENT },
  sql: `
    update sacco_import_lines set status = 'posted' where entry_id = any(:entry_ids::text[])
    returning entry_id, content`,
});

export const countPendingLines = defineQuery({
  params: params<{ import_id: string }>(),
  result: { pending: int8 },
  sql: `select count(*) as pending from sacco_import_lines where import_id = :import_id and status = 'pending'`,
});
