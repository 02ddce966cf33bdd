/** Converts typed amounts to integer minor units (hundredths) without floats. Pure. */

const MAX_MINOR = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * `150`, `150.5`, `150.00` → 15000, 15050, 15000.
 * @returns minor units; null if the text is not an amount, is not positive, or too large
 */
export function parseMajor(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,16})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : usable(BigInt(whole + decimals.padEnd(2, '0')));
}

/** `15000` → 15000. @returns null if the text is not an integer, is not positive, or too large */
export function parseMinor(text: string): number | null {
  return /^\d{1,16}$/.test(text) ? usable(BigInt(text)) : null;
}

function usable(minor: bigint): number | null {
  return minor > 0n && minor <= MAX_MINOR ? Number(minor) : null;
}

/** Minor units as decimal text: -5 → `-0.05`. */
export function formatMinor(minor: number | bigint): string {
  const digits = String(minor < 0 ? -minor : minor).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
