/** The chart of accounts: banks and general accounts, and the codes of the system's accounts where they were changed. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Bank and general accounts, each of which is an account of the ledger.
    create table chart_accounts (
      -- the owner of the ledger's account
      id text collate "C" primary key,
      -- of the ledger's account
      account_id uuid not null unique,
      project_id text collate "C" not null references projects,
      environment environment not null,
      code text collate "C" not null,
      name text not null,
      kind text collate "C" not null check (kind in
        ('bank', 'general_asset', 'general_liability', 'general_equity', 'general_income', 'general_expense')),
      currency text collate "C" not null,
      active boolean not null default true,
      created_at timestamptz not null,
      unique (project_id, environment, code)
    );

    -- A kind of system account without a row has its default code and name.
    create table chart_system_accounts (
      project_id text collate "C" not null references projects,
      environment environment not null,
      kind text collate "C" not null,
      code text collate "C" not null,
      name text not null,
      primary key (project_id, environment, kind),
      unique (project_id, environment, code)
    );
  `);
}
