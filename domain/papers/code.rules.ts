/** Codes of papers: twelve characters, read from paper and typed by hand. Pure. */
import { CROCKFORD_ALPHABET, readCrockford } from '../../core/ids.ts';

const LENGTH = 12;
const WRITTEN = new RegExp(`^[${CROCKFORD_ALPHABET}]{${LENGTH}}$`);

/** Bytes that a code is made of. */
export const CODE_BYTES = LENGTH;

/** @param bytes random ones: 60 bits of them count, so that guessing finds none */
export function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, LENGTH), (byte) => CROCKFORD_ALPHABET[byte & 31]).join('');
}

/** As it stands on paper: `7K2M-Q4TX-9ZBC`. */
export function groupedCode(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** What somebody typed, as it is stored; null if it cannot be a code. */
export function typedCode(text: string): string | null {
  const code = readCrockford(text.replaceAll(/[\s-]/g, ''));
  return WRITTEN.test(code) ? code : null;
}
