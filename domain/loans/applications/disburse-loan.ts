/**
 * Disbursement: every pledge is held and the principal paid into savings in one chain, or nothing is. To the borrower's phone the
 * principal is held with the pledges, and booked once it has arrived.
 */
import { refusal } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Transaction } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { getMember, getSettings, localToday, lockMember, memberRefusal } from '../../cooperative/index.ts';
import { amountText, queueMessages } from '../../messages/index.ts';
import {
  always,
  defineMovement,
  leg,
  saccoAccounts,
  type Decision,
  type EndedEntry,
  type EntryRow,
} from '../../movements/index.ts';
import type { Unit } from '../../platform/unit.ts';
import {
  changeGuarantees,
  guaranteeLeg,
  guaranteesOf,
  guaranteeTransfers,
  WAITING_STATUSES,
} from '../guarantees/guarantees.ts';
import { closeConsents } from '../consents/withdraw-requests.ts';
import { consentMissing } from '../consents/consent.rules.ts';
import type { InstallmentRow } from '../positions/installment.model.ts';
import { recordLoanEvents } from '../loan-events.ts';
import { loanIdsOf, lockLoan, postedOf, refreshLoans, scopesByLoan } from '../positions/loan-state.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import { installmentsAtStart } from '../positions/position.rules.ts';

const disbursementDecision: Decision = {
  async lock(unit, { member_id, loan_id }) {
    await lockMember(unit, member_id as string, 'share');
    await lockLoan(unit, loan_id as string);
    // It goes on waiting: the guarantor may still consent.
    const missing = consentMissing(await guaranteesOf(unit.trx, loan_id as string));
    if (missing) throw missing;
  },

  async plan({ db, scope }, entry) {
    const loan_id = entry.loan_id as string;
    const loan = await Loan.query(db).inScope(scope).where({ id: loan_id }).first();
    if (loan?.status !== 'applied') return refusal('loan_not_open', 'This application is decided already.');
    const refused = memberRefusal('pay_out', await getMember(db, scope, entry.member_id as string));
    if (refused) return refused;
    const guarantees = await guaranteesOf(db, loan_id);
    const missing = consentMissing(guarantees);
    if (missing) return missing;
    return { guarantees: guarantees.map((each) => guaranteeLeg('hold', each)) };
  },

  async onApproved({ trx }, { loan_id }) {
    await closeConsents(trx, [loan_id as string]);
  },

  async onDropped({ trx }, entry) {
    const loan_id = entry.loan_id as string;
    await Loan.query(trx)
      .where({ id: loan_id, status: 'applied' })
      .patch({ status: entry.status as 'rejected' | 'cancelled' });
    await closeConsents(trx, [loan_id]);
    await changeGuarantees(trx, [loan_id], { from: WAITING_STATUSES, to: 'released' });
  },
};

// Settings that were made before there were loans did not open all accounts of the cooperative.
const opened = (entry: EntryRow) =>
  [...saccoAccounts.OPENED_ON_DISBURSEMENT, ...saccoAccounts.OPENED_WITH_SETTINGS].map((kind) =>
    saccoAccounts.accountKeyOf(kind, entry),
  );

const DISBURSEMENT = {
  kind: 'loan_disbursement',
  flow: 'pay_out',
  approval: always(disbursementDecision),
  transfers: guaranteeTransfers,
  message: 'loan_disbursed',
  onEnded: recordDisbursements,
} as const;

export const DISBURSEMENTS = [
  defineMovement({
    ...DISBURSEMENT,
    title: 'Loan disbursement',
    legs: [leg('loan_principal', 'member_savings'), leg('member_savings', 'fee_income', 'fee')],
    opens: opened,
  }),
  defineMovement({
    ...DISBURSEMENT,
    title: 'Loan disbursement by mobile money',
    source: 'mobile',
    legs: [
      leg('loan_principal', 'provider_clearing', 'without_fee'),
      leg('loan_principal', 'fee_income', 'fee'),
    ],
    opens: (entry) => [...opened(entry), saccoAccounts.accountKeyOf('provider_clearing', entry)],
    is_sent: true,
    onPaying: tellApproved,
  }),
];

/** The schedule begins with the day of disbursement; a loan that could not be disbursed has failed. */
async function recordDisbursements(unit: Unit, ended: EndedEntry[]): Promise<void> {
  const { trx } = unit;
  const failed = loanIdsOf(ended.filter(({ entry }) => entry.status === 'failed'));
  if (failed.length > 0) {
    await Loan.query(trx).whereIn('id', failed).patch({ status: 'failed' });
    await closeConsents(trx, failed);
    await changeGuarantees(trx, failed, { from: WAITING_STATUSES, to: 'released' });
  }
  const posted = postedOf(ended);
  if (posted.length === 0) return;
  await tellApproved(unit, posted);
  for (const each of posted) await openLoan(trx, each);
  const ids = loanIdsOf(posted);
  await changeGuarantees(trx, ids, { from: ['pledged'], to: 'held' });
  await refreshLoans(trx, ids);
  await recordLoanEvents(unit, 'loan.disbursed', scopesByLoan(posted));
}

/** Once the money is on its way: a loan that fails is not told as approved. */
async function tellApproved(unit: Unit, disbursed: EndedEntry[]): Promise<void> {
  const messages = disbursed.map(async ({ scope, entry }) => ({
    scope,
    member_id: entry.member_id as string,
    template: 'loan_approved' as const,
    cause: entry.loan_id as string,
    variables: {
      amount: amountText(entry.amount_minor, entry.currency),
      date: await localToday(unit.trx, scope),
    },
  }));
  await queueMessages(unit, await Promise.all(messages));
}

async function openLoan(trx: Transaction, { scope, entry }: EndedEntry): Promise<void> {
  const disbursed_at = entry.posted_at as Date;
  const { utc_offset_minutes } = await getSettings(trx, scope);
  const disbursed_on = localDateAt(disbursed_at, utc_offset_minutes);
  const [loan] = await Loan.query(trx)
    .where({ id: entry.loan_id as string })
    .patch({ status: 'open', disbursed_at, disbursed_on })
    .returning('*');
  await insertInstallments(trx, loan as LoanRow);
}

async function insertInstallments(trx: Transaction, loan: LoanRow): Promise<void> {
  const { id: loan_id, project_id, environment } = loan;
  const rows = installmentsAtStart(loan).map((line) => ({
    loan_id,
    project_id,
    environment,
    ...line,
  }));
  await insertMany<InstallmentRow>(trx, 'sacco_loan_installments', rows, { answered: 'no' });
}
