/** Who may do what: users, sessions, projects, staff, keys; and what every module uses: idempotency keys, audit log. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create domain environment as text check (value in ('test', 'live'));

    create table users (
      id text collate "C" primary key,
      email text not null,
      name text not null,
      password_hash text not null,
      operator boolean not null default false,
      created_at timestamptz not null default now()
    );
    create unique index users_email_key on users (lower(email));

    create table sessions (
      token_hash text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_by_user on sessions (user_id);
    create index sessions_by_expiry on sessions (expires_at);

    create table projects (
      id text collate "C" primary key,
      name text not null,
      owner_id text collate "C" not null references users,
      test_clock_offset_ms bigint not null default 0 check (test_clock_offset_ms >= 0),
      created_at timestamptz not null default now()
    );

    create table staff (
      project_id text collate "C" not null references projects,
      user_id text collate "C" not null references users,
      role text not null check (role in ('owner', 'admin', 'checker', 'maker')),
      added_at timestamptz not null default now(),
      primary key (project_id, user_id)
    );
    create index staff_by_user on staff (user_id);

    create table api_keys (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      name text not null,
      prefix text not null,
      key_hash text collate "C" not null unique,
      created_by text collate "C" not null references users,
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create index api_keys_by_project on api_keys (project_id, id desc);

    create table idempotency_keys (
      project_id text collate "C" not null,
      environment environment not null,
      key text collate "C" not null,
      fingerprint text not null,
      subject_id text collate "C" not null,
      response_status smallint,
      response_body text,
      created_at timestamptz not null default now(),
      primary key (project_id, environment, key)
    );

    create table audit_log (
      project_id text collate "C" not null,
      environment environment not null,
      seq bigint not null,
      id text collate "C" not null unique,
      at timestamptz not null,
      actor_type text not null,
      actor_id text not null,
      action text not null,
      subject text not null,
      details text not null,
      previous_hash text not null,
      hash text not null,
      primary key (project_id, environment, seq)
    );
    create table audit_heads (
      project_id text collate "C" not null,
      environment environment not null,
      seq bigint not null,
      hash text not null,
      primary key (project_id, environment)
    );

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
    end $$;
    create trigger audit_log_append_only before update or delete or truncate on audit_log
      for each statement execute function refuse_change();
  `);
}
