/**
 * The ledger on TigerBeetle. Accounts and transfers live there under the same ids; texts and the expiry of holds by a
 * test clock live in PostgreSQL, keyed by transfer id. Its client never gives up by itself, so every call has a deadline;
 * after one passed the outcome is unknown, and the caller repeats the same ids.
 */
import { createHash } from 'node:crypto';
import {
  AccountFilterFlags,
  AccountFlags,
  createClient,
  CreateAccountStatus,
  CreateTransferStatus,
  QueryFilterFlags,
  TransferFlags,
  type Account as TbAccount,
  type AccountFilter,
  type Client,
  type Transfer as TbTransfer,
} from 'tigerbeetle-node';
import { batchCalls } from '../../../core/batch.ts';
import { systemNow } from '../../../core/clock.ts';
import { unavailable } from '../../../core/errors.ts';
import { derivedUuid } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import {
  type BatchObserver,
  type BookedTransfer,
  type ChainOutcome,
  type AccountBalances,
  type HistoryEntry,
  type LedgerBackend,
  type LimitRule,
  type NewAccount,
  type Phase,
  type Transfer,
  type TransferError,
} from '../backend.port.ts';
import { ZERO_BALANCES } from '../balances.rules.ts';
import { scopeNumberOf, compare, instantOf, sameTransfer, timestampAfter } from '../transfer.rules.ts';

/** Longest wait for the cluster; a client is then told that the ledger is out of reach. */
const DEADLINE_MS = 10_000;
/** Events that one request may carry, in production and on a server started with --development. */
const MAX_EVENTS = 8_189;
const MAX_EVENTS_DEVELOPMENT = 253;
/** Entries of an account's history, and holds of a sweep, asked for at once. */
const PAGE = 250;
const NS_PER_S = 1_000_000_000n;
/** No hold lasts longer, which bounds how far back one that was open at some moment is looked for. */
const LONGEST_TIMEOUT_NS = 90n * 24n * 3_600n * NS_PER_S;

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
  offset_ms: number;
}

interface Request {
  chain: Transfer[];
  /** How far the book's clock is ahead of real time; the cluster keeps it with each transfer, as `user_data_64`. */
  offset_ms: number;
}

interface TextRow {
  id: string;
  /** As in the transfer's `user_data_128`: an earlier attempt at the same id may have had other texts. */
  text_hash: string;
  reference: string;
  memo: string | null;
  ledger: bigint;
  /** Of a hold, on the book's clock, by what was known before it was booked; null: never. */
  expires_at: Date | null;
  released: boolean;
}

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
  const client = createClient({ cluster_id: 0n, replica_addresses: addresses });
  const cluster = new Cluster(client, deadline_ms);
  const ledgers = new Map<string, number>();

  const submit = batchCalls<Submission, ChainOutcome[]>(
    (batch) => book(db, cluster, ledgers, batch, observer),
    {
      max_weight: MAX_EVENTS,
      weight: ({ chains }) => chains.reduce((total, chain) => total + chain.length, 0),
    },
  );

  /** The cluster cannot know what is over by a clock that is ahead, so it is told before anything depends on it. */
  async function releaseAhead(numbers: number[], now: Date): Promise<void> {
    for (const no of new Set(numbers.map((ledger) => scopeNumberOf({ ledger })))) {
      let released = await releaseExpired(db, backend, now, no);
      while (released > 0) released = await releaseExpired(db, backend, now, no);
    }
  }

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
      if (chains.length === 0) return [];
      const offset_ms = offsetOf(now);
      if (offset_ms > 0) {
        const transfers = chains.flat();
        await learnLedgers(cluster, ledgers, transfers);
        await releaseAhead(
          transfers.map((transfer) => ledgerOf(ledgers, transfer)),
          now,
        );
      }
      return submit({ chains, now, offset_ms });
    },

    async balances(account_ids, now) {
      const read = () => cluster.inParts(account_ids.map(toU128), (part) => client.lookupAccounts(part));
      let accounts = await read();
      if (offsetOf(now) > 0) {
        await releaseAhead(
          accounts.map(({ ledger }) => ledger),
          now,
        );
        accounts = await read();
      }
      return new Map(accounts.map((account) => [toUuid(account.id), countersOf(account)]));
    },

    async totals(ledger) {
      const totals = new Map<number, AccountBalances>();
      for await (const account of accountsOf(cluster, ledger)) {
        const sum = totals.get(account.code) ?? ZERO_BALANCES;
        const counters = countersOf(account);
        totals.set(account.code, {
          debits_pending: sum.debits_pending + counters.debits_pending,
          debits_posted: sum.debits_posted + counters.debits_posted,
          credits_pending: sum.credits_pending + counters.credits_pending,
          credits_posted: sum.credits_posted + counters.credits_posted,
        });
      }
      return totals;
    },

    async transfers(ids) {
      return readTransfers(db, cluster, ids);
    },

    async balancesAt(account_id, at) {
      // No book's clock is behind real time, so nothing later can have been booked by then. In a book whose test clock
      // has jumped earlier transfers may be later on its clock, so it is looked for from there backwards.
      let before: bigint | undefined = timestampAfter(at);
      for (let limit = 1; before !== undefined; limit = PAGE) {
        const entries = await history(db, cluster, account_id, limit, before);
        const last = entries.find(({ created_at }) => created_at <= at);
        if (last) return withoutOver(cluster, account_id, last, at);
        before = entries.at(-1)?.timestamp;
      }
      return ZERO_BALANCES;
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
  private readonly deadline_ms: number;
  private max_events = MAX_EVENTS;

  constructor(client: Client, deadline_ms: number) {
    this.client = client;
    this.deadline_ms = deadline_ms;
  }

  /** @throws AppError SERVICE_UNAVAILABLE after the deadline; what was asked may still happen */
  async within<Result>(work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(unavailable('ledger')), this.deadline_ms);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      // The client was closed, or the cluster has turned it away.
      const { code } = error as { code?: string };
      throw code?.startsWith('ERR_CLIENT_') ? unavailable('ledger', error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends events in parts that the cluster takes; chains (runs of linked events) stay together.
   * @throws when a chain is longer than a part: cut, its end would be booked without its beginning
   */
  async inParts<Event, Result>(
    events: Event[],
    send: (part: Event[]) => Promise<Result[]>,
    isLinked: (event: Event) => boolean = () => false,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (let at = 0; at < events.length;) {
      let end = Math.min(at + this.max_events, events.length);
      while (end > at && isLinked(events[end - 1] as Event)) end--;
      if (end === at) throw new Error(`the cluster takes no chain of more than ${this.max_events} transfers`);
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
  const transfers = batch.flatMap(({ chains }) => chains.flat());
  await learnLedgers(cluster, ledgers, transfers);
  await writeTexts(db, ledgers, batch);
  const requests = batch.flatMap(({ chains, offset_ms }) => chains.map((chain) => ({ chain, offset_ms })));
  const results = await cluster.inParts(
    requests.flatMap((request) => eventsOf(ledgers, request)),
    (part) => cluster.client.createTransfers(part),
    ({ flags }) => (flags & TransferFlags.linked) !== 0,
  );
  let at = 0;
  const verdicts = requests.map((request): Verdict =>
    verdictOf(request, results.slice(at, (at += request.chain.length))),
  );
  const existing = await readExisting(db, cluster, verdicts);
  const outcomes = verdicts.map((verdict) => outcomeOf(verdict, existing));
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

function eventsOf(ledgers: Map<string, number>, { chain, offset_ms }: Request): TbTransfer[] {
  return chain.map((transfer, i) => event(ledgers, transfer, offset_ms, i < chain.length - 1));
}

interface EventResult {
  timestamp: bigint;
  status: CreateTransferStatus;
}

/** What the cluster said of a chain. */
interface Verdict extends Request {
  /** Of the transfers; of those that were not created, when they were asked for. */
  timestamps: bigint[];
  index: number;
  error: TransferError | null;
}

function verdictOf(request: Request, results: EventResult[]): Verdict {
  const index = results.findIndex(
    ({ status }) =>
      status !== CreateTransferStatus.created && status !== CreateTransferStatus.linked_event_failed,
  );
  const refused = results[index];
  return {
    ...request,
    timestamps: results.map(({ timestamp }) => timestamp),
    index,
    error: refused ? (CreateTransferStatus[refused.status] as TransferError) : null,
  };
}

function outcomeOf(verdict: Verdict, existing: Map<string, BookedTransfer>): ChainOutcome {
  const { chain, index, offset_ms, timestamps } = verdict;
  if (verdict.error === null) {
    const transfers = chain.map((transfer, i) => {
      const timestamp = timestamps[i] as bigint;
      return { ...transfer, timestamp, created_at: instantOn(timestamp, offset_ms) };
    });
    return { status: 'created', transfers };
  }
  const error = translate(verdict, verdict.error, existing);
  const originals = chain.map(({ id }) => existing.get(id));
  // What was booked only after the chain had been asked, by a later one of the same call for instance, is no original.
  const asked_at = timestamps.reduce((latest, each) => (each > latest ? each : latest), 0n);
  const isRepeat = chain.every(
    (transfer, i) =>
      sameTransfer(existing, transfer) && (originals[i] as BookedTransfer).timestamp <= asked_at,
  );
  return error === 'exists' && isRepeat
    ? { status: 'replayed', transfers: originals as BookedTransfer[] }
    : { status: 'refused', index, error };
}

/** The port's word for a error, where the cluster's differs because it knows chains, clocks and releases differently. */
function translate(
  { chain, index }: Verdict,
  error: TransferError,
  existing: Map<string, BookedTransfer>,
): TransferError {
  const transfer = chain[index] as Transfer;
  if (repeats(error)) {
    // For the cluster the place in a chain and the book's clock are content, too.
    const original = chain.slice(0, index).find(({ id }) => id === transfer.id) ?? existing.get(transfer.id);
    return original ? compare(transfer, original) : error;
  }
  return error === 'pending_transfer_already_voided' && existing.has(releaseId(transfer.pending_id as string))
    ? 'pending_transfer_expired'
    : error;
}

const repeats = (error: TransferError): boolean => error.startsWith('exists');

/** What must be known of existing transfers to tell the outcomes: of repeated chains, and of voids that were releases. */
async function readExisting(
  db: Db,
  cluster: Cluster,
  verdicts: Verdict[],
): Promise<Map<string, BookedTransfer>> {
  const ids = verdicts.flatMap(({ chain, index, error }) => {
    if (error !== null && repeats(error)) return chain.map(({ id }) => id);
    const voided = error === 'pending_transfer_already_voided' ? chain[index]?.pending_id : null;
    return voided ? [releaseId(voided)] : [];
  });
  return readTransfers(db, cluster, ids);
}

async function readTransfers(db: Db, cluster: Cluster, ids: string[]): Promise<Map<string, BookedTransfer>> {
  const found = await cluster.inParts(ids.map(toU128), (part) => cluster.client.lookupTransfers(part));
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

function event(
  ledgers: Map<string, number>,
  transfer: Transfer,
  offset_ms: number,
  linked: boolean,
): TbTransfer {
  return {
    id: toU128(transfer.id),
    debit_account_id: toU128(transfer.debit_account_id),
    credit_account_id: toU128(transfer.credit_account_id),
    amount: transfer.amount,
    pending_id: transfer.pending_id === null ? 0n : toU128(transfer.pending_id),
    user_data_128: textHash(transfer),
    user_data_64: BigInt(offset_ms),
    user_data_32: 0,
    timeout: transfer.timeout_s,
    ledger: ledgerOf(ledgers, transfer),
    code: transfer.code,
    flags: PHASE_FLAGS[transfer.phase ?? 'plain'] | (linked ? TransferFlags.linked : 0),
    timestamp: 0n,
  };
}

/** Stands for the texts, so that the cluster tells a repeat with other texts from the same transfer, and names their row. */
function textHash({ reference, memo }: Transfer): bigint {
  const hash = createHash('sha256')
    .update(JSON.stringify([reference, memo]))
    .digest('hex');
  return BigInt(`0x${hash.slice(0, 32)}`);
}

// ── texts, clocks and expiry in PostgreSQL ───────────────────────────────────────────────────────────────────────

/** Written before the transfers: a transfer without its text could not be explained; a text without transfer is idle. */
async function writeTexts(db: Db, ledgers: Map<string, number>, batch: Submission[]): Promise<void> {
  const rows = new Map<string, Omit<TextRow, 'released'>>();
  for (const { chains, now } of batch) {
    for (const transfer of chains.flat()) {
      const { id, reference, memo, timeout_s } = transfer;
      const text_hash = toUuid(textHash(transfer));
      const ledger = BigInt(ledgerOf(ledgers, transfer));
      const expires_at = timeout_s === 0 ? null : new Date(now.getTime() + timeout_s * 1_000);
      rows.set(textKey(id, text_hash), { id, text_hash, reference, memo, ledger, expires_at });
    }
  }
  // In one order everywhere, so that two processes never wait for each other in a circle.
  const ordered = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const column = (name: keyof Omit<TextRow, 'released'>) => ordered.map((row) => row[name]) as string[];
  await db.raw(WRITE_TEXTS, [
    column('id'),
    column('text_hash'),
    column('reference'),
    column('memo'),
    column('ledger'),
    column('expires_at'),
  ]);
}

/** The sweep is done with rows of which it found no hold; an attempt that comes later must be looked at again. */
const WRITE_TEXTS = `
  insert into ledger_transfer_texts as t (id, text_hash, reference, memo, ledger, expires_at)
  select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::timestamptz[])
  on conflict (id, text_hash) do update set expires_at = excluded.expires_at, released = false where t.released`;

function textKey(id: string, text_hash: string): string {
  return `${id} ${text_hash}`;
}

/** On the book's clock. A millisecond later than the one it began in, so that none is over early. */
function expiryOf({ created_at, timeout_s }: BookedTransfer): Date {
  return new Date(created_at.getTime() + 1 + timeout_s * 1_000);
}

/** The cluster releases by real time; a book whose test clock is ahead has its holds voided. */
async function releaseExpired(db: Db, backend: LedgerBackend, now: Date, bookNo?: number): Promise<number> {
  for (;;) {
    const query = db<TextRow>('ledger_transfer_texts')
      .where({ released: false })
      .where('expires_at', '<=', now);
    if (bookNo !== undefined) void query.whereRaw('ledger / 1000 = ?', [bookNo]);
    const rows = await query.orderBy('expires_at').limit(PAGE);
    if (rows.length === 0) return 0;
    const holds = await backend.transfers(rows.map(({ id }) => id));
    const over = [...holds.values()].filter((hold) => expiryOf(hold) <= now);
    // As of the hold's beginning, so that this void is not itself refused as too late.
    const outcomes = await backend.post(
      over.map((hold) => [releaseOf(hold)]),
      new Date(0),
    );
    await settleRows(db, rows, holds, over);
    // What is expired for the cluster, it has released by itself. What was posted or voided before does not count.
    const released = outcomes.filter(
      (outcome) => outcome.status !== 'refused' || outcome.error === 'pending_transfer_expired',
    );
    if (released.length > 0) return released.length;
  }
}

/** Done with what is over and with what was never booked; the others were booked later than their rows say. */
async function settleRows(
  db: Db,
  rows: TextRow[],
  holds: Map<string, BookedTransfer>,
  over: BookedTransfer[],
): Promise<void> {
  const done = new Set(over.map(({ id }) => id));
  const alive = rows.flatMap(({ id }) => (done.has(id) ? [] : (holds.get(id) ?? [])));
  for (const hold of alive) {
    await db('ledger_transfer_texts')
      .where({ id: hold.id })
      .update({ expires_at: expiryOf(hold) });
  }
  const settled = rows.filter(({ id }) => done.has(id) || !holds.has(id)).map(({ id }) => id);
  await db('ledger_transfer_texts').whereIn('id', settled).update({ released: true });
}

function releaseOf(hold: BookedTransfer): Transfer {
  return {
    ...hold,
    id: releaseId(hold.id),
    phase: 'void' satisfies Phase,
    pending_id: hold.id,
    timeout_s: 0,
  };
}

function releaseId(hold_id: string): string {
  return derivedUuid(hold_id, 'expire');
}

/** The void of an expired hold is the cluster's affair: it is in no account's history. */
function isRelease({ id, pending_id }: Transfer): boolean {
  return pending_id !== null && id === releaseId(pending_id);
}

async function withTexts(db: Db, found: TbTransfer[]): Promise<BookedTransfer[]> {
  if (found.length === 0) return [];
  const rows: TextRow[] = await db('ledger_transfer_texts').whereRaw('id = any(?::uuid[])', [
    found.map(({ id }) => toUuid(id)),
  ]);
  const texts = new Map(rows.map((row) => [textKey(row.id, row.text_hash), row]));
  return found.map((transfer) => {
    const text = texts.get(textKey(toUuid(transfer.id), toUuid(transfer.user_data_128)));
    return { ...booked(transfer), reference: text?.reference ?? '', memo: text?.memo ?? null };
  });
}

/** The transfer without its texts. */
function booked(transfer: TbTransfer): BookedTransfer {
  return {
    id: toUuid(transfer.id),
    timestamp: transfer.timestamp,
    created_at: instantOn(transfer.timestamp, Number(transfer.user_data_64)),
    debit_account_id: toUuid(transfer.debit_account_id),
    credit_account_id: toUuid(transfer.credit_account_id),
    amount: transfer.amount,
    code: transfer.code,
    phase: phaseOf(transfer.flags),
    pending_id: transfer.pending_id === 0n ? null : toUuid(transfer.pending_id),
    timeout_s: transfer.timeout,
    reference: '',
    memo: null,
  };
}

/** The instant on the clock of a book that is ahead of the cluster's. */
function instantOn(timestamp: bigint, offset_ms: number): Date {
  return new Date(instantOf(timestamp).getTime() + offset_ms);
}

async function history(
  db: Db,
  cluster: Cluster,
  account_id: string,
  limit: number,
  before?: bigint,
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  // For the cluster 0 means no bound.
  if (before !== undefined && before <= 1n) return entries;
  for (let max = before === undefined ? 0n : before - 1n; entries.length < limit;) {
    const filter = newestFirst(account_id, Math.min(limit - entries.length, PAGE), max);
    const transfers = await cluster.within(cluster.client.getAccountTransfers(filter));
    const [newest, oldest] = [transfers[0], transfers.at(-1)];
    if (!newest || !oldest) break;
    // The same transfers, also when others have arrived since.
    const span = { ...filter, timestamp_min: oldest.timestamp, timestamp_max: newest.timestamp };
    const balances = await cluster.within(cluster.client.getAccountBalances(span));
    const after = new Map(balances.map((balance) => [balance.timestamp, countersOf(balance)]));
    const page = (await withTexts(db, transfers)).filter((transfer) => !isRelease(transfer));
    entries.push(
      ...page.map((transfer) => ({ ...transfer, after: after.get(transfer.timestamp) ?? ZERO_BALANCES })),
    );
    if (transfers.length < filter.limit) break;
    max = oldest.timestamp - 1n;
  }
  return entries;
}

/** @param timestamp_max 0n: no bound */
/** Every account of a ledger, oldest first. */
async function* accountsOf(cluster: Cluster, ledger: number): AsyncIterable<TbAccount> {
  for (let timestamp_min = 0n; ;) {
    const page = await cluster.within(
      cluster.client.queryAccounts({
        user_data_128: 0n,
        user_data_64: 0n,
        user_data_32: 0,
        ledger,
        code: 0,
        timestamp_min,
        timestamp_max: 0n,
        limit: PAGE,
        flags: QueryFilterFlags.none,
      }),
    );
    yield* page;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    timestamp_min = last.timestamp + 1n;
  }
}

function newestFirst(account_id: string, limit: number, timestamp_max: bigint): AccountFilter {
  return {
    account_id: toU128(account_id),
    user_data_128: 0n,
    user_data_64: 0n,
    user_data_32: 0,
    code: 0,
    timestamp_min: 0n,
    timestamp_max,
    limit,
    flags: AccountFilterFlags.debits | AccountFilterFlags.credits | AccountFilterFlags.reversed,
  };
}

/**
 * The counters after one of an account's transfers, less the holds in them that were over by a later instant. Which holds
 * are in them the transfers up to it tell: walked backwards until all that is held is explained.
 */
async function withoutOver(
  cluster: Cluster,
  account_id: string,
  last: HistoryEntry,
  at: Date,
): Promise<AccountBalances> {
  const counters = { ...last.after };
  const unexplained = { debits: counters.debits_pending, credits: counters.credits_pending };
  const ended = new Set<bigint>();
  for (let max = last.timestamp; unexplained.debits > 0n || unexplained.credits > 0n;) {
    const page = await cluster.within(cluster.client.getAccountTransfers(newestFirst(account_id, PAGE, max)));
    for (const transfer of page) {
      ended.add(transfer.pending_id);
      const isOpen = phaseOf(transfer.flags) === 'pending' && !ended.has(transfer.id);
      if (!isOpen || (transfer.timeout > 0 && endOf(transfer) <= last.timestamp)) continue;
      const side = toUuid(transfer.debit_account_id) === account_id ? 'debits' : 'credits';
      unexplained[side] -= transfer.amount;
      if (transfer.timeout > 0 && expiryOf(booked(transfer)) <= at)
        counters[`${side}_pending`] -= transfer.amount;
    }
    const oldest = page.at(-1);
    if (page.length < PAGE || !oldest || last.timestamp - oldest.timestamp > LONGEST_TIMEOUT_NS) break;
    max = oldest.timestamp - 1n;
  }
  return counters;
}

/** From when on the cluster, which knows real time only, counts the hold no longer. */
function endOf({ timestamp, timeout }: TbTransfer): bigint {
  return timestamp + BigInt(timeout) * NS_PER_S;
}

function offsetOf(now: Date): number {
  return Math.max(0, now.getTime() - systemNow().getTime());
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

function countersOf({
  debits_pending,
  debits_posted,
  credits_pending,
  credits_posted,
}: AccountBalances): AccountBalances {
  return { debits_pending, debits_posted, credits_pending, credits_posted };
}

function toU128(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`);
}

function toUuid(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
