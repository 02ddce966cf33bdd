/** `whoami`: who is signed in where. */
import type { Call } from '../command.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import { identityOf } from '../identity.ts';
import { openClient } from '../client.ts';
import { printFacts } from '../own-output.ts';
import { requireCredential, resolveSettings } from '../settings.ts';

/** @throws UshirikaError where the session is over */
export async function run({ globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const credential = requireCredential(settings);
  if (credential.kind === 'session')
    await openClient(settings, credential, signal).request('GET', '/api/auth/me');
  await printFacts(identityOf(settings), settings.as_json);
  return EXIT.done;
}
