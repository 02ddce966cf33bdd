/** `members withdraw`; `--wait` waits until it is decided and booked, or paid out. */
import type { Answer } from '@ushirika/sdk/transport';
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { present } from '../../request/run-operation.ts';
import { prepare, send } from '../../request/send.ts';
import { readUntil, waitTimeout } from '../../request/wait.ts';

interface Entry {
  id: string;
  status: string;
}

const UNDER_WAY = new Set(['pending', 'posting', 'awaiting_approval', 'paying']);

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const timeout_s = waitTimeout(call.flags);
  const prepared = await prepare(call, row);
  const asked = await send<Entry>(prepared);
  if (call.flags['wait'] !== true || !UNDER_WAY.has(asked.data.status)) return present(asked, prepared);
  const ended = await readUntil<Answer<Entry>>(
    (signal) => prepared.client.request('GET', `/api/v1/sacco/entries/${asked.data.id}`, { signal }),
    ({ data }) => !UNDER_WAY.has(data.status),
    { what: asked.data.id, timeout_s, signal: call.signal },
  );
  present(ended, prepared);
  return ended.data.status === 'posted' ? EXIT.done : EXIT.refused;
}
