/** `recon resolve-all`: prints the number of resolved lines, and the rejected ones. */
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { tableText } from '../../output/results.ts';
import { prepare, send } from '../../request/send.ts';
import { print } from '../../output/terminal.ts';

interface Result {
  [field: string]: unknown;
  id: string;
  ok: boolean;
}

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const prepared = await prepare(call, row);
  const { settings, facts } = prepared;
  const { data, text } = await send<{ results: Result[] }>(prepared);
  const refused = data.results.filter(({ ok }) => !ok);
  const exit = refused.length > 0 ? EXIT.refused : EXIT.done;
  if (settings.as_json) {
    print(text);
    return exit;
  }
  if (settings.quiet) for (const { id } of refused) print(id);
  else {
    if (refused.length > 0) print(tableText(facts.lists['results'], refused, settings));
    print(`ok ${data.results.length - refused.length} failed ${refused.length}`);
  }
  return exit;
}
