/**
 * Seals every stored secret with the present encryption key, so that the previous one can be discarded. Works beside the
 * running service, in short transactions, and can be repeated after an interruption.
 */
import { UnreadableSecret, type SecretBox } from '../../core/crypto.ts';
import type { Db, Transaction } from '../../db/connection.ts';

type Row = Record<string, unknown>;

/** Seals one secret anew. @returns null when the present key sealed it */
export type Reseal = SecretBox['reseal'];

/** A table with secrets. */
export interface SealedTable {
  table: string;
  /** Its primary key: texts. */
  key: readonly string[];
  /** @returns the columns to write; empty when the present key sealed all */
  reseal: (row: Row, reseal: Reseal) => Row;
}

export interface Rotation {
  /** Rows of which something was sealed anew. */
  resealed: number;
  /** Rows that neither key opens, as `table key`. */
  unreadable: string[];
}

/** Rows locked at a time. */
const BATCH = 200;

export async function rotateEncryption(
  db: Db,
  tables: readonly SealedTable[],
  box: SecretBox,
): Promise<Rotation> {
  const rotation: Rotation = { resealed: 0, unreadable: [] };
  for (const sealed of tables) {
    let after: string[] | null = null;
    do after = await db.transaction((trx) => rotateBatch(trx, sealed, { box, after, rotation }));
    while (after !== null);
  }
  return rotation;
}

/** @returns the key of the last row; null when there are no more */
async function rotateBatch(
  trx: Transaction,
  { table, key, reseal }: SealedTable,
  { box, after, rotation }: { box: SecretBox; after: string[] | null; rotation: Rotation },
): Promise<string[] | null> {
  const rows: Row[] = await trx(table)
    .modify((query) => {
      if (after)
        void query.whereRaw(`(${key.map(() => '??').join()}) > (${key.map(() => '?').join()})`, [
          ...key,
          ...after,
        ]);
    })
    .orderBy([...key])
    .limit(BATCH)
    .forNoKeyUpdate();
  for (const row of rows) {
    const values = key.map((column) => String(row[column]));
    try {
      const changes = reseal(row, (value, context) => box.reseal(value, context));
      if (Object.keys(changes).length === 0) continue;
      await trx(table)
        .where(Object.fromEntries(key.map((column) => [column, row[column]])))
        .update(changes);
      rotation.resealed++;
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      rotation.unreadable.push([table, ...values].join(' '));
    }
  }
  const last = rows.at(-1);
  return rows.length === BATCH && last ? key.map((column) => String(last[column])) : null;
}
