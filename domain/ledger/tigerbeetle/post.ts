/** Books a batch of chains in the cluster, and translates its results into the port's outcomes. */
import { CreateTransferStatus } from 'tigerbeetle-node';
import type {
  BatchObserver,
  BookedTransfer,
  ChainOutcome,
  Transfer,
  TransferError,
} from '../backend.port.ts';
import { compareTransfers, sameTransfer } from '../rules/check.rules.ts';
import type { Cluster } from './cluster.ts';
import { earlierRefusal } from './earlier-refusal.ts';
import { encodeTransfer, instantWithOffset, isLinked } from './encoding.ts';
import { releaseId } from './expiry.ts';
import { readTransfers, writeMetadata, type Encoded } from './metadata.ts';
import type { AccountLedgers, Sources } from './scope.ts';

/** The chains of one call of `post`. */
export interface Submission {
  chains: Transfer[][];
  now: Date;
  /** How far `now` is ahead of real time. */
  offset_ms: number;
}

interface ChainRequest {
  chain: Transfer[];
  offset_ms: number;
}

interface EventResult {
  timestamp: bigint;
  status: CreateTransferStatus;
}

/** The cluster's results for a chain. */
interface ChainResult {
  request: ChainRequest;
  results: EventResult[];
  /** Of the first transfer that was refused; -1 when none was. */
  index: number;
  error: TransferError | null;
}

/** @returns the outcomes of each submission's chains */
export async function postBatch(
  sources: Sources,
  batch: Submission[],
  observer?: BatchObserver,
): Promise<ChainOutcome[][]> {
  const started = performance.now();
  const { db, cluster, accounts } = sources;
  const transfers = batch.flatMap(({ chains }) => chains.flat());
  await accounts.load(transfers);
  const encoded = batch.flatMap((submission) => encode(accounts, submission));
  await writeMetadata(db, encoded);
  const requests = batch.flatMap(({ chains, offset_ms }) => chains.map((chain) => ({ chain, offset_ms })));
  const event_results = await cluster.inParts(
    encoded.map(({ event }) => event),
    (part) => cluster.client.createTransfers(part),
    isLinked,
  );
  let at = 0;
  const results = requests.map((request): ChainResult =>
    chainResult(request, event_results.slice(at, (at += request.chain.length))),
  );
  const existing = await readExisting(sources, results);
  const outcomes = await Promise.all(
    results.map((result) => withEarlierRefusal(cluster, result, outcomeOf(result, existing))),
  );
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

function encode(accounts: AccountLedgers, { chains, now, offset_ms }: Submission): Encoded[] {
  return chains.flatMap((chain) =>
    chain.map((transfer, i) => ({
      transfer,
      event: encodeTransfer(accounts, transfer, { offset_ms, linked: i < chain.length - 1 }),
      now,
    })),
  );
}

function chainResult(request: ChainRequest, results: EventResult[]): ChainResult {
  const index = results.findIndex(
    ({ status }) =>
      status !== CreateTransferStatus.created && status !== CreateTransferStatus.linked_event_failed,
  );
  const refused = results[index];
  const error = refused ? (CreateTransferStatus[refused.status] as TransferError) : null;
  return { request, results, index, error };
}

function outcomeOf(result: ChainResult, existing: Map<string, BookedTransfer>): ChainOutcome {
  const { request, results, index } = result;
  const { chain, offset_ms } = request;
  if (result.error === null) {
    const transfers = chain.map((transfer, i) => booked(transfer, results[i] as EventResult, offset_ms));
    return { status: 'created', transfers };
  }
  const error = translateError(result, result.error, existing);
  const originals = chain.map(({ id }) => existing.get(id));
  // What was booked only after the chain was requested, by a later chain of the same call for instance, is no original.
  const requested_at = results.reduce(
    (latest, { timestamp }) => (timestamp > latest ? timestamp : latest),
    0n,
  );
  const isRepeat = chain.every(
    (transfer, i) =>
      sameTransfer(existing, transfer) && (originals[i] as BookedTransfer).timestamp <= requested_at,
  );
  return error === 'exists' && isRepeat
    ? { status: 'replayed', transfers: originals as BookedTransfer[] }
    : { status: 'refused', index, error };
}

async function withEarlierRefusal(
  cluster: Cluster,
  { request: { chain } }: ChainResult,
  outcome: ChainOutcome,
): Promise<ChainOutcome> {
  if (outcome.status !== 'refused' || outcome.error !== 'id_already_failed') return outcome;
  const { index } = outcome;
  const earlier = await earlierRefusal(cluster, chain[index] as Transfer, chain.slice(0, index));
  return { ...outcome, earlier };
}

/** Written out, because this runs for every transfer and adding to a copy costs several times as much. */
function booked(transfer: Transfer, { timestamp }: EventResult, offset_ms: number): BookedTransfer {
  return {
    id: transfer.id,
    debit_account_id: transfer.debit_account_id,
    credit_account_id: transfer.credit_account_id,
    amount: transfer.amount,
    code: transfer.code,
    phase: transfer.phase,
    pending_id: transfer.pending_id,
    timeout_s: transfer.timeout_s,
    reference: transfer.reference,
    memo: transfer.memo,
    timestamp,
    created_at: instantWithOffset(timestamp, offset_ms),
  };
}

/** The port's error, where the cluster's differs because it handles chains, clocks and releases differently. */
function translateError(
  { request: { chain }, index }: ChainResult,
  error: TransferError,
  existing: Map<string, BookedTransfer>,
): TransferError {
  const transfer = chain[index] as Transfer;
  if (isExistsError(error)) {
    // For the cluster the place in a chain and the clock's offset are content, too.
    const original = chain.slice(0, index).find(({ id }) => id === transfer.id) ?? existing.get(transfer.id);
    return original ? compareTransfers(transfer, original) : error;
  }
  return error === 'pending_transfer_already_voided' && existing.has(releaseId(transfer.pending_id as string))
    ? 'pending_transfer_expired'
    : error;
}

const isExistsError = (error: TransferError): boolean => error.startsWith('exists');

/** The existing transfers on which outcomes depend: those of repeated chains, and voids that released an expired hold. */
async function readExisting(sources: Sources, results: ChainResult[]): Promise<Map<string, BookedTransfer>> {
  const ids = results.flatMap(({ request: { chain }, index, error }) => {
    if (error !== null && isExistsError(error)) return chain.map(({ id }) => id);
    const voided = error === 'pending_transfer_already_voided' ? chain[index]?.pending_id : null;
    return voided ? [releaseId(voided)] : [];
  });
  return readTransfers(sources, ids);
}
