/** `config get` */
import type { Call } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { resolveSettings } from '../../profiles/settings.ts';
import { print } from '../../output/terminal.ts';

export async function run({ args: [name = ''], globals }: Call): Promise<ExitCode> {
  const { as_json, profile } = await resolveSettings(globals);
  const value = profile[name as 'url' | 'environment' | 'output'] ?? null;
  if (as_json) print(JSON.stringify({ [name]: value }));
  else print(value ?? '');
  return EXIT.done;
}
