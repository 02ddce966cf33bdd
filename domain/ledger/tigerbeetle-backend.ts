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
  TransferFlags,
  type Account as TbAccount,
  type AccountFilter,
  type Client,
  type Transfer as TbTransfer,
} from 'tigerbeetle-node';
import { coalesce } from '../../core/coalesce.ts';
import { realNow } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import { derivedUuid, newUuid } from '../../core/ids.ts';
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
import { compare, instantOf, sameTransfer, timestampAfter } from './transfer.rules.ts';

/** Longest wait for the cluster; a client is then told that the ledger is out of reach. */
const DEADLINE_MS = 10_000;
/** Events that one request may carry, in production and on a server started with --development. */
const MAX_EVENTS = 8_189;
const MAX_EVENTS_DEVELOPMENT = 253;
/** Entries of an account's history, and holds of a sweep, asked for at once. */
const PAGE = 250;

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

/** How far along a book is, besides what the cluster knows: that is real time. */
interface BookTime {
  now: Date;
  /** How far the book's clock is ahead of real time; the cluster keeps it with each transfer, as `user_data_64`. */
  offset_ms: number;
}

interface Submission extends BookTime {
  chains: Transfer[][];
}

interface Request extends BookTime {
  chain: Transfer[];
  /** Place of the first transfer that ends a hold which is over by the book's clock; -1 when there is none. */
  over: number;
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
      if (chains.length === 0) return [];
      const offset_ms = Math.max(0, now.getTime() - realNow().getTime());
      return submit({ chains, now, offset_ms });
    },

    async counters(account_ids) {
      const accounts = await cluster.inParts(account_ids.map(toU128), (part) => client.lookupAccounts(part));
      return new Map(accounts.map((account) => [toUuid(account.id), countersOf(account)]));
    },

    async transfers(ids) {
      return readTransfers(db, cluster, ids);
    },

    async countersAt(account_id, at) {
      // No book's clock is behind real time, so nothing later can have been booked by then. In a book whose test clock
      // has jumped earlier transfers may be later on its clock, so it is looked for from there backwards.
      let before: bigint | undefined = timestampAfter(at);
      for (let limit = 1; before !== undefined; limit = PAGE) {
        const entries = await history(db, cluster, account_id, limit, before);
        const last = entries.find(({ created_at }) => created_at <= at);
        if (last) return last.after;
        before = entries.at(-1)?.timestamp;
      }
      return NO_COUNTERS;
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
  const requests = await findOver(cluster, batch);
  const events = requests.map((request) => eventsOf(ledgers, request));
  const results = await cluster.inParts(
    events.flat(),
    (part) => cluster.client.createTransfers(part),
    ({ flags }) => (flags & TransferFlags.linked) !== 0,
  );
  let at = 0;
  const verdicts = requests.map((request, i): Verdict => {
    const mine = results.slice(at, (at += events[i]?.length ?? 0));
    return verdictOf(request, mine);
  });
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

function eventsOf(ledgers: Map<string, number>, { chain, over, offset_ms }: Request): TbTransfer[] {
  if (over < 0) return chain.map((transfer, i) => event(ledgers, transfer, offset_ms, i < chain.length - 1));
  // The hold is over, which the cluster cannot know. What comes before may fail for reasons that it does know, and an id
  // may be spent by them: so it is asked all the same, in a chain that cannot succeed.
  return [
    ...chain.slice(0, over + 1).map((transfer) => event(ledgers, transfer, offset_ms, true)),
    impossibleEvent(),
  ];
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
  fault: TransferFault | null;
}

function verdictOf(request: Request, results: EventResult[]): Verdict {
  const index = results.findIndex(
    ({ status }) =>
      status !== CreateTransferStatus.created && status !== CreateTransferStatus.linked_event_failed,
  );
  if (request.over >= 0 && index > request.over)
    return { ...request, timestamps: [], index: request.over, fault: 'pending_transfer_expired' };
  const refused = results[index];
  return {
    ...request,
    timestamps: results.map(({ timestamp }) => timestamp),
    index,
    fault: refused ? (CreateTransferStatus[refused.status] as TransferFault) : null,
  };
}

function outcomeOf(verdict: Verdict, existing: Map<string, BookedTransfer>): ChainOutcome {
  const { chain, index, offset_ms, timestamps } = verdict;
  if (verdict.fault === null) {
    const transfers = chain.map((transfer, i) => {
      const timestamp = timestamps[i] as bigint;
      return { ...transfer, timestamp, created_at: instantOn(timestamp, offset_ms) };
    });
    return { status: 'created', transfers };
  }
  const fault = translate(verdict, verdict.fault, existing);
  const originals = chain.map(({ id }) => existing.get(id));
  // What was booked only after the chain had been asked, by a later one of the same call for instance, is no original.
  const asked_at = timestamps.reduce((latest, each) => (each > latest ? each : latest), 0n);
  const isRepeat = chain.every(
    (transfer, i) =>
      sameTransfer(existing, transfer) && (originals[i] as BookedTransfer).timestamp <= asked_at,
  );
  return fault === 'exists' && isRepeat
    ? { status: 'replayed', transfers: originals as BookedTransfer[] }
    : { status: 'refused', index, fault };
}

/** The port's word for a fault, where the cluster's differs because it knows chains, clocks and releases differently. */
function translate(
  { chain, index }: Verdict,
  fault: TransferFault,
  existing: Map<string, BookedTransfer>,
): TransferFault {
  const transfer = chain[index] as Transfer;
  if (repeats(fault)) {
    // For the cluster the place in a chain and the book's clock are content, too.
    const original = chain.slice(0, index).find(({ id }) => id === transfer.id) ?? existing.get(transfer.id);
    return original ? compare(transfer, original) : fault;
  }
  return fault === 'pending_transfer_already_voided' && existing.has(releaseId(transfer.pending_id as string))
    ? 'pending_transfer_expired'
    : fault;
}

const repeats = (fault: TransferFault): boolean => fault.startsWith('exists');

/** What must be known of existing transfers to tell the outcomes: of repeated chains, and of voids that were releases. */
async function readExisting(
  db: Db,
  cluster: Cluster,
  verdicts: Verdict[],
): Promise<Map<string, BookedTransfer>> {
  const ids = verdicts.flatMap(({ chain, index, fault }) => {
    if (fault !== null && repeats(fault)) return chain.map(({ id }) => id);
    const voided = fault === 'pending_transfer_already_voided' ? chain[index]?.pending_id : null;
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

/** Refused whatever the books are like, and without a trace. */
function impossibleEvent(): TbTransfer {
  const nowhere = newUuid();
  return event(
    new Map(),
    {
      id: newUuid(),
      debit_account_id: nowhere,
      credit_account_id: nowhere,
      amount: 1n,
      code: 1,
      phase: null,
      pending_id: null,
      timeout_s: 0,
      reference: '',
      memo: null,
    },
    0,
    false,
  );
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

/** Looks for endings of holds which are over by the clock of a book that is ahead; of the others the cluster knows. */
async function findOver(cluster: Cluster, batch: Submission[]): Promise<Request[]> {
  const ahead = batch.filter(({ offset_ms }) => offset_ms > 0).flatMap(({ chains }) => chains.flat());
  const hold_ids = new Set(ahead.flatMap(({ pending_id }) => pending_id ?? []));
  const holds = await cluster.inParts([...hold_ids].map(toU128), (part) =>
    cluster.client.lookupTransfers(part),
  );
  const expiries = new Map(
    holds.filter(({ timeout }) => timeout > 0).map((hold) => [toUuid(hold.id), expiryOf(booked(hold))]),
  );
  return batch.flatMap(({ chains, now, offset_ms }) =>
    chains.map((chain) => {
      const isOver = ({ pending_id }: Transfer): boolean =>
        pending_id !== null && (expiries.get(pending_id) ?? Infinity) <= now;
      return { chain, now, offset_ms, over: offset_ms > 0 ? chain.findIndex(isOver) : -1 };
    }),
  );
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
      (outcome) => outcome.status !== 'refused' || outcome.fault === 'pending_transfer_expired',
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
    const filter: AccountFilter = {
      account_id: toU128(account_id),
      user_data_128: 0n,
      user_data_64: 0n,
      user_data_32: 0,
      code: 0,
      timestamp_min: 0n,
      timestamp_max: max,
      limit: Math.min(limit - entries.length, PAGE),
      flags: AccountFilterFlags.debits | AccountFilterFlags.credits | AccountFilterFlags.reversed,
    };
    const transfers = await cluster.within(cluster.client.getAccountTransfers(filter));
    const [newest, oldest] = [transfers[0], transfers.at(-1)];
    if (!newest || !oldest) break;
    // The same transfers, also when others have arrived since.
    const span = { ...filter, timestamp_min: oldest.timestamp, timestamp_max: newest.timestamp };
    const balances = await cluster.within(cluster.client.getAccountBalances(span));
    const after = new Map(balances.map((balance) => [balance.timestamp, countersOf(balance)]));
    const page = (await withTexts(db, transfers)).filter((transfer) => !isRelease(transfer));
    entries.push(
      ...page.map((transfer) => ({ ...transfer, after: after.get(transfer.timestamp) ?? NO_COUNTERS })),
    );
    if (transfers.length < filter.limit) break;
    max = oldest.timestamp - 1n;
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
