/** The four sums of an account, and what they say about its balance. Pure. */
import type { AccountBalances } from '../backend.port.ts';
import { ACCOUNT_KINDS, type AccountKind } from './kinds.rules.ts';

export const ZERO_BALANCES: AccountBalances = {
  debits_pending: 0n,
  debits_posted: 0n,
  credits_pending: 0n,
  credits_posted: 0n,
};

/** The four sums alone, of anything that has them. Written out: it runs twice for every transfer. */
export function copyBalances(from: AccountBalances): AccountBalances {
  return {
    debits_pending: from.debits_pending,
    debits_posted: from.debits_posted,
    credits_pending: from.credits_pending,
    credits_posted: from.credits_posted,
  };
}

/** Balance on the kind's normal side, in minor units; may be negative only for kinds without a limit. */
export function balanceOf(kind: AccountKind, balances: AccountBalances): bigint {
  const credit = balances.credits_posted - balances.debits_posted;
  return ACCOUNT_KINDS[kind].normal === 'credit' ? credit : -credit;
}

/** Balance less the open holds against it, in minor units. */
export function availableOf(kind: AccountKind, balances: AccountBalances): bigint {
  const held = ACCOUNT_KINDS[kind].normal === 'credit' ? balances.debits_pending : balances.credits_pending;
  return balanceOf(kind, balances) - held;
}
