/** What must be true of loans, their installments and their guarantees. */
import { deepStrictEqual } from 'node:assert';
import type { Transaction } from '../../db/connection.ts';
import { readInBatches, sqlInvariant, type Invariant, text } from '../platform/invariants.ts';
import { effectSql } from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { consentInvariants } from './consents/invariants.ts';
import { CHARGES_DUE, UNPAID, UNPAID_PRINCIPAL, type Installment } from './positions/figures.rules.ts';
import type { InstallmentRow } from './positions/installment.model.ts';
import { allowanceInvariant } from './provisioning/provision-invariant.ts';
import { storedMonthsInvariant } from './history/month-invariant.ts';
import { installmentsOf } from './positions/loan-state.ts';
import type { LoanRow } from './loan.model.ts';
import { applyCharges, chargesDue, payoffOf } from './positions/position.rules.ts';
import { entriesOfLoans, replayEntries } from './repayments/replay-entries.ts';

/** A loan's account in the ledger against its posted entries; only where both are in one database. */
function accountInvariant(
  { all }: Context['movements'],
  kind: 'loan_principal' | 'interest_receivable',
): Invariant {
  const originals = all.filter(({ reverses_kind }) => reverses_kind === null);
  return sqlInvariant(
    `what a loan's ${kind} holds is the sum of its entries`,
    `with moved as (
       select loan_id, sum(${effectSql(kind, originals)}) as moved from sacco_entries
       where status = 'posted' and loan_id is not null group by loan_id
     ), held as (
       select a.owner as loan_id, sum(b.debits_posted - b.credits_posted) as held
       from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.kind = '${kind}' group by 1
     )
     select coalesce(m.loan_id, h.loan_id) as loan_id, coalesce(m.moved, 0) as moved, coalesce(h.held, 0) as held
     from moved m full join held h using (loan_id)
     where coalesce(m.moved, 0) <> coalesce(h.held, 0) and exists (select from ledger_balances)
       and coalesce(m.loan_id, h.loan_id) not in (
         select loan_id from sacco_entries_in_flight where loan_id is not null)`,
    (row) =>
      `${text(row, 'loan_id')} ${kind}: the ledger says ${text(row, 'held')}, the entries ${text(row, 'moved')}`,
  );
}

export const loanInvariants = (movements: Context['movements']): Invariant[] => [
  ...consentInvariants,
  {
    invariant: 'every loan stands as its entries make it: schedule, charges, allocations',
    async *violations({ snapshot }) {
      for await (const loans of readInBatches<LoanRow>(snapshot, 'sacco_loans', 'id'))
        yield* compareLoans(snapshot, loans);
    },
  },
  accountInvariant(movements, 'loan_principal'),
  accountInvariant(movements, 'interest_receivable'),
  allowanceInvariant,
  storedMonthsInvariant,
  sqlInvariant(
    "what an open loan's row says is owed is the sum of its installments",
    `select l.id from sacco_loans l left join (
       select loan_id, sum(${UNPAID_PRINCIPAL.sql}) as outstanding, sum(${CHARGES_DUE.sql}) as charges,
         min(due_on) filter (where ${UNPAID.sql} > 0) as oldest
       from sacco_loan_installments i group by loan_id
     ) i on i.loan_id = l.id
     where l.status = 'open' and l.moving_entry_id is null
       and (l.outstanding_minor, l.charges_due_minor, l.oldest_unpaid_on) is distinct from (i.outstanding, i.charges, i.oldest)
     union
     select id from sacco_loans where status <> 'open' and (outstanding_minor <> 0 or charges_due_minor <> 0)`,
    (row) => `${text(row, 'id')} does not say what its installments do`,
  ),
  sqlInvariant(
    'an open loan has a date on which it is looked at next, unless charges of it are in flight, and no other loan has',
    `select coalesce(l.id, d.loan_id) as id from (select * from sacco_loans where status = 'open') l
     full join sacco_loan_charge_dates d on d.loan_id = l.id
     where l.id is null or (d.loan_id is null and l.id not in (
       select loan_id from sacco_entries_in_flight where loan_id is not null))`,
    (row) => `${text(row, 'id')} is not charged when it should be`,
  ),
  sqlInvariant(
    'a loan is disbursed, closed or written off exactly as its entries say',
    `select l.id, l.status, e.status as entry_status from sacco_loans l left join sacco_entries e on e.id = l.entry_id
     where e.id is null or not case l.status
       when 'applied' then e.status in ('awaiting_approval', 'posting', 'paying')
       when 'failed' then e.status = 'failed'
       when 'rejected' then e.status = 'rejected'
       when 'cancelled' then e.status = 'cancelled'
       else e.status = 'posted' end
     union
     select l.id, l.status, w.status from sacco_loans l
     left join sacco_entries w on w.loan_id = l.id and w.kind = 'loan_write_off' and w.status = 'posted'
     where (l.status = 'written_off') <> (w.id is not null)`,
    (row) =>
      `${text(row, 'id')} is ${text(row, 'status')}, which its entry (${text(row, 'entry_status')}) does not say`,
  ),
  sqlInvariant(
    'guarantees stand as their loans do, and what is held of them is held in the ledger',
    `select g.loan_id, g.no, g.status from sacco_loan_guarantees g join sacco_loans l on l.id = g.loan_id
     left join ledger_pending p on p.id = g.hold_id
     where not case
         when g.status in ('declined', 'expired') then
           l.guarantor_consent = 'required' and l.status in ('applied', 'rejected', 'cancelled')
         when l.status = 'applied' then
           g.status = 'pledged' or (g.status = 'requested' and l.guarantor_consent = 'required')
         when l.status = 'open' then g.status = 'held'
         when l.status = 'written_off' then g.status in ('called', 'released')
         else g.status = 'released' end
       or (g.status <> 'called') <> (g.called_minor = 0)
       or (g.status = 'called' and g.called_minor is distinct from (
         select (leg ->> 'amount_minor')::bigint from sacco_entries w, jsonb_array_elements(w.guarantees) leg
         where w.loan_id = g.loan_id and w.kind = 'loan_write_off' and w.status = 'posted'
           and leg ->> 'hold_id' = g.hold_id::text and leg ->> 'action' = 'call'))
       or (exists (select from ledger_balances) and l.moving_entry_id is null and case g.status
         when 'held' then p.status is distinct from 0 or p.amount <> g.amount_minor
         when 'called' then p.status is distinct from 1
         when 'released' then coalesce(p.status, 2) <> 2
         else false end)`,
    (row) =>
      `guarantee ${text(row, 'no')} of ${text(row, 'loan_id')} is ${text(row, 'status')}, which cannot be`,
  ),
];

async function* compareLoans(snapshot: Transaction, loans: LoanRow[]): AsyncIterable<string> {
  const disbursed = loans.filter(({ disbursed_on }) => disbursed_on !== null);
  const ids = disbursed.map(({ id }) => id);
  const stored = await installmentsOf(snapshot, ids);
  const entries = await entriesOfLoans(snapshot, ids);
  for (const loan of disbursed) {
    if (loan.moving_entry_id !== null) continue;
    const found = replayEntries(loan, entries.get(loan.id) ?? []);
    if (typeof found === 'string') {
      yield `${loan.id}: ${found}`;
      continue;
    }
    const lines = stored.get(loan.id) ?? [];
    if (!sameInstallments(withChargesOfNothing(loan, found, lines), lines))
      yield `${loan.id} does not stand as its entries make it`;
    if (loan.status !== 'written_off' && (loan.status === 'closed') !== (payoffOf(found) === 0n))
      yield `${loan.id} is ${loan.status}, with ${payoffOf(found)} left to pay`;
  }
}

/**
 * Interest that rounded to zero has no entry, only the installment's mark. The balance never grows, so such interest still rounds to
 * zero.
 */
function withChargesOfNothing(
  loan: LoanRow,
  lines: readonly Installment[],
  stored: readonly InstallmentRow[],
): Installment[] {
  const marked = stored.filter(({ interest_charged }) => interest_charged);
  const nothing = chargesDue(loan, lines, { today: marked.at(-1)?.due_on ?? '' }).filter(
    ({ installment_no, amount_minor }) =>
      amount_minor === 0n && marked.some(({ no }) => no === installment_no),
  );
  return applyCharges(lines, nothing);
}

function sameInstallments(expected: readonly Installment[], stored: readonly InstallmentRow[]): boolean {
  const figures = (lines: readonly Installment[]): unknown =>
    lines.map(({ no, due_on, principal_minor, ...line }) => [
      no,
      due_on,
      principal_minor,
      line.interest_minor,
      line.penalty_minor,
      line.paid_principal_minor,
      line.paid_interest_minor,
      line.paid_penalty_minor,
    ]);
  try {
    deepStrictEqual(figures(expected), figures(stored));
    return true;
  } catch {
    return false;
  }
}
