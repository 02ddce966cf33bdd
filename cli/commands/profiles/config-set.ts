/** `config set` */
import type { Call } from '../../command.ts';
import { changeProfile } from '../../profiles/config-file.ts';
import { EXIT, usageError, type ExitCode } from '../../failure.ts';
import { printFacts } from '../../output/results.ts';
import { ENVIRONMENTS } from '../../environment.ts';
import { addressOf, resolveSettings } from '../../profiles/settings.ts';

type Name = 'url' | 'environment' | 'output';

const VALUES = { environment: ENVIRONMENTS, output: ['table', 'json'] };

export async function run({ args: [name = '', value = ''], globals }: Call): Promise<ExitCode> {
  const { as_json, profile_name } = await resolveSettings(globals);
  const checked = checkedValue(name as Name, value);
  await changeProfile(profile_name, (profile) => {
    profile[name as Name] = checked;
  });
  printFacts({ [name]: checked }, as_json);
  return EXIT.done;
}

function checkedValue(name: Name, value: string): string {
  if (name === 'url') return addressOf(value);
  if (!VALUES[name].includes(value)) throw usageError(`${name} is one of: ${VALUES[name].join(', ')}.`);
  return value;
}
