export { adjustCash } from './adjust-cash.ts';
export { expenseReportCsv, expenseReportSchema, presentExpenseReport } from './expense-report.presenter.ts';
export { TILL_MOVEMENTS } from './movements.ts';
export { reportExpenses } from './report-expenses.ts';
export { requestExpense } from './request-expense.ts';
export { presentTreasury, treasurySchema } from './treasury.presenter.ts';
export { readTreasury } from './treasury.ts';
