/** The transfer of an entry that carries cash from one place to another: both accounts are cash, so no leg can tell them apart. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import { accountId, MOVEMENT_KINDS } from '../../ledger/index.ts';
import { accountKeyOf, shortageOf } from '../accounts.rules.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { leg } from '../legs.rules.ts';
import type { EntryTransfer } from '../movement.ts';

const CASH = leg('cash_on_hand', 'cash_on_hand');

/** Tills, or the vault where they are null. */
interface Places {
  from: string | null;
  to: string | null;
}

export function cashTransfer(entry: EntryRow, { from, to }: Places): EntryTransfer {
  const debit = accountKeyOf('cash_on_hand', { ...entry, till_id: to });
  const credit = accountKeyOf('cash_on_hand', { ...entry, till_id: from });
  return {
    debit,
    credit,
    transfer: {
      id: derivedUuid(decodeId(entry.id), '0'),
      debit_account_id: accountId(entry, debit),
      credit_account_id: accountId(entry, credit),
      amount: entry.amount_minor,
      code: MOVEMENT_KINDS[entry.kind],
      phase: null,
      pending_id: null,
      timeout_s: 0,
      reference: entry.id,
      memo: entry.memo,
    },
    reasonFor: (error) => shortageOf(CASH, error),
  };
}
