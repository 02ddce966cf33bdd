/** The statements of endpoints that are polled. */
import { bool, defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

export const findEventsAfter = defineQuery({
  params: params<{ endpoint_id: string; after: string; limit: number }>(),
  result: { id: text, payload: text, position: text },
  sql: `
    select e.id, e.payload, d.position::text as position
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.endpoint_id = :endpoint_id and d.position > :after
    order by d.position limit :limit`,
});

/** Deliveries are locked in id order, as where they are abandoned, which avoids deadlocks. */
export const numberDeliveries = defineCommand({
  params: params<{ endpoint_id: string; limit: number }>(),
  sql: `
    with pending as materialized (
      select id from webhook_deliveries where endpoint_id = :endpoint_id and status = 'pending'
      order by id limit :limit for update
    ), numbered as (
      update webhook_deliveries d set status = 'delivered', next_attempt_at = null, position = n.position
      from (
        select p.id, s.last_position + row_number() over (order by p.id) as position
        from pending p, webhook_poll_states s where s.endpoint_id = :endpoint_id
      ) n where d.id = n.id
      returning d.position
    )
    update webhook_poll_states set last_position = greatest(last_position, (select max(position) from numbered))
    where endpoint_id = :endpoint_id`,
});

/** Whether there are events after each position, in the order given. */
export const haveMoreEvents = defineQuery({
  params: params<{ endpoint_ids: readonly string[]; after: readonly string[] }>(),
  result: { more: bool },
  sql: `
    select coalesce(s.last_position > w.after, false) or exists (
      select from webhook_deliveries d where d.endpoint_id = w.endpoint_id and d.status = 'pending') as more
    from unnest(:endpoint_ids::text[], :after::bigint[]) with ordinality as w(endpoint_id, after, no)
      left join webhook_poll_states s on s.endpoint_id = w.endpoint_id
    order by w.no`,
});
