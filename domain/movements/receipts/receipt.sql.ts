/** The statement that changes many receipts. */
import type { ColumnsOf } from '../../../db/columns-of.ts';
import { defineCommand, params } from '../../../db/statement.ts';
import type { ReceiptRow } from './receipt.model.ts';

/** What changes in a receipt until its money is somewhere. */
export const RECEIPT_STATE = [
  'id',
  'member_id',
  'loan_id',
  'matched_by',
  'status',
  'reason',
  'credited_minor',
  'unallocated_minor',
  'entry_id',
  'due_at',
  'attempts',
  'resolved_at',
] as const satisfies (keyof ReceiptRow)[];

/** Of rows that are locked. @param plan JSON, or null */
export const setReceiptRows = defineCommand({
  params: params<
    ColumnsOf<ReceiptRow, (typeof RECEIPT_STATE)[number]> & { plan: readonly (string | null)[] }
  >(),
  sql: `
    update sacco_receipts r set member_id = v.member_id, loan_id = v.loan_id, matched_by = v.matched_by, status = v.status,
      reason = v.reason, credited_minor = v.credited_minor, unallocated_minor = v.unallocated_minor, entry_id = v.entry_id,
      due_at = v.due_at, attempts = v.attempts, resolved_at = v.resolved_at, plan = v.plan::jsonb
    from unnest(:id::text[], :member_id::text[], :loan_id::text[], :matched_by::text[], :status::text[], :reason::text[],
        :credited_minor::bigint[], :unallocated_minor::bigint[], :entry_id::text[], :due_at::timestamptz[],
        :attempts::smallint[], :resolved_at::timestamptz[], :plan::text[])
      as v(id, member_id, loan_id, matched_by, status, reason, credited_minor, unallocated_minor, entry_id, due_at, attempts,
        resolved_at, plan)
    where r.id = v.id`,
});
