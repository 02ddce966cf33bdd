export { MAX_GUARANTORS } from './application.rules.ts';
export { readAgeing } from './book/ageing.ts';
export { readArrears, type ArrearsFilter } from './book/arrears.ts';
export { collectionDate, readCollections } from './book/collection-sheet.ts';
export { readPortfolioGroups } from './book/portfolio-groups.ts';
export { PORTFOLIO_GROUPINGS, type PortfolioGrouping } from './book/open-book.sql.ts';
export { requestProvision } from './book/provisions.ts';
export { MAX_CLASSES, MIN_CLASSES, type LoanClass } from './book/provisioning.rules.ts';
export { getProvisioningTable, putProvisioningTable } from './book/provisioning-table.ts';
export {
  ageingCsv,
  ageingSchema,
  arrearsCsv,
  arrearsSchema,
  collectionSheetCsv,
  collectionSheetSchema,
  portfolioGroupsCsv,
  portfolioGroupsSchema,
  presentAgeing,
  presentArrears,
  presentCollectionSheet,
  presentPortfolioGroups,
  presentProvisioningTable,
  provisioningTableSchema,
} from './book/loan-book.presenter.ts';
export { applyForLoan } from './apply-for-loan.ts';
export { previewLoan } from './preview-loan.ts';
export { chargeLoans } from './charge-loans.ts';
export { refuseExitOfBorrower } from './exit-guard.ts';
export { loanInvariants } from './invariants.ts';
export {
  loanPreviewSchema,
  loanProductSchema,
  loanSchema,
  loanSummarySchema,
  portfolioHistorySchema,
  portfolioSchema,
  presentLoan,
  presentLoanPreview,
  presentLoanProduct,
  presentLoanSummary,
  presentPortfolio,
  presentPortfolioHistory,
} from './loan.presenter.ts';
export { LOAN_MOVEMENTS } from './movements.ts';
export { LOAN_STATUSES, type LoanStatus } from './loan.model.ts';
export { readPortfolio, type Portfolio } from './portfolio.ts';
export { readPortfolioHistory } from './history/portfolio-history.ts';
export { storePortfolioMonths } from './history/store-months.ts';
export { isMonth } from './portfolio.rules.ts';
export { LOAN_PRODUCT_STATUSES, type LoanProductStatus } from './product.model.ts';
export {
  defineLoanProduct,
  getLoanProduct,
  listLoanProducts,
  retireLoanProduct,
  type LoanProductRequest,
} from './products.ts';
export { UNPAID } from './figures.rules.ts';
export { listLoans, readLoan, type LoanSummaryView } from './read-loan.ts';
export { repayLoan } from './repay-loan.ts';
export { LOAN_FREQUENCIES, LOAN_METHODS } from './schedule.rules.ts';
export { requestWriteOff } from './write-off-loan.ts';
