/** Writes the content of an uploaded file. */
import { textFlag, type Call, type OperationRow } from '../../command.ts';
import { usageError, type ExitCode } from '../../failure.ts';
import { prepare } from '../../request/send.ts';
import { writeAnswer } from './as-file.ts';

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const file = textFlag(call.flags, 'output');
  if (file === undefined) throw usageError('Say where it is written: --output <file>.');
  return writeAnswer(await prepare(call, row), file, '*/*');
}
