/**
 * What is stored elsewhere for good is not stored again: of an audit entry, the hash of the entry before it, and details that follow
 * from its subject. Earlier entries keep theirs; nothing is rewritten.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_log alter column previous_hash drop not null, alter column details drop not null;
  `);
}
