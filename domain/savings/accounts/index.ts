export { closeSavingsAccount as close } from './close-account.ts';
export {
  listSavingsAccounts as list,
  openSavingsAccount as open,
  readSavingsAccount as read,
  type OpenAccountRequest,
} from './open-account.ts';
export { presentSavingsAccount as present, savingsAccountSchema as schema } from './account.presenter.ts';
