/** Puts a process's parts together: database, ledger, queues, secrets. */
import type { Config } from '../core/config.ts';
import { plainBox, secretBox } from '../core/crypto.ts';
import { createLogger } from '../core/log.ts';
import { ledgerBatchTransfers, ledgerCommitSeconds } from '../core/metrics.ts';
import { connect, ledgerPool } from '../db/connection.ts';
import { openJobQueue } from '../jobs/queue.ts';
import { openQueueStore, type QueueStore } from '../jobs/store.ts';
import type { Context } from './context.ts';
import { postgresBackend, type LedgerBackend } from './ledger/index.ts';

export interface OpenContext {
  ctx: Context;
  store: QueueStore;
  /** Lets go of every connection. */
  close: () => Promise<void>;
}

/**
 * @param database_url of a migrated database
 * @param embedded whether the database is the service's own on this machine
 */
export async function openContext(
  config: Config,
  database_url: string,
  embedded: boolean,
): Promise<OpenContext> {
  const log = createLogger(config.log_level);
  if (!config.encryption_key)
    log.warn('ENCRYPTION_KEY is not set: secrets and document numbers are stored unencrypted');
  const db = connect(database_url);
  const store = await openQueueStore(database_url, config.redis_url);
  const jobs = openJobQueue(store, log);
  const ledger = openLedger(database_url);
  const ctx: Context = {
    config,
    db,
    ledger,
    jobs,
    log,
    secrets: config.encryption_key ? secretBox(config.encryption_key) : plainBox,
    allow_private_webhooks: config.allow_private_webhooks ?? embedded,
  };
  return {
    ctx,
    store,
    async close() {
      await jobs.close();
      await store.close();
      await ledger.close();
      await db.destroy();
    },
  };
}

function openLedger(database_url: string): LedgerBackend {
  return postgresBackend(ledgerPool(database_url), {
    committed(transfers, seconds) {
      ledgerBatchTransfers.observe(transfers);
      ledgerCommitSeconds.observe(seconds);
    },
  });
}
