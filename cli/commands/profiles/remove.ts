/** `profiles remove`: does not end the session of the profile, as `logout` does. */
import type { Call } from '../../command.ts';
import { changeConfig } from '../../profiles/config-file.ts';
import { CliError, EXIT, type ExitCode } from '../../failure.ts';
import { printFacts } from '../../output/results.ts';
import { resolveSettings } from '../../profiles/settings.ts';

export async function run({ args: [name = ''], globals }: Call): Promise<ExitCode> {
  const { as_json } = await resolveSettings(globals);
  await changeConfig((config) => {
    if (!config.profiles[name]) throw new CliError(EXIT.not_found, `There is no profile ${name}.`);
    delete config.profiles[name];
    if (config.profile === name) config.profile = 'default';
  });
  printFacts({ removed: name }, as_json);
  return EXIT.done;
}
