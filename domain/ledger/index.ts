/** Use cases with their presenters, by what they are about. */
export * as accounts from './accounts/index.ts';
export * as holds from './holds/index.ts';
export * as transfers from './transfers/index.ts';
export * as posted from './reports/posted.ts';
export { ledgerReport } from './reports/report.ts';
export { presentReport, reportSchema } from './reports/report.presenter.ts';

/** What other modules book with, and read. */
export type * from './backend.port.ts';
export { balancesBefore } from './accounts/history.ts';
export { totalsByKind } from './accounts/account-balances.ts';
export { accountKindSchema } from './accounts/account.presenter.ts';
export {
  accountId,
  countAccounts,
  currenciesInUse,
  fewAccountsOf,
  type AccountKey,
} from './accounts/accounts.ts';
export { openAccounts, openMissingAccounts } from './accounts/open-accounts.ts';
export { addDailyTotals, countTransfers } from './reports/daily-totals.ts';
export { availableOf, balanceOf, ZERO_BALANCES } from './rules/balances.rules.ts';
export { sameTransfer } from './rules/check.rules.ts';
export {
  ACCOUNT_KINDS,
  ACCOUNT_KIND_NAMES,
  MOVEMENT_KINDS,
  TRANSFER_KINDS,
  transferKindOf,
  type AccountClass,
  type AccountKind,
  type Side,
  type TransferKind,
} from './rules/kinds.rules.ts';
export { MAX_TIMESTAMP } from './rules/time.rules.ts';
export { postChains } from './transfers/post-chains.ts';
export { refusalOf } from './transfers/refusals.ts';
export { transferKindSchema } from './transfers/transfer.presenter.ts';
export { readTrialLedger } from './transfers/trial.ts';

/** What the service is put together from. */
export { ledgerInvariants } from './invariants.ts';
export { ledgerKeySubjects } from './key-subjects.ts';
export { postgresBackend } from './postgres/backend.ts';
export { tigerbeetleBackend } from './tigerbeetle/backend.ts';
