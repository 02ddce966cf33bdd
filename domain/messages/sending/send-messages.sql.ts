/** The statements of sending: what is due is claimed, handed over, and its outcome stored. */
import {
  bool,
  defineCommand,
  defineQuery,
  int2,
  int4,
  orNull,
  params,
  text,
  timestamptz,
} from '../../../db/statement.ts';
import { localDay } from '../../cooperative/index.ts';
import {
  IS_REVERSED_SQL,
  IS_SETTLED_SQL,
  IS_STALE_SQL,
  OPTED_OUT_SQL,
  REACHES_MEMBER_SQL,
} from './suppress.sql.ts';

/** A condition over `message_senders q`: its quiet hours are now, by the cooperative's local time. */
const IS_QUIET_SQL = `
  coalesce((
    select case when q.quiet_from < q.quiet_to then l.at >= q.quiet_from and l.at < q.quiet_to
      else l.at >= q.quiet_from or l.at < q.quiet_to end
    from sacco_settings s join projects p on p.id = s.project_id
    cross join lateral (select ((now() at time zone 'UTC') + ${localDay.AHEAD_SQL})::time as at) l
    where s.project_id = q.project_id and s.environment = q.environment), false)`;

/** Messages that are due and were given to nobody. While they are claimed, no other process sends them. */
export const claimDue = defineQuery({
  params: params<{ sender_id: string; due_by: Date; claimed_until: Date; limit: number }>(),
  result: { id: text, attempts: int2, due_at: timestamptz },
  sql: `
    update notifications n set attempts = n.attempts + 1, next_attempt_at = :claimed_until from (
      select d.id, d.next_attempt_at as due_at from notifications d join message_senders q on q.id = d.sender_id
      where d.sender_id = :sender_id and d.status = 'queued' and d.next_attempt_at <= :due_by and d.handed_over_at is null
        and not ${IS_QUIET_SQL}
      order by d.next_attempt_at limit :limit for update of d skip locked
    ) due where n.id = due.id
    returning n.id, n.attempts, due.due_at`,
});

/** They were claimed and not tried: they wait in their place, as if nobody had claimed them. */
export const giveBack = defineCommand({
  params: params<{ id: readonly string[]; attempts: readonly number[]; due_at: readonly Date[] }>(),
  sql: `
    update notifications n set attempts = n.attempts - 1, next_attempt_at = b.due_at
    from unnest(:id::text[], :attempts::smallint[], :due_at::timestamptz[]) as b(id, attempts, due_at)
    where n.id = b.id and n.attempts = b.attempts and n.status = 'queued' and n.handed_over_at is null`,
});

/**
 * Right before a message is given to its sender. From then on nobody gives it to the sender again. It is suppressed instead when the
 * member has opted out, or is reached elsewhere now, or when what it says is true no more, or no news.
 * @returns nothing when the claim was lost
 */
export const handOver = defineQuery({
  params: params<{
    id: string;
    attempts: number;
    now: Date;
    answered_by: Date;
    max_age_ms: number;
    /** Why it is not sent. */
    gone: string;
    opted_out: string;
    settled: string;
    reversed: string;
    stale: string;
  }>(),
  result: {
    is_handed_over: bool,
    id: text,
    recipient: text,
    subject: orNull(text),
    text,
    text_sealed: orNull(text),
    segments: orNull(int2),
  },
  sql: `
    update notifications n set
      handed_over_at = case when w.reason is null then :now::timestamptz end,
      next_attempt_at = case when w.reason is null then :answered_by::timestamptz end,
      status = case when w.reason is null then 'queued' else 'suppressed' end,
      reason = w.reason,
      text_sealed = case when w.reason is null then n.text_sealed end,
      ended_at = case when w.reason is not null then :now::timestamptz end
    from (
      select n.id, case
          when not ${REACHES_MEMBER_SQL} then :gone
          when ${OPTED_OUT_SQL} then :opted_out
          when ${IS_SETTLED_SQL} then :settled
          when ${IS_REVERSED_SQL} then :reversed
          when ${IS_STALE_SQL} then :stale end as reason
      from notifications n where n.id = :id
    ) w
    where n.id = w.id and n.attempts = :attempts and n.status = 'queued' and n.handed_over_at is null
    returning w.reason is null as is_handed_over, n.id, n.recipient, n.subject, n.text, n.text_sealed, n.segments`,
});

/** It was certainly not taken: it is due again later. */
export const takeBack = defineCommand({
  params: params<{ id: string; attempts: number; next_attempt_at: Date }>(),
  sql: `
    update notifications set handed_over_at = null, next_attempt_at = :next_attempt_at
    where id = :id and attempts = :attempts and status = 'queued'`,
});

/** The sender has answered. A report may have come before its answer, and stays. */
export const recordOutcome = defineCommand({
  params: params<{
    id: string;
    status: string;
    error: string | null;
    reason: string | null;
    provider_id: string | null;
    cost_e4: bigint | null;
    cost_currency: string | null;
    now: Date;
    /** Whether the text stays readable: in the outbox of the sandbox. */
    keep_text: boolean;
  }>(),
  sql: `
    update notifications n set provider_id = :provider_id, cost_e4 = :cost_e4::bigint, cost_currency = :cost_currency,
      status = case when o.is_open then :status else n.status end,
      error = case when o.is_open then :error else n.error end,
      reason = case when o.is_open then :reason else n.reason end,
      ended_at = case when o.is_open then :now::timestamptz else n.ended_at end,
      next_attempt_at = null, text_sealed = case when :keep_text then n.text_sealed end
    from (select id, status = 'queued' or error = 'outcome_unknown' as is_open from notifications where id = :id for update) o
    where n.id = o.id`,
});

/** The process that gave them to the sender died, or lost the answer: they may have been taken. */
export const giveUpUnanswered = defineCommand({
  params: params<{ sender_id: string; now: Date; reason: string }>(),
  sql: `
    update notifications set status = 'failed', error = 'outcome_unknown', reason = :reason, next_attempt_at = null,
      text_sealed = null, ended_at = :now
    where sender_id = :sender_id and status = 'queued' and handed_over_at is not null and next_attempt_at <= :now`,
});

/** The sender is off. */
export const failQueued = defineCommand({
  params: params<{ sender_id: string; now: Date; reason: string }>(),
  sql: `
    update notifications set status = 'failed', error = 'sender_off', reason = :reason, next_attempt_at = null, text_sealed = null,
      ended_at = :now
    where sender_id = :sender_id and status = 'queued' and handed_over_at is null`,
});

/** Senders that have messages which were due some time ago: their job was lost, or could not send. */
export const findOverdueSenders = defineQuery({
  params: params<{ overdue: Date; limit: number }>(),
  result: { id: text },
  sql: `
    select q.id from message_senders q
    where exists (
      select from notifications n where n.sender_id = q.id and n.status = 'queued' and n.next_attempt_at < :overdue)
      and not ${IS_QUIET_SQL}
    order by q.id limit :limit`,
});

/** What could be sent now, counted up to a limit. */
export const countDue = defineQuery({
  params: params<{ due_by: Date; limit: number }>(),
  result: { rows: int4, oldest_due_at: orNull(timestamptz) },
  sql: `
    select count(*)::integer as rows, min(next_attempt_at) as oldest_due_at from (
      select n.next_attempt_at from message_senders q cross join lateral (
        select next_attempt_at from notifications
        where sender_id = q.id and status = 'queued' and next_attempt_at <= :due_by
        order by next_attempt_at limit :limit) n
      where not ${IS_QUIET_SQL} limit :limit) due`,
});
