/** Payment links, and which payment came in through which. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payment_links (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      title text not null,
      amount_minor bigint not null check (amount_minor > 0),
      currency text collate "C" not null,
      reusable boolean not null,
      status text collate "C" not null default 'active' check (status in ('active', 'completed', 'disabled')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (status <> 'completed' or not reusable)
    );
    create index payment_links_by_book on payment_links (project_id, environment, id desc);

    alter table payments add column payment_link_id text collate "C" references payment_links;
    create index payments_by_link on payments (payment_link_id, reference) where payment_link_id is not null;
  `);
}
