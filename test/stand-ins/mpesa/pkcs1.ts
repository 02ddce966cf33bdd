/** Opens what was encrypted with RSA PKCS#1 v1.5 (RFC 8017, 7.2.2); Node itself no longer does. */
import { constants, privateDecrypt, type KeyObject } from 'node:crypto';

/** Least length of the random padding. */
const MIN_PADDING_BYTES = 8;

/** @returns null when it is no PKCS#1 v1.5 encryption of anything */
export function openPkcs1(encrypted_base64: string, private_key: KeyObject): string | null {
  const encrypted = Buffer.from(encrypted_base64, 'base64');
  try {
    const block = privateDecrypt({ key: private_key, padding: constants.RSA_NO_PADDING }, encrypted);
    const end = block.indexOf(0, 2);
    if (block[0] !== 0 || block[1] !== 2 || end < 2 + MIN_PADDING_BYTES) return null;
    return block.subarray(end + 1).toString('utf8');
  } catch {
    return null;
  }
}
