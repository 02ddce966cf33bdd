export { readBalances as balances } from './read-balances.ts';
export { listAccounts as list, readAccount as read } from './account-balances.ts';
export {
  accountBalanceSchema as balanceSchema,
  accountSchema as schema,
  presentAccount as present,
  presentBalanceAt as presentBalance,
} from './account.presenter.ts';
export { accountHistory as readHistory, balanceAt as readBalanceAt } from './history.ts';
export { findAccounts as find, ledgerCurrencies as currencies } from './accounts.ts';
export { openAccount as open } from './open-accounts.ts';
export {
  accountKindName as kindName,
  DEFINED_KINDS,
  GENERIC_KINDS,
  isDefinedKind,
  type DefinedKind,
} from '../rules/kinds.rules.ts';
