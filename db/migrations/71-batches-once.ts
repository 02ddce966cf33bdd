/**
 * Details of the audit entry of a batch of transfers are not stored, either: they follow from the transfers, whose ids are
 * consecutive. The entry says how many there are.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table audit_log add column of_subjects smallint`);
}
