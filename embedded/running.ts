/** Finds the PostgreSQL of a running service by its data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedUrl } from './postgres-cluster.ts';

/** @returns its URL, or null when nothing answers there */
export async function runningPostgresUrl(dir: string): Promise<string | null> {
  const [port, password] = await Promise.all(
    ['postgres-port', 'postgres-password'].map((name) => readFile(join(dir, name), 'utf8').catch(() => null)),
  );
  if (!port || !password) return null;
  const url = embeddedUrl(password.trim(), Number(port));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}
