/** A loan as it follows from its entries: recalculated from its schedule, its charges and its repayments. */
import type { Queryable } from '../../../db/connection.ts';
import { SaccoEntry, type EntryRow } from '../../movements/index.ts';
import type { Installment } from '../positions/figures.rules.ts';
import { byLoan } from '../positions/loan-state.ts';
import type { LoanRow } from '../loan.model.ts';
import {
  allocate,
  applyAllocations,
  applyCharges,
  dropUncharged,
  installmentsAtStart,
  payoffOf,
  totalsOf,
} from '../positions/position.rules.ts';

/** The entries that charged and repaid these loans and were not reversed, by loan, in the ledger's order. */
export async function entriesOfLoans(
  db: Queryable,
  loan_ids: readonly string[],
): Promise<Map<string, EntryRow[]>> {
  const rows: EntryRow[] = await SaccoEntry.query(db)
    .whereIn('loan_id', [...loan_ids])
    .where({ status: 'posted' })
    .whereIn('kind', ['loan_charge', 'loan_repayment'])
    .whereNull('reversed_by_entry_id')
    .orderBy('ledger_timestamp');
  return byLoan(rows);
}

/** The installments of a loan after its entries, in the ledger's order; or what is wrong with one of them. */
export function replayEntries(loan: LoanRow, entries: readonly EntryRow[]): Installment[] | string {
  let lines = installmentsAtStart(loan);
  for (const entry of entries) {
    if (entry.kind === 'loan_charge') {
      const { installment_no, income, amount_minor } = entry;
      if (installment_no === null || income === null) return `${entry.id} charges no installment`;
      lines = applyCharges(lines, [{ installment_no, income, amount_minor }]);
      continue;
    }
    const repaid = entry.principal_minor + entry.interest_minor + entry.penalty_minor;
    if (repaid === 0n) continue;
    const allocations = allocate(lines, repaid);
    const { penalty_minor, interest_minor, principal_minor } = totalsOf(allocations);
    if (
      penalty_minor !== entry.penalty_minor ||
      interest_minor !== entry.interest_minor ||
      principal_minor !== entry.principal_minor
    )
      return `${entry.id} was not allocated oldest first`;
    lines = applyAllocations(lines, allocations);
  }
  return payoffOf(lines) === 0n ? dropUncharged(lines) : lines;
}
