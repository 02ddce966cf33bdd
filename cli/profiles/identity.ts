/** Who is signed in where, by what is kept and given. */
import { UshirikaError } from '@ushirika/sdk/transport';
import type { Client } from '../request/client.ts';
import type { Credential, Settings } from './settings.ts';

/** @throws UshirikaError where the service does not know the credential, or what answers is not the service */
export async function requireKnown(client: Client, { kind }: Credential): Promise<void> {
  if (kind === 'session') {
    await client.request('GET', '/api/auth/me');
    return;
  }
  try {
    await client.request('GET', '/api/v1/payments', { query: { limit: 1 } });
  } catch (error) {
    // A key may be allowed less than that, which only the API says.
    if (!(error instanceof UshirikaError) || error.status !== 403 || error.code === undefined) throw error;
  }
}

export function identityOf(settings: Settings): Record<string, unknown> {
  const { url, profile_name, profile, credential, environment, project } = settings;
  const stored = profile.credential?.token === credential?.token ? profile.credential : undefined;
  const is_session = credential?.kind === 'session';
  return {
    url,
    profile: profile_name,
    credential: credential?.kind ?? null,
    user: stored?.email ?? null,
    // A key's project is known to the server alone.
    project: is_session ? project : null,
    environment,
    expires_at: stored?.expires_at ?? null,
  };
}
