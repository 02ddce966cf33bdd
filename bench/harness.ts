/** Shared by all benches: a new database on a durable server, rates over a fixed time, one JSON line per result. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, ledgerPool } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';

/** Duration of each measurement. */
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);

export interface BenchServer {
  /** A new, migrated database. @returns its URL */
  database(): Promise<string>;
  /** Registers a function that is called when the bench ends, before the server stops. */
  closeToo(close: () => Promise<void>): void;
  close(): Promise<void>;
}

/**
 * The server at DATABASE_URL, otherwise an embedded one with durable commits.
 * @param settings of the embedded server, instead of its own
 */
export async function openServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const given = process.env['DATABASE_URL'];
  const dir = given ? null : await mkdtemp(join(tmpdir(), 'ushirika-bench-'));
  const postgres = dir ? await startEmbeddedPostgres({ dir, settings }) : null;
  const server_url = given ?? (postgres as { url: string }).url;
  const names: string[] = [];
  const closers: (() => Promise<void>)[] = [];
  return {
    closeToo(close) {
      closers.push(close);
    },
    async database() {
      const name = `bench_${randomBytes(4).toString('hex')}`;
      names.push(name);
      await execute(server_url, `create database ${name}`);
      const url = new URL(server_url);
      url.pathname = `/${name}`;
      const db = connect(url.href, 1);
      await migrate(db);
      await db.destroy();
      return url.href;
    },
    async close() {
      for (const close of closers.toReversed()) await close();
      for (const name of names) await execute(server_url, `drop database if exists ${name} with (force)`);
      await postgres?.stop();
      if (dir) await rm(dir, { recursive: true, force: true });
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const pool = ledgerPool(url);
  await pool.query(statement);
  await pool.end();
}

/** Repeats the work for the duration with that many concurrent callers. @returns units of work per second */
export async function rate(seconds: number, callers: number, work: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const end_at = started + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end_at) {
        // Not `done += await work()`: that reads `done` before the wait and would lose the work of other callers.
        const units = await work();
        done += units;
      }
    }),
  );
  return done / ((performance.now() - started) / 1_000);
}

/** Prints one bench's figures as one JSON line. */
export function report(bench: string, figures: Record<string, number | string>): void {
  const rounded = Object.entries(figures).map(([name, figure]) => [
    name,
    typeof figure === 'number' ? Number(figure.toPrecision(4)) : figure,
  ]);
  process.stdout.write(`${JSON.stringify({ bench, ...Object.fromEntries(rounded) })}\n`);
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

/** @returns how long it took, in milliseconds */
export async function timed_ms(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Works on each item once, with that many concurrent callers. @returns how long all took, in milliseconds */
export function each_ms<Item>(
  items: readonly Item[],
  callers: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const left = items.values();
  return timed_ms(() =>
    Promise.all(
      Array.from({ length: callers }, async () => {
        for (const item of left) await work(item);
      }),
    ),
  );
}

/** The median duration of several repetitions, in milliseconds. */
export async function median_ms(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await work();
    taken.push(performance.now() - started);
  }
  return percentile(taken, 50);
}
