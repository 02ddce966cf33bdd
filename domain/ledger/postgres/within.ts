/** Books within a transaction of the service, on its connection: its rows and their transfers are committed at once. */
import type pg from 'pg';
import { batchCalls } from '../../../core/batch.ts';
import type { Transaction } from '../../../db/connection.ts';
import { RequiresSeparateTransaction } from '../../platform/write-pipeline.ts';
import type { BatchObserver, ChainOutcome, TransferPoster } from '../backend.port.ts';
import { nanoseconds } from '../rules/time.rules.ts';
import { evaluateAndWrite, newAttempt } from './commit.ts';
import type { Opening, Submission } from './lock.ts';
import type { AccountScopes } from './scopes.ts';
import { JOIN, LEAVE } from './statements.ts';

const CALLERS_TRANSACTION: Opening = {
  begin: JOIN,
  release: () => Promise.reject(new RequiresSeparateTransaction()),
};

/** Calls of one turn of the event loop take their locks together, in one order. */
export function posterWithin(
  trx: Transaction,
  scopes: AccountScopes,
  observer?: BatchObserver,
): TransferPoster {
  const submit = batchCalls<Submission, ChainOutcome[]>(
    async (batch) => {
      const started = performance.now();
      const client = (await trx.client.acquireConnection()) as pg.ClientBase;
      const attempt = newAttempt();
      const chains = batch.flatMap((each) => each.chains);
      attempt.scope_numbers = await scopes.of(client, chains, trx.executionPromise);
      await evaluateAndWrite(client, batch, attempt, CALLERS_TRANSACTION);
      // What the caller sends next comes after it.
      client.query(LEAVE).catch(() => undefined);
      trx.executionPromise.then(
        () => observer?.committed(attempt.changes.transfers.length, (performance.now() - started) / 1000),
        () => undefined,
      );
      return attempt.outcomes;
    },
    { max_weight: Infinity },
  );
  return {
    post: async (chains, now) => (chains.length > 0 ? submit({ chains, now_ns: nanoseconds(now) }) : []),
  };
}
