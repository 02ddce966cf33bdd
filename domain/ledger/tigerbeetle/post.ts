/** Books a batch of chains in the cluster, and translates its results into the port's outcomes. */
import { CreateTransferStatus, type Transfer as TbTransfer } from 'tigerbeetle-node';
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
import { readTransfers, writeMetadata, type TransferWithRow } from './metadata.ts';
import type { AccountLedgers, Sources } from './scope.ts';
import { needsRow } from './texts.rules.ts';

/** The chains of one call of `post`. */
export interface Submission {
  chains: Transfer[][];
  now: Date;
  /** How far `now` is ahead of real time. */
  offset_ms: number;
}

interface EventResult {
  timestamp: bigint;
  status: CreateTransferStatus;
}

/** The cluster's results for a chain of which it refused a transfer. */
interface RefusedChain {
  chain: Transfer[];
  /** Among the outcomes of the batch. */
  place: number;
  results: EventResult[];
  /** Of the first transfer that was refused. */
  index: number;
  error: TransferError;
}

/** @returns the outcomes of each submission's chains */
export async function postBatch(
  sources: Sources,
  batch: Submission[],
  observer?: BatchObserver,
): Promise<ChainOutcome[][]> {
  const started = performance.now();
  const { db, cluster, accounts } = sources;
  await accounts.load(batch.flatMap(({ chains }) => chains.flat()));
  const { events, with_row } = encode(accounts, batch);
  await writeMetadata(db, with_row);
  const results = await cluster.inParts(events, (part) => cluster.client.createTransfers(part), isLinked);
  const { outcomes, refused, transfers_booked } = readResults(batch, results);
  const existing = await readExisting(sources, refused);
  await Promise.all(
    refused.map(async (each) => {
      outcomes[each.place] = await withEarlierRefusal(cluster, each, outcomeOf(each, existing));
    }),
  );
  observer?.committed(transfers_booked, (performance.now() - started) / 1_000);
  let next = 0;
  return batch.map(({ chains }) => outcomes.slice(next, (next += chains.length)));
}

/**
 * Loops, and objects only for what was refused: nearly all transfers are booked, and garbage is a quarter of what a batch costs.
 * @returns the outcomes of chains that were booked, with empty places for those that were refused
 */
function readResults(
  batch: Submission[],
  results: EventResult[],
): { outcomes: ChainOutcome[]; refused: RefusedChain[]; transfers_booked: number } {
  const outcomes: ChainOutcome[] = [];
  const refused: RefusedChain[] = [];
  let transfers_booked = 0;
  let start = 0;
  for (const { chains, offset_ms } of batch)
    for (const chain of chains) {
      const place = outcomes.length++;
      const index = firstRefused(results, start, chain.length);
      const error = results[start + index];
      if (index === -1) {
        const transfers: BookedTransfer[] = [];
        for (let i = 0; i < chain.length; i++)
          transfers.push(booked(chain[i] as Transfer, results[start + i] as EventResult, offset_ms));
        outcomes[place] = { status: 'created', transfers };
        transfers_booked += chain.length;
      } else {
        refused.push({
          chain,
          place,
          results: results.slice(start, start + chain.length),
          index,
          error: CreateTransferStatus[(error as EventResult).status] as TransferError,
        });
      }
      start += chain.length;
    }
  return { outcomes, refused, transfers_booked };
}

/** @returns the place in the chain that starts there; -1 when all of it was booked */
function firstRefused(results: EventResult[], start: number, length: number): number {
  for (let i = 0; i < length; i++) {
    const { status } = results[start + i] as EventResult;
    if (status !== CreateTransferStatus.created && status !== CreateTransferStatus.linked_event_failed)
      return i;
  }
  return -1;
}

/** In loops, for the same reason. @returns all transfers as the cluster takes them, and those that need a row besides */
function encode(
  accounts: AccountLedgers,
  batch: Submission[],
): { events: TbTransfer[]; with_row: TransferWithRow[] } {
  const events: TbTransfer[] = [];
  const with_row: TransferWithRow[] = [];
  for (const { chains, now, offset_ms } of batch)
    for (const chain of chains)
      for (const [i, transfer] of chain.entries()) {
        const event = encodeTransfer(accounts, transfer, { offset_ms, linked: i < chain.length - 1 });
        events.push(event);
        if (needsRow(event)) with_row.push({ transfer, event, now });
      }
  return { events, with_row };
}

function outcomeOf(refused: RefusedChain, existing: Map<string, BookedTransfer>): ChainOutcome {
  const { chain, results, index } = refused;
  const error = translateError(refused, existing);
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
  { chain }: RefusedChain,
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
  { chain, index, error }: RefusedChain,
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
async function readExisting(sources: Sources, refused: RefusedChain[]): Promise<Map<string, BookedTransfer>> {
  const ids = refused.flatMap(({ chain, index, error }) => {
    if (isExistsError(error)) return chain.map(({ id }) => id);
    const voided = error === 'pending_transfer_already_voided' ? chain[index]?.pending_id : null;
    return voided ? [releaseId(voided)] : [];
  });
  return readTransfers(sources, ids);
}
