/** Commands may read for as long as a large book takes: neither the server nor this side gives up on a statement before. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectToService } from '../../commands/database.ts';
import { sharedService, type TestService } from '../harness/index.ts';

const HOUR_MS = 3_600_000;

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.stop());

test('a statement of a command may take an hour', async () => {
  const { db } = await connectToService({ ...service.ctx.config, database_url: service.database_url }, 1);
  try {
    const { rows } = await db.raw<{ rows: { statement_timeout: string }[] }>('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '1h' }]);
    const client = (await db.client.acquireConnection()) as pg.Client;
    expect((client.connection.stream as Socket).timeout).toBeGreaterThan(HOUR_MS);
    await db.client.releaseConnection(client);
  } finally {
    await db.destroy();
  }
});
