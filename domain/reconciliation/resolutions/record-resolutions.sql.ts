/** The statements that end decisions. */
import { defineQuery, params, tableColumns, text } from '../../../db/statement.ts';
import type { LineRow } from './line.model.ts';

/** Array literals, which are cheaper than arrays where there are many values. */
const claimed = params<{ ids: string; attempts: string }>();

// Lines are locked in id order, which avoids deadlocks; those whose decision has ended are left out. They are found by their ids,
// whatever the statistics say about how many are being resolved; once locked they stay in their place, and are found by it.
const LOCKED = `
  with locked as (
    select l.ctid from unnest(:ids::text[], :attempts::integer[]) as v(id, attempts)
    join reconciliation_lines l on l.id = v.id and l.attempts = v.attempts and l.status = 'resolving'
    where l.id = any(:ids::text[]) order by l.id for update of l
  )`;

export const endDecisions = {
  resolve: defineQuery({
    params: claimed,
    result: { id: text },
    sql: `${LOCKED}
      update reconciliation_lines l set status = 'resolved' from locked where l.ctid = locked.ctid returning l.id`,
  }),
  release: defineQuery({
    params: claimed,
    result: { id: text },
    sql: `${LOCKED}
      update reconciliation_lines l set status = 'open', action = null, note = null, actor_type = null, actor_id = null,
        decided_at = null, approval_id = null, bank_account_id = null, is_expense = false, attempts = l.attempts + 1
      from locked where l.ctid = locked.ctid returning l.id`,
  }),
};

export const countAttempts = defineQuery({
  params: claimed,
  result: tableColumns<LineRow>('reconciliation_lines'),
  sql: `${LOCKED}
    update reconciliation_lines l set attempts = l.attempts + 1 from locked where l.ctid = locked.ctid returning l.*`,
});
