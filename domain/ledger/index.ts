export { availableOf, balanceOf, ZERO_BALANCES } from './rules/balances.rules.ts';
export {
  type BookedTransfer,
  type ChainOutcome,
  type AccountBalances,
  type LedgerBackend,
  type Transfer,
  type TransferError,
  type TransferPoster,
} from './backend.port.ts';
export { accountId, countAccounts, currenciesInUse, type AccountKey } from './accounts/accounts.ts';
export { listAccounts, readAccount, totalsByKind } from './accounts/account-balances.ts';
export { openAccount, openAccounts, openMissingAccounts } from './accounts/open-accounts.ts';
export { expireHolds } from './holds/expire-holds.ts';
export { accountHistory, balanceAt } from './accounts/history.ts';
export { createHold } from './holds/create-hold.ts';
export { findHold, listHolds } from './holds/hold.ts';
export { HOLD_STATUSES, type HoldStatus } from './holds/hold.model.ts';
export { captureHold, voidHold } from './holds/resolve-hold.ts';
export { resumePendingHolds } from './holds/resume-holds.ts';
export { addDailyTotals, countTransfers } from './reports/daily-totals.ts';
export {
  createManualTransfer,
  createTransferBatch,
  resumePendingTransfers,
} from './transfers/manual-transfers.ts';
export {
  postedBefore,
  postedTransfers,
  sealPosted,
  type PostedSum,
  type PostedTransfer,
  type ReadPosted,
} from './reports/posted.ts';
export { postChains } from './transfers/post-chains.ts';
export { refusalOf } from './transfers/refusals.ts';
export { ledgerReport } from './reports/report.ts';
export {
  ACCOUNT_KINDS,
  ACCOUNT_KIND_NAMES,
  GENERIC_KINDS,
  TRANSFER_KINDS,
  transferKindOf,
  type AccountClass,
  type AccountKind,
  type Side,
  type TransferKind,
} from './rules/kinds.rules.ts';
export { postgresBackend } from './postgres/backend.ts';
export { MAX_TIMESTAMP } from './rules/time.rules.ts';
export { readTrialLedger } from './transfers/trial.ts';
export { sameTransfer } from './rules/check.rules.ts';
export { ledgerKeySubjects } from './key-subjects.ts';
export { ledgerInvariants } from './invariants.ts';
export { tigerbeetleBackend } from './tigerbeetle/backend.ts';
export {
  accountBalanceSchema,
  accountKindSchema,
  accountSchema,
  presentAccount,
  presentBalanceAt,
} from './accounts/account.presenter.ts';
export { holdSchema, presentHold } from './holds/hold.presenter.ts';
export { presentReport, reportSchema } from './reports/report.presenter.ts';
export {
  presentTransfer,
  presentTransferBatch,
  transferKindSchema,
  transferBatchSchema,
  transferSchema,
} from './transfers/transfer.presenter.ts';
