/** What an authenticator app shows. */
import { Secret, TOTP } from 'otpauth';
import type { Client } from './client.ts';
import { must } from './people.ts';
import { until } from './wait.ts';

const PERIOD_MS = 30_000;
/** A request that takes longer fails anyway. */
const LEAST_LEFT_MS = 10_000;

/** @param steps from now: the service takes the one before and the one after, too */
export function totpCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * PERIOD_MS });
}

export interface SecondFactor {
  secret: string;
  recovery_codes: string[];
}

/**
 * Turns a second factor on; the code of the step before now is used with it. No step ends within the next seconds: that code would
 * be too old then, and the one after it not used yet.
 */
export async function enrol(client: Client): Promise<SecondFactor> {
  const { body } = must(await client.post('/api/auth/totp'));
  await until('enough of a step is left', () => PERIOD_MS - (Date.now() % PERIOD_MS) >= LEAST_LEFT_MS);
  must(await client.post('/api/auth/totp/confirm', { code: totpCode(body.secret, -1) }));
  return body;
}
