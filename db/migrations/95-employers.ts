/** Employers that deduct contributions and installments from wages, whom they employ, and what they were advised to deduct. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_employers (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      name text not null,
      code text collate "C" not null,
      -- of the month
      pay_day smallint not null check (pay_day between 1 and 31),
      created_at timestamptz not null
    );
    create unique index sacco_employers_code_key on sacco_employers (project_id, environment, upper(code));
    create index sacco_employers_by_book on sacco_employers (project_id, environment, id desc);

    alter table sacco_members
      add column employer_id text collate "C",
      add column payroll_no text,
      add constraint sacco_members_payroll_check check (employer_id is not null or payroll_no is null) not valid;

    -- What an employer was advised to deduct when its remittance came in, member by member.
    create table sacco_remittance_members (
      batch_id text collate "C" not null references sacco_movement_batches,
      member_id text collate "C" not null references sacco_members,
      project_id text collate "C" not null,
      environment environment not null,
      payroll_no text,
      contribution_minor bigint not null check (contribution_minor >= 0),
      -- the installments in the order of their due dates: a list of { loan_id, due_on, amount_minor }
      loans jsonb not null,
      expected_minor bigint not null check (expected_minor >= 0),
      -- of this remittance
      remitted_minor bigint not null check (remitted_minor >= 0),
      primary key (batch_id, member_id)
    );
  `);
}
