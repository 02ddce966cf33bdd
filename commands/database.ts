/** The database of a command: DATABASE_URL, otherwise the one of the service that runs on this machine. */
import { encryptionKeys, type Config } from '../core/config.ts';
import { UsageError } from '../core/shutdown.ts';
import { connect, LONG_STATEMENT_TIMEOUT_MS, type Db } from '../db/connection.ts';
import { setAuditKeys } from '../domain/platform/audit/audit-mac.ts';
import { migrate, requireSchema } from '../db/migrate.ts';
import { SUBJECT_DETAILS } from '../app/subject-details.ts';
import { renewAuditMacs } from '../domain/platform/audit/renew-audit-macs.ts';
import { measureClock } from '../db/follow-clock.ts';
import { embeddedEncryptionKey } from '../embedded/encryption-key.ts';
import { runningPostgresUrl } from '../embedded/running.ts';

/** @throws UsageError when there is none */
async function databaseUrl({ database_direct_url, database_url, data_dir }: Config): Promise<string> {
  const url = database_direct_url ?? database_url ?? (await runningPostgresUrl(data_dir));
  if (!url)
    throw new UsageError(
      `Start the service first (npm start), or set DATABASE_URL. No service runs on ${data_dir}.`,
    );
  return url;
}

interface Connected {
  db: Db;
  database_url: string;
  /** Includes the encryption key of the embedded service, if that is used. */
  config: Config;
}

/**
 * A connection pool for a command that reads or appends to the audit log.
 * @throws UsageError when there is no database, or its schema is not the one of this build
 */
export async function connectToService(configured: Config, pool_size: number): Promise<Connected> {
  const database_url = await databaseUrl(configured);
  const db = connect(database_url, pool_size, LONG_STATEMENT_TIMEOUT_MS);
  await requireSchema(db).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const encryption_key =
    configured.encryption_key ??
    (configured.database_url ? null : await embeddedEncryptionKey(configured.data_dir));
  const config = { ...configured, encryption_key };
  setAuditKeys(db, encryptionKeys(config));
  await measureClock(db);
  return { db, database_url, config };
}

/** The migration that adds MACs to the heads of the audit log. */
const ADDS_MACS = '21-audit-heads';

/** Brings the schema up to date. The migration that adds MACs to the heads of the audit log also fills them. */
export async function migrateDatabase(config: Config, database_url: string): Promise<void> {
  const db = connect(database_url, 2, LONG_STATEMENT_TIMEOUT_MS);
  setAuditKeys(db, encryptionKeys(config));
  try {
    const applied = await migrate(db);
    if (applied.includes(ADDS_MACS))
      await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ['missing']);
  } finally {
    await db.destroy();
  }
}
