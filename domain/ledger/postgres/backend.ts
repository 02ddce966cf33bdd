/**
 * The ledger on PostgreSQL, by group commit: everything that callers submit while a transaction is under way becomes the
 * next transaction. One transaction locks the accounts involved in id order, reads what exists, evaluates in memory and
 * writes with set-based statements (commit.ts). Several processes may write at once: the locks order them.
 */
import type pg from 'pg';
import { batchCalls } from '../../../core/batch.ts';
import { unavailable } from '../../../core/errors.ts';
import { isConnectionFault } from '../../../db/faults.ts';
import type { BatchObserver, ChainOutcome, LedgerBackend, NewAccount } from '../backend.port.ts';
import { copyBalances, ZERO_BALANCES } from '../rules/balances.rules.ts';
import { quarterOf, quarterStart } from '../rules/posted-totals.rules.ts';
import { totalsByMoment, type TotalRow } from '../reports/posted-totals.sql.ts';
import { nanoseconds, scopeNumberOf, timestampAfter, timestampFrom } from '../rules/time.rules.ts';
import { commitBatch } from './commit.ts';
import { accountExists, type AccountDifference } from '../rules/account-conflict.rules.ts';
import { AccountScopes } from './scopes.ts';
import { expireHolds } from './expire.ts';
import { readRange } from './range.ts';
import { posterWithin } from './within.ts';
import { differingTotals } from './verify-totals.ts';
import type { Submission } from './lock.ts';
import {
  balancesAfter,
  LIMIT_RULES,
  arrayLiteral,
  parseTotals,
  transferOf,
  type BalanceRow,
  type PastRow,
  type TotalsRow,
  type TransferRow,
} from './rows.ts';
import {
  OPEN_ACCOUNTS,
  READ_AFTER,
  READ_BALANCES,
  READ_HISTORY,
  READ_OTHERWISE_OPEN,
  READ_PAST,
  readPosted,
  READ_TOTALS,
  READ_TRANSFERS,
  SEAL,
} from './statements.ts';

/** Transfers in one transaction at most: enough to make the commit's cost negligible, few enough to take some 100 ms. */
const MAX_TRANSFERS_PER_COMMIT = 8_000;

/**
 * @param pool connections for the ledger alone, so that it never waits for connections that requests hold
 */
export function postgresBackend(pool: pg.Pool, observer?: BatchObserver): LedgerBackend {
  const scopes = new AccountScopes();
  const submit = batchCalls<Submission, ChainOutcome[]>(
    (batch) => commitBatch(pool, scopes, batch, observer),
    {
      max_weight: MAX_TRANSFERS_PER_COMMIT,
      weight: ({ chains }) => chains.reduce((total, chain) => total + chain.length, 0),
    },
  );

  return {
    name: 'postgres',

    seals_created_at: true,

    within: (trx) => posterWithin(trx, scopes, observer),

    async openAccounts(accounts: NewAccount[]) {
      const columns = [
        arrayLiteral(accounts.map((account) => account.id)),
        arrayLiteral(accounts.map((account) => account.ledger)),
        arrayLiteral(accounts.map((account) => LIMIT_RULES.indexOf(account.limit))),
        arrayLiteral(accounts.map((account) => account.code)),
      ];
      await orUnavailable(pool.query(OPEN_ACCOUNTS, columns));
      const { rows } = await orUnavailable(
        pool.query<{ difference: AccountDifference }>(READ_OTHERWISE_OPEN, columns),
      );
      const [other] = rows;
      if (other) throw accountExists(other.difference);
    },

    async post(chains, now) {
      if (chains.length === 0) return [];
      return submit({ chains, now_ns: nanoseconds(now) });
    },

    async balances(account_ids, now) {
      const { rows } = await orUnavailable(
        pool.query<BalanceRow>({
          name: 'ledger-read-balances',
          text: READ_BALANCES,
          values: [arrayLiteral(account_ids), nanoseconds(now)],
        }),
      );
      return new Map(rows.map((row) => [row.account_id, copyBalances(row)]));
    },

    async totals(ledger) {
      const { rows } = await orUnavailable(pool.query<TotalsRow>(READ_TOTALS, [ledger]));
      return new Map(rows.map(({ code, ...sums }) => [code, parseTotals(sums)]));
    },

    async postedBefore(ledgers, moments) {
      const quarters = moments.map(quarterOf);
      const ranges = moments
        .map((moment, i) => ({ place: i + 1, begins: quarterStart(quarters[i] as number), ends: moment }))
        .filter(({ begins, ends }) => begins < ends);
      const { rows } = await orUnavailable(
        pool.query<TotalRow>(readPosted(ranges.map(({ place }) => place)), [
          arrayLiteral(ledgers),
          arrayLiteral(quarters),
          // A parameter that no range refers to would have no type.
          ...(ranges.length > 0 ? [arrayLiteral(scopeNumbersOf(ledgers))] : []),
          ...ranges.flatMap(({ begins, ends }) => [timestampFrom(begins), timestampFrom(ends)]),
        ]),
      );
      return totalsByMoment(rows, moments.length);
    },

    async seal(ledgers, before) {
      const last = timestampFrom(before) - 1n;
      await orUnavailable(pool.query(SEAL, [arrayLiteral(scopeNumbersOf(ledgers)), last]));
    },

    transfersIn: (range, limit) => orUnavailable(readRange(pool, range, limit)),

    differingTotals,

    // They are written with the transfers.
    async advanceTotals() {},

    async transfers(ids) {
      const { rows } = await orUnavailable(pool.query<TransferRow>(READ_TRANSFERS, [arrayLiteral(ids)]));
      return new Map(rows.map((row) => [row.id, transferOf(row)]));
    },

    async balancesAt(account_id, at) {
      const { rows } = await orUnavailable(
        pool.query<PastRow>(READ_PAST, [account_id, timestampAfter(at), 1]),
      );
      const [last] = rows;
      if (!last) return ZERO_BALANCES;
      const after = balancesAfter(account_id, transferOf(last));
      return {
        ...after,
        debits_pending: after.debits_pending - last.debits_expired,
        credits_pending: after.credits_pending - last.credits_expired,
      };
    },

    async balancesAfter(points) {
      const { rows } = await orUnavailable(
        pool.query<TransferRow & { place: bigint }>({
          name: 'ledger-after',
          text: READ_AFTER,
          values: [
            arrayLiteral(points.map(({ account_id }) => account_id)),
            arrayLiteral(points.map(({ timestamp }) => timestamp)),
          ],
        }),
      );
      const last = new Map(rows.map((row) => [Number(row.place) - 1, transferOf(row)]));
      return points.map(({ account_id }, i) => {
        const transfer = last.get(i);
        return transfer ? balancesAfter(account_id, transfer) : ZERO_BALANCES;
      });
    },

    async history(account_id, limit, before) {
      const { rows } = await orUnavailable(
        pool.query<TransferRow>(READ_HISTORY, [account_id, before ?? null, limit]),
      );
      return rows
        .map(transferOf)
        .map((transfer) => ({ after: balancesAfter(account_id, transfer), ...transfer }));
    },

    expireHolds: (now, scopes) => orUnavailable(expireHolds(pool, nanoseconds(now), scopes)),

    async ping() {
      await orUnavailable(pool.query('select 1'));
    },

    close: () => pool.end(),
  };
}

function scopeNumbersOf(ledgers: number[]): number[] {
  return [...new Set(ledgers.map((ledger) => scopeNumberOf({ ledger })))];
}

/** @throws AppError SERVICE_UNAVAILABLE when the database is out of reach */
async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isConnectionFault(error) ? unavailable('ledger', error) : error;
  }
}
