/** Amounts as people read and type them, from and to minor units (hundredths), without floats. */

export type AmountFault = 'missing' | 'decimals' | 'not_positive' | 'digits';

/** Largest amount of one movement: what JSON carries exactly everywhere. */
const MAX_AMOUNT_MINOR = 9_007_199_254_740_991n;

/** 1250000 → "12,500.00" */
export function formatMinor(amount_minor: bigint | number): string {
  const minor = BigInt(amount_minor);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '−' : ''}${groupThousands(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** "1250000" → "1,250,000" */
export function groupThousands(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "12,500.00 KES" */
export function formatMoney(amount_minor: bigint | number, currency: string): string {
  return `${formatMinor(amount_minor)} ${currency}`;
}

/** Digits, or digits in groups of three with one separator throughout, none of which begin with 0; then at most two decimals. */
const AMOUNT =
  /^(?:\d+|[1-9]\d{0,2}(?:(?<separator>[, ])\d{3})(?:\k<separator>\d{3})*)(?:\.(?<decimals>\d*))?$/;

/** Is it written as an amount, whatever that is? */
export function isAmountText(text: string): boolean {
  return AMOUNT.test(text.trim());
}

/**
 * Reads what a person typed: "1500", "1,500.50". An ambiguous text is refused, not guessed.
 * @param least 0 where zero is permitted: a fee, a limit
 * @returns minor units, as a number that JSON carries exactly
 */
export function parseAmount(text: string, least: 0 | 1 = 1): number | AmountFault {
  const typed = text.trim();
  if (typed === '') return 'missing';
  const match = AMOUNT.exec(typed);
  if (!match) return 'digits';
  const decimals = match.groups?.['decimals'] ?? '';
  if (decimals.length > 2) return 'decimals';
  const whole = typed.split('.')[0]?.replaceAll(/[, ]/g, '') ?? '';
  if (whole.length > 17) return 'digits';
  const minor = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  if (minor < BigInt(least)) return 'not_positive';
  return minor > MAX_AMOUNT_MINOR ? 'digits' : Number(minor);
}

/** Reads a percentage that a person typed: "10", "2.25%". @returns hundredths of a percent; undefined where it is none */
export function parsePercent(text: string): number | undefined {
  const hundredths = parseAmount(text.replace(/\s*%\s*$/, ''), 0);
  return typeof hundredths === 'number' ? hundredths : undefined;
}

/** 1250 → "12.50": as a field shows what is stored; nothing for null. */
export function percentText(bps: number | null): string {
  return bps === null ? '' : formatMinor(bps).replaceAll(',', '');
}

/** Share in hundredths of a percent: 1250 → "12.50%" */
export function formatBps(bps: bigint | number): string {
  return `${formatMinor(bps)}%`;
}
