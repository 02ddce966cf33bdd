/** Customers, what they are found by, their trail of events, their KYC documents, and the limits of each KYC tier. */
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
    create index customers_by_book_and_status on customers (project_id, environment, status, kyc_status, id desc);

    -- What a customer is found by; apart from the customer, so that freezing or a decision does not write its index.
    create table customer_words (
      customer_id text collate "C" primary key references customers,
      project_id text collate "C" not null,
      environment environment not null,
      words tsvector not null
    );
    -- Without a pending list: every search would read that list to its end.
    create index customer_words_index on customer_words using gin (words) with (fastupdate = off);

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

    create table kyc_documents (
      id text collate "C" primary key,
      customer_id text collate "C" not null references customers,
      project_id text collate "C" not null,
      environment environment not null,
      doc_type text collate "C" not null,
      number_sealed text not null,
      number_last4 text not null,
      issuing_country text collate "C",
      expires_on date,
      file_url text,
      file_sha256 text collate "C",
      status text collate "C" not null default 'pending'
        check (status in ('pending', 'accepted', 'rejected', 'superseded')),
      note text,
      reviewer_type text collate "C",
      reviewer_id text collate "C",
      reviewed_at timestamptz,
      created_at timestamptz not null,
      check ((status = 'pending') = (reviewed_at is null)),
      check ((reviewer_id is null) = (reviewed_at is null) and (reviewer_type is null) = (reviewed_at is null)),
      check (status <> 'rejected' or note is not null)
    );
    create index kyc_documents_by_customer on kyc_documents (customer_id, id desc);
    create index kyc_documents_accepted on kyc_documents (customer_id, doc_type) where status = 'accepted';

    create table kyc_limits (
      project_id text collate "C" not null references projects,
      environment environment not null,
      tier smallint not null check (tier between 0 and 3),
      currency text collate "C" not null,
      max_balance_minor bigint check (max_balance_minor >= 0),
      max_single_minor bigint check (max_single_minor >= 0),
      max_daily_out_minor bigint check (max_daily_out_minor >= 0),
      primary key (project_id, environment, tier, currency),
      check (coalesce(max_balance_minor, max_single_minor, max_daily_out_minor) is not null)
    );
  `);
}
