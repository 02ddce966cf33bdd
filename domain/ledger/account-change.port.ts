/** What bookings do to an account, for previews of them. */
import type { AccountKind } from './rules/kinds.rules.ts';

/** Of an account, or of all accounts of a kind together; in minor units. */
export interface AccountChange {
  kind: AccountKind;
  balance_before_minor: bigint;
  balance_after_minor: bigint;
  /** The balance then, less open holds. */
  available_after_minor: bigint;
}
