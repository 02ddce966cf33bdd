/** Hashes without a key, which rules may use, too. Pure. */
import { hash } from 'node:crypto';

/** SHA-256 of text, in hexadecimal. */
export function sha256Hex(text: string): string {
  return hash('sha256', text);
}
