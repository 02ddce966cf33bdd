/** The statement that deletes old events of payments. */
import { defineCommand, params } from '../../../db/statement.ts';

export const deleteEventsBefore = defineCommand({
  params: params<{ first_kept: string; limit: number }>(),
  sql: `
    delete from payment_events where id in (
      select e.id from payment_events e join payments p on p.id = e.payment_id
      where e.id < :first_kept and p.status in ('completed', 'failed', 'cancelled')
        and not exists (select from refunds r where r.payment_id = p.id and r.status in ('pending', 'processing'))
      order by e.id limit :limit for update of e skip locked)`,
});
