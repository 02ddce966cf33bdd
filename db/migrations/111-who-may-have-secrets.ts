/** Who registered a webhook endpoint, answers of guarantors that follow on earlier ones, and phones that nobody else has verified. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoints
      -- who registered it; null: before this was recorded
      add column created_by_type text collate "C",
      add column created_by_id text collate "C",
      -- whether it was a key or a manager
      add column may_have_secrets boolean not null default true;

    alter table sacco_loan_consents
      -- the row whose answer this one changes, which stays as evidence; null: the guarantor was asked
      add column follows_id text collate "C";

    -- Whoever changed a phone does not verify it: those that were verified so are told nothing until somebody else approves.
    update customers c set phone_unverified_since = changed.at
    from (
      select distinct on (customer_id) customer_id, id, at, actor_type, actor_id from customer_events
      where type = 'customer.updated' and jsonb_exists(details -> 'changes', 'phone') order by customer_id, id desc
    ) changed
    where c.id = changed.customer_id and changed.actor_type = 'user' and c.phone_unverified_since is null and not exists (
      select from customer_events k where k.customer_id = c.id and k.type = 'kyc.approved'
        and (k.details ->> 'tier')::integer >= 1 and k.id > changed.id
        and (k.actor_type, k.actor_id) <> (changed.actor_type, changed.actor_id));
  `);
}
