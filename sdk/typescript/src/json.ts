/** Reads and writes JSON without losing digits of amounts. */

/**
 * @returns the value
 * @throws SyntaxError when it is not JSON; RangeError for an integer beyond 2^53 − 1, which a number cannot represent
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError(`"${name}" is beyond 2^53 - 1: a number would lose digits of it`);
    return value;
  });
}

/**
 * The body with `amount`, an exact JSON number of major units, instead of `amount_minor`.
 * @returns JSON: 15050 → `{"amount":150.50,…}`
 * @throws TypeError when the amount is missing, negative or not a safe integer
 */
export function withMajorUnits({ amount_minor, ...rest }: { amount_minor: number }): string {
  if (!Number.isSafeInteger(amount_minor) || amount_minor < 0)
    throw new TypeError('amountMinor is a whole number of hundredths from 1 to 2^53 - 1');
  const digits = String(amount_minor).padStart(3, '0');
  const others = JSON.stringify(rest).slice(1);
  return `{"amount":${digits.slice(0, -2)}.${digits.slice(-2)}${others === '}' ? '' : ','}${others}`;
}
