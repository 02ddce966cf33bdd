/**
 * The processes of the service that run. Each says so when it has started and twice a minute from then on, so that one that was
 * killed is left out soon. It is no part of their work: while the database cannot be reached, nothing is said.
 */
import { hostname } from 'node:os';
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import { VERSION } from '../../../core/version.ts';
import type { Context } from '../context.ts';
import { deleteProcess, deleteUnseen, insertProcess, markSeen, readProcesses } from './processes.sql.ts';

const SAID_EVERY_MS = 30_000;
/** Four times that: a process whose database is slow is still listed. */
const SEEN_WITHIN_S = 120;

/** What a process runs that answers requests. */
export const WEB = ['web'] as const;

export type ServiceProcess = RowOfQuery<typeof readProcesses>;

/**
 * Lists this process from now on.
 * @param runs `WEB`, and the names of queues
 * @returns ends the list's entry
 */
export async function listProcess(
  { db, log }: Pick<Context, 'db' | 'log'>,
  runs: readonly string[],
): Promise<() => Promise<void>> {
  const own = { machine: hostname(), process_id: process.pid, version: VERSION, runs: [...runs] };
  let no: bigint | null = null;
  const say = async (): Promise<void> => {
    if (no !== null && (await markSeen(db, { no })) > 0) return;
    no = (await insertProcess(db, own))[0]?.no ?? null;
    await deleteUnseen(db, {});
  };
  const trySaying = (): Promise<void> =>
    say().catch((err: unknown) => log.debug({ err }, 'not said that this process runs'));
  let saying = trySaying();
  const timer = setInterval(() => (saying = trySaying()), SAID_EVERY_MS);
  timer.unref();
  await saying;
  return async () => {
    clearInterval(timer);
    await saying;
    // Closing goes on without the database, and the entry is left out soon.
    if (no !== null)
      await deleteProcess(db, { no }).catch((err: unknown) =>
        log.debug({ err }, 'still listed as a process'),
      );
  };
}

/** Those that have said within two minutes that they run, the newest first. */
export async function listProcesses(
  db: Queryable,
  { limit, after }: PageRequest,
): Promise<Page<ServiceProcess>> {
  const rows = await readProcesses(db, {
    seen_within_s: SEEN_WITHIN_S,
    after: after ?? null,
    limit: limit + 1,
  });
  return page(rows, limit, ({ no }) => String(no));
}
