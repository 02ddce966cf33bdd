/**
 * What the cluster does not keep of a transfer, in PostgreSQL by transfer id: its texts, and when a hold expires on its
 * scope's clock.
 */
import type { Transfer as TbTransfer } from 'tigerbeetle-node';
import { bigintToUuid, uuidToBigint } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import type { BookedTransfer, Transfer } from '../backend.port.ts';
import type { Cluster } from './cluster.ts';
import { decodeTransfer, textHash } from './encoding.ts';
import type { AccountLedgers } from './scope.ts';

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

/** Transfers that are about to be booked, on a scope's clock. */
interface NewTransfers {
  chains: Transfer[][];
  now: Date;
}

/** Written before the transfers: a transfer without its row could not be explained; a row without a transfer does no harm. */
export async function writeMetadata(db: Db, ledgers: AccountLedgers, batch: NewTransfers[]): Promise<void> {
  const rows = new Map<string, Omit<MetadataRow, 'released'>>();
  for (const { chains, now } of batch) {
    for (const transfer of chains.flat()) {
      const { id, reference, memo, timeout_s } = transfer;
      const text_hash = bigintToUuid(textHash(transfer));
      const ledger = BigInt(ledgers.of(transfer));
      const expires_at = timeout_s === 0 ? null : new Date(now.getTime() + timeout_s * 1_000);
      rows.set(metadataKey(id, text_hash), { id, text_hash, reference, memo, ledger, expires_at });
    }
  }
  // Rows are locked in the order of their keys, which avoids deadlocks between processes.
  const ordered = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const column = (name: keyof Omit<MetadataRow, 'released'>) => ordered.map((row) => row[name]) as string[];
  await db.raw(WRITE_METADATA, [
    column('id'),
    column('text_hash'),
    column('reference'),
    column('memo'),
    column('ledger'),
    column('expires_at'),
  ]);
}

/** The sweep finishes rows for which it found no hold; a later attempt to book that hold must make it check them again. */
const WRITE_METADATA = `
  insert into ledger_transfer_texts as t (id, text_hash, reference, memo, ledger, expires_at)
  select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::timestamptz[])
  on conflict (id, text_hash) do update set expires_at = excluded.expires_at, released = false where t.released`;

/** Booked transfers by id, with their texts; unknown ids are left out. */
export async function readTransfers(
  db: Db,
  cluster: Cluster,
  ids: string[],
): Promise<Map<string, BookedTransfer>> {
  const found = await cluster.inParts(ids.map(uuidToBigint), (part) => cluster.client.lookupTransfers(part));
  return new Map((await withMetadata(db, found)).map((transfer) => [transfer.id, transfer]));
}

/** Decodes transfers and adds their texts. */
export async function withMetadata(db: Db, found: TbTransfer[]): Promise<BookedTransfer[]> {
  if (found.length === 0) return [];
  const rows: MetadataRow[] = await db('ledger_transfer_texts').whereRaw('id = any(?::uuid[])', [
    found.map(({ id }) => bigintToUuid(id)),
  ]);
  const by_key = new Map(rows.map((row) => [metadataKey(row.id, row.text_hash), row]));
  return found.map((transfer) => {
    const row = by_key.get(metadataKey(bigintToUuid(transfer.id), bigintToUuid(transfer.user_data_128)));
    return { ...decodeTransfer(transfer), reference: row?.reference ?? '', memo: row?.memo ?? null };
  });
}

function metadataKey(id: string, text_hash: string): string {
  return `${id} ${text_hash}`;
}
