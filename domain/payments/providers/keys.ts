/** Reads keys in every form in which merchants receive them. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Fewer bits than any gateway hands out; OpenSSL refuses to verify with such keys in places. */
const MIN_RSA_BITS = 2048;

type KeyKind = keyof typeof IS_KIND;

const IS_KIND = {
  'P-256': ({ asymmetricKeyDetails }: KeyObject) => asymmetricKeyDetails?.namedCurve === 'prime256v1',
  RSA: ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
    asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS,
};

/**
 * PEM (PKCS#8, SEC1 or PKCS#1, also with literal `\n`) or bare base64 of PKCS#8 or PKCS#1.
 * @returns null when it is no private key of that kind
 */
export function readPrivateKey(text: string, kind: KeyKind): KeyObject | null {
  return readKey(text, { kind, label: 'PRIVATE KEY' }, [
    (key) => createPrivateKey(typeof key === 'string' ? key : { key, format: 'der', type: 'pkcs8' }),
    (key) => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ]);
}

/** PEM, or bare base64 of SPKI or PKCS#1. @returns null when it is no public key of that kind, or a private one */
export function readPublicKey(text: string, kind: KeyKind): KeyObject | null {
  return readKey(text, { kind, label: 'PUBLIC KEY' }, [
    (key) => createPublicKey(typeof key === 'string' ? key : { key, format: 'der', type: 'spki' }),
    (key) => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
  ]);
}

type Reader = (key: string | Buffer) => KeyObject;

function readKey(
  text: string,
  { kind, label }: { kind: KeyKind; label: string },
  readers: Reader[],
): KeyObject | null {
  const plain = text.replaceAll(String.raw`\n`, '\n').trim();
  const pem = plain.startsWith('-----BEGIN');
  // A public key could also be read from a private key, which must not be entered here.
  if (pem && !plain.includes(`${label}-----`)) return null;
  const key = firstRead(pem ? plain : Buffer.from(plain, 'base64'), readers);
  return key && IS_KIND[kind](key) ? key : null;
}

function firstRead(key: string | Buffer, readers: Reader[]): KeyObject | null {
  for (const read of readers) {
    try {
      return read(key);
    } catch {
      // Not in this form.
    }
  }
  return null;
}
