/** What bookings do to an account, for those who tell of it before they are made. */
import type { AccountKind } from './rules/kinds.rules.ts';

/** Of an account, or of all accounts of a kind together; in minor units. */
export interface AccountChange {
  kind: AccountKind;
  balance_before_minor: bigint;
  balance_after_minor: bigint;
  /** What no hold has taken of it then. */
  available_after_minor: bigint;
}
