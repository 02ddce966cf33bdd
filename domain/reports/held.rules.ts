/** What the accounts of a kind held, and ends of months, for figures over time. Pure; amounts are minor units. */
import { addDays, addMonths } from '../../core/local-date.ts';
import { balanceOf, ZERO_BALANCES, type AccountKind, type posted } from '../ledger/index.ts';

const MONTHS = 12;

/** The ends of the twelve months before that of a day, and the day; oldest first. */
export function monthEndsUntil(today: string): string[] {
  const first_of_month = `${today.slice(0, 8)}01`;
  const ends = Array.from({ length: MONTHS }, (_month, i) =>
    addDays(addMonths(first_of_month, i + 1 - MONTHS), -1),
  );
  return [...ends, today];
}

type Sums = readonly Pick<posted.PostedSum, 'kind' | 'debits_minor' | 'credits_minor'>[];

export interface Moved {
  debits_minor: bigint;
  credits_minor: bigint;
}

/** What was posted on the accounts of a kind. */
export function postedOn(sums: Sums, kind: AccountKind): Moved {
  const of_kind = sums.filter((each) => each.kind === kind);
  return {
    debits_minor: of_kind.reduce((sum, each) => sum + each.debits_minor, 0n),
    credits_minor: of_kind.reduce((sum, each) => sum + each.credits_minor, 0n),
  };
}

/** What they held together, on their normal side. */
export function heldOn(sums: Sums, kind: AccountKind): bigint {
  const { debits_minor, credits_minor } = postedOn(sums, kind);
  return balanceOf(kind, {
    ...ZERO_BALANCES,
    debits_posted: debits_minor,
    credits_posted: credits_minor,
  });
}
