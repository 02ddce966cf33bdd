/** The statements that find and delete old events. */
import { bool, defineCommand, defineQuery, params } from '../../db/statement.ts';

const IS_WAITING = `
  d.status = 'pending' and exists (select from webhook_endpoints w where w.id = d.endpoint_id and w.status = 'enabled')`;

/** Whether a delivery of a period is still to be sent. */
export const isDeliveryWaiting = defineQuery({
  params: params<{ first_id: string; end_id: string }>(),
  result: { is_waiting: bool },
  sql: `
    select exists (
      select from webhook_deliveries d where d.id >= :first_id and d.id < :end_id and ${IS_WAITING}) as is_waiting`,
});

/** Deliveries are locked before they are checked, so that a concurrent redelivery keeps its event. */
export const deleteOldEvents = defineCommand({
  params: params<{ first_kept: string; limit: number }>(),
  sql: `
    with old as (
      select e.id from webhook_events e
      where e.id < :first_kept and not exists (select from webhook_deliveries d where d.event_id = e.id and ${IS_WAITING})
      order by e.id limit :limit for update skip locked
    ), deliveries as materialized (
      select d.id, d.event_id, ${IS_WAITING} as is_waiting from webhook_deliveries d where d.event_id in (select id from old) for update
    ), over as (
      select id from old where not exists (select from deliveries d where d.event_id = old.id and d.is_waiting)
    ), deleted as (
      delete from webhook_deliveries where id in (select d.id from deliveries d join over on over.id = d.event_id)
      returning id
    ), attempts as (
      delete from webhook_attempts where delivery_id in (select id from deleted)
    )
    delete from webhook_events where id in (select id from over)`,
});
