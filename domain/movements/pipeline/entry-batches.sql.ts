/** Batches of entries that are being booked. */
import { defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

export const deleteBatches = defineQuery({
  params: params<{ ids: readonly string[] }>(),
  result: { id: text },
  sql: 'delete from sacco_entry_batches where id = any(:ids::text[]) returning id',
});

/** What is due before the one moment is abandoned, and what is due after the other: by a clock that was ahead. */
type Abandoned = { due_before: Date; due_after: Date };

export const findAbandonedBatches = defineQuery({
  params: params<Abandoned & { limit: number }>(),
  result: { id: text },
  sql: `
    select id from sacco_entry_batches where due_at < :due_before or due_at > :due_after order by due_at limit :limit`,
});

export const releaseBatch = defineCommand({
  params: params<Abandoned & { id: string }>(),
  sql: `
    with abandoned as (
      delete from sacco_entry_batches where id = :id and (due_at < :due_before or due_at > :due_after)
      returning common, entries
    )
    insert into sacco_entries
    select e.* from abandoned cross join
      json_populate_recordset(json_populate_record(null::sacco_entries, common), entries) e`,
});

export const postponeBatch = defineCommand({
  params: params<{ id: string; due_at: Date }>(),
  sql: 'update sacco_entry_batches set due_at = :due_at where id = :id',
});
