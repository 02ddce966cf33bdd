export { readBalanceSheet, readIncomeStatement, readTrialBalance, type BalanceSheet } from './books.ts';
export {
  balanceSheetCsv,
  balanceSheetSchema,
  incomeStatementCsv,
  incomeStatementSchema,
  presentBalanceSheet,
  presentIncomeStatement,
  presentTrialBalance,
  trialBalanceCsv,
  trialBalanceSchema,
} from './books.presenter.ts';
export { closedPeriods, latestClosed } from './closed-periods.ts';
export { periodClose, periodReopen } from './decide-period.ts';
export { accountingInvariants } from './invariants.ts';
export { accountingKeySubjects } from './key-subjects.ts';
export { getPeriod, listPeriods } from './period.ts';
export { periodSchema, presentPeriod, presentPeriods } from './period.presenter.ts';
export { requestClose, requestReopen } from './request-period.ts';
export type { DateRange } from './days.ts';
export { everyLedgerLine, listLedgerLines, type LedgerFilter } from './general-ledger.ts';
export { ledgerLinesCsv, ledgerLineSchema, presentLedgerLine } from './general-ledger.presenter.ts';
