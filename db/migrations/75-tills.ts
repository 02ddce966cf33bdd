/** Tills: drawers of cash apart from the vault, the sessions of tellers at them, and counts of what is in them. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sacco_settings
      add column tills text collate "C" not null default 'off' check (tills in ('off', 'on'));

    create table sacco_tills (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      name text not null,
      branch text,
      active boolean not null default true,
      created_at timestamptz not null
    );
    create unique index sacco_tills_name_key on sacco_tills (project_id, environment, lower(coalesce(branch, '')), lower(name));
    create index sacco_tills_by_book on sacco_tills (project_id, environment, id desc);

    create table sacco_till_sessions (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      till_id text collate "C" not null references sacco_tills,
      -- the teller
      user_id text collate "C" not null references users,
      currency text collate "C" not null,
      status text collate "C" not null check (status in ('opening', 'open', 'closing', 'closed', 'cancelled')),
      -- the float
      opening_minor bigint not null check (opening_minor > 0),
      float_entry_id text collate "C" not null unique,
      -- as counted and computed when it was closed; null while it is open
      in_minor bigint check (in_minor >= 0),
      out_minor bigint check (out_minor >= 0),
      expected_minor bigint check (expected_minor >= 0),
      counted_minor bigint check (counted_minor >= 0),
      -- pieces by denomination, where they were counted
      count jsonb,
      memo text,
      closed_by_id text collate "C" references users,
      difference_entry_id text collate "C" unique,
      return_entry_id text collate "C" unique,
      created_at timestamptz not null,
      opened_at timestamptz,
      closed_at timestamptz,
      check ((status in ('closing', 'closed')) = (counted_minor is not null)),
      check ((counted_minor is null) = (expected_minor is null) and (counted_minor is null) = (in_minor is null)
        and (counted_minor is null) = (out_minor is null) and (counted_minor is null) = (closed_by_id is null)),
      check (expected_minor = opening_minor + in_minor - out_minor),
      check ((status = 'closed') = (closed_at is not null))
    );
    create unique index sacco_till_sessions_one_a_till on sacco_till_sessions (till_id)
      where status in ('opening', 'open', 'closing');
    create unique index sacco_till_sessions_one_a_person on sacco_till_sessions (project_id, environment, user_id)
      where status in ('opening', 'open', 'closing');
    create index sacco_till_sessions_by_book on sacco_till_sessions (project_id, environment, id desc);
    create index sacco_till_sessions_by_status on sacco_till_sessions (project_id, environment, status, id desc);
    create index sacco_till_sessions_by_till on sacco_till_sessions (till_id, id desc);
    create index sacco_till_sessions_by_person on sacco_till_sessions (project_id, environment, user_id, id desc);

    create table sacco_till_counts (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      session_id text collate "C" not null references sacco_till_sessions,
      expected_minor bigint not null check (expected_minor >= 0),
      counted_minor bigint not null check (counted_minor >= 0),
      count jsonb,
      memo text,
      counted_by_id text collate "C" not null references users,
      counted_at timestamptz not null
    );
    create index sacco_till_counts_by_session on sacco_till_counts (session_id, id desc);

    alter table sacco_entries
      -- the till whose cash it moves; null: the vault, or no cash
      add column till_id text collate "C",
      add column session_id text collate "C",
      -- of a transfer between two tills: the other one
      add column other_till_id text collate "C",
      add column other_session_id text collate "C",
      add constraint sacco_entries_till_check check (
        (other_till_id is null) = (other_session_id is null) and (other_till_id is null or kind = 'till_transfer'));
    create index sacco_entries_of_session on sacco_entries (session_id, id desc) where session_id is not null;
    -- What a session took and paid is the sum of these.
    create index sacco_entries_posted_of_session on sacco_entries (session_id)
      where session_id is not null and status = 'posted';
    create index sacco_entries_of_other_session on sacco_entries (other_session_id, id desc) where other_session_id is not null;
  `);
}
