/** A process that dies between any two statements of sending: nobody gets a message twice, and none stays behind. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendMessages } from '../../domain/messages/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  createSacco,
  moving,
  must,
  newMember,
  sendAll,
  setSender,
  startService,
  toldTo,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { AfricasTalkingStandIn } from '../stand-ins/sms-gateways.ts';

const AT = new AfricasTalkingStandIn();
let service: TestService;
let sacco: Sacco;
let sender_id: string;

beforeAll(async () => {
  await AT.start();
  service = await startService({ env: { AFRICASTALKING_URL: AT.base_url } });
  sacco = await createSacco(service);
  must(await setSender(sacco, { sender: 'africastalking', credentials: AT.credentials }));
  ({ id: sender_id } = await service.ctx.db('message_senders').first());
});
beforeEach(() => AT.reset());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
  await AT.stop();
});

class Died extends Error {}

/** The process dies before the statement with that number, and makes none after it. */
function dyingAt(ctx: Context, statement: number): { ctx: Context; died: () => boolean } {
  let made = 0;
  const db = new Proxy(ctx.db, {
    get(target, name, receiver) {
      if (name !== 'raw') return Reflect.get(target, name, receiver) as unknown;
      return (...args: Parameters<typeof target.raw>) => {
        made += 1;
        if (made > statement) throw new Died();
        return target.raw(...args);
      };
    },
  });
  return { ctx: { ...ctx, db }, died: () => made > statement };
}

/** The claims of dead processes end. */
const endClaims = () =>
  service.ctx
    .db('notifications')
    .where({ status: 'queued' })
    .update({ next_attempt_at: new Date(0) });

test('at any statement', async () => {
  const outcomes = new Set<string>();
  for (let statement = 0, died = true; died; statement += 1) {
    AT.reset();
    const member = await newMember(sacco);
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    const dying = dyingAt(service.ctx, statement);
    await sendMessages(dying.ctx, sender_id).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    died = dying.died();
    await endClaims();
    await sendAll(service, sacco);
    await sendAll(service, sacco);
    const [told] = await toldTo(sacco, member);
    expect([statement, AT.taken.length <= 1, told.status]).toEqual([
      statement,
      true,
      expect.stringMatching(/^(sent|failed)$/),
    ]);
    // Only what was given to the sender, and has no answer, is given up.
    if (told.status === 'failed') expect(told.error).toBe('outcome_unknown');
    else expect(AT.taken).toHaveLength(1);
    outcomes.add(told.status);
  }
  expect([...outcomes].toSorted()).toEqual(['failed', 'sent']);
});
