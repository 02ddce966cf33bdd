/** Payouts from the merchant's deposit at SantimPay: made once, or visibly not made. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  attemptPayout,
  availableMinor,
  changeContext,
  fundAtProvider,
  must,
  payoutBody,
  payoutProject,
  readPayout,
  startWithProvider,
  until,
  verifyAll,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { SantimPayStandIn } from '../stand-ins/santimpay.ts';

const PLACE = { currency: 'ETB', phone: '+251911234567', amount_minor: 10_000 };
const WALLET = { phone: '+251911234567', bank_code: 'Telebirr' };

/** What was sent and is not known is sent again once no request can be on its way any more: soon after so short a deadline. */
const SHORT_DEADLINE_MS = 300;

let setup: ProviderService<SantimPayStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('santimpay', new SantimPayStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  const { callback_public_key } = setup.gateway;
  project = await payoutProject(setup, { callback_public_key });
});
afterAll(() => setup.stop());

beforeEach(async () => {
  setup.gateway.reset();
  await fundAtProvider(setup, project, PLACE);
});

const CASES: {
  name: string;
  faults: Partial<SantimPayStandIn['faults']>;
  ends: 'succeeded' | 'failed' | 'open';
  failure_code?: string;
  made: 0 | 1;
}[] = [
  { name: 'no fault', faults: {}, ends: 'succeeded', made: 1 },
  { name: 'it takes its time', faults: { payout_status: 'PENDING' }, ends: 'open', made: 1 },
  {
    name: 'the channel fails it',
    faults: { payout_status: 'FAILED' },
    ends: 'failed',
    failure_code: 'unspecified',
    made: 1,
  },
  {
    name: 'the deposit is too low',
    faults: { decline_payout: 'Insufficient merchant balance' },
    ends: 'failed',
    failure_code: 'insufficient_funds',
    made: 0,
  },
  {
    name: 'the channel is not known',
    faults: { decline_payout: 'Payment Method Not Supported' },
    ends: 'failed',
    failure_code: 'declined',
    made: 0,
  },
  {
    name: 'it is refused because an earlier request of it was made',
    faults: { decline_payout: 'Insufficient merchant balance', makes_refused_payout: true },
    ends: 'succeeded',
    made: 1,
  },
];

test.each(CASES)('$name', async ({ faults, ends, failure_code = null, made }) => {
  const { gateway } = setup;
  const before = await availableMinor(project, 'ETB');
  Object.assign(gateway.faults, faults);
  const id = await create({ to: WALLET });
  await until('it was sent', () => gateway.calls('/payout-transfer').length > 0);
  await settle(id, ends);
  const payout = await read(id);
  expect(payout['failure_code']).toBe(failure_code);
  expect(gateway.complaints).toEqual([]);
  expect([...gateway.payouts.keys()]).toEqual(Array(made).fill(id));
  expect(before - (await availableMinor(project, 'ETB'))).toBe(ends === 'failed' ? 0 : PLACE.amount_minor);
  if (ends === 'succeeded')
    expect(payout).toMatchObject({ provider_txn_id: `txn-${id.slice(-12)}`, fee_minor: 265 });
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
});

test.each(['before', 'after'] as const)('the answer is lost %s it was made', async (lose_payout) => {
  const { gateway } = setup;
  changeContext(setup.service.ctx, { provider_deadline_ms: SHORT_DEADLINE_MS });
  gateway.faults.lose_payout = lose_payout;
  const id = await create({ to: WALLET });
  await until('it was sent', () => gateway.calls('/payout-transfer').length > 0);
  gateway.faults.lose_payout = 'never';
  await settle(id, 'succeeded');
  expect([...gateway.payouts.keys()]).toEqual([id]);
  expect(gateway.complaints).toEqual([]);
});

test('an account of a bank is paid by its number, and a phone through the channel of the account', async () => {
  const { gateway } = setup;
  const account_number = '1000123456789';
  const id = await create({ to: { bank_code: 'CBE', account_number, account_name: 'Asha Ali' } });
  await settle(id, 'succeeded');
  expect(gateway.payouts.get(id)).toMatchObject({ phone: account_number, method: 'CBE', asked: '100' });
  const other = await payoutProject(setup, { payment_method: 'CBEBirr' });
  await fundAtProvider(setup, other, PLACE);
  const { body } = must(await other.session.post('/api/v1/payouts', bodyOf({ to: { phone: WALLET.phone } })));
  await until('it was sent', () => gateway.payouts.has(body.id));
  expect(gateway.payouts.get(body.id)).toMatchObject({ phone: WALLET.phone, method: 'CBEBirr' });
  expect(gateway.complaints).toEqual([]);
});

test('refused before anything is held: a phone without a channel, by its field, and a phone abroad', async () => {
  const without = await project.session.post('/api/v1/payouts', bodyOf({ to: { phone: WALLET.phone } }));
  expect(without.status).toBe(400);
  expect(JSON.stringify(without.body.error)).toContain('"to.bank_code"');
  const abroad = bodyOf({ to: { phone: '+254708374149', bank_code: 'MPESA' } });
  expect(await project.session.post('/api/v1/payouts', abroad)).toMatchObject({
    status: 422,
    body: { error: { reason: 'phone_not_supported' } },
  });
});

test('a callback makes SantimPay be asked, where its signature is right', async () => {
  const { gateway } = setup;
  gateway.faults.payout_status = 'PENDING';
  const id = await create({ to: WALLET });
  await until('it was sent', () => gateway.payouts.size === 1);
  const { notifyUrl } = gateway.payouts.get(id)!;
  expect(notifyUrl).toMatch(new RegExp(`/callbacks/santimpay/${id}/[0-9a-f]{43}$`));
  gateway.faults.payout_status = 'SUCCESS';
  gateway.faults.callback_signature = 'wrong';
  expect(await gateway.callBackPayout(id)).toBe(401);
  gateway.faults.callback_signature = 'right';
  gateway.faults.callback_token = 'mirrors_another_body';
  expect(await gateway.callBackPayout(id)).toBe(401);
  expect((await read(id))['status']).toBe('sending');
  gateway.faults.callback_token = 'usual';
  expect(await gateway.callBackPayout(id)).toBe(200);
  await until('it succeeded', async () => (await read(id))['status'] === 'succeeded');
});

async function settle(id: string, ends: 'succeeded' | 'failed' | 'open'): Promise<void> {
  for (let i = 0; i < 3; i++) await attempt(id);
  if (ends === 'open') return expect(['sending', 'unknown']).toContain((await read(id))['status']);
  await until(`it is ${ends}`, async () => {
    await attempt(id);
    return (await read(id))['status'] === ends;
  });
}

function attempt(id: string): Promise<void> {
  return attemptPayout(setup.service, id);
}

function bodyOf(changes: object): Record<string, unknown> {
  return payoutBody('santimpay', PLACE, { ...changes });
}

async function create(changes: object): Promise<string> {
  return must(await project.session.post('/api/v1/payouts', bodyOf(changes))).body.id;
}

function read(id: string): Promise<Record<string, unknown>> {
  return readPayout(project, id);
}
