/** EC P-256 keys in every spelling in which they are handed to merchants. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** PEM (SEC1 or PKCS#8, also with literal `\n`) or bare base64 of PKCS#8. @returns null when it is no P-256 key */
export function readPrivateKey(text: string): KeyObject | null {
  return readKey(text, 'PRIVATE KEY', (key) =>
    typeof key === 'string' ? createPrivateKey(key) : createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  );
}

/** PEM or bare base64 of SPKI. @returns null when it is no P-256 key, or a private one */
export function readPublicKey(text: string): KeyObject | null {
  return readKey(text, 'PUBLIC KEY', (key) =>
    typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key, format: 'der', type: 'spki' }),
  );
}

function readKey(text: string, label: string, read: (key: string | Buffer) => KeyObject): KeyObject | null {
  const plain = text.replaceAll(String.raw`\n`, '\n').trim();
  const pem = plain.startsWith('-----BEGIN');
  // A public key could also be read from a private one, which has no business there.
  if (pem && !plain.includes(`${label}-----`)) return null;
  try {
    const key = read(pem ? plain : Buffer.from(plain, 'base64'));
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
