/** Write-off: guarantees are called in their order up to each pledge, and what they do not cover is a loss. */
import { refusal } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import { localToday } from '../cooperative/index.ts';
import {
  always,
  defineMovement,
  leg,
  requestEntry,
  SaccoEntry,
  type Decision,
  type EndedEntry,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller, Unit } from '../platform/unit.ts';
import { endCharging } from './charges/charge-loans.sql.ts';
import { beingCharged, CHARGES_FIRST, isUpToDate, requireNotMoving } from './charges/charge-loans.ts';
import { LoanGuarantee } from './guarantees/guarantee.model.ts';
import { callGuarantees, guaranteesOf, guaranteeTransfers } from './guarantees/guarantees.ts';
import { recordLoanEvents } from './loan-events.ts';
import {
  loanIdsOf,
  lockLoan,
  NOTHING_OWED,
  postedOf,
  readInstallments,
  releaseLoans,
  scopesByLoan,
} from './positions/loan-state.ts';
import { lockLoans } from './positions/loan-state.sql.ts';
import { Loan } from './loan.model.ts';
import { allocate, applyCharges, chargesDue, payoffOf, totalsOf } from './positions/position.rules.ts';
import { owedOnLoans } from './read-loan.ts';

const writeOffDecision: Decision = {
  lock: (unit, { loan_id }) => lockLoan(unit, loan_id as string),

  async plan({ db, scope }, entry) {
    const loan_id = entry.loan_id as string;
    const loan = await Loan.query(db).inScope(scope).where({ id: loan_id }).first();
    if (loan?.status !== 'open') return refusal('loan_not_open', 'The loan is closed by now.');
    await requireNotMoving(db, loan);
    const stored = await readInstallments(db, loan_id);
    // Whoever approves charges first what has fallen due.
    const installments = applyCharges(
      stored,
      chargesDue(loan, stored, { today: await localToday(db, scope) }),
    );
    const owed = payoffOf(installments);
    const { legs, called_minor } = callGuarantees(await guaranteesOf(db, loan_id), owed);
    return {
      amount_minor: owed,
      ...totalsOf(allocate(installments, owed)),
      called_minor,
      guarantees: legs,
    };
  },

  async onApproved(unit, { id, loan_id }) {
    const { trx, scope } = unit;
    const loan = await Loan.query(trx).findInScope(scope, loan_id as string);
    if (!(await isUpToDate(unit, loan, await readInstallments(trx, loan.id)))) throw beingCharged();
    await Loan.query(trx).where({ id: loan.id }).patch({ moving_entry_id: id });
  },

  /** What is owed now: repayments may have come since it was requested. */
  async amountsNow(db, scope, waiting) {
    const loans = waiting.map(({ loan_id }) => loan_id as string);
    const owed = await owedOnLoans(db, scope, loans);
    return new Map(waiting.map(({ id, loan_id }) => [id, owed.get(loan_id as string) ?? 0n]));
  },
};

export const WRITE_OFF = defineMovement({
  title: 'Loan write-off',
  kind: 'loan_write_off',
  legs: [
    leg('guarantee_clearing', 'interest_receivable', 'called_charges'),
    leg('guarantee_clearing', 'loan_principal', 'called_principal'),
    leg('loan_losses', 'interest_receivable', 'lost_charges'),
    leg('loan_losses', 'loan_principal', 'lost_principal'),
  ],
  approval: always(writeOffDecision),
  due_before: CHARGES_FIRST,
  transfers: guaranteeTransfers,
  onEnded: recordWriteOffs,
  /** It is an entry of the borrower, and moves the savings of guarantors whose guarantees are called. */
  others: {
    entriesOn: (db, scope, member_id) =>
      SaccoEntry.query(db)
        .inScope(scope)
        .where({ kind: 'loan_write_off', status: 'posted' })
        .whereRaw('guarantees @> ?::jsonb', [JSON.stringify([{ action: 'call', member_id }])]),
    effectsOn: ({ kind, owner }, { guarantees }) =>
      (kind === 'member_savings' ? (guarantees ?? []) : [])
        .filter((each) => each.action === 'call' && (each.savings_account_id ?? each.member_id) === owner)
        .map((each) => -BigInt(each.amount_minor)),
    sql: (condition) => `
      select guarantee ->> 'member_id' as member_id, 'member_savings' as kind,
        coalesce(guarantee ->> 'savings_account_id', guarantee ->> 'member_id') as owner,
        -(guarantee ->> 'amount_minor')::numeric as moved, posted_at
      from sacco_entries cross join jsonb_array_elements(guarantees) as guarantee
      where status = 'posted' and guarantee ->> 'action' = 'call' and ${condition}`,
    movesSql: (member_id) =>
      `e.guarantees @> jsonb_build_array(jsonb_build_object('member_id', ${member_id}))`,
  },
});

/**
 * Requests a write-off, which waits for a checker; repayments may come meanwhile.
 * @throws AppError NOT_FOUND, `loan_not_open`, `busy` while another write-off of the loan waits
 */
export function requestWriteOff(
  caller: Caller,
  loan_id: string,
  body: { idempotency_key: string; memo: string },
): Promise<RequestedEntry> {
  const { memo } = body;
  return requestEntry(caller, {
    operation: ['POST sacco write-off', loan_id],
    body,
    async entry() {
      const { member_id } = await Loan.query(caller.ctx.db).findInScope(caller.scope, loan_id);
      return { kind: 'loan_write_off', member_id, loan_id, amount_minor: 0n, memo };
    },
    summary: ({ member, entry, currency }) =>
      `Write-off of ${formatMoney(entry.amount_minor, currency)} owed by ${member?.member_no} ${member?.full_name}: ${memo}`,
    async prepare(unit) {
      const { trx } = unit;
      const loan = await lockLoan(unit, loan_id);
      if (loan?.status !== 'open') throw refusal('loan_not_open');
      const waiting = await SaccoEntry.query(trx)
        .where({ loan_id, kind: 'loan_write_off' })
        .whereIn('status', ['awaiting_approval', 'posting'])
        .first();
      if (waiting) throw refusal('busy', 'A write-off of this loan waits for its decision already.');
      // What is left when it is approved is written off; until then the entry says what is owed now.
      return { amount_minor: payoffOf(await readInstallments(trx, loan_id)) };
    },
  });
}

/** Installments keep showing what was unpaid. */
async function recordWriteOffs(unit: Unit, ended: EndedEntry[]): Promise<void> {
  const { trx } = unit;
  const ids = loanIdsOf(ended);
  await lockLoans(trx, { loan_ids: ids });
  const posted = postedOf(ended);
  for (const { entry } of posted) {
    const id = entry.loan_id as string;
    await Loan.query(trx)
      .where({ id })
      .patch({ ...NOTHING_OWED, status: 'written_off', closed_at: entry.posted_at });
    for (const { action, hold_id, amount_minor } of entry.guarantees ?? [])
      await LoanGuarantee.query(trx)
        .where({ loan_id: id, hold_id })
        .patch(
          action === 'call'
            ? { status: 'called', called_minor: BigInt(amount_minor) }
            : { status: 'released' },
        );
  }
  await endCharging(trx, { loan_ids: loanIdsOf(posted) });
  await releaseLoans(trx, ids);
  await recordLoanEvents(unit, 'loan.written_off', scopesByLoan(posted));
  unit.enqueue('resume-sacco-entries', {});
}
