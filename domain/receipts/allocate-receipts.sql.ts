/** The statements that take receipts whose next part is due. */
import { defineCommand, defineQuery, int8, jsonb, params, tableColumns, text } from '../../db/statement.ts';
import type { receiptRows } from '../movements/index.ts';

export interface TakenReceipt extends receiptRows.ReceiptRow {
  test_clock_offset_ms: bigint;
}

const TAKEN = tableColumns<TakenReceipt>('sacco_receipts', { test_clock_offset_ms: int8 });

/** In the order in which the money came. @param which of the receipts, and in which order they are locked */
const take = (which: string): string => `
  with taken as materialized (select * from sacco_receipts where ${which})
  select taken.*, projects.test_clock_offset_ms from taken join projects on projects.id = taken.project_id
  order by taken.id`;

/** The next that are due after a receipt. */
export const takeDueReceipts = defineQuery({
  params: params<{ due_by: Date; after: Date; after_id: string; limit: number }>(),
  result: TAKEN,
  sql: take(`due_at <= :due_by and (due_at, id) > (:after, :after_id)
    order by due_at, id limit :limit for update skip locked`),
});

/** Locked in id order, which avoids deadlocks between two such statements; a drain skips locked rows. */
export const takeReceiptsOf = defineQuery({
  params: params<{ payment_ids: readonly string[] }>(),
  result: TAKEN,
  sql: take('payment_id = any(:payment_ids::text[]) order by id for update'),
});

/** Members in id order, as everybody locks them: nothing else is planned for them until the transaction ends. */
export const lockForPlans = defineCommand({
  params: params<{ member_ids: readonly string[] }>(),
  sql: 'select from sacco_members where id = any(:member_ids::text[]) order by id for no key update',
});

/** What is still to be booked of all receipts of these members. */
export const readPlans = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, plan: jsonb<receiptRows.PlannedPart[]>() },
  sql: `
    select member_id, plan from sacco_receipts
    where member_id = any(:member_ids::text[]) and plan is not null`,
});

export const putReceiptsOff = defineCommand({
  params: params<{ payment_ids: readonly string[]; due_at: Date }>(),
  sql: `
    update sacco_receipts set due_at = :due_at
    where payment_id = any(:payment_ids::text[]) and due_at is not null`,
});

export const bringReceiptsForward = defineCommand({
  params: params<{ beyond: Date; due_at: Date }>(),
  sql: 'update sacco_receipts set due_at = :due_at where due_at > :beyond',
});
