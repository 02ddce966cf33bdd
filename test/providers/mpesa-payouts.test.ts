/**
 * Payouts by B2C: whatever becomes of requests, results and questions, the receiver gets the money once, or the payout visibly fails,
 * and the ledger says the same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  attemptPayout,
  availableMinor,
  fundAtProvider,
  must,
  payoutBody,
  payoutProject,
  projectWithProvider,
  readPayout,
  startWithProvider,
  until,
  verifyAll,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import type { DarajaFaults } from '../stand-ins/mpesa/faults.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import type { Faults } from '../stand-ins/stand-in.ts';

const DEADLINE_MS = 1_500;
const PHONE = '+254708374149';
const PLACE = { currency: 'KES', phone: PHONE, amount_minor: 15_000 };
const PATH = '/mpesa/b2c/';

let setup: ProviderService<DarajaStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  setup.service.ctx.provider_deadline_ms = DEADLINE_MS;
  project = await payoutProject(setup, setup.gateway.initiator);
});
afterAll(() => setup.stop());

interface Case {
  name: string;
  faults: Partial<Faults & DarajaFaults>;
  steps: ('results' | 'attempt' | 'attempts at once' | 'results come' | 'it leaves the queue')[];
  ends: 'succeeded' | 'failed' | 'open';
  failure_code?: string;
  /** Payouts that M-PESA made. */
  made: 0 | 1;
}

const CASES: Case[] = [
  { name: 'no fault', faults: {}, steps: ['results', 'results'], ends: 'succeeded', made: 1 },
  {
    name: 'the result alone is not enough',
    faults: {},
    steps: ['results'],
    ends: 'open',
    made: 1,
  },
  {
    name: 'every result is told twice',
    faults: { results: 'twice' },
    steps: ['results', 'results', 'attempt'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the answer to the request is lost',
    faults: { payout_answer: 'dropped' },
    steps: ['attempt', 'attempt', 'results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the request is answered with an error though it was carried out',
    faults: { payout_answer: 'error_after' },
    steps: ['attempt', 'results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the answer to the request says nothing',
    faults: { payout_answer: 'says_nothing' },
    steps: ['attempt', 'results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the answer is lost and no result is told: the status is asked for',
    faults: { payout_answer: 'dropped', results: 'never' },
    steps: ['results', 'attempt', 'results come', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'there were too many requests: it is sent again',
    faults: { payout_answer: 'throttled' },
    steps: ['attempt', 'results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the access token has expired',
    faults: { tokens_expired: true },
    steps: ['results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'attempts at once send one',
    faults: {},
    steps: ['attempts at once', 'results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the time-out address is called: that is no failure',
    faults: { results: 'timeout' },
    steps: ['results', 'results'],
    ends: 'open',
    made: 1,
  },
  {
    name: 'the time-out address is called, and the status asked for',
    faults: { results: 'timeout' },
    steps: ['results', 'results come', 'attempt', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'what waits in a queue is not to be found, and no failure',
    faults: { payout: null },
    steps: ['attempt', 'results', 'attempt', 'results'],
    ends: 'open',
    made: 0,
  },
  {
    name: 'what waited in a queue is paid later',
    faults: { payout: null },
    steps: ['attempt', 'results', 'it leaves the queue', 'results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the gateway refuses it',
    faults: { payout_answer: 'refused' },
    steps: [],
    ends: 'failed',
    failure_code: 'declined',
    made: 0,
  },
  {
    name: 'the utility account is empty, which is confirmed',
    faults: { payout: '1' },
    steps: ['results', 'results'],
    ends: 'failed',
    failure_code: 'insufficient_funds',
    made: 0,
  },
  {
    name: 'the receiver is not registered',
    faults: { payout: '2040' },
    steps: ['results', 'results'],
    ends: 'failed',
    failure_code: 'payee_not_found',
    made: 0,
  },
  {
    name: 'a failure alone is not enough',
    faults: { payout: '1' },
    steps: ['results'],
    ends: 'open',
    made: 0,
  },
  {
    name: 'the operator is refused, and so is the question',
    faults: { initiator_locked: true },
    steps: ['results', 'results'],
    ends: 'failed',
    failure_code: 'declined',
    made: 0,
  },
  {
    name: 'a forged failure',
    faults: { forged_result: '1' },
    steps: ['results', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'a forged success',
    faults: { payout: '1', forged_result: '0' },
    steps: ['results', 'results'],
    ends: 'failed',
    failure_code: 'declined',
    made: 0,
  },
  {
    name: 'the transaction is not to be found by its conversation',
    faults: { only_transactions: true },
    steps: ['results', 'results', 'attempt', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'a forged failure of a transaction that is not to be found by its conversation',
    faults: { forged_result: '1', only_transactions: true },
    steps: ['results', 'results', 'attempt', 'results', 'attempt', 'results'],
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the status tells of another amount',
    faults: { status_amount: '151' },
    steps: ['results', 'results', 'attempt', 'results'],
    ends: 'open',
    made: 1,
  },
  {
    name: 'the status tells of another receiver',
    faults: { status_receiver: '254700000001' },
    steps: ['results', 'results', 'attempt', 'results'],
    ends: 'open',
    made: 1,
  },
];

test.each(CASES)('$name', async ({ faults, steps, ends, failure_code = null, made }) => {
  const { gateway } = setup;
  gateway.reset();
  await fundAtProvider(setup, project, PLACE);
  const before = await availableMinor(project, 'KES');
  Object.assign(gateway.faults, faults);
  const { id } = await create({});
  await until('the first attempt is over', () => isBetweenAttempts(id));
  expect(gateway.calls(PATH)).not.toEqual([]);
  for (const step of steps) await take(step, id);
  const statuses = ends === 'open' ? ['held', 'sending', 'unknown'] : [ends];
  await until(`it is ${ends}`, async () => statuses.includes((await read(id))['status'] as string));
  await until('nothing is under way', () => isBetweenAttempts(id));
  const payout = await read(id);
  expect(statuses).toContain(payout['status']);
  expect(payout['failure_code']).toBe(failure_code);
  expect(gateway.complaints).toEqual([]);
  expect(gateway.repeated_payouts).toBe(0);
  expect(gateway.payouts.filter(({ result_code }) => result_code === '0')).toHaveLength(made);
  expect(before - (await availableMinor(project, 'KES'))).toBe(ends === 'failed' ? 0 : PLACE.amount_minor);
  if (ends === 'succeeded')
    expect(payout).toMatchObject({
      provider_txn_id: gateway.payouts[0]?.transaction_id,
      fee_minor: 2_240,
    });
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
});

test('where the process died after it claimed the request, nothing is sent: a person finds out', async () => {
  const { gateway, service } = setup;
  gateway.reset();
  await fundAtProvider(setup, project, PLACE);
  gateway.faults.payout_answer = 'throttled';
  const { id } = await create({});
  await until(
    'it is held again',
    async () => (await row(id)).status === 'held' && (await isBetweenAttempts(id)),
  );
  const { db } = service.ctx;
  const claimed = db.raw(`provider_data || '{"requested_at": "2026-01-02T03:04:05Z"}'`);
  await db('payouts')
    .where({ id })
    .update({ status: 'sending', sent_at: new Date(0), provider_data: claimed });
  const sent = gateway.calls(PATH).length;
  for (let i = 0; i < 3; i++) {
    await attempt(id);
    await gateway.tellResults();
    await until('what was told was dealt with', () => isBetweenAttempts(id));
  }
  expect(gateway.calls(PATH)).toHaveLength(sent);
  expect(gateway.payouts).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'unknown', failure_code: null });
});

test('what is sent', async () => {
  const { gateway } = setup;
  gateway.reset();
  await fundAtProvider(setup, project, PLACE);
  const { id } = await create({ narration: 'Withdrawal of Asha – May' });
  await until('it was sent', () => gateway.payouts.length === 1);
  expect(gateway.payouts[0]).toMatchObject({
    id,
    amount: 150,
    phone: '254708374149',
    command: 'BusinessPayment',
    remarks: 'Withdrawal of Asha May',
  });
  const { body } = gateway.calls(PATH)[0]!;
  expect(body['QueueTimeOutURL']).toBe(`${String(body['ResultURL'])}-timeout`);
  expect(String(body['ResultURL'])).toMatch(
    new RegExp(`/callbacks/daraja/${id}/[0-9a-f]{43}\\?about=payout$`),
  );
  await until('the first attempt is over', () => isBetweenAttempts(id));
});

test('another shortcode may pay out, with an operator of its own', async () => {
  const { gateway } = setup;
  gateway.reset();
  const other = await payoutProject(setup, { ...gateway.payer, payout_command: 'SalaryPayment' });
  await fundAtProvider(setup, other, PLACE);
  const { id } = await create({}, other);
  await until('it was sent', () => gateway.payouts.length === 1);
  await take('results', id);
  await take('results', id);
  await until('it succeeded', async () => (await read(id, other))['status'] === 'succeeded');
  // The payout of the test before is asked about meanwhile.
  const parties = [...gateway.calls(PATH), ...gateway.calls('/mpesa/transactionstatus/')].filter(({ body }) =>
    String(body['ResultURL']).includes(`/${id}/`),
  );
  expect(parties.map(({ body }) => body['PartyA'])).toEqual(['600997', '600997']);
  expect(gateway.payouts[0]?.command).toBe('SalaryPayment');
  expect(gateway.complaints).toEqual([]);
});

describe('refused before anything is held or sent', () => {
  test.each([
    ['a fraction of a shilling', { amount: '10.50' }, 'amount_not_supported'],
    ['a phone of another country', { to: { phone: '+256772123456' } }, 'phone_not_supported'],
    ['another currency', { currency: 'ETB' }, 'currency_mismatch'],
  ])('%s', async (_name, changes, reason) => {
    const { gateway } = setup;
    gateway.reset();
    const body = bodyOf({ amount_minor: undefined, amount: '10.00', ...changes });
    const reply = await project.session.post('/api/v1/payouts', body);
    expect(reply).toMatchObject({ status: 422, body: { error: { reason } } });
    expect(gateway.received).toEqual([]);
  });

  test('an account of a bank, by its field', async () => {
    const to = { bank_code: '01', account_number: '1000', account_name: 'Asha Ali' };
    const reply = await project.session.post('/api/v1/payouts', bodyOf({ to }));
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.error)).toContain('"to"');
  });

  test('an account without an operator', async () => {
    const other = await projectWithProvider(setup);
    const { client } = other.owner;
    const { body } = must(await client.get(`/api/projects/${other.id}/providers?environment=test`));
    const mpesa = body.providers.find(({ name }: { name: string }) => name === 'mpesa');
    expect(mpesa.capabilities).toMatchObject({ payouts: false, refunds: false });
    const reply = await client.put(`/api/projects/${other.id}/providers/mpesa/payouts`, {
      environment: 'test',
      enabled: true,
      max_minor: null,
      daily_max_minor: null,
      approval_above_minor: null,
    });
    expect(reply.body.error).toMatchObject({
      reason: 'provider_not_configured',
      message: expect.stringContaining('initiator_name'),
    });
  });

  test('a shortcode that pays out without its operator', async () => {
    const credentials = {
      ...setup.gateway.credentials,
      ...setup.gateway.initiator,
      payout_shortcode: '600997',
    };
    const path = `/api/projects/${project.id}/providers/mpesa?environment=test`;
    const reply = await project.owner.client.put(path, { credentials });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('payout_initiator_name');
  });
});

describe('forged callbacks', () => {
  const RESULT = {
    ResultCode: 1,
    ResultDesc: 'The balance is insufficient for the transaction.',
    TransactionID: 'SG632NMUAB',
  };

  test('change nothing', async () => {
    const { gateway } = setup;
    gateway.reset();
    await fundAtProvider(setup, project, PLACE);
    const { id } = await create({});
    await until('it was sent', () => gateway.payouts.length === 1);
    await until('the first attempt is over', () => isBetweenAttempts(id));
    const url = String(gateway.calls(PATH)[0]?.body['ResultURL']);
    const ours = { ...RESULT, OriginatorConversationID: id };
    const others = { ...RESULT, OriginatorConversationID: 'pyo_of_somebody_else' };
    // Without the token, or with that of another address, nobody is listened to.
    expect(await tell(url.replace(/[0-9a-f]{43}/, '0'.repeat(43)), ours)).toBe(404);
    expect(await tell(url, others)).toBe(401);
    // An answer to a question that was not asked there.
    for (const topic of ['status-conversation', `status-${'0'.repeat(40)}`, 'payout-timeout', 'reversal-1'])
      expect(await tell(url.replace(/about=payout$/, `about=${topic}`), ours)).toBe(200);
    expect(Object.keys((await row(id)).provider_data).toSorted()).not.toContain('payout');
    // A result of our conversation is a reason to ask, and no more.
    expect(await tell(url, ours)).toBe(200);
    await take('attempt', id);
    await take('results', id);
    await until('it succeeded', async () => (await read(id))['status'] === 'succeeded');
    expect(gateway.payouts).toHaveLength(1);
  });

  test('come a limited number of times', async () => {
    const { gateway } = setup;
    gateway.reset();
    await fundAtProvider(setup, project, PLACE);
    const { id } = await create({});
    await until('it was sent', () => gateway.payouts.length === 1);
    const url = String(gateway.calls(PATH)[0]?.body['ResultURL']).replace(
      'about=payout',
      'about=payout-timeout',
    );
    const answers: number[] = [];
    for (let i = 0; i < 32; i++) answers.push(await tell(url, {}));
    expect(answers.filter((status) => status === 200)).toHaveLength(30);
    expect(answers.slice(-2)).toEqual([429, 429]);
    // In an hour.
    await setup.service.ctx
      .db('payouts')
      .where({ id })
      .update({ callbacks_since: new Date(Date.now() - 3_600_001) });
    expect(await tell(url, {})).toBe(200);
    // Answers to our own questions still come through.
    await take('attempt', id);
    await gateway.tellResults();
    await take('attempt', id);
    await gateway.tellResults();
    await until('it succeeded', async () => {
      await attempt(id);
      await gateway.tellResults();
      return (await read(id))['status'] === 'succeeded';
    });
  });

  async function tell(url: string, Result: object): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Result }),
    });
    await response.arrayBuffer();
    return response.status;
  }
});

async function take(step: Case['steps'][number], payout_id: string): Promise<void> {
  const { gateway } = setup;
  switch (step) {
    case 'results':
      await until(
        'there is something to tell, or the end',
        async () =>
          gateway.has_results || gateway.faults.results === 'never' || (await row(payout_id)).completed_at,
      );
      for (const answer of await gateway.tellResults()) expect(answer).toBe(200);
      return void (await until('what was told was dealt with', () => isBetweenAttempts(payout_id)));
    case 'results come':
      gateway.faults.results = 'once';
      return;
    case 'it leaves the queue':
      for (const payout of gateway.payouts) payout.result_code = '0';
      return;
    case 'attempt':
      return attempt(payout_id);
    case 'attempts at once':
      await Promise.all(Array.from({ length: 5 }, () => attempt(payout_id)));
      return;
  }
}

function attempt(id: string): Promise<void> {
  return attemptPayout(setup.service, id);
}

/** At least one was made, and none is under way nor due. */
async function isBetweenAttempts(id: string): Promise<boolean> {
  const { attempts, unanswered, next_attempt_at, completed_at } = await row(id);
  return completed_at !== null || (attempts > 0 && unanswered === 0 && next_attempt_at > new Date());
}

function row(id: string) {
  return setup.service.ctx.db('payouts').where({ id }).first();
}

function bodyOf(changes: object): Record<string, unknown> {
  return payoutBody('mpesa', PLACE, { to: { phone: PHONE }, ...changes });
}

async function create(changes: object, { session }: Project = project): Promise<{ id: string }> {
  return must(await session.post('/api/v1/payouts', bodyOf(changes))).body;
}

function read(id: string, of = project): Promise<Record<string, unknown>> {
  return readPayout(of, id);
}
