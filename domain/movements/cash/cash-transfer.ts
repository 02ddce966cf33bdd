/** The transfer of an entry that carries cash from one place to another: both accounts are cash, so no leg can tell them apart. */
import { accountKeyOf } from '../accounts.rules.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { entryTransfer } from '../entries/entry-transfer.ts';
import type { EntryTransfer } from '../movement.ts';

/** Tills, or the vault where they are null. */
interface Places {
  from: string | null;
  to: string | null;
}

export function cashTransfer(entry: EntryRow, { from, to }: Places): EntryTransfer {
  const cashIn = (till_id: string | null) => accountKeyOf('cash_on_hand', { ...entry, till_id });
  const { amount_minor } = entry;
  return entryTransfer(entry, { debit: cashIn(to), credit: cashIn(from), amount_minor }, 0);
}
