/** Customers and their trail of events. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customers (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      kind text collate "C" not null check (kind in ('individual', 'business')),
      full_name text not null,
      phone text collate "C",
      email text,
      date_of_birth date,
      external_ref text collate "C",
      status text collate "C" not null default 'active' check (status in ('active', 'frozen', 'closed')),
      kyc_status text collate "C" not null default 'unverified'
        check (kyc_status in ('unverified', 'in_review', 'verified', 'rejected')),
      -- what was granted; what still holds also depends on the documents' dates
      kyc_tier smallint not null default 0 check (kyc_tier between 0 and 3),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint customers_phone_key unique (project_id, environment, phone),
      constraint customers_external_ref_key unique (project_id, environment, external_ref)
    );
    create index customers_by_book on customers (project_id, environment, id desc);

    create table customer_events (
      id text collate "C" primary key,
      customer_id text collate "C" not null references customers,
      project_id text collate "C" not null,
      environment environment not null,
      type text collate "C" not null,
      at timestamptz not null,
      actor_type text collate "C" not null,
      actor_id text collate "C" not null,
      details jsonb not null default '{}'
    );
    create index customer_events_by_customer on customer_events (customer_id, id desc);
  `);
}
