/** The baseline of `bench:api`: an Express handler that does one INSERT, and one that does one SELECT. */
import { randomUUID } from 'node:crypto';
import express from 'express';
import { listen } from '../api/http/listen.ts';
import { run } from '../core/shutdown.ts';
import { ledgerPool } from '../db/connection.ts';

/** The same pool size as the service. */
const POOL_SIZE = 16;

run(async () => {
  const pool = ledgerPool(process.argv[2] ?? '', POOL_SIZE);
  await pool.query('create table if not exists bare (id text primary key, body jsonb not null)');
  const app = express();
  app.use(express.json());
  app.post('/bare', async (request, response) => {
    const id = randomUUID();
    await pool.query('insert into bare (id, body) values ($1, $2)', [id, request.body]);
    response.status(201).json({ id });
  });
  app.get('/bare/:id', async (request, response) => {
    const { rows } = await pool.query('select * from bare where id = $1', [request.params.id]);
    response.json(rows[0]);
  });
  const { url } = await listen(app, { host: '127.0.0.1', port: 0 });
  process.stdout.write(`ready ${url}\n`);
});
