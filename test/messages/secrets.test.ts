/** Messages with secrets: masked wherever they are stored, answered or reported, and whole where they are sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJson } from '../../core/json.ts';
import { createLogger } from '../../core/log.ts';
import { scopeOf } from '../../core/scope.ts';
import { queueMessages } from '../../domain/messages/index.ts';
import { inTransaction } from '../../domain/platform/unit.ts';
import {
  changeContext,
  createSacco,
  must,
  newMember,
  outboxOf,
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
const SECRETS = { link: 'https://sacco.example/consent/s3cr3t', code: '918273' };
let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  await AT.start();
  service = await startService({ env: { AFRICASTALKING_URL: AT.base_url } });
  sacco = await createSacco(service);
  must(await sacco.admin.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }));
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
  await AT.stop();
});

/** Asks for consent as the module of loans does. @param ends what becomes of the transaction */
async function ask(member_id: string, cause: string, ends: () => void = () => undefined): Promise<number> {
  const scope = scopeOf(sacco.project.id, 'test', 0n);
  return inTransaction({ ctx: service.ctx }, async (unit) => {
    const variables = {
      borrower_name: 'Omari Simiyu',
      amount: 'KES 100.00',
      loan_amount: 'KES 500.00',
      expires_at: '2026-11-29 09:30',
      ...SECRETS,
    };
    const queued = await queueMessages(unit, [
      { scope, member_id, template: 'consent_request', cause, variables },
    ]);
    ends();
    return queued.length;
  });
}

const stored = () => service.ctx.db('notifications').orderBy('id');

function expectNoSecret(what: unknown): void {
  for (const secret of Object.values(SECRETS)) expect(toJson(what)).not.toContain(secret);
}

test('the sandbox shows them in the outbox alone', async () => {
  must(await setSender(sacco));
  const member = await newMember(sacco);
  expect(await ask(member, 'loan_1/1')).toBe(1);
  expect(await ask(member, 'loan_1/1')).toBe(0);
  expectNoSecret(await stored());
  await sendAll(service, sacco);
  const told = await toldTo(sacco, member);
  expect(told).toMatchObject([{ status: 'delivered', text: expect.stringContaining('••••••') }]);
  expectNoSecret([told, await stored(), await service.ctx.db('webhook_events').select('payload')]);
  const [shown] = await outboxOf(sacco, member);
  for (const secret of Object.values(SECRETS)) expect(shown.text).toContain(secret);
});

test('a sender gets them, and nothing of them is left', async () => {
  must(await setSender(sacco, { sender: 'africastalking', credentials: AT.credentials }));
  const member = await newMember(sacco);
  await ask(member, 'loan_2/1');
  await sendAll(service, sacco);
  expect(AT.taken).toHaveLength(1);
  for (const secret of Object.values(SECRETS)) expect(AT.taken[0]?.text).toContain(secret);
  expect((await stored()).at(-1)).toMatchObject({ status: 'sent', text_sealed: null });
  expectNoSecret(await stored());
});

test.each(['sent', 'dropped', '500', 'refused', 'no balance'] as const)(
  'the log has neither them nor the credentials: %s',
  async (becomes) => {
    let text = '';
    const log = createLogger('trace', { write: (line: string) => void (text += line) });
    changeContext(service.ctx, { log });
    AT.reset();
    if (becomes === 'dropped' || becomes === '500') AT.fault = becomes;
    if (becomes === 'refused') AT.refuses_with = 401;
    if (becomes === 'no balance') AT.status_codes.push(405);
    const member = await newMember(sacco);
    await ask(member, `loan_log/${becomes}`);
    await sendAll(service, sacco);
    expect(text).toContain('message given to its sender');
    expectNoSecret(text);
    expect(text).not.toContain(AT.credentials.api_key);
    AT.reset();
  },
);

test('what is rolled back is told to nobody', async () => {
  const member = await newMember(sacco);
  const rolled_back = ask(member, 'loan_3/1', () => {
    throw new Error('rolled back');
  });
  await expect(rolled_back).rejects.toThrow('rolled back');
  expect(await toldTo(sacco, member)).toEqual([]);
});

test('ten at once for one cause: one message', async () => {
  const member = await newMember(sacco);
  const counts = await Promise.all(Array.from({ length: 10 }, () => ask(member, 'loan_4/1')));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await toldTo(sacco, member)).toHaveLength(1);
});
