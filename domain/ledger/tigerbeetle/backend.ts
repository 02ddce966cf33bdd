/**
 * The ledger on TigerBeetle. Accounts and transfers are in the cluster under the same ids; texts, and the expiry of holds by
 * a test clock, are in PostgreSQL by transfer id.
 */
import { CreateAccountStatus } from 'tigerbeetle-node';
import { batchCalls } from '../../../core/batch.ts';
import { bigintToUuid, uuidToBigint } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import type { BatchObserver, ChainOutcome, LedgerBackend } from '../backend.port.ts';
import { accountExists, type AccountDifference } from '../rules/account-conflict.rules.ts';
import { copyBalances } from '../rules/balances.rules.ts';
import { Cluster, DEADLINE_MS, MAX_EVENTS } from './cluster.ts';
import { encodeAccount } from './encoding.ts';
import { releaseAllExpired, releaseExpired } from './expiry.ts';
import { readBalancesAfter, readBalancesAt, readHistory, readTotals } from './history.ts';
import { readTransfers } from './metadata.ts';
import { postBatch, type Submission } from './post.ts';
import { readRange } from './range.ts';
import { AccountLedgers, offsetOf, type Sources } from './scope.ts';
import { foldKnownTotals, foldTotals, readPostedBefore, sealTotals } from './totals.ts';
import { differingTotals } from './verify-totals.ts';

/**
 * @param addresses of the cluster's replicas, `host:port` or `port`
 * @param deadline_ms for each request to the cluster
 */
export function tigerbeetleBackend(
  db: Db,
  addresses: string[],
  observer?: BatchObserver,
  deadline_ms = DEADLINE_MS,
): LedgerBackend {
  const cluster = new Cluster(addresses, deadline_ms);
  const { client } = cluster;
  const accounts = new AccountLedgers(cluster);
  const sources: Sources = { db, cluster, accounts };

  const submit = batchCalls<Submission, ChainOutcome[]>((batch) => postBatch(sources, batch, observer), {
    max_weight: MAX_EVENTS,
    // While the cluster works on one batch, the next one is encoded and sent.
    max_flushes: 2,
    weight: ({ chains }) => chains.reduce((total, chain) => total + chain.length, 0),
  });

  const backend: LedgerBackend = {
    name: 'tigerbeetle',

    // The cluster's clock and the offset of whoever books give it.
    seals_created_at: false,

    within: null,

    async openAccounts(accounts) {
      const results = await cluster.inParts(accounts.map(encodeAccount), (part) =>
        client.createAccounts(part),
      );
      const refused = results.find(
        ({ status }) => status !== CreateAccountStatus.created && status !== CreateAccountStatus.exists,
      );
      if (!refused) return;
      const status = CreateAccountStatus[refused.status];
      const [, difference] = /^exists_with_different_(flags|ledger|code)$/.exec(status) ?? [];
      throw difference
        ? accountExists(difference as AccountDifference)
        : new Error(`TigerBeetle refused an account: ${status}`);
    },

    async post(chains, now) {
      if (chains.length === 0) return [];
      const offset_ms = offsetOf(now);
      if (offset_ms > 0) {
        // The cluster does not know what has expired by a clock that is ahead: released before anything depends on it.
        const transfers = chains.flat();
        await accounts.load(transfers);
        const numbers = transfers.map((transfer) => accounts.of(transfer));
        await releaseAllExpired({ db, backend }, now, numbers);
      }
      return submit({ chains, now, offset_ms });
    },

    async balances(account_ids, now) {
      const read = () =>
        cluster.inParts(account_ids.map(uuidToBigint), (part) => client.lookupAccounts(part));
      let accounts = await read();
      if (offsetOf(now) > 0) {
        const numbers = accounts.map(({ ledger }) => ledger);
        await releaseAllExpired({ db, backend }, now, numbers);
        accounts = await read();
      }
      return new Map(accounts.map((account) => [bigintToUuid(account.id), copyBalances(account)]));
    },

    totals: (ledger) => readTotals(cluster, ledger),
    postedBefore: (of, moments) => readPostedBefore(sources, of, moments),
    seal: (of, before) => sealTotals(sources, of, before),

    async transfersIn(range, limit) {
      await foldTotals(sources, range.ledgers);
      return readRange(sources, range, limit);
    },

    differingTotals: (snapshot) => differingTotals(sources, snapshot),
    advanceTotals: () => foldKnownTotals(sources),
    transfers: (ids) => readTransfers(sources, ids),
    balancesAt: (account_id, at) => readBalancesAt(sources, account_id, at),
    balancesAfter: (points) => Promise.all(points.map((point) => readBalancesAfter(cluster, point))),
    history: (account_id, limit, before) => readHistory(sources, account_id, { limit, before }),
    expireHolds: (now, scopes) => releaseExpired({ db, backend }, now, scopes),

    async ping() {
      await cluster.within(client.lookupAccounts([1n]));
    },

    close() {
      client.destroy();
      return Promise.resolve();
    },
  };
  return backend;
}
