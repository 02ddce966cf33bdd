/**
 * The ledger on TigerBeetle. Accounts and transfers live there under the same ids; texts, the book's clock and the expiry
 * of holds live in PostgreSQL, keyed by transfer id. Its client never gives up by itself, so every call has a deadline;
 * after one passed the outcome is unknown, and the caller repeats the same ids.
 */
import { createHash } from 'node:crypto';
import {
  AccountFilterFlags,
  AccountFlags,
  createClient,
  CreateAccountStatus,
  CreateTransferStatus,
  TransferFlags,
  type Account as TbAccount,
  type AccountFilter,
  type Client,
  type Transfer as TbTransfer,
} from 'tigerbeetle-node';
import { coalesce } from '../../core/coalesce.ts';
import { realNow } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import { derivedUuid } from '../../core/ids.ts';
import type { Db } from '../../db/connection.ts';
import {
  NO_COUNTERS,
  type BatchObserver,
  type BookedTransfer,
  type ChainOutcome,
  type Counters,
  type HistoryEntry,
  type LedgerBackend,
  type LimitRule,
  type NewAccount,
  type Phase,
  type Transfer,
  type TransferFault,
} from './backend.ts';
import { sameTransfer } from './transfer.rules.ts';

/** Longest wait for the cluster; a client is then told that the ledger is out of reach. */
const DEADLINE_MS = 10_000;
/** Events that one request may carry, in production and on a server started with --development. */
const MAX_EVENTS = 8_189;
const MAX_EVENTS_DEVELOPMENT = 253;
const NS_PER_MS = 1_000_000n;
const U64_MAX = 2n ** 64n - 1n;

const ACCOUNT_FLAGS: Record<LimitRule, number> = {
  none: AccountFlags.history,
  debits: AccountFlags.history | AccountFlags.debits_must_not_exceed_credits,
  credits: AccountFlags.history | AccountFlags.credits_must_not_exceed_debits,
};

const PHASE_FLAGS = {
  plain: TransferFlags.none,
  pending: TransferFlags.pending,
  post: TransferFlags.post_pending_transfer,
  void: TransferFlags.void_pending_transfer,
} as const;

interface Submission {
  chains: Transfer[][];
  now: Date;
}

interface TextRow {
  id: string;
  reference: string;
  memo: string | null;
  ledger: bigint;
  timeout_s: number;
  /** How far the book's clock was ahead of real time. */
  clock_offset_ms: bigint;
  /** On the book's clock; null: never. */
  expires_at: Date | null;
  released: boolean;
}

/** @param addresses of the cluster's replicas, `host:port` or `port` */
export function tigerbeetleBackend(db: Db, addresses: string[], observer?: BatchObserver): LedgerBackend {
  const client = createClient({ cluster_id: 0n, replica_addresses: addresses });
  const cluster = new Cluster(client);
  const ledgers = new Map<string, number>();

  const submit = coalesce<Submission, ChainOutcome[]>(
    (batch) => book(db, cluster, ledgers, batch, observer),
    {
      max_weight: MAX_EVENTS,
      weight: ({ chains }) => chains.reduce((total, chain) => total + chain.length, 0),
    },
  );

  const backend: LedgerBackend = {
    name: 'tigerbeetle',

    async openAccounts(accounts) {
      const results = await cluster.inParts(accounts.map(newAccount), (part) => client.createAccounts(part));
      const refused = results.find(
        ({ status }) => status !== CreateAccountStatus.created && status !== CreateAccountStatus.exists,
      );
      if (refused) throw new Error(`TigerBeetle refused an account: ${CreateAccountStatus[refused.status]}`);
    },

    async post(chains, now) {
      return chains.length === 0 ? [] : submit({ chains, now });
    },

    async counters(account_ids) {
      const accounts = await cluster.inParts(account_ids.map(toU128), (part) => client.lookupAccounts(part));
      return new Map(accounts.map((account) => [toUuid(account.id), countersOf(account)]));
    },

    async transfers(ids) {
      const found = await cluster.inParts(ids.map(toU128), (part) => client.lookupTransfers(part));
      return new Map((await withTexts(db, found)).map((transfer) => [transfer.id, transfer]));
    },

    async countersAt(account_id, at) {
      // A test clock may have jumped, so the book's time is looked for from the present backwards.
      for (let before: bigint | undefined; ;) {
        const entries = await backend.history(account_id, MAX_EVENTS_DEVELOPMENT, before);
        const last = entries.find(({ created_at }) => created_at <= at);
        if (last) return last.after;
        before = entries.at(-1)?.timestamp;
        if (before === undefined) return NO_COUNTERS;
      }
    },

    async history(account_id, limit, before) {
      return history(db, cluster, account_id, limit, before);
    },

    async expireHolds(now, bookNo) {
      return releaseExpired(db, backend, now, bookNo);
    },

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

/** The client with deadlines, and with batches cut to what the cluster takes. */
class Cluster {
  readonly client: Client;
  private max_events = MAX_EVENTS;

  constructor(client: Client) {
    this.client = client;
  }

  /** @throws AppError SERVICE_UNAVAILABLE after the deadline; what was asked may still happen */
  async within<Result>(work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(unavailable('ledger')), DEADLINE_MS);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends events in parts that the cluster takes; chains (runs of linked events) stay together. */
  async inParts<Event, Result>(
    events: Event[],
    send: (part: Event[]) => Promise<Result[]>,
    isLinked: (event: Event) => boolean = () => false,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (let at = 0; at < events.length;) {
      let end = Math.min(at + this.max_events, events.length);
      while (end > at + 1 && isLinked(events[end - 1] as Event)) end--;
      try {
        results.push(...(await this.within(send(events.slice(at, end)))));
        at = end;
      } catch (error) {
        const tooMuch = (error as { code?: string }).code === 'ERR_TOO_MUCH_DATA';
        if (!tooMuch || this.max_events === MAX_EVENTS_DEVELOPMENT) throw error;
        this.max_events = MAX_EVENTS_DEVELOPMENT;
      }
    }
    return results;
  }
}

// ── booking ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function book(
  db: Db,
  cluster: Cluster,
  ledgers: Map<string, number>,
  batch: Submission[],
  observer?: BatchObserver,
): Promise<ChainOutcome[][]> {
  const started = performance.now();
  const flat = batch.flatMap(({ chains, now }) => chains.map((chain) => ({ chain, now })));
  await learnLedgers(
    cluster,
    ledgers,
    flat.flatMap(({ chain }) => chain),
  );
  await writeTexts(db, ledgers, flat);
  const over = await holdsOver(db, flat);
  const asked = flat.filter(({ chain }) => !chain.some((transfer) => over.has(transfer.id)));
  const events = asked.flatMap(({ chain }) =>
    chain.map((transfer, i) => event(ledgers, transfer, i < chain.length - 1)),
  );
  const results = await cluster.inParts(
    events,
    (part) => cluster.client.createTransfers(part),
    ({ flags }) => (flags & TransferFlags.linked) !== 0,
  );
  const existing = await readExisting(db, cluster, flat, results);

  let at = 0;
  const outcomes = flat.map(({ chain, now }): ChainOutcome => {
    const index = chain.findIndex((transfer) => over.has(transfer.id));
    if (index >= 0) {
      return replayOf(chain, existing) ?? { status: 'refused', index, fault: 'pending_transfer_expired' };
    }
    const mine = results.slice(at, (at += chain.length));
    return outcomeOf(chain, mine, now, existing);
  });
  observer?.committed(
    outcomes.reduce(
      (total, outcome) => total + (outcome.status === 'created' ? outcome.transfers.length : 0),
      0,
    ),
    (performance.now() - started) / 1_000,
  );
  let next = 0;
  return batch.map(({ chains }) => outcomes.slice(next, (next += chains.length)));
}

interface EventResult {
  timestamp: bigint;
  status: CreateTransferStatus;
}

function outcomeOf(
  chain: Transfer[],
  results: EventResult[],
  now: Date,
  existing: Map<string, BookedTransfer>,
): ChainOutcome {
  const index = results.findIndex(
    ({ status }) =>
      status !== CreateTransferStatus.created && status !== CreateTransferStatus.linked_event_failed,
  );
  if (index < 0) {
    const transfers = chain.map((transfer, i) => ({
      ...transfer,
      timestamp: (results[i] as EventResult).timestamp,
      created_at: now,
    }));
    return { status: 'created', transfers };
  }
  const fault = CreateTransferStatus[(results[index] as EventResult).status] as TransferFault;
  return (fault === 'exists' ? replayOf(chain, existing) : null) ?? { status: 'refused', index, fault };
}

/** The chain's original transfers, when every member exists with the same content. */
function replayOf(chain: Transfer[], existing: Map<string, BookedTransfer>): ChainOutcome | null {
  if (!chain.every((transfer) => sameTransfer(existing, transfer))) return null;
  return { status: 'replayed', transfers: chain.map(({ id }) => existing.get(id) as BookedTransfer) };
}

/** What exists of the chains that were not simply created. */
async function readExisting(
  db: Db,
  cluster: Cluster,
  flat: { chain: Transfer[] }[],
  results: EventResult[],
): Promise<Map<string, BookedTransfer>> {
  if (results.length > 0 && results.every(({ status }) => status === CreateTransferStatus.created))
    return new Map();
  const ids = flat.flatMap(({ chain }) => chain.map(({ id }) => toU128(id)));
  const found = await cluster.inParts(ids, (part) => cluster.client.lookupTransfers(part));
  return new Map((await withTexts(db, found)).map((transfer) => [transfer.id, transfer]));
}

/** Transfers name their ledger; an account's never changes, so it is asked for once. */
async function learnLedgers(
  cluster: Cluster,
  ledgers: Map<string, number>,
  transfers: Transfer[],
): Promise<void> {
  const unknown = new Set<string>();
  for (const { debit_account_id, credit_account_id } of transfers) {
    for (const id of [debit_account_id, credit_account_id]) if (!ledgers.has(id)) unknown.add(id);
  }
  if (unknown.size === 0) return;
  const accounts = await cluster.inParts([...unknown].map(toU128), (part) =>
    cluster.client.lookupAccounts(part),
  );
  for (const account of accounts) ledgers.set(toUuid(account.id), account.ledger);
}

/** Of an unknown account any ledger will do: the cluster finds the account missing first. */
function ledgerOf(ledgers: Map<string, number>, transfer: Transfer): number {
  return ledgers.get(transfer.debit_account_id) ?? ledgers.get(transfer.credit_account_id) ?? 1;
}

function event(ledgers: Map<string, number>, transfer: Transfer, linked: boolean): TbTransfer {
  return {
    id: toU128(transfer.id),
    debit_account_id: toU128(transfer.debit_account_id),
    credit_account_id: toU128(transfer.credit_account_id),
    amount: transfer.amount,
    pending_id: transfer.pending_id === null ? 0n : toU128(transfer.pending_id),
    user_data_128: textHash(transfer),
    user_data_64: 0n,
    user_data_32: 0,
    timeout: transfer.timeout_s,
    ledger: ledgerOf(ledgers, transfer),
    code: transfer.code,
    flags: PHASE_FLAGS[transfer.phase ?? 'plain'] | (linked ? TransferFlags.linked : 0),
    timestamp: 0n,
  };
}

/** Stands for the texts, so that the cluster tells a repeat with other texts from the same transfer. */
function textHash({ reference, memo }: Transfer): bigint {
  const hash = createHash('sha256')
    .update(JSON.stringify([reference, memo]))
    .digest('hex');
  return BigInt(`0x${hash.slice(0, 32)}`);
}

// ── texts, clocks and expiry in PostgreSQL ───────────────────────────────────────────────────────────────────────

/** Written before the transfers: a transfer without its text could not be explained; a text without transfer is idle. */
async function writeTexts(
  db: Db,
  ledgers: Map<string, number>,
  flat: { chain: Transfer[]; now: Date }[],
): Promise<void> {
  const rows = flat.flatMap(({ chain, now }) =>
    chain.map((transfer) => ({
      id: transfer.id,
      reference: transfer.reference,
      memo: transfer.memo,
      ledger: ledgerOf(ledgers, transfer),
      timeout_s: transfer.timeout_s,
      clock_offset_ms: Math.max(0, now.getTime() - realNow().getTime()),
      expires_at: transfer.timeout_s === 0 ? null : new Date(now.getTime() + transfer.timeout_s * 1_000),
    })),
  );
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]) as string[];
  await db.raw(
    `insert into ledger_transfer_texts (id, reference, memo, ledger, timeout_s, clock_offset_ms, expires_at)
     select * from unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::integer[], ?::bigint[], ?::timestamptz[])
     on conflict do nothing`,
    [
      column('id'),
      column('reference'),
      column('memo'),
      column('ledger'),
      column('timeout_s'),
      column('clock_offset_ms'),
      column('expires_at'),
    ],
  );
}

/** Ids of the posts and voids whose hold is over by the book's clock, which the cluster does not know. */
async function holdsOver(db: Db, flat: { chain: Transfer[]; now: Date }[]): Promise<Set<string>> {
  const endings = flat.flatMap(({ chain, now }) =>
    chain
      .filter(({ pending_id }) => pending_id !== null)
      .map(({ id, pending_id }) => ({ id, pending_id, now })),
  );
  if (endings.length === 0) return new Set();
  const rows: TextRow[] = await db('ledger_transfer_texts')
    .whereIn(
      'id',
      endings.map(({ pending_id }) => pending_id as string),
    )
    .whereNotNull('expires_at');
  const expiry = new Map(rows.map((row) => [row.id, row.expires_at as Date]));
  const over = endings.filter(({ pending_id, now }) => (expiry.get(pending_id as string) ?? Infinity) <= now);
  return new Set(over.map(({ id }) => id));
}

/** The cluster releases by real time; a book whose test clock is ahead has its holds voided. */
async function releaseExpired(db: Db, backend: LedgerBackend, now: Date, bookNo?: number): Promise<number> {
  const query = db<TextRow>('ledger_transfer_texts')
    .where({ released: false })
    .where('expires_at', '<=', now);
  if (bookNo !== undefined) void query.whereRaw('ledger / 1000 = ?', [bookNo]);
  const due = await query.orderBy('expires_at').limit(MAX_EVENTS_DEVELOPMENT);
  if (due.length === 0) return 0;
  const pending = await backend.transfers(due.map(({ id }) => id));
  const voids = [...pending.values()].map((hold): Transfer[] => [
    {
      ...hold,
      id: derivedUuid(hold.id, 'expire'),
      phase: 'void' satisfies Phase,
      pending_id: hold.id,
      timeout_s: 0,
      reference: hold.reference,
    },
  ]);
  // As of the hold's beginning, so that this void is not itself refused as too late. What ended already is no matter.
  await backend.post(voids, new Date(0));
  await db('ledger_transfer_texts')
    .whereIn(
      'id',
      due.map(({ id }) => id),
    )
    .update({ released: true });
  return due.length;
}

async function withTexts(db: Db, found: TbTransfer[]): Promise<BookedTransfer[]> {
  const rows: TextRow[] = await db('ledger_transfer_texts').whereIn(
    'id',
    found.map(({ id }) => toUuid(id)),
  );
  const texts = new Map(rows.map((row) => [row.id, row]));
  return found.map((transfer) => {
    const id = toUuid(transfer.id);
    const text = texts.get(id);
    return {
      id,
      timestamp: transfer.timestamp,
      created_at: new Date(Number(transfer.timestamp / NS_PER_MS) + Number(text?.clock_offset_ms ?? 0)),
      debit_account_id: toUuid(transfer.debit_account_id),
      credit_account_id: toUuid(transfer.credit_account_id),
      amount: transfer.amount,
      code: transfer.code,
      phase: phaseOf(transfer.flags),
      pending_id: transfer.pending_id === 0n ? null : toUuid(transfer.pending_id),
      timeout_s: transfer.timeout,
      reference: text?.reference ?? '',
      memo: text?.memo ?? null,
    };
  });
}

async function history(
  db: Db,
  cluster: Cluster,
  account_id: string,
  limit: number,
  before?: bigint,
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let max = before === undefined ? 0n : before - 1n; entries.length < limit;) {
    const filter: AccountFilter = {
      account_id: toU128(account_id),
      user_data_128: 0n,
      user_data_64: 0n,
      user_data_32: 0,
      code: 0,
      timestamp_min: 0n,
      timestamp_max: max === U64_MAX ? 0n : max,
      limit: Math.min(limit - entries.length, MAX_EVENTS_DEVELOPMENT - 1),
      flags: AccountFilterFlags.debits | AccountFilterFlags.credits | AccountFilterFlags.reversed,
    };
    const transfers = await cluster.within(cluster.client.getAccountTransfers(filter));
    const balances = await cluster.within(cluster.client.getAccountBalances(filter));
    const after = new Map(balances.map((balance) => [balance.timestamp, countersOf(balance)]));
    const booked = await withTexts(db, transfers);
    entries.push(
      ...booked.map((transfer) => ({ ...transfer, after: after.get(transfer.timestamp) ?? NO_COUNTERS })),
    );
    const last = transfers.at(-1);
    if (!last || transfers.length < filter.limit) break;
    max = last.timestamp - 1n;
  }
  return entries;
}

function newAccount(account: NewAccount): TbAccount {
  return {
    id: toU128(account.id),
    debits_pending: 0n,
    debits_posted: 0n,
    credits_pending: 0n,
    credits_posted: 0n,
    user_data_128: 0n,
    user_data_64: 0n,
    user_data_32: 0,
    reserved: 0,
    ledger: account.ledger,
    code: account.code,
    flags: ACCOUNT_FLAGS[account.limit],
    timestamp: 0n,
  };
}

function phaseOf(flags: number): Phase | null {
  if (flags & TransferFlags.pending) return 'pending';
  if (flags & TransferFlags.post_pending_transfer) return 'post';
  return flags & TransferFlags.void_pending_transfer ? 'void' : null;
}

function countersOf({ debits_pending, debits_posted, credits_pending, credits_posted }: Counters): Counters {
  return { debits_pending, debits_posted, credits_pending, credits_posted };
}

function toU128(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`);
}

function toUuid(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
