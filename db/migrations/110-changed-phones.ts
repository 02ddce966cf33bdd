/** Phones that were changed after they were verified: they are told nothing until KYC is decided on again. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- when the phone was changed; null: it has not been since the last KYC approval that requires one
    alter table customers add column phone_unverified_since timestamptz;

    -- The few that were changed before; nobody else is locked.
    update customers c set phone_unverified_since = changed.at
    from (
      select customer_id, max(at) as at, max(id) as id from customer_events
      where type = 'customer.updated' and jsonb_exists(details -> 'changes', 'phone') group by customer_id
    ) changed
    where c.id = changed.customer_id and not exists (
      select from customer_events k where k.customer_id = c.id and k.type = 'kyc.approved'
        and (k.details ->> 'tier')::integer >= 1 and k.id > changed.id);
  `);
}
