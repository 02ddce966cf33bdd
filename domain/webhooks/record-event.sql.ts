/** The statement that finds who wants an event. */
import { bool, columnOf, defineQuery, int8, params, text, textOf } from '../../db/statement.ts';
import type { EndpointMode } from './endpoints/endpoint.model.ts';

/** Who gets events: an endpoint, or the sink, which gets all. */
export type ListenerMode = EndpointMode | 'sink';

export const findListeners = defineQuery({
  prepared: true,
  params: params<{
    project_ids: readonly string[];
    environments: readonly string[];
    types: readonly string[];
    has_sink: boolean;
  }>(),
  result: {
    /** Of the endpoint; empty for the sink. */
    id: text,
    project_id: text,
    environment: text,
    mode: textOf<ListenerMode>(),
    events: columnOf<string[]>('text[]'),
    may_have_secrets: bool,
    /** Now, in microseconds since the epoch: later than every event whose transaction this one could see. */
    now_us: int8,
  },
  sql: `
    select e.id, w.project_id, w.environment, e.mode, e.events, e.may_have_secrets,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us
    from unnest(:project_ids::text[], :environments::environment[]) as w(project_id, environment)
    cross join lateral (
      select id, mode, events, may_have_secrets from webhook_endpoints
      where project_id = w.project_id and environment = w.environment and status = 'enabled' and deleted_at is null
        and events && :types::text[]
      union all
      select '', 'sink', '{*}', false where :has_sink
    ) e`,
});
