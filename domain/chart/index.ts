export {
  changeAccount,
  changeSystemAccount,
  defineAccount,
  type AccountChange,
  type AccountRequest,
} from './change-chart.ts';
export {
  accountSummaries,
  accountSummarySchema,
  chartAccountSchema,
  chartSchema,
  presentChartAccount,
  type AccountSummaries,
} from './chart.presenter.ts';
export { CODE, CODE_LENGTH, type CodeAndName } from './chart.rules.ts';
export {
  findActiveBank,
  findBank,
  findNamedAccounts,
  inactiveRefusal,
  listChartAccounts,
  lockChartAccounts,
  readChartAccounts,
  requireBank,
  type MovedAccount,
  type NamedAccount,
} from './find-account.ts';
export type { ChartAccountRow } from './chart-account.model.ts';
export { chartInvariants } from './invariants.ts';
export { readChart, readSystemAccount, withBalance } from './read-chart.ts';
