/** Movements from and to bank accounts, journals, and lines of statements that are booked to the bank or as an expense. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table sacco_entries
      -- of money that comes from a bank account or goes to one
      add column bank_account_id text collate "C",
      -- of the bank's slip or of a document
      add column reference text,
      -- of a journal, and of its reversal: a list of { kind, owner, side, amount_minor }
      add column lines jsonb,
      drop constraint sacco_entries_source_check,
      add constraint sacco_entries_source_check check (source in ('cash', 'savings', 'payment', 'bank'))
        not valid,
      drop constraint sacco_entries_direction_check,
      add constraint sacco_entries_direction_check check (direction in
        ('in', 'out', 'till_to_bank', 'bank_to_till', 'provider_to_bank', 'bank_to_provider')) not valid,
      add constraint sacco_entries_bank_check
        check ((bank_account_id is not null) = (source is not distinct from 'bank')) not valid,
      add constraint sacco_entries_lines_check
        check ((lines is not null) = (kind = 'journal' or reverses_kind is not distinct from 'journal')) not valid;

    alter table reconciliation_lines
      -- of a payout: the bank account that received it
      add column bank_account_id text collate "C",
      -- of a fee: whether the cooperative bears it, and not the merchant's balance
      add column is_expense boolean not null default false;
  `);
}
