/** What the SACCO spends on itself, and entries that take others back. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sacco_entries
      -- of an expense, and of its reversal: what for
      add column category text,
      -- of a reversal: the entry that it takes back, and what kind that is
      add column reverses_entry_id text collate "C",
      add column reverses_kind text collate "C",
      -- of an entry that was taken back: by which one, and when
      add column reversed_by_entry_id text collate "C",
      add column reversed_at timestamptz,
      add constraint sacco_entries_reversal_check check (
        (kind = 'reversal') = (reverses_entry_id is not null) and (kind = 'reversal') = (reverses_kind is not null)
        and (reversed_by_entry_id is null) = (reversed_at is null)),
      add constraint sacco_entries_category_check check (
        (category is not null) = (kind = 'expense' or reverses_kind is not distinct from 'expense'));
    -- An entry is taken back once; a request that came to nothing frees it.
    create unique index sacco_entries_one_reversal on sacco_entries (reverses_entry_id)
      where reverses_entry_id is not null and status in ('awaiting_approval', 'pending', 'posting', 'posted');
    create index sacco_entries_reversals on sacco_entries (project_id, environment, posted_at)
      where kind = 'reversal' and status = 'posted';
    create index sacco_entries_expenses on sacco_entries (project_id, environment, posted_at)
      where kind = 'expense' and status = 'posted';
  `);
}
