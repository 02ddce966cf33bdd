/** An account to be opened that exists with other properties: a defect of the caller, refused alike by every backend. */

/** In the order in which they are compared. */
export type AccountDifference = 'flags' | 'ledger' | 'code';

export function accountExists(difference: AccountDifference): Error {
  return new Error(`the ledger refused an account: exists_with_different_${difference}`);
}
