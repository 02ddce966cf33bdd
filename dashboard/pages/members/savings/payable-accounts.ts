import type { SavingsAccount } from '../../../generated/wire.ts';

/** Those that money can be paid into: a fixed account takes its deposit alone. */
export const takeMoney = (accounts: readonly SavingsAccount[]): SavingsAccount[] =>
  accounts.filter(({ kind }) => kind !== 'fixed');
