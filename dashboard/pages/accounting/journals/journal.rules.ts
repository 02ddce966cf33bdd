/** The lines of a journal as they are typed, and what they add up to. */
export interface TypedLine {
  /** The code of the account; '' until one is chosen. */
  account: string;
  debit: string;
  credit: string;
}

export const EMPTY_LINE: TypedLine = { account: '', debit: '', credit: '' };

export interface LineAmounts {
  /** In minor units; null where the text is empty or no amount. */
  debit: number | null;
  credit: number | null;
}

export function totalsOf(lines: readonly LineAmounts[]): { debits: bigint; credits: bigint } {
  const sum = (side: keyof LineAmounts): bigint =>
    lines.reduce((total, line) => total + BigInt(line[side] ?? 0), 0n);
  return { debits: sum('debit'), credits: sum('credit') };
}

/** Whether the line has either a debit or a credit. */
export function hasOneSide({ debit, credit }: LineAmounts): boolean {
  return (debit ?? 0) > 0 !== (credit ?? 0) > 0;
}
