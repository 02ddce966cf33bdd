/** One transfer of an entry. Its id follows from the entry and its place in the chain, so booking it again is a no-op. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { accountId, MOVEMENT_KINDS, type Side } from '../../ledger/index.ts';
import { shortageOf, type SaccoAccountKey } from '../accounts.rules.ts';
import type { EntryTransfer } from '../movement.ts';
import type { EntryRow } from './entry.model.ts';

/** @param place in the chain, from 0 */
export function entryTransfer(
  entry: EntryRow,
  { debit, credit, amount_minor }: Record<Side, SaccoAccountKey> & { amount_minor: bigint },
  place: number,
): EntryTransfer {
  return {
    debit,
    credit,
    transfer: {
      id: derivedUuid(decodeId(entry.id), String(place)),
      debit_account_id: accountId(entry, debit),
      credit_account_id: accountId(entry, credit),
      amount: amount_minor,
      code: MOVEMENT_KINDS[entry.kind],
      phase: null,
      pending_id: null,
      timeout_s: 0,
      reference: entry.id,
      memo: entry.memo,
    },
    reasonFor: (error) => shortageOf({ debit: debit.kind, credit: credit.kind }, error),
  };
}
