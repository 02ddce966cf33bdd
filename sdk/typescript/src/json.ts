/** Reads and writes JSON without losing digits of amounts. */

/** Text in quotes, which is kept, or a number. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Fewer digits are exact in a number. */
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Reads JSON; an integer beyond 2^53 - 1, which a number would round, becomes a bigint.
 * @throws SyntaxError when it is not JSON
 */
export function readJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
  // Random, so that no text in the answer is taken for a number.
  const mark = `${Math.random()}:`;
  const marked = text.replace(TEXT_OR_NUMBER, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Writes JSON; bigints become integers. */
export function writeJson(value: unknown, indent?: number): string {
  const mark = `${Math.random()}:`;
  const marked = JSON.stringify(
    value,
    (_name, inner: unknown) => (typeof inner === 'bigint' ? mark + inner : inner),
    indent,
  );
  return marked.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
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
