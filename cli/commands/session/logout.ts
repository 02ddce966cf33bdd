/** `logout`: ends the session on the server, and deletes the credential. */
import { EXIT, type ExitCode } from '../../failure.ts';
import { exitCodeOf } from '../../output/report.ts';
import { openClient } from '../../request/client.ts';
import type { Call } from '../../command.ts';
import { changeProfile } from '../../profiles/config-file.ts';
import { printFacts } from '../../output/results.ts';
import { resolveSettings } from '../../profiles/settings.ts';
import { tell } from '../../output/terminal.ts';

export async function run({ globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const stored = settings.profile.credential;
  let ended = false;
  if (stored?.kind === 'session') {
    try {
      const client = await openClient({ ...settings, url: stored.url }, stored, signal);
      await client.request('POST', '/api/auth/logout');
      ended = true;
    } catch (error) {
      // The session has already expired.
      if (exitCodeOf(error) !== EXIT.not_allowed)
        tell(`The session could not be ended on the server: ${(error as Error).message}`);
    }
  }
  await changeProfile(settings.profile_name, (profile) => {
    delete profile.credential;
    delete profile.project;
  });
  const facts = { profile: settings.profile_name, forgotten: stored?.kind ?? null, ended_on_server: ended };
  printFacts(facts, settings.as_json);
  return EXIT.done;
}
