/** Uploads a file. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileForm } from '@ushirika/sdk/form';
import { textFlag, type Call, type OperationRow } from '../../command.ts';
import { usageError, type ExitCode } from '../../failure.ts';
import { runPrepared } from '../../request/run-operation.ts';
import { prepare } from '../../request/send.ts';

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const path = textFlag(call.flags, 'file');
  if (path === undefined) throw usageError('Give the file: --file <file>.');
  const content = await readFile(path).catch((error: Error) => {
    throw usageError(`--file: the file cannot be read: ${error.message}`);
  });
  const prepared = await prepare(call, row);
  const { content_type, body } = fileForm(basename(path), content);
  prepared.built.request.body = body;
  prepared.built.request.headers = { 'content-type': content_type };
  return runPrepared(prepared);
}
