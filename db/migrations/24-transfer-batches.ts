/** Manual transfers that are requested together, all or none. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_manual_transfers
      -- the id of the batch's first transfer; null for a transfer of its own
      add column batch_id uuid,
      -- its place in the batch, from 0
      add column place smallint,
      -- null: the batch's first transfer is resumed for all
      alter column touched_at drop not null;
    create index ledger_manual_transfers_by_batch on ledger_manual_transfers (batch_id, place) where batch_id is not null;
  `);
}
