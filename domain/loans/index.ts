export { applyForLoan, type LoanRequest, type Pledge } from './apply-for-loan.ts';
export { chargeLoan, chargeLoans, recordCharges } from './charge-loans.ts';
export { disbursement, recordDisbursements } from './disburse-loan.ts';
export { refuseExitOfBorrower } from './exit-guard.ts';
export { GUARANTEE_STATUSES } from './guarantee.model.ts';
export { loanInvariants } from './invariants.ts';
export {
  loanProductSchema,
  loanSchema,
  presentLoan,
  presentLoanProduct,
  presentPortfolio,
} from './loan.presenter.ts';
export { LOAN_STATUSES, type LoanStatus } from './loan.model.ts';
export { readPortfolio } from './portfolio.ts';
export { INSTALLMENT_STATUSES } from './position.rules.ts';
export { LOAN_PRODUCT_STATUSES } from './product.model.ts';
export {
  defineLoanProduct,
  getLoanProduct,
  listLoanProducts,
  retireLoanProduct,
  type LoanProductRequest,
} from './products.ts';
export { listLoans, readLoan, type LoanFilter } from './read-loan.ts';
export { allocateRepayment, recordRepayments, repayLoan, requireOpenLoan } from './repay-loan.ts';
export { LOAN_FREQUENCIES, LOAN_METHODS } from './schedule.rules.ts';
export { recordWriteOffs, requestWriteOff, writeOff } from './write-off-loan.ts';
