/** `profiles list` */
import type { Call } from '../../command.ts';
import { readConfig } from '../../profiles/config-file.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { tableText } from '../../output/results.ts';
import { resolveSettings } from '../../profiles/settings.ts';
import { print, tell } from '../../output/terminal.ts';

export async function run({ globals }: Call): Promise<ExitCode> {
  const settings = await resolveSettings(globals);
  const { as_json, quiet } = settings;
  const { profile: used, profiles } = await readConfig();
  const rows = Object.entries(profiles).map(([name, { url, credential, environment, project }]) => ({
    name,
    in_use: name === used,
    url: url ?? null,
    credential: credential?.kind ?? null,
    project: project?.name ?? null,
    environment: environment ?? null,
  }));
  if (as_json) print(JSON.stringify({ profiles: rows }));
  else if (quiet) for (const { name } of rows) print(name);
  else if (rows.length === 0) tell('There is no profile yet. Run: ushirika login');
  else print(tableText('Profile', rows, settings));
  return EXIT.done;
}
