/** `recon import`: imports a statement from a file; `--wait` waits until it is compared with the ledger. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorForStatus, type Answer, type WireError } from '@ushirika/sdk/transport';
import type { Call, OperationRow } from '../../command.ts';
import { usageError, type ExitCode } from '../../failure.ts';
import { pairOf } from '../../request/flag-options.ts';
import { startStages } from '../../output/progress.ts';
import { present } from '../../request/run-operation.ts';
import { prepare, send } from '../../request/send.ts';
import { readStdin } from '../../output/terminal.ts';
import { readUntil, waitTimeout } from '../../request/wait.ts';

interface Run {
  id: string;
  status: string;
  error?: WireError | null;
}

const STAGES = ['reading the file', 'sending it', 'importing'] as const;

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const { flags } = call;
  const timeout_s = waitTimeout(flags);
  const { from: period_start, to: period_end } = flags;
  if (period_start === undefined || period_end === undefined) throw usageError('Required: --from, --to.');
  const columns = pairsOf(flags['column']).map(([name, header]) => [name, header] as const);
  const kinds = groupPairs(pairsOf(flags['kind']));
  const ok_statuses = [...listOf(flags['okStatus']), ...listOf(flags['okStatuses'])];
  const stages = await startStages(STAGES);
  try {
    stages.begin(STAGES[0]);
    const [file = ''] = call.args;
    const fields = {
      csv: await readStatement(file),
      period_start,
      period_end,
      ...(file === '-' ? {} : { source_name: basename(file) }),
      ...(columns.length > 0 ? { columns: Object.fromEntries(columns) } : {}),
      ...(Object.keys(kinds).length > 0 ? { kinds } : {}),
      ...(ok_statuses.length > 0 ? { ok_statuses } : {}),
    };
    const prepared = await prepare(call, row, fields);
    stages.begin(STAGES[1]);
    let answer = await send<Run>(prepared);
    if (answer.data.status === 'importing' && flags['wait'] === true) {
      stages.begin(STAGES[2]);
      const { id } = answer.data;
      answer = await readUntil<Answer<Run>>(
        (signal) => prepared.client.request('GET', `/api/v1/reconciliation/runs/${id}`, { signal }),
        ({ data }) => data.status !== 'importing',
        { what: id, timeout_s, signal: call.signal, title: null },
      );
    }
    stages.end();
    const { status, error } = answer.data;
    if (status === 'failed' && error)
      throw errorForStatus({ status: 422, body: error, requestId: answer.requestId });
    return present(answer, prepared);
  } finally {
    stages.end();
  }
}

async function readStatement(file: string): Promise<string> {
  if (file === '-') return readStdin();
  return readFile(file, 'utf8').catch((error: Error) => {
    throw usageError(`The statement cannot be read: ${error.message}`);
  });
}

function pairsOf(flag: unknown): [name: string, value: string][] {
  try {
    return listOf(flag).map(pairOf);
  } catch {
    throw usageError('--column and --kind are name="Text in the file".');
  }
}

/** The values of a flag that can be repeated. */
function listOf(flag: unknown): string[] {
  return (flag ?? []) as string[];
}

/** Values by their kind. */
function groupPairs(pairs: readonly [kind: string, value: string][]): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const [kind, value] of pairs) (groups[kind] ??= []).push(value);
  return groups;
}
