/** Write-off: guarantees are called in their order up to each pledge, and what they do not cover is a loss. */
import { refusal } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Context } from '../platform/context.ts';
import { refuseReservedKey } from '../platform/idempotency.ts';
import {
  getSettings,
  newEntry,
  requestWithApproval,
  SaccoEntry,
  type ApprovalAction,
  type EntryEffect,
  type RequestedEntry,
} from '../sacco/index.ts';
import { beingCharged, chargeLoan, endCharging, isUpToDate, requireSettled } from './charge-loans.ts';
import { scopesByLoan } from './disburse-loan.ts';
import { LoanGuarantee } from './guarantee.model.ts';
import { callGuarantees, guaranteesOf } from './guarantees.ts';
import { recordLoanEvents } from './loan-events.ts';
import { loanIdsOf, lockLoan, lockLoans, postedOf, readInstallments, releaseLoans } from './loan-state.ts';
import { Loan } from './loan.model.ts';
import { NOTHING_OWED } from './repay-loan.ts';
import { allocate, applyCharges, chargesDue, payoffOf, totalsOf } from './position.rules.ts';
import { localToday } from './read-loan.ts';

/**
 * Asks for a write-off, which waits for a checker; repayments may come meanwhile.
 * @throws AppError NOT_FOUND, `loan_not_open`, `busy` while another write-off of the loan waits
 */
export async function requestWriteOff(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  loan_id: string,
  { idempotency_key, memo }: { idempotency_key: string; memo: string },
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const { member_id } = await Loan.query(ctx.db).findInScope(scope, loan_id);
  await chargeLoan(ctx, loan_id);
  return requestWithApproval(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, {
      kind: 'loan_write_off',
      member_id,
      loan_id,
      amount_minor: 0n,
      memo,
    }),
    flow: null,
    idempotency: { key: idempotency_key, request: ['POST sacco write-off', loan_id, { memo }] },
    summary: (member, { amount_minor }) =>
      `Write-off of ${formatMoney(amount_minor, settings.currency)} owed by ${member?.member_no} ${member?.full_name}: ${memo}`,
    prepare: async (trx) => {
      const loan = await lockLoan(trx, scope, loan_id);
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

export const writeOff: ApprovalAction = {
  async lock(trx, scope, entry) {
    await lockLoan(trx, scope, entry.loan_id as string);
  },

  async plan(db, scope, entry) {
    const loan_id = entry.loan_id as string;
    const loan = await Loan.query(db).inScope(scope).where({ id: loan_id }).first();
    if (loan?.status !== 'open') return refusal('loan_not_open', 'The loan is closed by now.');
    await requireSettled(db, loan);
    const stored = await readInstallments(db, loan_id);
    // Whoever approves charges first what has fallen due.
    const installments = applyCharges(stored, chargesDue(loan, stored, await localToday(db, scope)));
    const owed = payoffOf(installments);
    const { legs, called_minor } = callGuarantees(await guaranteesOf(db, loan_id), owed);
    return {
      amount_minor: owed,
      ...totalsOf(allocate(installments, owed)),
      called_minor,
      guarantees: legs,
    };
  },

  async onApproved(trx, scope, { id, loan_id }) {
    const loan = await Loan.query(trx).findInScope(scope, loan_id as string);
    if (!(await isUpToDate(trx, scope, loan, await readInstallments(trx, loan.id)))) throw beingCharged();
    await Loan.query(trx).where({ id: loan.id }).patch({ moving_entry_id: id });
  },

  onDropped: () => Promise.resolve(),
};

/** Installments keep showing what was unpaid. */
export const recordWriteOffs: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  const ids = loanIdsOf(ended);
  await lockLoans(trx, ids);
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
  await endCharging(trx, loanIdsOf(posted));
  await releaseLoans(trx, ids);
  await recordLoanEvents(trx, enqueueAfterCommit, 'loan.written_off', scopesByLoan(posted));
  enqueueAfterCommit('resume-sacco-entries', {});
};
