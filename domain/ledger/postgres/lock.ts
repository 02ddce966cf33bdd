/**
 * The transaction of a batch and its locks: which scopes, accounts and holds the batch involves, their rows locked in one order
 * (clocks of scopes by number, then accounts by id), which avoids deadlocks, and the state read under the locks.
 */
import type pg from 'pg';
import { unavailable } from '../../../core/errors.ts';
import { expectOne } from '../../../db/rows.ts';
import type { LimitRule, Transfer, TransferError } from '../backend.port.ts';
import { copyBalances } from '../rules/balances.rules.ts';
import { watchExpiry } from '../rules/holds.rules.ts';
import type { AccountState, LedgerState, PendingState, PendingStatus } from '../rules/state.rules.ts';
import { scopeNumberOf } from '../rules/time.rules.ts';
import {
  LIMIT_RULES,
  arrayLiteral,
  PENDING_STATUSES,
  transferOf,
  type BalanceRow,
  type TransferRow,
} from './rows.ts';
import {
  BEGIN,
  LOCK_BALANCES,
  lockClocks,
  READ_FAILED_IDS,
  READ_PENDING,
  READ_TRANSFERS,
} from './statements.ts';

/** Expired holds of an account that one batch releases; only after a long time without a sweep are there as many. */
const MAX_DUE_PER_ACCOUNT = 2_000;
/** Times that accounts are locked again because an expired hold involves one more. Twice is enough but for rare races. */
const MAX_LOCK_ROUNDS = 8;

/** The chains of one call of `post`. */
export interface Submission {
  chains: Transfer[][];
  now_ns: bigint;
}

/** A PostgreSQL transaction under way. */
export interface OpenTransaction {
  /** The scopes whose timestamps it may assign: no other transaction does meanwhile. */
  scope_numbers: number[];
  /** Their last timestamps. */
  clocks: Map<number, bigint>;
  /** Its id, which the rows that it writes carry; another one after the locks were released and taken again. */
  xid: string;
}

/** What a batch involves. */
interface BatchScope {
  /** Its accounts, and the latest present time among the transfers of each. */
  accounts: Map<string, bigint>;
  ids: string[];
  pending_ids: string[];
}

/** How a batch gets its transaction. */
export interface Opening {
  /** What is sent before the clocks of scopes are locked. Its last statement answers the transaction's id. */
  begin: string;
  /** Releases all locks, so that they can be taken again. @throws RequiresSeparateTransaction where others' locks would go with them */
  release(client: pg.ClientBase): Promise<unknown>;
}

export const OWN_TRANSACTION: Opening = { begin: BEGIN, release: (client) => client.query('rollback') };

/**
 * Begins a transaction and locks the clocks of scopes, in one message.
 * @returns the transaction's id, and the last timestamp of each scope
 */
export async function begin(
  client: pg.ClientBase,
  scope_numbers: number[],
  opening = OWN_TRANSACTION,
): Promise<{ xid: string; clocks: Map<number, bigint> }> {
  // Several statements in one message answer as many results, which the driver's types do not know of.
  const results: unknown = await client.query(`${opening.begin}; ${lockClocks(scope_numbers)}`);
  const [begun, clocks] = (results as pg.QueryResult[]).slice(-2);
  return {
    xid: expectOne(begun?.rows ?? []).xid,
    clocks: new Map(clocks?.rows.map((row) => [row.scope_number, row.last_timestamp])),
  };
}

/**
 * Begins the transaction, locks and reads all that the batch involves. What exists is read after the locks are held, in a later
 * snapshot.
 */
export async function readState(
  client: pg.ClientBase,
  batch: Submission[],
  transaction: OpenTransaction,
  opening: Opening,
): Promise<LedgerState> {
  const scope: BatchScope = { accounts: new Map(), ids: [], pending_ids: [] };
  for (const { chains, now_ns } of batch) {
    for (const chain of chains) for (const transfer of chain) addToScope(scope, transfer, now_ns);
  }
  const { accounts, pending, existing, failed } = await lockScope(client, scope, transaction, opening);
  const state: LedgerState = {
    accounts,
    transfers: new Map(existing.map((row) => [row.id, transferOf(row)])),
    failedTransferIds: new Map(failed.map((row) => [row.id, row.result])),
    pending: new Map(pending.map((each) => [each.id, each])),
    latest: new Map(transaction.clocks),
    expiring: new Map(),
  };
  for (const each of pending) {
    const isLocked = accounts.has(each.debit_account_id) && accounts.has(each.credit_account_id);
    if (isLocked && each.status === 'pending') watchExpiry(state, each);
  }
  return state;
}

function addToScope({ accounts, ids, pending_ids }: BatchScope, transfer: Transfer, now_ns: bigint): void {
  for (const id of [transfer.debit_account_id, transfer.credit_account_id]) {
    if ((accounts.get(id) ?? 0n) < now_ns) accounts.set(id, now_ns);
  }
  ids.push(transfer.id);
  if (transfer.pending_id) pending_ids.push(transfer.pending_id);
}

interface LockedScope {
  accounts: Map<string, AccountState>;
  pending: PendingState[];
  existing: TransferRow[];
  failed: FailedRow[];
}

/** A transfer that the ledger refused, and why. */
interface FailedRow {
  id: string;
  result: TransferError;
}

/**
 * Begins; locks the accounts of the batch; reads the holds that it names and those of its accounts that have expired, whose other
 * accounts must be locked, too. Which these are is known only under the locks: so if one is missing, all locks are released
 * and taken again together with it. Locks are thus always taken in id order, and no expired hold is overlooked.
 */
async function lockScope(
  client: pg.ClientBase,
  scope: BatchScope,
  transaction: OpenTransaction,
  opening: Opening,
): Promise<LockedScope> {
  const to_lock = new Set(scope.accounts.keys());
  for (let round = 1; round <= MAX_LOCK_ROUNDS; round++) {
    // Sent together.
    const [begun, accounts, existing, failed] = await Promise.all([
      begin(client, transaction.scope_numbers, opening),
      lockAccounts(client, [...to_lock]),
      readExisting(client, scope),
      readFailed(client, scope),
    ]);
    Object.assign(transaction, begun);
    const { due_by, pending } = await readPendingInScope(client, scope, accounts, transaction);
    const missing = pending
      .flatMap((hold) => (isDueBy(hold, due_by) ? [hold.debit_account_id, hold.credit_account_id] : []))
      .filter((id) => !accounts.has(id));
    if (missing.length === 0) return { accounts, pending, existing, failed };
    for (const id of missing) to_lock.add(id);
    await opening.release(client);
  }
  throw unavailable('ledger');
}

/** Transfers of the batch that were booked before, and those that opened the holds which it resolves. */
async function readExisting(client: pg.ClientBase, { ids, pending_ids }: BatchScope): Promise<TransferRow[]> {
  const values = [arrayLiteral([...ids, ...pending_ids])];
  return (await client.query<TransferRow>({ name: 'ledger-known', text: READ_TRANSFERS, values })).rows;
}

async function readFailed(client: pg.ClientBase, { ids }: BatchScope): Promise<FailedRow[]> {
  const values = [arrayLiteral(ids)];
  return (await client.query<FailedRow>({ name: 'ledger-failed', text: READ_FAILED_IDS, values })).rows;
}

/** Of an open hold: whether a transfer of the batch may follow its expiry. */
function isDueBy(
  { debit_account_id, credit_account_id, expires_at, status }: PendingState,
  due_by: Map<string, bigint>,
): boolean {
  if (expires_at === null || status !== 'pending') return false;
  const isDue = (id: string): boolean => expires_at <= (due_by.get(id) ?? 0n);
  return isDue(debit_account_id) || isDue(credit_account_id);
}

/** @returns the holds, and for each account of the batch the latest timestamp that its transfers can get */
async function readPendingInScope(
  client: pg.ClientBase,
  scope: BatchScope,
  accounts: Map<string, AccountState>,
  { clocks }: OpenTransaction,
): Promise<{ due_by: Map<string, bigint>; pending: PendingState[] }> {
  const latest = new Map(clocks);
  for (const [id, now_ns] of scope.accounts) {
    const account = accounts.get(id);
    if (!account) continue;
    const time = now_ns > account.last_timestamp ? now_ns : account.last_timestamp;
    if ((latest.get(scopeNumberOf(account)) ?? 0n) < time) latest.set(scopeNumberOf(account), time);
  }
  const due_by = new Map<string, bigint>();
  for (const id of scope.accounts.keys()) {
    const account = accounts.get(id);
    // A timestamp is at most one after the one before it.
    if (account) due_by.set(id, (latest.get(scopeNumberOf(account)) as bigint) + BigInt(scope.ids.length));
  }
  return { due_by, pending: await readPending(client, scope.pending_ids, due_by) };
}

/** Locks the rows of the accounts that exist, in id order. */
export async function lockAccounts(
  client: pg.ClientBase,
  account_ids: string[],
): Promise<Map<string, AccountState>> {
  const { rows } = await client.query<BalanceRow>({
    name: 'ledger-lock',
    text: LOCK_BALANCES,
    values: [arrayLiteral(account_ids)],
  });
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        id: row.account_id,
        ledger: Number(row.ledger),
        code: row.code,
        limit: LIMIT_RULES[row.limit_rule] as LimitRule,
        last_timestamp: row.last_timestamp,
        ...copyBalances(row),
      },
    ]),
  );
}

/** Holds by id, and the open holds of accounts that expire by the timestamp given for each account. */
export async function readPending(
  client: pg.ClientBase,
  ids: string[],
  due_by: Map<string, bigint>,
): Promise<PendingState[]> {
  const { rows } = await client.query({
    name: 'ledger-pending',
    text: READ_PENDING,
    values: [
      arrayLiteral(ids),
      arrayLiteral([...due_by.keys()]),
      arrayLiteral([...due_by.values()]),
      MAX_DUE_PER_ACCOUNT,
    ],
  });
  // The same hold may be read by its id and as due on each of its accounts.
  const found = new Map<string, PendingState>();
  for (const row of rows) {
    found.set(row.id, {
      id: row.id,
      debit_account_id: row.debit_account_id,
      credit_account_id: row.credit_account_id,
      ledger: Number(row.ledger),
      amount: row.amount,
      code: row.code,
      status: PENDING_STATUSES[row.status] as PendingStatus,
      expires_at: row.expires_at,
    });
  }
  return [...found.values()];
}
