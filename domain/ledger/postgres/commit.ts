/**
 * One batch, one transaction: locks and reads (lock.ts), evaluates in memory (evaluate.rules.ts), writes (write.ts) and
 * commits. When a COMMIT is not answered, it finds out whether it took effect before the batch is tried again.
 */
import type pg from 'pg';
import { unavailable } from '../../../core/errors.ts';
import { isConnectionFault, isTimeout, sqlState } from '../../../db/faults.ts';
import type { BatchObserver, ChainOutcome } from '../backend.port.ts';
import { evaluateChains } from '../rules/evaluate.rules.ts';
import type { Changes } from '../rules/state.rules.ts';
import { OWN_TRANSACTION, readState, type OpenTransaction, type Submission } from './lock.ts';
import { transferColumns } from './rows.ts';
import { INSERT_TRANSFERS, READ_WRITTEN } from './statements.ts';
import type { AccountScopes } from './scopes.ts';
import { writeState } from './write.ts';

/** Chains evaluated before the server is given their rows to insert. */
const CHAINS_PER_CHUNK = 250;
/** Times that one batch is tried when its connection breaks or another writer inserted the same id. */
const MAX_TRIES = 4;
/** No try begins later than this: the callers are answered with 503. */
const TRY_AGAIN_WITHIN_MS = 10_000;

interface Attempt extends OpenTransaction {
  outcomes: ChainOutcome[][];
  changes: Changes;
  /** COMMIT was sent: if the connection breaks now, the outcome is unknown. */
  committing: boolean;
}

/**
 * Tries a batch until an attempt commits or its outcome is known.
 * @returns the outcomes of each submission's chains
 * @throws AppError SERVICE_UNAVAILABLE after some tries, or when a lock is held for too long
 */
export async function commitBatch(
  pool: pg.Pool,
  scopes: AccountScopes,
  batch: Submission[],
  observer?: BatchObserver,
): Promise<ChainOutcome[][]> {
  const started = performance.now();
  const doubtful: Attempt[] = [];
  for (let tries = 1; ; tries++) {
    const attempt = newAttempt();
    try {
      attempt.scope_numbers = await scopes.of(
        pool,
        batch.flatMap(({ chains }) => chains),
      );
      await inTransaction(pool, attempt, (client) => evaluateAndWrite(client, batch, attempt));
      const effective = doubtful.length > 0 ? await findCommitted(pool, [...doubtful, attempt]) : attempt;
      const { outcomes, changes } = effective ?? attempt;
      observer?.committed(changes.transfers.length, (performance.now() - started) / 1000);
      return outcomes;
    } catch (error) {
      if (attempt.committing) doubtful.push(attempt);
      const retryable =
        isConnectionFault(error) || sqlState(error) === '23505' || sqlState(error)?.startsWith('40');
      if (!retryable) throw error;
      // A lock that was held until the timeout will probably be held longer; a lost connection is worth another try.
      if (tries === MAX_TRIES || isTimeout(error) || performance.now() - started > TRY_AGAIN_WITHIN_MS)
        throw unavailable('ledger', error);
    }
  }
}

export function newAttempt(): Attempt {
  return {
    xid: '',
    scope_numbers: [],
    clocks: new Map(),
    outcomes: [],
    changes: { transfers: [], failedTransferIds: new Map(), pending: new Map() },
    committing: false,
  };
}

/**
 * Which of several attempts at one batch took effect, when COMMIT was not answered. An attempt took effect as a whole or not
 * at all, so one row tells, and by the id of its transaction even if others wrote the same ids. The newest is looked up
 * first: a server that crashed may assign a lost transaction's id again.
 * @returns undefined when none wrote anything
 */
async function findCommitted(pool: pg.Pool, attempts: Attempt[]): Promise<Attempt | undefined> {
  for (const attempt of attempts.toReversed()) {
    const { transfers, failedTransferIds } = attempt.changes;
    const { rows } = await pool.query(READ_WRITTEN, [
      transfers[0]?.id ?? null,
      [...failedTransferIds.keys()][0] ?? null,
      attempt.xid,
    ]);
    if (rows.length > 0) return attempt;
  }
  return undefined;
}

async function inTransaction(
  pool: pg.Pool,
  attempt: Attempt,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    await work(client);
    attempt.committing = true;
    await client.query('commit');
    broken = false;
  } catch (error) {
    if (!isConnectionFault(error)) {
      await client.query('rollback');
      attempt.committing = false;
      broken = false;
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Evaluates chunk by chunk, and lets the server insert one chunk while the next is evaluated here: the two take about the
 * same time, on different cores.
 */
export async function evaluateAndWrite(
  client: pg.ClientBase,
  batch: Submission[],
  attempt: Attempt,
  opening = OWN_TRANSACTION,
): Promise<void> {
  const { changes } = attempt;
  const state = await readState(client, batch, attempt, opening);
  let inserting: Promise<unknown> = Promise.resolve();
  let inserted = 0;
  const insertNew = async (): Promise<void> => {
    const values = transferColumns(changes.transfers.slice(inserted));
    inserted = changes.transfers.length;
    await inserting;
    inserting = client.query({ name: 'ledger-insert', text: INSERT_TRANSFERS, values });
    // It may fail while the next chunk is evaluated; the failure is raised before the commit is sent.
    inserting.catch(() => undefined);
    await new Promise(setImmediate);
  };
  for (const { chains, now_ns } of batch) {
    const outcomes: ChainOutcome[] = [];
    for (let at = 0; at < chains.length; at += CHAINS_PER_CHUNK) {
      outcomes.push(...evaluateChains({ state, changes, now_ns }, chains.slice(at, at + CHAINS_PER_CHUNK)));
      if (changes.transfers.length - inserted >= CHAINS_PER_CHUNK) await insertNew();
    }
    attempt.outcomes.push(outcomes);
  }
  if (inserted < changes.transfers.length) await insertNew();
  await Promise.all([inserting, writeState(client, state, changes)]);
}
