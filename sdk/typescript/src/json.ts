/** JSON without losing a digit of an amount, in either direction. */

/**
 * @returns the value
 * @throws SyntaxError where it is no JSON; RangeError where it holds an integer beyond 2^53 − 1, which a number cannot hold
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new RangeError(`"${name}" is beyond 2^53 - 1: a number would lose digits of it`);
    return value;
  });
}

/**
 * The body with `amount`, an exact JSON number of major units, in place of `amount_minor`.
 * @returns JSON: 15050 → `{"amount":150.50,…}`
 * @throws TypeError where the amount is missing, negative or not a whole number of hundredths that a number holds exactly
 */
export function withMajorUnits({ amount_minor, ...rest }: { amount_minor: number }): string {
  if (!Number.isSafeInteger(amount_minor) || amount_minor < 0)
    throw new TypeError('amountMinor is a whole number of hundredths from 1 to 2^53 - 1');
  const digits = String(amount_minor).padStart(3, '0');
  const others = JSON.stringify(rest).slice(1);
  return `{"amount":${digits.slice(0, -2)}.${digits.slice(-2)}${others === '}' ? '' : ','}${others}`;
}
