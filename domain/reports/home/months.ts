/** Savings, loans, cash and banks at the end of each of the last months, and whether the books balance now. */
import { addDays, addMonths, instantsOf } from '../../../core/local-date.ts';
import { posted, type AccountKind } from '../../ledger/index.ts';
import { loanPortfolio } from '../../loans/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { heldOn } from '../held.rules.ts';
import type { Day } from './day.ts';

/** A year, and the month that its first one is compared with. */
const MONTHS = 13;

export interface HomeMonth {
  /** The last day; of the month under way the figures are those of now. */
  month_end: string;
  savings_minor: bigint;
  shares_minor: bigint;
  cash_minor: bigint;
  banks_minor: bigint;
  /** What payment providers hold. */
  providers_minor: bigint;
  outstanding_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
}

export interface Months {
  /** Oldest first. */
  months: HomeMonth[];
  /** Whether debits equal credits, in every currency. */
  balanced: boolean;
}

export async function readMonths(
  { ctx, scope }: ScopedContext,
  { today, currency, utc_offset_minutes }: Day,
): Promise<Months> {
  const firsts = Array.from({ length: MONTHS }, (_none, i) =>
    addMonths(`${today.slice(0, 7)}-01`, i + 1 - MONTHS),
  );
  const month_ends = firsts.map((first) => addDays(addMonths(first, 1), -1));
  const moments = month_ends.map((end) => instantsOf(end, end, utc_offset_minutes).ends);
  const [from, to] = [firsts[0] as string, today].map((date) => date.slice(0, 7)) as [string, string];
  const [sums, history] = await Promise.all([
    posted.readKindSums(ctx, scope, moments),
    loanPortfolio.readHistory(ctx.db, scope, { from, to }),
  ]);
  const months = history.map((loans, i) => {
    const of_currency = (sums[i] ?? []).filter((sum) => sum.currency === currency);
    const held = (kind: AccountKind): bigint => heldOn(of_currency, kind);
    return {
      month_end: loans.month_end,
      savings_minor: held('member_savings'),
      shares_minor: held('member_shares'),
      cash_minor: held('cash_on_hand'),
      banks_minor: held('bank'),
      providers_minor: held('provider_clearing'),
      outstanding_minor: loans.outstanding_minor,
      par30_minor: loans.par30_minor,
      par30_bps: loans.par30_bps,
    };
  });
  return { months, balanced: isBalanced(sums.at(-1) ?? []) };
}

function isBalanced(sums: readonly posted.PostedSum[]): boolean {
  const off = new Map<string, bigint>();
  for (const { currency, debits_minor, credits_minor } of sums)
    off.set(currency, (off.get(currency) ?? 0n) + debits_minor - credits_minor);
  return [...off.values()].every((difference) => difference === 0n);
}
