/** Books a batch of chains in the cluster, and translates its results into the port's outcomes. */
import { CreateTransferStatus, type Transfer as TbTransfer } from 'tigerbeetle-node';
import type { Db } from '../../../db/connection.ts';
import type {
  BatchObserver,
  BookedTransfer,
  ChainOutcome,
  Transfer,
  TransferError,
} from '../backend.port.ts';
import { compareTransfers, sameTransfer } from '../check.rules.ts';
import type { Cluster } from './cluster.ts';
import { encodeTransfer, instantWithOffset, isLinked } from './encoding.ts';
import { releaseId } from './expiry.ts';
import { readTransfers, writeMetadata } from './metadata.ts';
import type { AccountLedgers } from './scope.ts';

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
interface ChainResult extends ChainRequest {
  /** Of the transfers; of those that were not created, when they were requested. */
  timestamps: bigint[];
  /** Of the first transfer that was refused; -1 when none was. */
  index: number;
  error: TransferError | null;
}

/** @returns the outcomes of each submission's chains */
export async function postBatch(
  db: Db,
  cluster: Cluster,
  ledgers: AccountLedgers,
  batch: Submission[],
  observer?: BatchObserver,
): Promise<ChainOutcome[][]> {
  const started = performance.now();
  const transfers = batch.flatMap(({ chains }) => chains.flat());
  await ledgers.load(transfers);
  await writeMetadata(db, ledgers, batch);
  const requests = batch.flatMap(({ chains, offset_ms }) => chains.map((chain) => ({ chain, offset_ms })));
  const event_results = await cluster.inParts(
    requests.flatMap((request) => eventsOf(ledgers, request)),
    (part) => cluster.client.createTransfers(part),
    isLinked,
  );
  let at = 0;
  const results = requests.map((request): ChainResult =>
    chainResult(request, event_results.slice(at, (at += request.chain.length))),
  );
  const existing = await readExisting(db, cluster, results);
  const outcomes = results.map((result) => outcomeOf(result, existing));
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

function eventsOf(ledgers: AccountLedgers, { chain, offset_ms }: ChainRequest): TbTransfer[] {
  return chain.map((transfer, i) =>
    encodeTransfer(transfer, ledgers.of(transfer), offset_ms, i < chain.length - 1),
  );
}

function chainResult(request: ChainRequest, results: EventResult[]): ChainResult {
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

function outcomeOf(result: ChainResult, existing: Map<string, BookedTransfer>): ChainOutcome {
  const { chain, index, offset_ms, timestamps } = result;
  if (result.error === null) {
    const transfers = chain.map((transfer, i) => {
      const timestamp = timestamps[i] as bigint;
      return { ...transfer, timestamp, created_at: instantWithOffset(timestamp, offset_ms) };
    });
    return { status: 'created', transfers };
  }
  const error = translateError(result, result.error, existing);
  const originals = chain.map(({ id }) => existing.get(id));
  // What was booked only after the chain was requested, by a later chain of the same call for instance, is no original.
  const requested_at = timestamps.reduce((latest, each) => (each > latest ? each : latest), 0n);
  const isRepeat = chain.every(
    (transfer, i) =>
      sameTransfer(existing, transfer) && (originals[i] as BookedTransfer).timestamp <= requested_at,
  );
  return error === 'exists' && isRepeat
    ? { status: 'replayed', transfers: originals as BookedTransfer[] }
    : { status: 'refused', index, error };
}

/** The port's error, where the cluster's differs because it handles chains, clocks and releases differently. */
function translateError(
  { chain, index }: ChainResult,
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
async function readExisting(
  db: Db,
  cluster: Cluster,
  results: ChainResult[],
): Promise<Map<string, BookedTransfer>> {
  const ids = results.flatMap(({ chain, index, error }) => {
    if (error !== null && isExistsError(error)) return chain.map(({ id }) => id);
    const voided = error === 'pending_transfer_already_voided' ? chain[index]?.pending_id : null;
    return voided ? [releaseId(voided)] : [];
  });
  return readTransfers(db, cluster, ids);
}
