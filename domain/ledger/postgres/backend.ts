/**
 * The ledger on PostgreSQL, by group commit: everything that callers hand in while a transaction is under way becomes
 * the next transaction. One transaction locks the touched accounts in id order, reads what exists, evaluates in memory
 * (transfer.rules.ts) and writes with set-based statements. Several processes may write at once: the locks order them.
 */
import type pg from 'pg';
import { unavailable } from '../../../core/errors.ts';
import { batchCalls } from '../../../core/batch.ts';
import { isConnectionFault, isTimeout, sqlState } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { ZERO_BALANCES } from '../balances.rules.ts';
import type {
  BatchObserver,
  ChainOutcome,
  AccountBalances,
  LedgerBackend,
  LimitRule,
  NewAccount,
  Transfer,
} from '../backend.port.ts';
import {
  scopeNumberOf,
  evaluateChains,
  expirePending,
  instantOf,
  timestampAfter,
  watchExpiry,
  type AccountState,
  type Changes,
  type EvaluatedTransfer,
  type LedgerState,
  type PendingState,
  type PendingStatus,
} from '../transfer.rules.ts';

/** Transfers in one transaction at most: enough to drown the commit's cost, few enough to answer within some 100 ms. */
const MAX_TRANSFERS_PER_COMMIT = 8_000;
/** Chains evaluated before the server is given their rows to insert. */
const CHAINS_PER_CHUNK = 250;
/** Times that one batch is tried when the connection dies under it or another writer inserted the same id. */
const MAX_TRIES = 4;
/** Holds released in one transaction of the sweep. */
const MAX_EXPIRIES_PER_COMMIT = 1_000;
/** Expired holds of an account that one batch releases; only where no sweep has run for long are there as many. */
const MAX_DUE_PER_ACCOUNT = 2_000;
/** Times that accounts are locked anew because an expired hold leads to one more. Twice is enough but for rare races. */
const MAX_LOCK_ROUNDS = 8;

/** Stored by their place here: never move one. */
export const LIMIT_RULES: LimitRule[] = ['none', 'debits', 'credits'];
const PHASES = [null, 'pending', 'post', 'void'] as const;
const PENDING_STATUSES: PendingStatus[] = ['pending', 'posted', 'voided', 'expired'];

interface Submission {
  chains: Transfer[][];
  now_ns: bigint;
}

/**
 * @param pool connections of the ledger's own, so that it never waits behind requests
 */
export function postgresBackend(pool: pg.Pool, observer?: BatchObserver): LedgerBackend {
  const submit = batchCalls<Submission, ChainOutcome[]>((batch) => commitBatch(pool, batch, observer), {
    max_weight: MAX_TRANSFERS_PER_COMMIT,
    weight: ({ chains }) => chains.reduce((total, chain) => total + chain.length, 0),
  });

  return {
    name: 'postgres',

    async openAccounts(accounts: NewAccount[]) {
      await reaching(
        pool.query(OPEN_ACCOUNTS, [
          list(accounts.map((account) => account.id)),
          list(accounts.map((account) => account.ledger)),
          list(accounts.map((account) => LIMIT_RULES.indexOf(account.limit))),
          list(accounts.map((account) => account.code)),
        ]),
      );
    },

    async post(chains, now) {
      if (chains.length === 0) return [];
      return submit({ chains, now_ns: nanoseconds(now) });
    },

    async balances(account_ids, now) {
      const { rows } = await reaching(
        pool.query<BalanceRow>(READ_BALANCES, [list(account_ids), nanoseconds(now)]),
      );
      return new Map(rows.map((row) => [row.account_id, countersOf(row)]));
    },

    async totals(ledger) {
      const { rows } = await reaching(pool.query<TotalsRow>(READ_TOTALS, [ledger]));
      return new Map(rows.map(({ code, ...sums }) => [code, asBigInts(sums)]));
    },

    async transfers(ids) {
      const { rows } = await reaching(pool.query<TransferRow>(READ_TRANSFERS, [list(ids)]));
      return new Map(rows.map((row) => [row.id, transferOf(row)]));
    },

    async balancesAt(account_id, at) {
      const { rows } = await reaching(pool.query<PastRow>(READ_PAST, [account_id, timestampAfter(at), 1]));
      const [last] = rows;
      if (!last) return ZERO_BALANCES;
      const after = afterFor(account_id, transferOf(last));
      return {
        ...after,
        debits_pending: after.debits_pending - last.debits_over,
        credits_pending: after.credits_pending - last.credits_over,
      };
    },

    async history(account_id, limit, before) {
      const { rows } = await reaching(
        pool.query<TransferRow>(READ_HISTORY, [account_id, before ?? null, limit]),
      );
      return rows.map(transferOf).map((transfer) => ({ ...transfer, after: afterFor(account_id, transfer) }));
    },

    async expireHolds(now, book) {
      return reaching(expireHolds(pool, nanoseconds(now), book ?? null));
    },

    async ping() {
      await reaching(pool.query('select 1'));
    },

    close: () => pool.end(),
  };
}

async function reaching<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isConnectionFault(error) ? unavailable('ledger', error) : error;
  }
}

/** Runs batches until one commits or its outcome is known. */
async function commitBatch(
  pool: pg.Pool,
  batch: Submission[],
  observer?: BatchObserver,
): Promise<ChainOutcome[][]> {
  const started = performance.now();
  const doubtful: Attempt[] = [];
  for (let tries = 1; ; tries++) {
    const attempt: Attempt = { xid: '', outcomes: [], changes: emptyChanges(), committing: false };
    try {
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
      // Who held a lock this long will hold it longer; who only lost the connection may try again.
      if (tries === MAX_TRIES || isTimeout(error)) throw unavailable('ledger', error);
    }
  }
}

interface Attempt {
  /** Number of its transaction, which what it wrote carries. */
  xid: string;
  outcomes: ChainOutcome[][];
  changes: Changes;
  /** COMMIT was sent: if the connection dies now, the outcome is unknown. */
  committing: boolean;
}

function emptyChanges(): Changes {
  return { transfers: [], failedTransferIds: new Map(), pending: new Map() };
}

/**
 * Which of several attempts at one batch took effect, when COMMIT was not answered. An attempt did as a whole or not at
 * all, so one row tells, and by the number of its transaction even if others wrote the same ids. The newest is asked
 * first: a server that crashed may give a lost transaction's number again.
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
    attempt.xid = await begin(client);
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
    }
  } finally {
    client.release(broken);
  }
}

/** @returns the number of the transaction */
async function begin(client: pg.PoolClient): Promise<string> {
  // Several statements in one message answer as many results, which the driver's types do not know of.
  const results: unknown = await client.query(BEGIN);
  const [result] = (results as pg.QueryResult<{ xid: string }>[]).slice(-1);
  return expectOne(result?.rows ?? []).xid;
}

/**
 * Evaluates chunk by chunk, and lets the server insert one chunk while the next is evaluated here: the two take about the
 * same time, on different cores.
 */
async function evaluateAndWrite(client: pg.PoolClient, batch: Submission[], attempt: Attempt): Promise<void> {
  const { changes } = attempt;
  const state = await readState(client, batch, attempt);
  let inserting: Promise<unknown> = Promise.resolve();
  let inserted = 0;
  const insertNew = async (): Promise<void> => {
    const values = transferColumns(changes.transfers.slice(inserted));
    inserted = changes.transfers.length;
    await inserting;
    inserting = client.query({ name: 'ledger-insert', text: INSERT_TRANSFERS, values });
    // It may fail while the next chunk is evaluated; it is looked at before anything else is sent.
    inserting.catch(() => undefined);
    await new Promise(setImmediate);
  };
  for (const { chains, now_ns } of batch) {
    const outcomes: ChainOutcome[] = [];
    for (let at = 0; at < chains.length; at += CHAINS_PER_CHUNK) {
      outcomes.push(...evaluateChains(state, chains.slice(at, at + CHAINS_PER_CHUNK), now_ns, changes));
      if (changes.transfers.length - inserted >= CHAINS_PER_CHUNK) await insertNew();
    }
    attempt.outcomes.push(outcomes);
  }
  if (inserted < changes.transfers.length) await insertNew();
  await inserting;
  await writeState(client, state, changes);
}

/** Locks and reads all that the transfers touch. What exists is read after the locks are held, in a later snapshot. */
async function readState(client: pg.PoolClient, batch: Submission[], attempt: Attempt): Promise<LedgerState> {
  const touched: BatchScope = { accounts: new Map(), ids: [], pending_ids: [] };
  for (const { chains, now_ns } of batch) {
    for (const chain of chains) for (const transfer of chain) addToScope(touched, transfer, now_ns);
  }
  const { ids, pending_ids } = touched;
  const { accounts, pending } = await lockScope(client, touched, attempt);
  const known = await client.query<TransferRow>({
    name: 'ledger-known',
    text: READ_TRANSFERS,
    values: [list([...ids, ...pending_ids])],
  });
  const spent = await client.query({ name: 'ledger-spent', text: READ_FAILED_IDS, values: [list(ids)] });
  const state: LedgerState = {
    accounts,
    transfers: new Map(known.rows.map((row) => [row.id, transferOf(row)])),
    failedTransferIds: new Map(spent.rows.map((row) => [row.id, row.result])),
    pending: new Map(pending.map((each) => [each.id, each])),
    latest: new Map(),
    expiring: new Map(),
  };
  for (const each of pending) {
    const isHeld = accounts.has(each.debit_account_id) && accounts.has(each.credit_account_id);
    if (isHeld && each.status === 'pending') watchExpiry(state, each);
  }
  return state;
}

/** What a batch is about. */
interface BatchScope {
  /** Its accounts, and the latest present time that a transfer of each comes with. */
  accounts: Map<string, bigint>;
  ids: string[];
  pending_ids: string[];
}

function addToScope({ accounts, ids, pending_ids }: BatchScope, transfer: Transfer, now_ns: bigint): void {
  for (const id of [transfer.debit_account_id, transfer.credit_account_id]) {
    if ((accounts.get(id) ?? 0n) < now_ns) accounts.set(id, now_ns);
  }
  ids.push(transfer.id);
  if (transfer.pending_id) pending_ids.push(transfer.pending_id);
}

/**
 * Locks the touched accounts and reads the named holds and those that are over by then, whose other accounts must be
 * locked, too. Which these are is known only under the locks: so if one is missing, all are let go and locked anew
 * together with it. Locks are only ever waited for in id order, and no expired hold is overlooked.
 */
async function lockScope(
  client: pg.PoolClient,
  touched: BatchScope,
  attempt: Attempt,
): Promise<{ accounts: Map<string, AccountState>; pending: PendingState[] }> {
  const to_lock = new Set(touched.accounts.keys());
  for (let round = 1; round <= MAX_LOCK_ROUNDS; round++) {
    const accounts = await lockAccounts(client, [...to_lock]);
    const { due_by, pending } = await readPendingInScope(client, touched, accounts);
    const missing = pending
      .flatMap((hold) => (isDueBy(hold, due_by) ? [hold.debit_account_id, hold.credit_account_id] : []))
      .filter((id) => !accounts.has(id));
    if (missing.length === 0) return { accounts, pending };
    for (const id of missing) to_lock.add(id);
    await client.query('rollback');
    attempt.xid = await begin(client);
  }
  throw unavailable('ledger');
}

/** Of an open hold: whether a transfer of the batch comes after its end. */
function isDueBy(
  { debit_account_id, credit_account_id, expires_at, status }: PendingState,
  due_by: Map<string, bigint>,
): boolean {
  if (expires_at === null || status !== 'pending') return false;
  const isDue = (id: string): boolean => expires_at <= (due_by.get(id) ?? 0n);
  return isDue(debit_account_id) || isDue(credit_account_id);
}

/** @returns the holds, and for each touched account the latest timestamp that the batch can give to its transfers */
async function readPendingInScope(
  client: pg.PoolClient,
  touched: BatchScope,
  accounts: Map<string, AccountState>,
): Promise<{ due_by: Map<string, bigint>; pending: PendingState[] }> {
  const latest = new Map<number, bigint>();
  for (const [id, now_ns] of touched.accounts) {
    const account = accounts.get(id);
    if (!account) continue;
    const time = now_ns > account.last_timestamp ? now_ns : account.last_timestamp;
    if ((latest.get(scopeNumberOf(account)) ?? 0n) < time) latest.set(scopeNumberOf(account), time);
  }
  const due_by = new Map<string, bigint>();
  for (const id of touched.accounts.keys()) {
    const account = accounts.get(id);
    // A timestamp is at most one after the one before it.
    if (account) due_by.set(id, (latest.get(scopeNumberOf(account)) as bigint) + BigInt(touched.ids.length));
  }
  return { due_by, pending: await readPending(client, touched.pending_ids, due_by) };
}

async function lockAccounts(
  client: pg.PoolClient,
  account_ids: string[],
): Promise<Map<string, AccountState>> {
  const { rows } = await client.query<BalanceRow>({
    name: 'ledger-lock',
    text: LOCK_BALANCES,
    values: [list(account_ids)],
  });
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        id: row.account_id,
        ledger: Number(row.ledger),
        limit: LIMIT_RULES[row.limit_rule] as LimitRule,
        last_timestamp: row.last_timestamp,
        ...countersOf(row),
      },
    ]),
  );
}

/** Holds by id, and the open ones of accounts which are over by the timestamp given for each. */
async function readPending(
  client: pg.PoolClient,
  ids: string[],
  due_by: Map<string, bigint>,
): Promise<PendingState[]> {
  const { rows } = await client.query({
    name: 'ledger-pending',
    text: READ_PENDING,
    values: [list(ids), list([...due_by.keys()]), list([...due_by.values()]), MAX_DUE_PER_ACCOUNT],
  });
  // One may be named, and due on both its accounts.
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

async function writeState(client: pg.PoolClient, state: LedgerState, changes: Changes): Promise<void> {
  const { transfers, failedTransferIds, pending } = changes;
  const touched = new Set<string>();
  for (const { debit_account_id, credit_account_id } of [...transfers, ...pending.values()])
    touched.add(debit_account_id).add(credit_account_id);
  if (touched.size > 0) {
    await writeBalances(
      client,
      [...touched].map((id) => state.accounts.get(id) as AccountState),
    );
  }
  if (pending.size > 0) await writePending(client, [...pending.values()]);
  if (failedTransferIds.size > 0)
    await client.query(INSERT_FAILED_IDS, [
      list([...failedTransferIds.keys()]),
      list([...failedTransferIds.values()]),
    ]);
}

async function writeBalances(client: pg.PoolClient, accounts: AccountState[]): Promise<void> {
  const column = (name: keyof AccountState) =>
    list(accounts.map((account) => account[name] as string | bigint));
  await client.query({
    name: 'ledger-balances',
    text: UPDATE_BALANCES,
    values: [
      column('id'),
      column('debits_pending'),
      column('debits_posted'),
      column('credits_pending'),
      column('credits_posted'),
      column('last_timestamp'),
    ],
  });
}

async function writePending(client: pg.PoolClient, pending: PendingState[]): Promise<void> {
  const column = (name: keyof PendingState) => list(pending.map((each) => each[name]));
  await client.query(UPSERT_PENDING, [
    column('id'),
    column('debit_account_id'),
    column('credit_account_id'),
    column('ledger'),
    column('amount'),
    list(pending.map((each) => PENDING_STATUSES.indexOf(each.status))),
    column('expires_at'),
  ]);
}

/** Releases holds whose time is over. @returns how many */
async function expireHolds(pool: pg.Pool, now_ns: bigint, book: number | null): Promise<number> {
  const client = await pool.connect();
  try {
    const due = await client.query(READ_EXPIRED, [now_ns, MAX_EXPIRIES_PER_COMMIT, book]);
    if (due.rows.length === 0) return 0;
    await begin(client);
    // As everywhere: accounts first and in id order, then the state under them.
    const accounts = await lockAccounts(client, [
      ...new Set(due.rows.flatMap((row) => [row.debit_account_id, row.credit_account_id])),
    ]);
    const open = (
      await readPending(
        client,
        due.rows.map((row) => row.id),
        new Map(),
      )
    ).filter((each) => each.status === 'pending');
    for (const each of open) expirePending(accounts, each);
    await writePending(client, open);
    await writeBalances(client, [...accounts.values()]);
    await client.query('commit');
    return open.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

// ── rows and statements ──────────────────────────────────────────────────────────────────────────────────────────

/** Sums are decimal text: numeric has no parser. */
type TotalsRow = Record<keyof AccountBalances, string> & { code: number };

function asBigInts(sums: Record<keyof AccountBalances, string>): AccountBalances {
  return {
    debits_pending: BigInt(sums.debits_pending),
    debits_posted: BigInt(sums.debits_posted),
    credits_pending: BigInt(sums.credits_pending),
    credits_posted: BigInt(sums.credits_posted),
  };
}

interface BalanceRow extends AccountBalances {
  account_id: string;
  ledger: bigint;
  limit_rule: number;
  last_timestamp: bigint;
}

interface TransferRow extends Omit<Transfer, 'phase'> {
  phase: number;
  timestamp: bigint;
  dr_debits_pending: bigint;
  dr_debits_posted: bigint;
  dr_credits_pending: bigint;
  dr_credits_posted: bigint;
  cr_debits_pending: bigint;
  cr_debits_posted: bigint;
  cr_credits_pending: bigint;
  cr_credits_posted: bigint;
}

/** An account's last transfer by some moment, and the sums of its holds that were over only after it, but by then. */
interface PastRow extends TransferRow {
  debits_over: bigint;
  credits_over: bigint;
}

function countersOf(row: AccountBalances): AccountBalances {
  const { debits_pending, debits_posted, credits_pending, credits_posted } = row;
  return { debits_pending, debits_posted, credits_pending, credits_posted };
}

function afterFor(account_id: string, transfer: EvaluatedTransfer): AccountBalances {
  return transfer.debit_account_id === account_id ? transfer.debit_after : transfer.credit_after;
}

function transferOf(row: TransferRow): EvaluatedTransfer {
  return {
    id: row.id,
    timestamp: row.timestamp,
    created_at: instantOf(row.timestamp),
    debit_account_id: row.debit_account_id,
    credit_account_id: row.credit_account_id,
    amount: row.amount,
    code: row.code,
    phase: PHASES[row.phase] ?? null,
    pending_id: row.pending_id,
    timeout_s: row.timeout_s,
    reference: row.reference,
    memo: row.memo,
    debit_after: {
      debits_pending: row.dr_debits_pending,
      debits_posted: row.dr_debits_posted,
      credits_pending: row.dr_credits_pending,
      credits_posted: row.dr_credits_posted,
    },
    credit_after: {
      debits_pending: row.cr_debits_pending,
      debits_posted: row.cr_debits_posted,
      credits_pending: row.cr_credits_pending,
      credits_posted: row.cr_credits_posted,
    },
  };
}

/** The array parameters of INSERT_TRANSFERS, as array literals, all columns in one pass. */
export function transferColumns(transfers: EvaluatedTransfer[]): string[] {
  const columns = Array.from({ length: 19 }, () => '');
  let separator = '{';
  for (const t of transfers) {
    const { debit_after: debit, credit_after: credit } = t;
    columns[0] += separator + t.id;
    columns[1] += separator + t.timestamp;
    columns[2] += separator + t.debit_account_id;
    columns[3] += separator + t.credit_account_id;
    columns[4] += separator + t.amount;
    columns[5] += separator + debit.debits_pending;
    columns[6] += separator + debit.debits_posted;
    columns[7] += separator + debit.credits_pending;
    columns[8] += separator + debit.credits_posted;
    columns[9] += separator + credit.debits_pending;
    columns[10] += separator + credit.debits_posted;
    columns[11] += separator + credit.credits_pending;
    columns[12] += separator + credit.credits_posted;
    columns[13] += separator + (t.pending_id ?? 'NULL');
    columns[14] += separator + t.timeout_s;
    columns[15] += separator + t.code;
    columns[16] += separator + PHASES.indexOf(t.phase);
    columns[17] += separator + quoted(t.reference);
    columns[18] += separator + (t.memo === null ? 'NULL' : quoted(t.memo));
    separator = ',';
  }
  return columns.map((column) => `${column}}`);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** A PostgreSQL array literal of values that need no quoting: numbers, uuids, names of ours. */
function list(values: (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** The book's time as the ledger keeps it. */
export function nanoseconds(instant: Date): bigint {
  return BigInt(instant.getTime()) * 1_000_000n;
}

// In the order of the ids, so that two who open the same accounts never wait for each other in a circle.
const OPEN_ACCOUNTS = `
  insert into ledger_balances (account_id, ledger, limit_rule, code)
  select * from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[]) order by 1
  on conflict do nothing`;

/** Holds which are over by then count no longer, though nobody has released them yet. */
const READ_BALANCES = `
  select account_id, debits_posted, credits_posted,
    debits_pending - (select coalesce(sum(p.amount), 0)::bigint from ledger_pending p
      where p.debit_account_id = b.account_id and p.status = 0 and p.expires_at <= $2) as debits_pending,
    credits_pending - (select coalesce(sum(p.amount), 0)::bigint from ledger_pending p
      where p.credit_account_id = b.account_id and p.status = 0 and p.expires_at <= $2) as credits_pending
  from ledger_balances b where account_id = any($1::uuid[])`;

const LOCK_BALANCES = `
  select account_id, ledger, limit_rule, debits_pending, debits_posted, credits_pending, credits_posted, last_timestamp
  from ledger_balances where account_id = any($1::uuid[]) order by account_id for no key update`;

const READ_TRANSFERS = 'select * from ledger_transfers where id = any($1::uuid[])';

/**
 * What follows finds every row by an index, however few rows there are yet: so it is planned once. Planning anew for each
 * batch takes longer than many of the statements, and a plan made for an empty table would read all of a full one.
 */
const BEGIN = `
  begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;
  select pg_current_xact_id()::xid as xid`;

const READ_WRITTEN = `
  select id from ledger_transfers where id = $1 and xmin = $3
  union all
  select id from ledger_spent_ids where id = $2 and xmin = $3`;

const READ_FAILED_IDS = 'select id, result from ledger_spent_ids where id = any($1::uuid[])';

const READ_PENDING = `
  select p.*, (select code from ledger_transfers t where t.id = p.id) as code from (
    select * from ledger_pending where id = any($1::uuid[])
    union all
    select due.* from unnest($2::uuid[], $3::bigint[]) as touched (account_id, due_by) cross join lateral (
      select * from ledger_pending where debit_account_id = account_id and status = 0 and expires_at <= due_by
      order by expires_at limit $4) due
    union all
    select due.* from unnest($2::uuid[], $3::bigint[]) as touched (account_id, due_by) cross join lateral (
      select * from ledger_pending where credit_account_id = account_id and status = 0 and expires_at <= due_by
      order by expires_at limit $4) due
  ) p`;

const READ_EXPIRED = `
  select id, debit_account_id, credit_account_id from ledger_pending
  where status = 0 and expires_at <= $1 and ($3::integer is null or ledger / 1000 = $3) order by expires_at limit $2`;

/** Newest first over both sides: two index walks, merged. */
const READ_HISTORY = `
  (select * from ledger_transfers where debit_account_id = $1 and ($2::bigint is null or timestamp < $2)
   order by timestamp desc limit $3)
  union all
  (select * from ledger_transfers where credit_account_id = $1 and ($2::bigint is null or timestamp < $2)
   order by timestamp desc limit $3)
  order by timestamp desc limit $3`;

/** A hold is in the counters kept with a transfer exactly when that is from before its end; see expirePending. */
const READ_PAST = `
  with last as (${READ_HISTORY})
  select last.*,
    (select coalesce(sum(amount), 0)::bigint from ledger_pending
     where debit_account_id = $1 and status in (0, 3) and expires_at > last.timestamp and expires_at < $2) as debits_over,
    (select coalesce(sum(amount), 0)::bigint from ledger_pending
     where credit_account_id = $1 and status in (0, 3) and expires_at > last.timestamp and expires_at < $2) as credits_over
  from last`;

/** Sums may be wider than one account's counters. */
const READ_TOTALS = `
  select code, sum(debits_pending) as debits_pending, sum(debits_posted) as debits_posted,
    sum(credits_pending) as credits_pending, sum(credits_posted) as credits_posted
  from ledger_balances where ledger = $1 group by code`;

export const INSERT_TRANSFERS = `
  insert into ledger_transfers (id, timestamp, debit_account_id, credit_account_id, amount,
    dr_debits_pending, dr_debits_posted, dr_credits_pending, dr_credits_posted,
    cr_debits_pending, cr_debits_posted, cr_credits_pending, cr_credits_posted,
    pending_id, timeout_s, code, phase, reference, memo)
  select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::bigint[],
    $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
    $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
    $14::uuid[], $15::integer[], $16::smallint[], $17::smallint[], $18::text[], $19::text[])`;

const INSERT_FAILED_IDS = `
  insert into ledger_spent_ids (id, result) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`;

const UPDATE_BALANCES = `
  update ledger_balances b set debits_pending = v.debits_pending, debits_posted = v.debits_posted,
    credits_pending = v.credits_pending, credits_posted = v.credits_posted, last_timestamp = v.last_timestamp
  from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    as v(id, debits_pending, debits_posted, credits_pending, credits_posted, last_timestamp)
  where b.account_id = v.id`;

const UPSERT_PENDING = `
  insert into ledger_pending (id, debit_account_id, credit_account_id, ledger, amount, status, expires_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::smallint[], $7::bigint[])
  on conflict (id) do update set status = excluded.status`;
