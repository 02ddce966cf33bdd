/** Papers: what was printed for a member, so that whoever holds one can check it by its code. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_papers (
      -- 12 characters that nobody can guess
      code text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      kind text collate "C" not null check (kind in
        ('statement', 'loan_schedule', 'receipt', 'dividend_advice', 'guarantee')),
      -- of what it tells: the same paper has the same code
      fingerprint text collate "C" not null,
      -- of a receipt: the entry, which may be reversed later
      entry_id text collate "C",
      -- null where the entry is of no member
      member_no text,
      amount_minor bigint not null,
      currency text collate "C" not null,
      dated_on date not null,
      created_at timestamptz not null,
      check ((kind = 'receipt') = (entry_id is not null)),
      unique (project_id, environment, fingerprint)
    );
  `);
}
