/** Use cases with their presenters, by what they are about. */
export * as tills from './tills/index.ts';
export * as tillSessions from './sessions/index.ts';
export { adjustCash } from './adjust-cash.ts';
export { cashPartsField, cashPlaceFields, presentCashParts } from './cash-parts.presenter.ts';
export { readCashParts, readCashPartsAt, type CashPart, type CashPartAt } from './cash-parts.ts';
export { expenseReportCsv, expenseReportSchema, presentExpenseReport } from './expense-report.presenter.ts';
export { reportExpenses } from './report-expenses.ts';
export { requestExpense } from './request-expense.ts';
export { presentTreasury, treasurySchema } from './treasury.presenter.ts';
export { readTreasury } from './treasury.ts';

/** What the service is put together from. */
export { tillInvariants } from './invariants.ts';
export { tillKeySubjects } from './key-subjects.ts';
export { TILL_MOVEMENTS } from './movements.ts';
