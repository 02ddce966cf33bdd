/** Use cases with their presenters, by what they are about. */
export * as guarantees from './guarantees/index.ts';
export * as guarantorConsents from './consents/index.ts';
export * as loanApplications from './applications/index.ts';
export * as loanBook from './book/index.ts';
export * as loanPortfolio from './portfolio/index.ts';
export * as loanProducts from './products/index.ts';
export * as provisioning from './provisioning/index.ts';

/** Loans themselves. */
export { chargeLoans, countLoansToCharge } from './charges/charge-loans.ts';
export { remindBorrowers } from './reminders/remind-borrowers.ts';
export { UNPAID } from './positions/figures.rules.ts';
export { DISBURSE_TO, LOAN_STATUSES, type DisburseTo, type LoanStatus } from './loan.model.ts';
export { loanSchema, loanSummarySchema, presentLoan, presentLoanSummary } from './loan.presenter.ts';
export { listLoans, readLoan, type LoanSummaryView } from './read-loan.ts';
export { storeOpeningLoans, type OpeningLoan } from './opening/open-loans.ts';
export { planRepayments } from './repayments/plan-repayments.ts';
export { BATCH_REPAYMENT, recordRepayments, repayLoan } from './repayments/repay-loan.ts';
export * as repayments from './repayments/index.ts';
export { borrowersOf, openLoansOf } from './repayments/repayable-loans.ts';
export {
  afterRepaying,
  demandsOf,
  type OpenLoan,
  type RepayableLoan,
} from './repayments/repayable-loans.rules.ts';
export { requestWriteOff } from './write-off-loan.ts';

/** What opening balances are booked with. */
export { guaranteeTransfers } from './guarantees/guarantees.ts';

/** What the service is put together from. */
export { refuseExitOfBorrower } from './exit-guard.ts';
export { loanInvariants } from './invariants.ts';
export { LOAN_MOVEMENTS } from './movements.ts';
