/** `recon resolve-all`: prints the number of resolved lines, and the rejected ones. */
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { tableText } from '../../output/results.ts';
import { prepare, send } from '../../request/send.ts';
import { print } from '../../output/terminal.ts';

interface Result {
  id: string;
  line_no: number;
  ok: boolean;
  error?: { code: string; reason?: string; message: string };
}

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const prepared = await prepare(call, row);
  const { data, text } = await send<{ results: Result[] }>(prepared);
  const refused = data.results.filter(({ ok }) => !ok);
  const exit = refused.length > 0 ? EXIT.refused : EXIT.done;
  if (prepared.settings.as_json) {
    print(text);
    return exit;
  }
  if (prepared.settings.quiet) for (const { id } of refused) print(id);
  else {
    const rows = refused.map(({ id, line_no, error }) => ({
      line_no,
      reason: error?.reason ?? error?.code,
      message: error?.message,
      id,
    }));
    if (rows.length > 0) print(await tableText('refused', rows));
    print(`ok ${data.results.length - refused.length} failed ${refused.length}`);
  }
  return exit;
}
