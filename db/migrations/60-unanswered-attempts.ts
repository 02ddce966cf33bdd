/** Attempts that were not answered: the one that is under way, and those whose process died. They lengthen no pause. */
import type { Knex } from 'knex';

const TABLES = ['payments', 'refunds', 'provider_callbacks', 'account_emails', 'demo_fills'];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(`alter table ${table} add column unanswered smallint not null default 0`);
}
