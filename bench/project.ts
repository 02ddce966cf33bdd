/** Shared by benches that call use cases: the service's context on a new database, and a project in it. */
import { randomUUID } from 'node:crypto';
import { openContext, type OpenContext } from '../app/compose.ts';
import { readConfig } from '../core/config.ts';
import { scopeOf, type Scope } from '../core/scope.ts';
import type { Db } from '../db/connection.ts';
import { type ProjectRow, projects, type UserRow, users } from '../domain/staff/index.ts';
import type { BenchServer } from './harness.ts';

/** @param env additional settings @returns the context, which is closed with the server */
export async function openBenchContext(
  server: BenchServer,
  env: Record<string, string> = {},
): Promise<Pick<OpenContext, 'ctx' | 'store'>> {
  const url = await server.database();
  const config = readConfig({
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    ...env,
  });
  const { ctx, store, close } = await openContext(config, url, false);
  server.closeToo(close);
  return { ctx, store };
}

/** A new project and its owner. */
export async function newProject(db: Db): Promise<{ owner: UserRow; project: ProjectRow; scope: Scope }> {
  const owner = await users.create(db, {
    email: `bench-${randomUUID()}@example.org`,
    password: 'bench-password',
    name: 'Bench',
  });
  const project = await projects.create(db, owner, 'Bench');
  return { owner, project, scope: scopeOf(project.id, 'test', 0n) };
}
