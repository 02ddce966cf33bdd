/** The statements on postings. */
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { ColumnsOf } from '../../../db/columns-of.ts';
import {
  columnOf,
  defineCommand,
  defineQuery,
  int2,
  int8,
  jsonb,
  orNull,
  params,
  tableColumns,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { PaymentDestinationKind } from '../destination.port.ts';
import type { Split } from '../payment.rules.ts';
import type { PostingRow } from './posting.model.ts';

const DUE_COLUMNS = {
  payment_id: text,
  request_ids: orNull(columnOf<readonly string[]>('text[]')),
  generation: int2,
  next_attempt_at: timestamptz,
  project_id: text,
  environment: textOf<Environment>(),
  amount_minor: int8,
  currency: textOf<Currency>(),
  split: orNull(jsonb<Split>()),
  credit_to: orNull(textOf<PaymentDestinationKind>()),
  test_clock_offset_ms: int8,
};

/** @param which of the pending postings, and in which order they are locked */
const takePostings = (which: string): string => `
  with due as materialized (
    select payment_id, request_ids, generation, next_attempt_at from postings where status = 'pending' and ${which}
  )
  select due.*, p.project_id, p.environment, p.amount_minor, p.currency, p.split, p.credit_to, projects.test_clock_offset_ms
  from due join payments p on p.id = due.payment_id join projects on projects.id = p.project_id
  order by due.next_attempt_at, due.payment_id`;

/** The next that are due after a posting. Other processes skip what this one has locked; if it dies, the locks go with it. */
export const takeDuePostings = defineQuery({
  params: params<{ after: Date; after_id: string; limit: number }>(),
  result: DUE_COLUMNS,
  sql: takePostings(`
      next_attempt_at <= now() and (next_attempt_at, payment_id) > (:after, :after_id)
    order by next_attempt_at, payment_id limit :limit for update skip locked`),
});

export type DuePosting = Awaited<ReturnType<typeof takeDuePostings>>[number];

/** Locked in id order, which avoids deadlocks between two such statements; a drain skips locked rows. */
export const takePostingsOf = defineQuery({
  params: params<{ payment_ids: readonly string[] }>(),
  result: DUE_COLUMNS,
  sql: takePostings('payment_id = any(:payment_ids) order by payment_id for update'),
});

export const createMissingPostings = defineCommand({
  params: params<{ limit: number }>(),
  sql: `
    with missing as (
      select id from payments where status = 'completed' and not has_posting limit :limit for update skip locked
    ), marked as (
      update payments p set has_posting = true from missing where p.id = missing.id
      returning p.id, p.project_id, p.environment, p.completed_at
    )
    insert into postings (payment_id, project_id, environment, created_at)
    select id, project_id, environment, completed_at from marked on conflict do nothing`,
});

/** Postings that are put off for longer than any is: by a clock that was ahead. */
export const bringPostingsForward = defineCommand({
  params: params<{ beyond: Date }>(),
  sql: `update postings set next_attempt_at = now() where status = 'pending' and next_attempt_at > :beyond`,
});

/** The ledger did not answer. */
export const delayPostings = defineCommand({
  params: params<{ payment_ids: readonly string[]; next_attempt_at: Date }>(),
  sql: `
    update postings set attempts = attempts + 1, error = 'ledger_unavailable', next_attempt_at = :next_attempt_at
    where payment_id = any(:payment_ids) and status = 'pending'`,
});

export const recordOutcomes = defineCommand({
  /** @param retry_at when those that stay pending are retried */
  params: params<
    { retry_at: Date } & ColumnsOf<PostingRow, 'payment_id' | 'status' | 'error' | 'posted_at'>
  >(),
  sql: `
    update postings s set attempts = attempts + 1, error = v.error, status = v.status,
      posted_at = case when v.status = 'posted' then v.posted_at end,
      next_attempt_at = case when v.status = 'pending' then :retry_at::timestamptz else s.next_attempt_at end
    from unnest(:payment_id::text[], :status::text[], :error::text[], :posted_at::timestamptz[])
      as v(payment_id, status, error, posted_at)
    where s.payment_id = v.payment_id`,
});

/** Under the next generation, whose transfers have ids of their own: ids that the ledger refused are spent. */
export const retryFailedPosting = defineQuery({
  params: params<{ payment_id: string; project_id: string; environment: Environment }>(),
  result: tableColumns<PostingRow>('postings'),
  sql: `
    update postings set status = 'pending', error = null, generation = generation + 1, next_attempt_at = now()
    where payment_id = :payment_id and project_id = :project_id and environment = :environment and status = 'failed'
    returning *`,
});
