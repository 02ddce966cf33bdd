/** Strict approvals: who may decide on what, and requests about a project or about changes that wait. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- whether nobody decides who became able to after the request, and changes that weaken approvals wait for a second person
    alter table projects add column strict_approvals boolean not null default false;

    alter table staff
      -- since when the member may decide on requests of others, by the database's clock, rounded up; null: may not
      add column decides_since timestamptz,
      -- who gave the member a role that decides; null where that was never recorded
      add column appointed_by text collate "C" references users;
    update staff set decides_since = added_at where status = 'active' and role <> 'maker';
    update staff set appointed_by = invited_by where status = 'invited' and role <> 'maker';

    alter table sacco_approvals
      -- null: it is about the project, and decided in either environment
      alter column environment drop not null,
      -- when it was stored, by the database's clock, rounded down; requested_at is on the clock of the environment
      add column asked_at timestamptz,
      -- what is to be changed, where it is about no entry
      add column change jsonb,
      add column amount_minor bigint,
      add column currency text collate "C",
      -- of a decision under strict approvals: when, by the database's clock, and what was known of the decider then
      add column strict_decided_at timestamptz,
      add column strict_decider_since timestamptz,
      add column strict_appointed_by text collate "C";
    update sacco_approvals set asked_at = least(requested_at, now());
    alter table sacco_approvals
      alter column asked_at set default date_trunc('milliseconds', clock_timestamp()),
      alter column asked_at set not null;
  `);
}
