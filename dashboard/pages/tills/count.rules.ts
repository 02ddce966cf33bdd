/** What somebody has counted, as it is typed. Pure. */

const WHOLE = /^\d{1,7}$/;

/** The pieces of one denomination; null where the text is no whole number. */
export function piecesOf(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  return WHOLE.test(text) ? Number(text) : null;
}

/** Pieces by denomination, without those of which there are none. */
export function countOf(typed: Readonly<Record<string, string>>): Record<string, number> {
  const counted = Object.entries(typed).map(([name, text]) => [name, piecesOf(text) ?? 0] as const);
  return Object.fromEntries(counted.filter(([, pieces]) => pieces > 0));
}

/** What they come to, in minor units; the denominations have two decimals. */
export function minorOf(typed: Readonly<Record<string, string>>): bigint {
  return Object.entries(countOf(typed)).reduce(
    (sum, [name, pieces]) => sum + BigInt(name.replace('.', '')) * BigInt(pieces),
    0n,
  );
}
