/** Who asked for a hold, and who last asked to capture or void it: the audit log names them. Unknown of earlier holds. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_holds
      add column actor_type text,
      add column actor_id text,
      add column resolver_type text,
      add column resolver_id text;
  `);
}
