/** An operation that answers with CSV alone. */
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { prepare, send } from '../../request/send.ts';

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const prepared = await prepare(call, row);
  prepared.built.request.headers = { accept: 'text/csv' };
  const { text } = await send(prepared);
  process.stdout.write(text);
  return EXIT.done;
}
