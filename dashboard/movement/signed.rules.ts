/** Movements as a member sees them: what takes from the savings account in view is less than nothing. Pure. */

/** Taken from the account whoever asks for it; a movement between two accounts is seen from the one that it leaves. */
const TAKE: ReadonlySet<string> = new Set([
  'withdrawal',
  'member_exit',
  'savings_fee',
  'member_fee',
  'savings_transfer',
  'term_deposit',
  'term_withdrawal',
]);
/** Taken from it where it pays for that. */
const MAY_TAKE: ReadonlySet<string> = new Set(['share_purchase', 'loan_repayment', 'entrance_fee']);

export interface SignedMovement {
  kind: string;
  source: string | null;
  /** Of a reversal: the kind of what it takes back. */
  reverses_kind: string | null;
  amount_minor: number;
}

/** @returns in minor units; negative where it takes from the member's savings */
export function signedMinor({ kind, source, reverses_kind, amount_minor }: SignedMovement): bigint {
  const takes = (of: string): boolean => TAKE.has(of) || (MAY_TAKE.has(of) && source === 'savings');
  const is_taken = reverses_kind === null ? takes(kind) : gives(reverses_kind) && !takes(reverses_kind);
  return is_taken ? -BigInt(amount_minor) : BigInt(amount_minor);
}

/** Not all that takes nothing from savings gives them something: shares that were paid in cash do not. */
function gives(kind: string): boolean {
  return !MAY_TAKE.has(kind);
}
