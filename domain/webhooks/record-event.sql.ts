/** The statement that finds the endpoints that want an event. */
import { columnOf, defineQuery, int8, params, text, textOf } from '../../db/statement.ts';
import type { EndpointMode } from './endpoints/endpoint.model.ts';

export const findEnabledEndpoints = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly string[];
    types: readonly string[];
  }>(),
  result: {
    id: text,
    project_id: text,
    environment: text,
    mode: textOf<EndpointMode>(),
    events: columnOf<string[]>('text[]'),
    /** Now, in microseconds since the epoch: later than every event whose transaction this one could see. */
    now_us: int8,
  },
  sql: `
    select e.id, e.project_id, e.environment, e.mode, e.events,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us
    from unnest(:project_ids::text[], :environments::environment[]) as w(project_id, environment)
    join webhook_endpoints e using (project_id, environment)
    where e.status = 'enabled' and e.deleted_at is null and e.events && :types::text[]`,
});
