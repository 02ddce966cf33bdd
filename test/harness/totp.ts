/** What an authenticator app shows. */
import { Secret, TOTP } from 'otpauth';
import type { Client } from './client.ts';
import { must } from './people.ts';

const PERIOD_MS = 30_000;

/** @param steps from now: the service takes the one before and the one after, too */
export function totpCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * PERIOD_MS });
}

export interface SecondFactor {
  secret: string;
  recovery_codes: string[];
}

/** Turns a second factor on; the code of the step before now is used with it. */
export async function enrol(client: Client): Promise<SecondFactor> {
  const { body } = must(await client.post('/api/auth/totp'));
  must(await client.post('/api/auth/totp/confirm', { code: totpCode(body.secret, -1) }));
  return body;
}
