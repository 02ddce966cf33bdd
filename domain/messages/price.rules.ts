/** What messages cost: senders count in fractions of a cent, so prices have four decimals. They are no money of the books. Pure. */

const PER_UNIT = 10_000n;

/** 8000n → "0.8000" */
export function priceText(price_e4: bigint): string {
  return `${price_e4 / PER_UNIT}.${(price_e4 % PER_UNIT).toString().padStart(4, '0')}`;
}

/** "0.8" → 8000n; null for what is no price, or has more than four decimals. */
export function parsePrice(text: string): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole) * PER_UNIT + BigInt(fraction.padEnd(4, '0'));
}
