/** Opening balances: what members hold, what they owe and what the cooperative has when it begins to keep its books here. */
import { guaranteeTransfers, storeOpeningLoans } from '../loans/index.ts';
import {
  defineMovement,
  entries,
  leg,
  type EndedEntry,
  type EntryRow,
  type EntryTransfer,
} from '../movements/index.ts';
import type { Unit } from '../platform/unit.ts';
import { contentOf, readLoan } from './line-content.ts';
import { recordPostedLines } from './import-lines.sql.ts';

/** An entry is of a member, of a loan, or of some bank and general accounts, which are its lines. */
export const OPENING_BALANCE = defineMovement({
  title: 'Opening balance',
  kind: 'opening_balance',
  legs: [
    leg('opening_balances', 'member_savings', 'savings'),
    leg('opening_balances', 'member_shares', 'shares'),
    leg('loan_principal', 'opening_balances', 'principal'),
    leg('interest_receivable', 'opening_balances', 'charges'),
  ],
  // All of them are opened before the first is booked.
  opens: () => [],
  // A guarantor's savings are held in the chain that brings them, so that no hold can lack them.
  transfers: (entry) => ({ before: lineTransfers(entry), after: guaranteeTransfers(entry).before }),
  onEnded: recordOpenings,
});

export const OPENING_CASH = defineMovement({
  title: 'Opening balance of cash',
  kind: 'opening_balance',
  source: 'cash',
  legs: [leg('cash_on_hand', 'opening_balances')],
  opens: () => [],
  cash_from: 'vault',
  onEnded: recordOpenings,
});

/** Each line against the opening balances. */
function lineTransfers(entry: EntryRow): EntryTransfer[] {
  const { currency } = entry;
  const opening = { kind: 'opening_balances', owner: '', currency } as const;
  return (entry.lines ?? []).map(({ kind, owner, side, amount_minor }, place) => {
    const own = { kind, owner, currency };
    const keys = side === 'debit' ? { debit: own, credit: opening } : { debit: opening, credit: own };
    return entries.transfer(entry, { ...keys, amount_minor: BigInt(amount_minor) }, place);
  });
}

/** Loans are there once they are booked. No leg of an opening balance can lack money. */
async function recordOpenings({ trx }: Unit, ended: EndedEntry[]): Promise<void> {
  const failed = ended.find(({ entry }) => entry.status !== 'posted');
  if (failed) throw new Error(`${failed.entry.id} has failed: ${failed.entry.error}`);
  const rows = await recordPostedLines(trx, { entry_ids: ended.map(({ entry }) => entry.id) });
  const loans = new Map(
    rows.flatMap(({ entry_id, content }) => {
      const { loan } = contentOf(content);
      return loan ? [[entry_id, readLoan(loan)] as const] : [];
    }),
  );
  await storeOpeningLoans(
    trx,
    ended.flatMap((each) => {
      const loan = loans.get(each.entry.id);
      return loan ? [{ ...each, loan }] : [];
    }),
  );
}
