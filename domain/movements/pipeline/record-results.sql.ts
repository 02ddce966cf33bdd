/** Records what the ledger answered about entries that are in flight. An entry that failed then has no payout. */
import { defineQuery, int8, orNull, params, text, textOf, timestamptz } from '../../../db/statement.ts';
import type { Reason } from '../../../core/errors.ts';
import type { EntryStatus } from '../entries/entry.rules.ts';

export const recordOutcomes = defineQuery({
  /** @param results JSON of an array of outcomes with the ids of their entries */
  params: params<{ results: string; ids: readonly string[] }>(),
  result: {
    id: text,
    status: textOf<EntryStatus>(),
    error: orNull(textOf<Reason>()),
    reason: orNull(text),
    posted_at: orNull(timestamptz),
    ledger_timestamp: orNull(int8),
    payout_id: orNull(text),
    due_at: orNull(timestamptz),
  },
  // Locks are taken in id order, which avoids deadlocks between two that record the same entries. Rows are found by id alone:
  // the indexes of what is in flight are full of entries that were in flight a moment ago.
  sql: `
    with results as (
      select * from jsonb_to_recordset(:results::jsonb) as v(id text, status text, error text, reason text,
        posted_at timestamptz, ledger_timestamp bigint)
    ), locked as materialized (
      select id, status from sacco_entries where id = any(:ids::text[]) order by id for update
    )
    update sacco_entries e set status = v.status, error = v.error, reason = v.reason, posted_at = v.posted_at,
      ledger_timestamp = v.ledger_timestamp, due_at = null,
      payout_id = case when v.status = 'failed' then null else e.payout_id end
    from results v join locked using (id) where e.id = v.id and locked.status in ('pending', 'posting')
    returning e.id, e.status, e.error, e.reason, e.posted_at, e.ledger_timestamp, e.payout_id, e.due_at`,
});
