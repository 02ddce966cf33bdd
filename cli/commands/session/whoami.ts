/** `whoami`: who is signed in where. */
import type { Call } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { identityOf, requireKnown } from '../../profiles/identity.ts';
import { openClient } from '../../request/client.ts';
import { printFacts } from '../../output/results.ts';
import { requireCredential, resolveSettings } from '../../profiles/settings.ts';

/** @throws UshirikaError where the session is over, or the key is not known */
export async function run({ globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const credential = requireCredential(settings);
  await requireKnown(openClient(settings, credential, signal), credential);
  await printFacts(identityOf(settings), settings.as_json);
  return EXIT.done;
}
