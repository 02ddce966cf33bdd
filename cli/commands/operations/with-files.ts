/** Operations whose fields are the texts of files: a flag names each file, or `-` for stdin. */
import { readFile } from 'node:fs/promises';
import type { Call, OperationRow } from '../../command.ts';
import { usageError, type ExitCode } from '../../failure.ts';
import { readStdin } from '../../output/terminal.ts';
import { runPrepared } from '../../request/run-operation.ts';
import { prepare } from '../../request/send.ts';

/** Flag → the field that its file fills. */
const FIELDS: Record<string, string> = {
  file: 'csv',
  members: 'members_csv',
  loans: 'loans_csv',
  accounts: 'accounts_csv',
  guarantors: 'guarantors_csv',
};

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const left_out = row.left_out ?? [];
  const fields: Record<string, string> = {};
  for (const [flag, field] of Object.entries(FIELDS)) {
    const path = call.flags[flag];
    if (!left_out.includes(field) || typeof path !== 'string') continue;
    fields[field] = await textOf(`--${flag}`, path);
  }
  return runPrepared(await prepare(call, row, fields));
}

async function textOf(flag: string, path: string): Promise<string> {
  if (path === '-') return readStdin();
  return readFile(path, 'utf8').catch((error: Error) => {
    throw usageError(`${flag}: the file cannot be read: ${error.message}`);
  });
}
