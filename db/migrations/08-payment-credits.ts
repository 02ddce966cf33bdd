/** Where the money of a payment goes on to, once it is booked. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments add column credit_to text collate "C" check (credit_to in ('wallet', 'sacco'));
  `);
}
