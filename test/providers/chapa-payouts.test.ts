/** Payouts by Chapa's transfers: to banks and wallets, made once, approved for what was asked for only. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payouts } from '../../domain/payments/index.ts';
import {
  attemptPayout,
  availableMinor,
  changeContext,
  fundAtProvider,
  must,
  payoutBody,
  payoutProject,
  readPayout,
  setPayouts,
  startWithProvider,
  until,
  verifyAll,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { ChapaStandIn } from '../stand-ins/chapa.ts';

const PLACE = { currency: 'ETB', phone: '+251911234567', amount_minor: 12_345 };
const WALLET = { phone: '+251911234567', bank_code: '855' };
const BANK = { bank_code: '656', account_number: '1000123456789', account_name: 'Asha Ali' };
const PATH = '/transfers';

/** What was sent and is not known is sent again once no request can be on its way any more: soon after so short a deadline. */
const SHORT_DEADLINE_MS = 300;

let setup: ProviderService<ChapaStandIn>;
let project: Project;
let webhook_url: string;

beforeAll(async () => {
  setup = await startWithProvider('chapa', new ChapaStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  project = await payoutProject(setup, { approval_secret: setup.gateway.approval_secret });
  webhook_url = await webhookUrlOf(project);
});
afterAll(() => setup.stop());

beforeEach(async () => {
  setup.gateway.reset();
  await fundAtProvider(setup, project, PLACE);
  setup.gateway.webhook_url = webhook_url;
});

const CASES: {
  name: string;
  faults: Partial<ChapaStandIn['faults']>;
  ends: 'succeeded' | 'failed' | 'open';
  failure_code?: string;
  made: 0 | 1;
  /** It only ends once it was sent again. */
  sent_again?: true;
}[] = [
  { name: 'no fault', faults: {}, ends: 'succeeded', made: 1 },
  { name: 'the answer is lost', faults: { lose_transfer: 'after' }, ends: 'succeeded', made: 1 },
  {
    name: 'the request never arrived',
    faults: { lose_transfer: 'before' },
    ends: 'succeeded',
    made: 1,
    sent_again: true,
  },
  { name: 'it takes its time', faults: { transfer_status: 'pending' }, ends: 'open', made: 1 },
  { name: 'test mode tells nothing', faults: { transfer_status: null }, ends: 'open', made: 1 },
  {
    name: 'it fails at the bank',
    faults: { transfer_status: 'failed/cancelled' },
    ends: 'failed',
    failure_code: 'declined',
    made: 1,
  },
  {
    name: 'it was not approved',
    faults: { transfer_status: 'reverted' },
    ends: 'failed',
    failure_code: 'declined',
    made: 1,
  },
  { name: 'it is of another amount', faults: { status_amount: '1.00' }, ends: 'open', made: 1 },
  { name: 'it is in another currency', faults: { status_currency: 'USD' }, ends: 'open', made: 1 },
  { name: 'it is live', faults: { status_mode: 'live' }, ends: 'open', made: 1 },
  ...(
    [
      [400, 'Insufficient Balance', 'insufficient_funds'],
      [400, 'Account number is not valid for Awash Bank', 'payee_not_found'],
      [
        401,
        'Bank Code is incorrect please check if it does exist with our get banks endpoint.',
        'payee_not_found',
      ],
      [400, "User can't receive payments", 'declined'],
    ] as const
  ).map(([status, message, failure_code]) => ({
    name: `it is refused: ${message}`,
    faults: { decline_transfer: { status, message } },
    ends: 'failed' as const,
    failure_code,
    made: 0 as const,
  })),
];

test.each(CASES)('$name', async ({ faults, ends, failure_code = null, made, sent_again }) => {
  const { gateway } = setup;
  if (sent_again) changeContext(setup.service.ctx, { provider_deadline_ms: SHORT_DEADLINE_MS });
  const before = await availableMinor(project, 'ETB');
  Object.assign(gateway.faults, faults);
  const id = await create({ to: BANK });
  await until('it was sent', () => gateway.calls(PATH).length > 0);
  for (let i = 0; i < 3; i++) await attempt(id);
  if (ends !== 'open')
    await until(`it is ${ends}`, async () => {
      await attempt(id);
      return (await read(id))['status'] === ends;
    });
  const payout = await read(id);
  if (ends === 'open') expect(['sending', 'unknown']).toContain(payout['status']);
  expect(payout['failure_code']).toBe(failure_code);
  expect(gateway.complaints).toEqual([]);
  expect([...gateway.transfers.values()].map(({ amount }) => amount)).toEqual(Array(made).fill('123.45'));
  expect(before - (await availableMinor(project, 'ETB'))).toBe(ends === 'failed' ? 0 : PLACE.amount_minor);
  if (ends === 'succeeded')
    expect(payout).toMatchObject({ provider_txn_id: `4d6a7cb7-${id.slice(-12)}`, fee_minor: 350 });
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
});

test.each([
  [401, 'Transfer hours are Mon-Sat from 08:30 AM - 04:30 PM only'],
  [404, "Transfer API isn't available now"],
  [401, "Invalid API Key or User doesn't exist"],
])('outside its hours, or with a wrong key, it is held and sent later (%i %s)', async (status, message) => {
  const { gateway } = setup;
  gateway.faults.decline_transfer = { status, message };
  const id = await create({ to: BANK });
  await until('it was refused', () => gateway.calls(PATH).length > 0);
  await until('it is held again', async () => (await read(id))['status'] === 'held');
  expect(gateway.transfers.size).toBe(0);
  gateway.faults.decline_transfer = null;
  await until('it succeeded', async () => {
    await attempt(id);
    return (await read(id))['status'] === 'succeeded';
  });
  expect([...gateway.transfers.keys()]).toEqual([id]);
});

test('that transfers are switched off does not say that one never arrived: it is not sent again', async () => {
  const { gateway } = setup;
  gateway.faults.transfer_status = 'pending';
  const id = await create({ to: BANK });
  await until('it was sent', () => gateway.transfers.size === 1);
  gateway.faults.transfers_closed = true;
  await setup.service.ctx
    .db('payouts')
    .where({ id })
    .update({ sent_at: new Date(0) });
  for (let i = 0; i < 3; i++) await attempt(id);
  expect(await read(id)).toMatchObject({ status: 'unknown' });
  expect(gateway.calls(PATH).filter(({ method }) => method === 'POST')).toHaveLength(1);
  gateway.faults.transfers_closed = false;
  gateway.faults.transfer_status = 'success';
  await attempt(id);
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
});

test('a wallet is paid by its phone, in national form', async () => {
  const { gateway } = setup;
  const id = await create({ to: WALLET });
  await until('it was sent', () => gateway.transfers.size === 1);
  expect(gateway.transfers.get(id)).toEqual({
    reference: id,
    amount: '123.45',
    account_number: '0911234567',
    account_name: undefined,
    bank_code: 855,
  });
});

test.each([
  ['dollars', { currency: 'USD' }, 'currency_mismatch'],
  ['a phone abroad', { to: { phone: '+254708374149', bank_code: '855' } }, 'phone_not_supported'],
])('refused before anything is held: %s', async (_name, changes, reason) => {
  const reply = await project.session.post('/api/v1/payouts', bodyOf({ to: WALLET, ...changes }));
  expect(reply).toMatchObject({ status: 422, body: { error: { reason } } });
});

test('refused by its field: a bank that is no number of Chapa, and a phone without its wallet', async () => {
  for (const [to, field] of [
    [{ ...BANK, bank_code: 'AWASH' }, 'to.bank_code'],
    [{ phone: WALLET.phone }, 'to'],
  ] as const) {
    const reply = await project.session.post('/api/v1/payouts', bodyOf({ to }));
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.error)).toContain(`"${field}"`);
  }
});

describe('the webhook', () => {
  test('makes Chapa be asked, whatever it says', async () => {
    const { gateway } = setup;
    gateway.faults.transfer_status = 'pending';
    const id = await create({ to: BANK });
    await until('it was sent', () => gateway.transfers.size === 1);
    expect(await gateway.tellTransfer(id, 'success', 'another secret')).toBe(401);
    expect(await gateway.tellTransfer(id, 'success')).toBe(200);
    await attempt(id);
    expect(['sending', 'unknown']).toContain((await read(id))['status']);
    gateway.faults.transfer_status = 'success';
    expect(await gateway.tellTransfer(id, 'failed/cancelled')).toBe(200);
    await until('it succeeded', async () => (await read(id))['status'] === 'succeeded');
    // Chapa repeats a webhook until it is answered 200.
    expect(await gateway.tellTransfer(id, 'success')).toBe(200);
  });

  test('about one that two people have marked otherwise: a person finds it in the timeline, once', async () => {
    const { gateway, service } = setup;
    gateway.faults.transfer_status = 'pending';
    const id = await create({ to: BANK });
    await until('it was sent', () => gateway.transfers.size === 1);
    await markedFailed(id);
    await payouts.process(service.ctx, id);
    expect(await read(id)).toMatchObject({ status: 'failed' });
    const events = async () =>
      (await service.ctx
        .db('payout_events')
        .where({ payout_id: id, type: 'payout.contradicted' })) as object[];
    gateway.faults.transfer_status = 'success';
    for (let i = 0; i < 2; i++) {
      expect(await gateway.tellTransfer(id, 'success')).toBe(200);
      await until('it was asked for', async () => {
        const { next_attempt_at } = await service.ctx.db('payouts').where({ id }).first();
        return next_attempt_at === null && (await events()).length > 0;
      });
    }
    expect(await events()).toMatchObject([{ details: { status: 'failed', provider_says: 'succeeded' } }]);
    expect(await read(id)).toMatchObject({ status: 'failed' });
  });

  test('about transfers of other software of the merchant is acknowledged', async () => {
    expect(await setup.gateway.tellTransfer('payroll-2026-11', 'success')).toBe(200);
    const other = await payoutProject(setup);
    setup.gateway.webhook_url = (await webhookUrlOf(other)).replace(/[^/]+$/, 'x'.repeat(40));
    expect(await setup.gateway.tellTransfer('payroll-2026-11', 'success')).toBe(404);
  });
});

describe('the question before a transfer', () => {
  test('is answered yes for a payout that is under way, as it was asked for', async () => {
    const { gateway } = setup;
    gateway.faults.transfer_status = 'pending';
    const id = await create({ to: WALLET });
    await until('it was sent', () => gateway.transfers.size === 1);
    const ask = (overrides: Record<string, unknown> = {}, url = webhook_url) =>
      gateway.askApproval(url, id, overrides);
    expect(await ask()).toBe(200);
    expect(await ask({ account_number: '251911234567' })).toBe(200);
    expect(await ask({ amount: '123.46' })).toBe(400);
    expect(await ask({ account_number: '0911234568' })).toBe(400);
    expect(await ask({ reference: 'MYMER3434989' })).toBe(400);
    expect(await ask({ reference: `pyo_${'0'.repeat(26)}` })).toBe(400);
    const other = await payoutProject(setup);
    expect(await ask({}, await webhookUrlOf(other))).toBe(400);
    expect(await ask({}, webhook_url.replace(/[^/]+$/, 'x'.repeat(40)))).toBe(400);
    // Nothing is approved without the secret that was agreed on.
    expect(await askWith(webhook_url, id, { 'chapa-signature': '0'.repeat(64) })).toBe(400);
    expect(await askWith(webhook_url, id, {})).toBe(400);
    gateway.faults.transfer_status = 'success';
    await until('it succeeded', async () => {
      await attempt(id);
      return (await read(id))['status'] === 'succeeded';
    });
    expect(await ask()).toBe(400);
  });

  test('is answered no once it is decided how it ended, though that is not recorded yet', async () => {
    const { gateway } = setup;
    gateway.faults.transfer_status = 'pending';
    const id = await create({ to: WALLET });
    await until('it was sent', () => gateway.transfers.size === 1);
    await markedFailed(id);
    expect(await gateway.askApproval(webhook_url, id)).toBe(400);
    await payouts.process(setup.service.ctx, id);
  });

  test('is answered no for what was not sent', async () => {
    const { gateway } = setup;
    gateway.faults.decline_transfer = { status: 404, message: "Transfer API isn't available now" };
    const id = await create({ to: WALLET });
    await until('it was refused', () => gateway.calls(PATH).length > 0);
    await until('it is held again', async () => (await read(id))['status'] === 'held');
    expect(await gateway.askApproval(webhook_url, id, QUESTION)).toBe(400);
  });

  test('is answered no once payouts are turned off: what was sent is not paid', async () => {
    const { gateway } = setup;
    gateway.faults.transfer_status = 'pending';
    const id = await create({ to: WALLET });
    await until('it was sent', () => gateway.transfers.size === 1);
    await setPayouts(setup, project, { enabled: false });
    expect(await gateway.askApproval(webhook_url, id)).toBe(400);
    await setPayouts(setup, project, { enabled: true });
    expect(await gateway.askApproval(webhook_url, id)).toBe(200);
  });

  test('is answered without a signature where no secret was agreed on', async () => {
    const { gateway } = setup;
    const other = await payoutProject(setup);
    await fundAtProvider(setup, other, PLACE);
    gateway.faults.transfer_status = 'pending';
    const { body } = must(await other.session.post('/api/v1/payouts', bodyOf({ to: WALLET })));
    await until('it was sent', () => gateway.transfers.has(body.id));
    expect(await askWith(await webhookUrlOf(other), body.id, {})).toBe(200);
  });

  const QUESTION = { amount: '123.45', account_number: '0911234567' };

  async function askWith(url: string, reference: string, headers: Record<string, string>): Promise<number> {
    const fields = { ...QUESTION, reference, bank: 'telebirr' };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    });
    await response.arrayBuffer();
    return response.status;
  }
});

async function webhookUrlOf({ id, owner }: Project): Promise<string> {
  const { body } = must(await owner.client.get(`/api/projects/${id}/providers?environment=test`));
  return body.providers.find(({ name }: { name: string }) => name === 'chapa').webhook_url;
}

/** As the decision of two people leaves it, before it is recorded. */
async function markedFailed(id: string): Promise<void> {
  const decided = { outcome: 'failed', outcome_cause: 'person', next_attempt_at: new Date(0) };
  await setup.service.ctx.db('payouts').where({ id }).update(decided);
}

function attempt(id: string): Promise<void> {
  return attemptPayout(setup.service, id);
}

function bodyOf(changes: object): Record<string, unknown> {
  return payoutBody('chapa', PLACE, { ...changes });
}

async function create(changes: object): Promise<string> {
  return must(await project.session.post('/api/v1/payouts', bodyOf(changes))).body.id;
}

function read(id: string): Promise<Record<string, unknown>> {
  return readPayout(project, id);
}
