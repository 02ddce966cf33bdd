/** Databases for tests: each a fresh copy of the migrated template. */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect } from '../../db/connection.ts';
import { withDatabase } from './urls.ts';

export interface TestDatabase {
  url: string;
  /** How a service reaches it. */
  env: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string };
  drop(): Promise<void>;
}

export async function freshDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  const server_url = inject('server_url');
  // Its files copied: a third of the work of copying it block by block through the log.
  await onServer(server_url, `create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(server_url, name);
  const pooler_url = inject('pooler_url');
  return {
    url,
    env: pooler_url
      ? { DATABASE_URL: withDatabase(pooler_url, name), DATABASE_DIRECT_URL: url }
      : { DATABASE_URL: url },
    drop: () => onServer(server_url, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(server_url: string, statement: string): Promise<void> {
  const server = connect(server_url, 1);
  try {
    await server.raw(statement);
  } finally {
    await server.destroy();
  }
}
