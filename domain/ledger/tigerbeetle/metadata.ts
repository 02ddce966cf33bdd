/**
 * What the cluster does not keep of a transfer, in PostgreSQL by transfer id: texts that do not fit, and when a hold expires on
 * its scope's clock.
 */
import type { Transfer as TbTransfer } from 'tigerbeetle-node';
import { bigintToUuid, uuidToBigint } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import type { BookedTransfer, Transfer } from '../backend.port.ts';
import { decodeTransfer } from './encoding.ts';
import { writeMetadataRows } from './metadata.sql.ts';
import type { Sources } from './scope.ts';
import { keptReference } from './texts.rules.ts';

/** A row of ledger_transfer_texts. */
export interface MetadataRow {
  id: string;
  /** As in the transfer's `user_data_128`: an earlier attempt at the same id may have had other texts. */
  text_hash: string;
  reference: string;
  memo: string | null;
  ledger: bigint;
  /** Of a hold, on its scope's clock, as far as known before it was booked; null: never. */
  expires_at: Date | null;
  /** Whether the sweep of expired holds has finished with the row. */
  released: boolean;
}

/** A transfer that is about to be booked and needs a row. */
export interface TransferWithRow {
  transfer: Transfer;
  event: TbTransfer;
  /** On its scope's clock. */
  now: Date;
}

/**
 * Written before the transfers that need a row: a transfer without it could not be explained; a row without a transfer does
 * no harm.
 */
export async function writeMetadata(db: Db, transfers: readonly TransferWithRow[]): Promise<void> {
  const rows = new Map<string, Omit<MetadataRow, 'released'>>();
  for (const { transfer, event, now } of transfers) {
    const { id, reference, memo, timeout_s } = transfer;
    const text_hash = bigintToUuid(event.user_data_128);
    const ledger = BigInt(event.ledger);
    const expires_at = timeout_s === 0 ? null : new Date(now.getTime() + timeout_s * 1_000);
    rows.set(metadataKey(id, text_hash), { id, text_hash, reference, memo, ledger, expires_at });
  }
  if (rows.size === 0) return;
  // Rows are locked in the order of their keys, which avoids deadlocks between processes.
  const ordered = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await writeMetadataRows(db, {
    ids: ordered.map(({ id }) => id),
    text_hashes: ordered.map(({ text_hash }) => text_hash),
    references: ordered.map(({ reference }) => reference),
    memos: ordered.map(({ memo }) => memo),
    ledgers: ordered.map(({ ledger }) => ledger),
    expiries: ordered.map(({ expires_at }) => expires_at),
  });
}

/** Booked transfers by id, with their texts; unknown ids are left out. */
export async function readTransfers(
  { db, cluster }: Pick<Sources, 'db' | 'cluster'>,
  ids: string[],
): Promise<Map<string, BookedTransfer>> {
  const found = await cluster.inParts(ids.map(uuidToBigint), (part) => cluster.client.lookupTransfers(part));
  return new Map((await withMetadata(db, found)).map((transfer) => [transfer.id, transfer]));
}

/** Decodes transfers and adds the texts that the cluster does not keep. */
export async function withMetadata(db: Db, found: TbTransfer[]): Promise<BookedTransfer[]> {
  const ids = found.filter((transfer) => keptReference(transfer) === null).map(({ id }) => bigintToUuid(id));
  const rows: MetadataRow[] =
    ids.length === 0 ? [] : await db('ledger_transfer_texts').whereRaw('id = any(?::uuid[])', [ids]);
  const by_key = new Map(rows.map((row) => [metadataKey(row.id, row.text_hash), row]));
  return found.map((transfer) => {
    const decoded = decodeTransfer(transfer);
    const row = by_key.get(metadataKey(decoded.id, bigintToUuid(transfer.user_data_128)));
    return row ? { ...decoded, reference: row.reference, memo: row.memo } : decoded;
  });
}

function metadataKey(id: string, text_hash: string): string {
  return `${id} ${text_hash}`;
}
