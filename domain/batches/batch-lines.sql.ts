/** The statements on many lines of a batch at a time. */
import { defineCommand, defineQuery, int4, int8, params, tableColumns, text } from '../../db/statement.ts';
import type { BatchLineRow } from './batch.model.ts';

export const takeLines = defineQuery({
  params: params<{ batch_id: string; after: number; limit: number }>(),
  result: tableColumns<BatchLineRow>('sacco_movement_batch_lines'),
  sql: `
    select * from sacco_movement_batch_lines
    where batch_id = :batch_id and status = 'pending' and entry_id is null and no > :after
    order by no limit :limit for update skip locked`,
});

export const assignEntries = defineCommand({
  params: params<{ batch_id: string; nos: readonly number[]; entry_ids: readonly string[] }>(),
  sql: `
    update sacco_movement_batch_lines l set entry_id = v.entry_id
    from unnest(:nos::integer[], :entry_ids::text[]) as v(no, entry_id)
    where l.batch_id = :batch_id and l.no = v.no`,
});

/** Of entries that were posted. */
export const recordPosted = defineCommand({
  params: params<{ entry_ids: readonly string[] }>(),
  sql: `update sacco_movement_batch_lines set status = 'posted' where entry_id = any(:entry_ids::text[])`,
});

export const readLinesOfEntries = defineQuery({
  params: params<{ entry_ids: readonly string[] }>(),
  result: tableColumns<BatchLineRow>('sacco_movement_batch_lines'),
  sql: 'select * from sacco_movement_batch_lines where entry_id = any(:entry_ids::text[]) order by batch_id, no for update',
});

export const failLines = defineCommand({
  params: params<{
    batch_ids: readonly string[];
    nos: readonly number[];
    errors: readonly string[];
    reasons: readonly (string | null)[];
    receipt_ids: readonly string[];
  }>(),
  sql: `
    update sacco_movement_batch_lines l set status = 'failed', error = v.error, reason = v.reason, receipt_id = v.receipt_id
    from unnest(:batch_ids::text[], :nos::integer[], :errors::text[], :reasons::text[], :receipt_ids::text[])
      as v(batch_id, no, error, reason, receipt_id)
    where l.batch_id = v.batch_id and l.no = v.no`,
});

/** The sum is decimal text: numeric has no parser. */
export const countLines = defineQuery({
  params: params<{ batch_id: string }>(),
  result: { pending: int8, failed: int4, failed_minor: text },
  sql: `
    select count(*) filter (where status = 'pending') as pending,
      (count(*) filter (where status = 'failed'))::integer as failed,
      coalesce(sum(amount_minor) filter (where status = 'failed'), 0)::text as failed_minor
    from sacco_movement_batch_lines where batch_id = :batch_id`,
});

/** What the lines come to, by their kind, as decimal text. */
export const sumByKind = defineQuery({
  params: params<{ batch_id: string }>(),
  result: { kind: text, sum: text },
  sql: `
    select kind, sum(amount_minor)::text as sum from sacco_movement_batch_lines where batch_id = :batch_id
    group by kind order by kind`,
});
