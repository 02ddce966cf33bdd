/** A report, optionally as CSV, and what is also available as PDF. */
import { writeFile } from 'node:fs/promises';
import { textFlag, type Call, type OperationRow } from '../../command.ts';
import { EXIT, usageError, type ExitCode } from '../../failure.ts';
import { tell } from '../../output/terminal.ts';
import { runPrepared, tellOfMore } from '../../request/run-operation.ts';
import { prepare, send, type Prepared } from '../../request/send.ts';

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const as_csv = call.flags['csv'] === true;
  const file = textFlag(call.flags, 'output');
  if (Number(as_csv) + Number(file !== undefined) + Number(call.globals.json === true) > 1)
    throw usageError('Give one of --csv, --output and --json.');
  const prepared = await prepare(call, row);
  if (file !== undefined) return writeAnswer(prepared, file, 'application/pdf');
  if (!as_csv) return runPrepared(prepared);
  prepared.built.request.headers = { accept: 'text/csv' };
  const { text, headers } = await send(prepared);
  process.stdout.write(text);
  tellOfMore(headers.get('x-next-after'));
  return EXIT.done;
}

/** @param file `-` for stdout @throws CliError where the file cannot be written */
export async function writeAnswer(prepared: Prepared, file: string, accept: string): Promise<ExitCode> {
  prepared.built.request.headers = { accept };
  const { data } = await send<Uint8Array>(prepared);
  if (file === '-') {
    process.stdout.write(data);
    return EXIT.done;
  }
  try {
    await writeFile(file, data);
  } catch (error) {
    throw usageError(`${file} cannot be written: ${(error as Error).message}`);
  }
  tell(`Written to ${file}.`);
  return EXIT.done;
}
