/**
 * A one-time link has one payment under way, and a payment that completes although another did is marked. Those from before are
 * marked, too; nothing is refunded for that.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_links
      -- of a one-time link: the payment under way, and until when it keeps others away, in business time
      add column attempt_id text collate "C",
      add column attempt_until timestamptz,
      add column refund_overpaid boolean not null default false,
      add column overpaid_payments integer not null default 0;
    alter table payments add column overpaid boolean not null default false;

    with ended as (
      select p.id, p.payment_link_id, row_number() over (partition by p.payment_link_id order by p.completed_at, p.id) as n
      from payments p join payment_links l on l.id = p.payment_link_id
      where p.status = 'completed' and not l.reusable
    ), marked as (
      update payments p set overpaid = true from ended e where e.id = p.id and e.n > 1 returning p.payment_link_id
    )
    update payment_links l set overpaid_payments = m.n from (
      select payment_link_id, count(*) as n from marked group by 1
    ) m where m.payment_link_id = l.id;
  `);
}
