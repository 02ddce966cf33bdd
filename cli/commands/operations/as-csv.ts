/** A report, optionally as CSV. */
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, usageError, type ExitCode } from '../../failure.ts';
import { runPrepared, tellOfMore } from '../../request/run-operation.ts';
import { prepare, send } from '../../request/send.ts';

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const as_csv = call.flags['csv'] === true;
  if (as_csv && call.globals.json === true) throw usageError('Give --csv or --json, not both.');
  const prepared = await prepare(call, row);
  if (!as_csv) return runPrepared(prepared);
  prepared.built.request.headers = { accept: 'text/csv' };
  const { text, headers } = await send(prepared);
  process.stdout.write(text);
  tellOfMore(headers.get('x-next-after'));
  return EXIT.done;
}
