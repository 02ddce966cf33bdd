/** `payments create`; `--wait` waits until the payment is final. */
import type { Answer } from '@ushirika/sdk/transport';
import type { Call, OperationRow } from '../../command.ts';
import { EXIT, type ExitCode } from '../../failure.ts';
import { present } from '../../request/run-operation.ts';
import { prepare, send } from '../../request/send.ts';
import { readUntil, waitTimeout } from '../../request/wait.ts';

interface Payment {
  id: string;
  status: string;
}

const FINAL = new Set(['completed', 'failed', 'cancelled']);

export async function run(call: Call, row: OperationRow): Promise<ExitCode> {
  const timeout_s = waitTimeout(call.flags);
  const prepared = await prepare(call, row);
  const created = await send<Payment>(prepared);
  if (call.flags['wait'] !== true) return present(created, prepared);
  const ended = await readUntil<Answer<Payment>>(
    (signal) => prepared.client.request('GET', `/api/v1/payments/${created.data.id}`, { signal }),
    ({ data }) => FINAL.has(data.status),
    { what: created.data.id, timeout_s, signal: call.signal },
  );
  present(ended, prepared);
  return ended.data.status === 'completed' ? EXIT.done : EXIT.refused;
}
