/** Member numbers as the service gives them. Pure. */

const NUMBER_DIGITS = 5;

/** 1 → "M00001". */
export function memberNo(number: number | string): string {
  return `M${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** The number that a teller means by its digits alone ("17" → "M00017"); else what was typed. */
export function meantMemberNo(typed: string): string {
  return /^\d+$/.test(typed) ? memberNo(typed.replace(/^0+(?=\d)/, '')) : typed.toUpperCase();
}
