/** What the four sums of an account say about its balance. Pure. */
import type { AccountBalances } from './backend.port.ts';
import { ACCOUNT_KINDS, type AccountKind } from './kinds.rules.ts';

export const ZERO_BALANCES: AccountBalances = {
  debits_pending: 0n,
  debits_posted: 0n,
  credits_pending: 0n,
  credits_posted: 0n,
};

/** Balance on the kind's normal side, in minor units; may be negative only for kinds without a limit. */
export function balanceOf(kind: AccountKind, counters: AccountBalances): bigint {
  const credit = counters.credits_posted - counters.debits_posted;
  return ACCOUNT_KINDS[kind].normal === 'credit' ? credit : -credit;
}

/** Balance less the open holds against it, in minor units. */
export function availableOf(kind: AccountKind, counters: AccountBalances): bigint {
  const held = ACCOUNT_KINDS[kind].normal === 'credit' ? counters.debits_pending : counters.credits_pending;
  return balanceOf(kind, counters) - held;
}
