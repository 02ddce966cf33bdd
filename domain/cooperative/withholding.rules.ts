/** The rates of the tax that is withheld from what members earn. Pure. */

export const WITHHOLDING_KINDS = ['deposit_interest', 'dividend'] as const;
export type WithholdingKind = (typeof WITHHOLDING_KINDS)[number];

export interface WithholdingRate {
  kind: WithholdingKind;
  bps: number;
  /** The local date from which it applies. */
  from: string;
}

/** The rate on a local date: the latest that applies by then; 0 before the first. */
export function withholdingBps(
  rates: readonly WithholdingRate[],
  kind: WithholdingKind,
  date: string,
): number {
  const applying = rates.filter((rate) => rate.kind === kind && rate.from <= date);
  return applying.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)?.bps ?? 0;
}
