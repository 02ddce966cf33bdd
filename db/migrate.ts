/** Forward-only migrations, listed by hand so that source and build run the same ones in the same order. */
import type { Knex } from 'knex';
import type { Db } from './connection.ts';
import * as people from './migrations/01-people.ts';
import * as ledger from './migrations/02-ledger.ts';
import * as payments from './migrations/03-payments.ts';
import * as webhooks from './migrations/04-webhooks.ts';
import * as refunds from './migrations/05-refunds.ts';
import * as paymentLinks from './migrations/06-payment-links.ts';
import * as providers from './migrations/07-providers.ts';
import * as paymentCredits from './migrations/08-payment-credits.ts';
import * as customers from './migrations/09-customers.ts';
import * as wallets from './migrations/10-wallets.ts';
import * as sacco from './migrations/11-sacco.ts';
import * as indexes from './migrations/12-indexes.ts';
import * as callbackBodies from './migrations/13-callback-bodies.ts';
import * as ledgerTotals from './migrations/14-ledger-totals.ts';
import * as loans from './migrations/15-loans.ts';

interface Migration {
  name: string;
  up: (knex: Knex) => Promise<void>;
}

const MIGRATIONS: Migration[] = [
  { name: '01-people', up: people.up },
  { name: '02-ledger', up: ledger.up },
  { name: '03-payments', up: payments.up },
  { name: '04-webhooks', up: webhooks.up },
  { name: '05-refunds', up: refunds.up },
  { name: '06-payment-links', up: paymentLinks.up },
  { name: '07-providers', up: providers.up },
  { name: '08-payment-credits', up: paymentCredits.up },
  { name: '09-customers', up: customers.up },
  { name: '10-wallets', up: wallets.up },
  { name: '11-sacco', up: sacco.up },
  { name: '12-indexes', up: indexes.up },
  { name: '13-callback-bodies', up: callbackBodies.up },
  { name: '14-ledger-totals', up: ledgerTotals.up },
  { name: '15-loans', up: loans.up },
];

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve(MIGRATIONS),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      up: migration.up,
      down: () => Promise.reject(new Error('migrations only go forward')),
    }),
};

/** Any constant: it names "migrating Ushirika" among the database's advisory locks. */
const MIGRATION_LOCK = 7_225_001;

/**
 * Brings the schema up to date; safe to run from several processes at once, and after a crash in the middle. The
 * advisory lock replaces knex's lock table, which stays locked for ever when its holder is killed.
 */
export async function migrate(db: Db): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await trx.migrate.latest({
      migrationSource: source,
      tableName: 'schema_migrations',
      disableMigrationsListValidation: true,
      disableTransactions: true,
    });
  });
}
