/** The days of the trends, and their figures from what was posted. Pure; amounts are minor units. */
import { addDays, addMonths } from '../../../core/local-date.ts';
import { ACCOUNT_KINDS, type AccountKind, type posted, type TransferKind } from '../../ledger/index.ts';

const MONTHS = 12;
const DAYS = 30;

/** The ends of the months before a day, and the day: one more than there are months. */
export function monthEnds(today: string): string[] {
  const first_of_month = `${today.slice(0, 8)}01`;
  const ends = Array.from({ length: MONTHS }, (_month, i) =>
    addDays(addMonths(first_of_month, i + 1 - MONTHS), -1),
  );
  return [...ends, today];
}

/** The days up to a day: one more than there are shown. */
export function lastDays(today: string): string[] {
  return Array.from({ length: DAYS + 1 }, (_day, i) => addDays(today, i - DAYS));
}

type Sums = readonly Pick<posted.PostedSum, 'kind' | 'transfer_kind' | 'debits_minor' | 'credits_minor'>[];

/** What the accounts of a kind held. */
export function heldOn(sums: Sums, kind: AccountKind): bigint {
  const of_kind = sums.filter((each) => each.kind === kind);
  const debits = total(of_kind, ({ debits_minor }) => debits_minor);
  const credits = total(of_kind, ({ credits_minor }) => credits_minor);
  return ACCOUNT_KINDS[kind].normal === 'debit' ? debits - credits : credits - debits;
}

/** What came onto the accounts of a kind, and what left them, between two moments. */
export function movedOn(
  kind: AccountKind,
  before: Sums,
  after: Sums,
): { debits_minor: bigint; credits_minor: bigint } {
  const of = (sums: Sums) => sums.filter((each) => each.kind === kind);
  return {
    debits_minor:
      total(of(after), ({ debits_minor }) => debits_minor) -
      total(of(before), ({ debits_minor }) => debits_minor),
    credits_minor:
      total(of(after), ({ credits_minor }) => credits_minor) -
      total(of(before), ({ credits_minor }) => credits_minor),
  };
}

const REPAYING: ReadonlySet<TransferKind> = new Set(['loan_repayment', 'reversal']);
const REPAID: ReadonlySet<AccountKind> = new Set(['loan_principal', 'interest_receivable']);

/** What was repaid of loans, less repayments that were reversed. */
export function collectedBy(sums: Sums): bigint {
  return total(
    sums.filter(({ kind, transfer_kind }) => REPAID.has(kind) && REPAYING.has(transfer_kind)),
    ({ debits_minor, credits_minor }) => credits_minor - debits_minor,
  );
}

function total<Item>(items: readonly Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + of(item), 0n);
}
