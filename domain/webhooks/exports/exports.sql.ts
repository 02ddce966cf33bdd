/** The statements that publish stored events to the sink. */
import {
  defineCommand,
  defineQuery,
  int4,
  int8,
  orNull,
  params,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';

/** A lease that ends after `latest`, or a pause after `latest_attempt`, was given by a clock that was ahead. */
export const claimExports = defineQuery({
  params: params<{ now: Date; latest: Date; latest_attempt: Date; leased_until: Date }>(),
  result: { failures: int4 },
  sql: `
    update event_export_state set leased_until = :leased_until
    where (leased_until is null or leased_until <= :now or leased_until > :latest)
      and (next_attempt_at <= :now or next_attempt_at > :latest_attempt)
      and exists (select from event_exports)
    returning failures`,
});

export const renewExports = defineCommand({
  params: params<{ leased_until: Date; renewed_until: Date }>(),
  sql: 'update event_export_state set leased_until = :renewed_until where leased_until = :leased_until',
});

export const releaseExports = defineCommand({
  params: params<{ leased_until: Date; failures: number; next_attempt_at: Date }>(),
  sql: `
    update event_export_state set leased_until = null, failures = :failures, next_attempt_at = :next_attempt_at
    where leased_until = :leased_until`,
});

/**
 * Always from the first one on: a row that becomes visible late must not come after one that was caused by it.
 * An event that retention has deleted has no payload.
 */
export const findExports = defineQuery({
  params: params<{ limit: number }>(),
  result: {
    position: int8,
    id: text,
    project_id: orNull(text),
    environment: orNull(textOf<Environment>()),
    type: orNull(text),
    payload: orNull(text),
  },
  sql: `
    select x.position, x.event_id as id, e.project_id, e.environment, e.type, e.payload
    from (select position, event_id from event_exports order by position limit :limit) x
      left join webhook_events e on e.id = x.event_id
    order by x.position`,
});

export const deleteExports = defineCommand({
  params: params<{ positions: readonly string[] }>(),
  sql: 'delete from event_exports where position = any(:positions::bigint[])',
});

export const countExports = defineQuery({
  params: params<{ limit: number }>(),
  result: { rows: int4, oldest_due_at: orNull(timestamptz) },
  sql: `
    select (select count(*)::integer from (select from event_exports limit :limit) counted) as rows,
      (select created_at from event_exports order by position limit 1) as oldest_due_at`,
});

export const findOldestExport = defineQuery({
  params: params<Record<string, never>>(),
  result: { event_id: orNull(text) },
  sql: 'select min(event_id) as event_id from event_exports',
});

/** Events that wait already are left out. */
export const insertExportsOf = defineQuery({
  params: params<{ first_id: string; after_id: string; limit: number }>(),
  result: { last_id: orNull(text), added: int4 },
  sql: `
    with events as materialized (
      select id, created_at from webhook_events where id >= :first_id and id > :after_id order by id limit :limit
    ), inserted as (
      insert into event_exports (event_id, created_at)
      select id, created_at from events
      where not exists (select from event_exports x where x.event_id = events.id) order by id
      returning event_id
    )
    select max(id) as last_id, (select count(*)::integer from inserted) as added from events`,
});

export const deleteAllExports = defineCommand({
  params: params<Record<string, never>>(),
  sql: 'delete from event_exports',
});
