/**
 * Sends what waits on this device, in order, each under its own idempotency key. One tab at a time: the others wait for the lock,
 * and find what is left.
 */
import { UshirikaError } from '@ushirika/sdk/transport';
import { call, currentSender, type Sender } from '../../api/client.ts';
import { refreshAll } from '../../api/reads.ts';
import { now } from '../../clock.ts';
import { changeTaken, readTaken } from './device.ts';
import {
  afterResult,
  nextToSend,
  outdated,
  resultOf,
  resultOfFailure,
  type Owner,
  type Result,
  type Taken,
} from './queue.rules.ts';

/** @returns whether nothing waits any more */
export async function sendWaiting(owner: Owner): Promise<boolean> {
  const { user_id, project_id, environment } = owner;
  return navigator.locks.request(`ushirika.collections.${user_id}.${project_id}.${environment}`, async () => {
    for (const old of outdated(await readTaken(owner), now())) await changeTaken(old, null);
    if (!nextToSend(await readTaken(owner), new Set())) return true;
    const sender = currentSender();
    if (!(await isSentBy(owner, sender))) return false;
    return sendInOrder(owner, sender);
  });
}

/** What one officer took is never booked as another's. */
async function isSentBy({ user_id, project_id, environment }: Owner, sender: Sender): Promise<boolean> {
  const { session, place } = sender;
  if (!session || place.project_id !== project_id || place.environment !== environment) return false;
  const me = await call('auth.me', {}, { sender }).catch(() => null);
  return me?.data.user.id === user_id;
}

async function sendInOrder(owner: Owner, sender: Sender): Promise<boolean> {
  const passed = new Set<string>();
  let are_answered = false;
  try {
    for (;;) {
      const next = nextToSend(await readTaken(owner), passed);
      if (!next) return passed.size === 0;
      const result = await send(next, sender);
      if (result.outcome === 'stop') return false;
      if (result.outcome === 'later') passed.add(next.loan_id);
      else {
        await changeTaken(next, afterResult(next, result, new Date(now()).toISOString()));
        are_answered = true;
      }
    }
  } finally {
    if (are_answered) void refreshAll();
  }
}

async function send({ id, loan_id, amount_minor }: Taken, sender: Sender): Promise<Result> {
  try {
    const input = { loan: loan_id, amount_minor, from: 'cash' as const };
    return resultOf((await call('sacco.loans.repay', input, { sender, idempotency_key: id })).data);
  } catch (error) {
    if (!(error instanceof UshirikaError)) throw error;
    return resultOfFailure(error);
  }
}
