/** The days of the trends, and their figures from what was posted. Pure; amounts are minor units. */
import { addDays } from '../../../core/local-date.ts';
import type { AccountKind, posted, TransferKind } from '../../ledger/index.ts';
import { postedOn, type Moved } from '../held.rules.ts';

const DAYS = 30;

/** The days up to a day: one more than there are shown. */
export function lastDays(today: string): string[] {
  return Array.from({ length: DAYS + 1 }, (_day, i) => addDays(today, i - DAYS));
}

type Sums = readonly Pick<posted.PostedSum, 'kind' | 'transfer_kind' | 'debits_minor' | 'credits_minor'>[];

/** What came onto the accounts of a kind, and what left them, between two moments. */
export function movedOn(kind: AccountKind, before: Sums, after: Sums): Moved {
  const [earlier, later] = [postedOn(before, kind), postedOn(after, kind)];
  return {
    debits_minor: later.debits_minor - earlier.debits_minor,
    credits_minor: later.credits_minor - earlier.credits_minor,
  };
}

const REPAYING: ReadonlySet<TransferKind> = new Set(['loan_repayment', 'reversal']);
const REPAID: ReadonlySet<AccountKind> = new Set(['loan_principal', 'interest_receivable']);

/** What was repaid of loans, less repayments that were reversed. */
export function collectedBy(sums: Sums): bigint {
  return sums
    .filter(({ kind, transfer_kind }) => REPAID.has(kind) && REPAYING.has(transfer_kind))
    .reduce((sum, { debits_minor, credits_minor }) => sum + credits_minor - debits_minor, 0n);
}
