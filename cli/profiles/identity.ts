/** The current credential: whether it is valid, and to whom it belongs. */
import { UshirikaError } from '@ushirika/sdk/transport';
import type { Client } from '../request/client.ts';
import type { Credential, Settings } from './settings.ts';

/** @throws UshirikaError when the service does not know the credential, or another server answers */
export async function requireKnown(client: Client, { kind }: Credential): Promise<void> {
  if (kind === 'session') {
    await client.request('GET', '/api/auth/me');
    return;
  }
  try {
    await client.request('GET', '/api/v1/payments', { query: { limit: 1 } });
  } catch (error) {
    // A valid key may not have this permission.
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
    // Only the server knows the project of a key.
    project: is_session ? project : null,
    environment,
    expires_at: stored?.expires_at ?? null,
  };
}
