/**
 * Who is who: invitations to a staff, sessions that can be listed and fall idle, second factors, tokens and e-mails of an
 * account, what slows down guesses at passwords, and what narrows an API key.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who is invited has no access until the invitation is accepted.
    alter table staff
      add column status text not null default 'active' check (status in ('active', 'invited')),
      add column invitation_id text collate "C",
      add column invited_by text collate "C" references users,
      add constraint staff_invitation check (status = 'active' or (invitation_id is not null and invited_by is not null));
    create unique index staff_invitation_key on staff (invitation_id);
    create index staff_invitations_by_user on staff (user_id, invitation_id desc) where status = 'invited';

    -- Whether approvals, reveals, and changes of keys and providers need staff with a second factor.
    alter table projects add column require_totp boolean not null default false;

    alter table users
      -- Registered while the server sends e-mail, and the address not proved yet.
      add column awaits_verification boolean not null default false,
      add column totp_sealed text,
      -- The second factor counts from here on.
      add column totp_confirmed_at timestamptz,
      -- The time step of the last code that was taken: each code counts once.
      add column totp_last_step bigint;

    create table recovery_codes (
      user_id text collate "C" not null references users on delete cascade,
      code_hash text collate "C" not null,
      primary key (user_id, code_hash)
    );

    -- A session's name is derived from its token's hash, of which it tells too little to be of use.
    alter table sessions
      add column id text collate "C" not null generated always as ('ses_0' || upper(substr(token_hash, 1, 25))) stored,
      add column last_used_at timestamptz not null default now(),
      add column address text,
      add column user_agent text;
    create unique index sessions_id_key on sessions (id);
    drop index sessions_by_user;
    create index sessions_by_user on sessions (user_id, created_at desc, id desc);

    -- Tokens that were sent to an address or handed over by an operator; each is deleted with its use.
    create table account_tokens (
      token_hash text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      purpose text not null check (purpose in ('password_reset', 'email_verification')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index account_tokens_by_user on account_tokens (user_id, purpose);
    create index account_tokens_by_expiry on account_tokens (expires_at);

    -- E-mails to be sent. The token in one is made when it is sent, so that it is stored nowhere in clear.
    create table account_emails (
      id text collate "C" primary key,
      -- As it was typed; perhaps nobody's.
      email text not null,
      kind text not null check (kind in ('password_reset', 'email_verification')),
      status text not null default 'pending' check (status in ('pending', 'sent', 'unknown_address', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      constraint account_emails_due check ((next_attempt_at is null) = (status <> 'pending'))
    );
    create index account_emails_due on account_emails (next_attempt_at) where next_attempt_at is not null;
    create index account_emails_by_address on account_emails (lower(email), kind, created_at desc);
    create index account_emails_by_age on account_emails (created_at);

    -- Attempts that have failed, by a hash of what they were aimed at and, where that is known, from where.
    create table sign_in_limits (
      key text collate "C" primary key,
      attempts integer not null,
      retry_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index sign_in_limits_by_age on sign_in_limits (updated_at);

    -- Addresses from which a user has signed in, hashed together with the e-mail.
    create table sign_in_addresses (
      address_hash text collate "C" primary key,
      user_id text collate "C" not null references users on delete cascade,
      last_at timestamptz not null
    );
    create index sign_in_addresses_by_age on sign_in_addresses (last_at);
    create index sign_in_addresses_by_user on sign_in_addresses (user_id);

    alter table api_keys
      add column expires_at timestamptz,
      add column last_used_at timestamptz,
      -- Null: everything that a key may do.
      add column scopes text[],
      -- Addresses and ranges from which the key is taken; null: from anywhere.
      add column allowed_ips text[];
    create index api_keys_by_issuer on api_keys (project_id, created_by) where revoked_at is null;
  `);
}
