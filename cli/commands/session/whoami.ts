/** `whoami`: the current user or API key, and the address. */
import type { Call } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { identityOf, requireKnown } from '../../profiles/identity.ts';
import { openClient } from '../../request/client.ts';
import { printFacts } from '../../output/results.ts';
import { requireCredential, resolveSettings } from '../../profiles/settings.ts';

/** @throws UshirikaError when the session has expired, or the key is unknown */
export async function run({ globals, signal }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const credential = requireCredential(settings);
  await requireKnown(await openClient(settings, credential, signal), credential);
  printFacts(identityOf(settings), settings.as_json);
  return EXIT.done;
}
