export {
  NO_COUNTERS,
  type BookedTransfer,
  type ChainOutcome,
  type Counters,
  type LedgerBackend,
  type Transfer,
  type TransferFault,
} from './backend.port.ts';
export {
  accountId,
  availableOf,
  balanceOf,
  balancesByKind,
  currenciesInUse,
  listAccounts,
  openAccount,
  openAccounts,
  type AccountKey,
} from './accounts.ts';
export { expireHolds } from './expire-holds.ts';
export { accountHistory, balanceAt } from './history.ts';
export {
  captureHold,
  createHold,
  findHold,
  finishHolds,
  HOLD_STATUSES,
  listHolds,
  voidHold,
  type HoldStatus,
} from './holds.ts';
export { addDailyTotals, countTransfers } from './daily-totals.ts';
export { createManualTransfer, finishManualTransfers } from './manual-transfers.ts';
export { ledgerReport } from './report.ts';
export {
  ACCOUNT_KINDS,
  ACCOUNT_KIND_NAMES,
  GENERIC_KINDS,
  TRANSFER_KINDS,
  type AccountKind,
} from './kinds.rules.ts';
export { postgresBackend } from './postgres/backend.ts';
export { sameTransfer } from './transfer.rules.ts';
export { ledgerChecks } from './invariants.ts';
export { tigerbeetleBackend } from './tigerbeetle/backend.ts';
export {
  presentAccount,
  presentBalanceAt,
  presentHold,
  presentReport,
  presentTransfer,
} from './ledger.presenter.ts';
