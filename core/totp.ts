/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds, which every authenticator app supports. */
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Ushirika';
const PERIOD_S = 30;
const CODE = /^[0-9]{6}$/;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes count: clocks differ, and people need time to type. */
const WINDOW = 1;

/** @returns a new secret in base32 */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URL that an authenticator app reads from a QR code. @param label the account */
export function totpUrl(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/**
 * Compares in constant time.
 * @returns the time step of the code; null when it is wrong
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // The library compares bytes, and throws for digits of other scripts, which have more bytes.
  if (!CODE.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_S) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });
}
