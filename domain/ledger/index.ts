export { availableOf, balanceOf, ZERO_BALANCES } from './balances.rules.ts';
export {
  type BookedTransfer,
  type ChainOutcome,
  type AccountBalances,
  type LedgerBackend,
  type Transfer,
  type TransferError,
  type TransferPoster,
} from './backend.port.ts';
export {
  accountId,
  balancesByKind,
  countAccounts,
  totalsByKind,
  currenciesInUse,
  listAccounts,
  openAccount,
  openAccounts,
  readAccount,
  type AccountKey,
} from './accounts.ts';
export { expireHolds } from './expire-holds.ts';
export { accountHistory, balanceAt } from './history.ts';
export { createHold } from './create-hold.ts';
export { findHold, listHolds } from './hold.ts';
export { HOLD_STATUSES, type HoldStatus } from './hold.model.ts';
export { captureHold, voidHold } from './resolve-hold.ts';
export { resumePendingHolds } from './resume-holds.ts';
export { addDailyTotals, countTransfers } from './daily-totals.ts';
export { createManualTransfer, createTransferBatch, resumePendingTransfers } from './manual-transfers.ts';
export {
  postedBefore,
  postedTransfers,
  sealPosted,
  type PostedSum,
  type PostedTransfer,
  type ReadPosted,
} from './posted.ts';
export { postChains } from './post-chains.ts';
export { refusalOf } from './refusals.ts';
export { ledgerReport } from './report.ts';
export {
  ACCOUNT_KINDS,
  ACCOUNT_KIND_NAMES,
  GENERIC_KINDS,
  MOVEMENT_KINDS,
  TRANSFER_KINDS,
  transferKindOf,
  type AccountClass,
  type AccountKind,
  type Side,
  type TransferKind,
} from './kinds.rules.ts';
export { postgresBackend } from './postgres/backend.ts';
export { MAX_TIMESTAMP } from './time.rules.ts';
export { readTrialLedger } from './trial.ts';
export { sameTransfer } from './check.rules.ts';
export { ledgerKeySubjects } from './key-subjects.ts';
export { ledgerInvariants } from './invariants.ts';
export { tigerbeetleBackend } from './tigerbeetle/backend.ts';
export {
  accountBalanceSchema,
  accountKindSchema,
  accountSchema,
  presentAccount,
  presentBalanceAt,
} from './account.presenter.ts';
export { holdSchema, presentHold } from './hold.presenter.ts';
export { presentReport, reportSchema } from './report.presenter.ts';
export {
  presentTransfer,
  presentTransferBatch,
  transferKindSchema,
  transferBatchSchema,
  transferSchema,
} from './transfer.presenter.ts';
