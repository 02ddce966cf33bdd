/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds, what every authenticator app reads. */
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Ushirika';
const PERIOD_S = 30;
const CODE = /^[0-9]{6}$/;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of so many steps before and after count: clocks differ, and people type. */
const WINDOW = 1;

/** @returns a new secret in base32 */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app reads from a QR code. @param label whose it is */
export function totpUrl(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/**
 * Compares in constant time.
 * @returns the time step of which it is the code; null when it is none
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // The library compares bytes, and throws where other digits have more of them.
  if (!CODE.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_S) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });
}
