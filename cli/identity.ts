/** Who is signed in where, by what is kept and given. */
import type { Settings } from './settings.ts';

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
