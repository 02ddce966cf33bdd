/** The statements that find due deliveries and store the results of attempts. */
import {
  columnOf,
  defineCommand,
  defineQuery,
  int2,
  int4,
  orNull,
  params,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';
import { isLeased, type LeaseTimes } from './lease.sql.ts';

export const findDueDeliveries = defineQuery({
  params: params<{ endpoint_id: string; due_by: Date; limit: number }>(),
  result: {
    id: text,
    event_id: text,
    type: text,
    /** Made so far. */
    attempts: int2,
    /** When it is due, as the database writes it: exact to the microsecond. */
    due_at: text,
    payload: text,
    secrets_sealed: orNull(text),
    project_id: text,
    environment: textOf<Environment>(),
    /** Of the requests that caused the event; null where none did. */
    request_ids: orNull(columnOf<string[]>('text[]')),
  },
  sql: `
    select d.id, d.event_id, d.type, d.attempts, d.next_attempt_at::text as due_at, e.payload, s.sealed as secrets_sealed, e.project_id, e.environment,
      e.request_ids
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
      left join webhook_event_secrets s on s.event_id = d.event_id
    where d.endpoint_id = :endpoint_id and d.status = 'pending' and d.next_attempt_at <= :due_by
    order by d.next_attempt_at, d.id limit :limit`,
});

/** Makes the deliveries due that are due later than `beyond`. They are locked in id order, as everywhere, which avoids deadlocks. */
export const bringDeliveriesForward = defineCommand({
  params: params<{ beyond: Date; limit: number }>(),
  sql: `
    with late as (
      select d.id from webhook_endpoint_states s join webhook_deliveries d on d.endpoint_id = s.endpoint_id
      where d.status = 'pending' and d.next_attempt_at > :beyond
      order by d.id limit :limit for update of d
    )
    update webhook_deliveries d set next_attempt_at = least(d.created_at, now()) from late where d.id = late.id`,
});

/** @param from_future an endpoint that was swept after that was swept by a clock that was ahead */
export const sweepEndpoints = defineQuery({
  params: params<LeaseTimes & { overdue: Date; from_future: Date; limit: number }>(),
  result: { endpoint_id: text },
  sql: `
    update webhook_endpoint_states set swept_at = :now where endpoint_id in (
      select s.endpoint_id from webhook_endpoint_states s
      where ${isLeased('s')} is not true
        and (s.swept_at is null or s.swept_at < :overdue or s.swept_at > :from_future)
        and exists (
          select from webhook_deliveries d
          where d.endpoint_id = s.endpoint_id and d.status = 'pending' and d.next_attempt_at < :overdue)
      order by s.swept_at nulls first limit :limit for update skip locked)
    returning endpoint_id`,
});

/** Of endpoints that answer: what an endpoint that hangs keeps waiting, no further worker can send. */
export const countDue = defineQuery({
  params: params<{ due_by: Date; limit: number }>(),
  result: { rows: int4, oldest_due_at: orNull(timestamptz) },
  sql: `
    select
      (select count(*)::integer from (
        select from webhook_endpoint_states s cross join lateral (
          select from webhook_deliveries
          where endpoint_id = s.endpoint_id and status = 'pending' and next_attempt_at <= :due_by
          order by next_attempt_at limit :limit) due
        where s.hanging_since is null limit :limit) counted) as rows,
      (select min(first.next_attempt_at) from webhook_endpoint_states s cross join lateral (
          select next_attempt_at from webhook_deliveries
          where endpoint_id = s.endpoint_id and status = 'pending' and next_attempt_at <= :due_by
          order by next_attempt_at limit 1) first
        where s.hanging_since is null) as oldest_due_at`,
});

/** Every attempt is kept; it decides its delivery only if that is still due at the time that was read. */
export const storeAttempts = defineCommand({
  /** @param records JSON of an array of `AttemptRecord` in the order of the delivery ids */
  params: params<{ records: string }>(),
  sql: `
    with results as (
      select * from jsonb_to_recordset(:records::jsonb) as r(delivery_id text, due_at timestamptz, at timestamptz,
        status_code smallint, error text, status text, next_attempt_at timestamptz)
    ), updated as (
      update webhook_deliveries d set attempts = d.attempts + 1,
        status = case when d.next_attempt_at = r.due_at then r.status else d.status end,
        next_attempt_at = case when d.next_attempt_at = r.due_at then r.next_attempt_at else d.next_attempt_at end
      from results r where d.id = r.delivery_id
      returning d.id, d.attempts
    )
    insert into webhook_attempts (delivery_id, no, at, status_code, error)
    select u.id, u.attempts, r.at, r.status_code, r.error from updated u join results r on r.delivery_id = u.id`,
});
