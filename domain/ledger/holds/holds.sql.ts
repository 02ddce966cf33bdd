/** The statements on the rows of holds. Rows are locked in id order, which avoids deadlocks. */
import {
  defineQuery,
  int8,
  orNull,
  params,
  tableColumns,
  text,
  timestamptz,
  uuid,
} from '../../../db/statement.ts';
import type { HoldRow } from './hold.model.ts';

/** Records what the ledger answered to holds that were requested. */
export const recordOpenedRows = defineQuery({
  params: params<{ ids: string[]; statuses: string[]; expiries: (Date | null)[] }>(),
  result: { id: uuid },
  sql: `
    with locked as materialized (
      select id from ledger_holds where id = any(:ids::uuid[]) and status in ('requested', 'refused')
      order by id for no key update
    )
    update ledger_holds h set status = v.status, expires_at = v.expires_at, touched_at = null
    from unnest(:ids::uuid[], :statuses::text[], :expiries::timestamptz[]) as v(id, status, expires_at) join locked using (id)
    where h.id = v.id returning h.id`,
});

/** Marks holds as being resolved. @returns the holds as they were, and the mark where one was set */
export const markInProgressRows = defineQuery({
  params: params<{
    ids: string[];
    project_ids: string[];
    environments: string[];
    actor_types: string[];
    actor_ids: string[];
    /** Of holds that may be resolved, or were. */
    statuses: readonly string[];
    now: Date;
  }>(),
  result: tableColumns<HoldRow & { asked_type: string; asked_id: string; marked_at: Date | null }>(
    'ledger_holds',
    {
      asked_type: text,
      asked_id: text,
      marked_at: orNull(timestamptz),
    },
  ),
  sql: `
    with wanted as (
      select distinct on (id, project_id, environment) *
      from unnest(:ids::uuid[], :project_ids::text[], :environments::environment[], :actor_types::text[], :actor_ids::text[])
        as w(id, project_id, environment, asked_type, asked_id)
    ), before as materialized (
      select h.*, w.asked_type, w.asked_id from ledger_holds h join wanted w using (id, project_id, environment)
      where h.status = any(:statuses::text[]) order by h.id for no key update of h
    ), marked as (
      update ledger_holds h set touched_at = greatest(:now, before.touched_at + interval '1 millisecond'),
        -- While another request is under way, that one counts.
        resolver_type = case when before.touched_at is null then before.asked_type else before.resolver_type end,
        resolver_id = case when before.touched_at is null then before.asked_id else before.resolver_id end
      from before where h.id = before.id and before.status in ('pending', 'expired') returning h.id, h.touched_at
    )
    select before.*, marked.touched_at as marked_at from before left join marked using (id)`,
});

/** Records how holds were resolved. Of several requests for one hold, one that knows how it was resolved counts. */
export const recordResolvedRows = defineQuery({
  params: params<{
    ids: string[];
    statuses: (string | null)[];
    captured: string[];
    marks: (Date | null)[];
    actor_types: (string | null)[];
    actor_ids: (string | null)[];
  }>(),
  result: tableColumns<HoldRow & { test_clock_offset_ms: bigint }>('ledger_holds', {
    test_clock_offset_ms: int8,
  }),
  sql: `
    with results as (
      select distinct on (id) *
      from unnest(:ids::uuid[], :statuses::text[], :captured::bigint[], :marks::timestamptz[], :actor_types::text[],
        :actor_ids::text[]) as v(id, status, captured_minor, touched_at, actor_type, actor_id)
      order by id, status nulls last, actor_id nulls last, touched_at nulls last
    ), locked as (
      select h.id from ledger_holds h join results v using (id)
      where h.status in ('pending', 'expired') and (v.status is not null or h.touched_at = v.touched_at)
      order by h.id for no key update of h
    )
    update ledger_holds h set status = coalesce(v.status, h.status), captured_minor = v.captured_minor, touched_at = null,
      resolver_type = coalesce(v.actor_type, h.resolver_type), resolver_id = coalesce(v.actor_id, h.resolver_id)
    from results v join locked using (id), projects p
    where h.id = v.id and p.id = h.project_id
    returning h.*, p.test_clock_offset_ms`,
});

/** Holds that have expired by their scope's clock, and are still pending in their row. */
export const readExpiredRows = defineQuery({
  params: params<{ limit: number }>(),
  result: tableColumns<HoldRow>('ledger_holds'),
  sql: `
    select h.* from ledger_holds h join projects p on p.id = h.project_id
    where h.status = 'pending' and h.touched_at is null and h.expires_at is not null
      and h.expires_at <= now() + case when h.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
    order by h.expires_at limit :limit`,
});
