/** The initiator's password as Safaricom requires it: encrypted with the environment's certificate. */
import { constants, createPublicKey, publicEncrypt, type KeyObject } from 'node:crypto';

/**
 * @param text PEM of Safaricom's certificate, or of the public key in it; also with literal `\n`
 * @returns null when it is no RSA key
 */
export function readCertificate(text: string): KeyObject | null {
  const pem = text.replaceAll(String.raw`\n`, '\n').trim();
  // A public key could also be read from a private key, which must not be entered here.
  if (!/^-----BEGIN (?:CERTIFICATE|(?:RSA )?PUBLIC KEY)-----/.test(pem)) return null;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** `SecurityCredential`: base64 of the password, encrypted with RSA PKCS#1 v1.5; another text each time. */
export function securityCredential(initiator_password: string, certificate: KeyObject): string {
  return publicEncrypt(
    { key: certificate, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(initiator_password, 'utf8'),
  ).toString('base64');
}
