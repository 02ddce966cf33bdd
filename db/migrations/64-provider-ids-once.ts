/**
 * An id that a provider gives belongs to one payment, or refund, of a project, environment and provider; the unique indexes are
 * built online (`online-indexes.ts`). Rows from before may share an id: they are numbered, so that all but the first are apart
 * from it in the index, and keep the id.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- 0, save in rows from before ids were unique
    alter table payments add column provider_txn_id_copy integer not null default 0;
    -- of the payment; null in refunds from before without an id of the provider
    alter table refunds add column provider text collate "C", add column provider_refund_id_copy integer not null default 0;
    update refunds r set provider = p.provider from payments p where p.id = r.payment_id and r.provider_refund_id is not null;
  `);
}
