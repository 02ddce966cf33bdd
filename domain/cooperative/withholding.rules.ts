/** The rates of the tax that is withheld from what members earn. Pure. */

export const KINDS = ['deposit_interest', 'dividend'] as const;
export type Kind = (typeof KINDS)[number];

export interface Rate {
  kind: Kind;
  bps: number;
  /** The local date from which it applies. */
  from: string;
}

/** The rate on a local date: the latest that applies by then; 0 before the first. */
export function rateOn(rates: readonly Rate[], kind: Kind, date: string): number {
  const applying = rates.filter((rate) => rate.kind === kind && rate.from <= date);
  return applying.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)?.bps ?? 0;
}
