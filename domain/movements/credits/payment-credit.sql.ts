/** The statements on many credits at a time. */
import type { ColumnsOf } from '../../../db/columns-of.ts';
import { defineCommand, defineQuery, int8, params, tableColumns, textOf } from '../../../db/statement.ts';
import type { Currency } from '../../../core/money.ts';
import type { CreditRow } from './payment-credit.model.ts';

export interface TakenCredit extends CreditRow {
  amount_minor: bigint;
  currency: Currency;
  test_clock_offset_ms: bigint;
}

const TAKEN = tableColumns<TakenCredit>('sacco_payment_credits', {
  amount_minor: int8,
  currency: textOf<Currency>(),
  test_clock_offset_ms: int8,
});

/** @param which of the credits, and in which order they are locked */
const take = (which: string): string => `
  with taken as materialized (select * from sacco_payment_credits where ${which})
  select taken.*, p.amount_minor, p.currency, projects.test_clock_offset_ms
  from taken join payments p on p.id = taken.payment_id join projects on projects.id = taken.project_id
  order by taken.payment_id`;

/** The next that are due after a credit. */
export const takeDueCredits = defineQuery({
  params: params<{ due_by: Date; after: Date; after_id: string; limit: number }>(),
  result: TAKEN,
  sql: take(`due_at <= :due_by and (due_at, payment_id) > (:after, :after_id)
    order by due_at, payment_id limit :limit for update skip locked`),
});

/** Locked in id order, which avoids deadlocks between two such statements; a drain skips locked rows. */
export const takeCreditsOf = defineQuery({
  params: params<{ payment_ids: readonly string[] }>(),
  result: TAKEN,
  sql: take('payment_id = any(:payment_ids::text[]) order by payment_id for update'),
});

/** Of rows that are locked. */
export const setCreditRows = defineCommand({
  params: params<ColumnsOf<CreditRow, 'payment_id' | 'status' | 'attempts' | 'due_at'>>(),
  sql: `
    update sacco_payment_credits c set status = v.status, attempts = v.attempts, due_at = v.due_at
    from unnest(:payment_id::text[], :status::text[], :attempts::smallint[], :due_at::timestamptz[])
      as v(payment_id, status, attempts, due_at)
    where c.payment_id = v.payment_id`,
});

export const putCreditsOff = defineCommand({
  params: params<{ payment_ids: readonly string[]; due_at: Date }>(),
  sql: `
    update sacco_payment_credits set due_at = :due_at
    where payment_id = any(:payment_ids::text[]) and due_at is not null`,
});

export const bringCreditsForward = defineCommand({
  params: params<{ beyond: Date; due_at: Date }>(),
  sql: 'update sacco_payment_credits set due_at = :due_at where due_at > :beyond',
});
