export type {
  BookedTransfer,
  ChainOutcome,
  Counters,
  LedgerBackend,
  Transfer,
  TransferFault,
} from './backend.ts';
export {
  accountId,
  availableOf,
  balanceOf,
  findAccount,
  listAccounts,
  openAccount,
  openAccounts,
  type Account,
  type AccountKey,
} from './accounts.ts';
export { expireHolds } from './expire-holds.ts';
export { accountHistory } from './history.ts';
export {
  ACCOUNT_KINDS,
  ACCOUNT_KIND_NAMES,
  GENERIC_KINDS,
  TRANSFER_KINDS,
  transferKindOf,
  type AccountKind,
} from './kinds.rules.ts';
export { postgresBackend } from './postgres-backend.ts';
export { presentAccount, presentTransfer } from './ledger.presenter.ts';
