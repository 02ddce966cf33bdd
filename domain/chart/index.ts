export {
  changeAccount,
  changeSystemAccount,
  defineAccount,
  type AccountChange,
  type AccountRequest,
} from './change-chart.ts';
export type { ChartAccountRow } from './chart-account.model.ts';
export {
  accountSummaries,
  accountSummarySchema,
  chartAccountSchema,
  chartSchema,
  presentChartAccount,
  type AccountSummaries,
} from './chart.presenter.ts';
export { CODE, type CodeAndName, type SystemKind } from './chart.rules.ts';
export {
  findBank,
  findNamedAccounts,
  inactiveRefusal,
  listChartAccounts,
  lockChartAccounts,
  readChartAccounts,
  type NamedAccount,
} from './find-account.ts';
export { chartInvariants } from './invariants.ts';
export { readChart, withBalance, type ChartRow } from './read-chart.ts';
export { systemAccounts, type SystemAccounts } from './system-accounts.ts';
