/** The figures of the cooperative from its months: what each is now, its year, and its change since the last month ended. Pure. */
import type { Home } from '../../../generated/wire.ts';

export type HomeMonth = NonNullable<Home['cooperative']>['months'][number];

export interface Figure {
  now: bigint;
  /** Since the end of the last month. */
  change: bigint;
  /** Of twelve months, oldest first; the last one is `now`. */
  values: bigint[];
}

const SHOWN = 12;

export function figuresOfMonths(
  months: readonly HomeMonth[],
): Record<'savings' | 'loans' | 'par30' | 'cash_and_banks', Figure> {
  const figure = (of: (month: HomeMonth) => bigint): Figure => {
    const values = months.map(of);
    const now = values.at(-1) ?? 0n;
    return { now, change: now - (values.at(-2) ?? 0n), values: values.slice(-SHOWN) };
  };
  return {
    savings: figure(({ savings_minor }) => BigInt(savings_minor)),
    loans: figure(({ outstanding_minor }) => BigInt(outstanding_minor)),
    par30: figure(({ par30_bps }) => BigInt(par30_bps)),
    cash_and_banks: figure(({ cash_minor, banks_minor }) => BigInt(cash_minor) + BigInt(banks_minor)),
  };
}

/** With its sign, whichever it is. @param textOf writes an amount; below zero with its sign */
export function signed(change: bigint, textOf: (value: bigint) => string): string {
  return change > 0n ? `+${textOf(change)}` : textOf(change);
}
