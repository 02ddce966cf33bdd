/**
 * What processes leave when they die. Attempts that were not answered, the one under way and those whose process died, lengthen no
 * pause. A worker is listed while it starts: by machine and queues, so that one that starts again and again is listed since the first time.
 */
import type { Knex } from 'knex';

const TABLES = ['payments', 'refunds', 'provider_callbacks', 'account_emails', 'demo_fills'];

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(`alter table ${table} add column unanswered smallint not null default 0`);
  await knex.raw(`
    create table worker_starts (
      machine text not null,
      queues text not null,
      process_id integer not null,
      since timestamptz not null default now(),
      started_at timestamptz not null default now(),
      primary key (machine, queues)
    )`);
}
