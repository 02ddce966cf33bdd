/** Payouts by transfer through Disbursements: made once whatever is lost, or visibly not made. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  attemptPayout,
  availableMinor,
  changeContext,
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
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';

const PLACE = { currency: 'UGX', phone: '+256772123456', amount_minor: 150_000 };
const PATH = '/disbursement/v1_0/transfer';

/** What was sent and is not known is sent again once no request can be on its way any more: soon after so short a deadline. */
const SHORT_DEADLINE_MS = 300;

let setup: ProviderService<MtnMomoStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('mtn_momo', new MtnMomoStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  project = await payoutProject(setup, setup.gateway.disbursement);
});
afterAll(() => setup.stop());

const CASES: {
  name: string;
  faults: Partial<MtnMomoStandIn['faults']>;
  ends: 'succeeded' | 'failed' | 'open';
  failure_code?: string;
  made: 0 | 1;
  /** It only ends once it was sent again. */
  sent_again?: true;
}[] = [
  { name: 'no fault', faults: {}, ends: 'succeeded', made: 1 },
  {
    name: 'the answer is lost: asked for under its id',
    faults: { refund_answer: 'dropped' },
    ends: 'succeeded',
    made: 1,
  },
  {
    name: 'the request never arrived: sent again under its id',
    faults: { refund_answer: 'error_before' },
    ends: 'succeeded',
    made: 1,
    sent_again: true,
  },
  {
    name: 'the request arrives late, and its repetition is refused',
    faults: { refund_answer: 'arrives_late' },
    ends: 'succeeded',
    made: 1,
    sent_again: true,
  },
  { name: 'the access token has expired', faults: { tokens_expired: true }, ends: 'succeeded', made: 1 },
  {
    name: 'MTN fails it',
    faults: { refund: 'FAILED' },
    ends: 'failed',
    failure_code: 'insufficient_funds',
    made: 1,
  },
  {
    name: 'MTN stopped waiting, which says nothing of the money',
    faults: { refund: 'TIMEOUT' },
    ends: 'open',
    made: 1,
  },
  { name: 'it takes its time', faults: { refund: 'PENDING' }, ends: 'open', made: 1 },
  {
    name: 'it is said to be of another amount: left for a person',
    faults: { refund_amount: '1' },
    ends: 'open',
    made: 1,
  },
  ...(
    [
      [500, 'NOT_ENOUGH_FUNDS', 'insufficient_funds'],
      [500, 'PAYEE_NOT_FOUND', 'payee_not_found'],
      [500, 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'declined'],
      [400, 'BAD_REQUEST', 'unspecified'],
    ] as const
  ).map(([status, code, failure_code]) => ({
    name: `it is refused: ${code}`,
    faults: { refuse_transfer: { status, code } },
    ends: 'failed' as const,
    failure_code,
    made: 0 as const,
  })),
];

test.each(CASES)('$name', async ({ faults, ends, failure_code = null, made, sent_again }) => {
  const { gateway } = setup;
  gateway.reset();
  await fundAtProvider(setup, project, PLACE);
  if (sent_again) changeContext(setup.service.ctx, { provider_deadline_ms: SHORT_DEADLINE_MS });
  const before = await availableMinor(project, 'UGX');
  Object.assign(gateway.faults, faults);
  const id = await create();
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
  expect([...gateway.transfers.values()].map(({ amount }) => amount)).toEqual(Array(made).fill('1500'));
  expect(before - (await availableMinor(project, 'UGX'))).toBe(ends === 'failed' ? 0 : PLACE.amount_minor);
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
});

test('what is sent, and a callback that makes MTN be asked', async () => {
  const { gateway } = setup;
  gateway.reset({ refund: 'PENDING' });
  await fundAtProvider(setup, project, PLACE);
  const id = await create({ narration: 'Loan 7 – disbursed' });
  await until('it was sent', () => gateway.transfers.size === 1);
  const transfer = gateway.transferOf(id);
  expect(transfer).toMatchObject({ externalId: id, phone: '256772123456', message: 'Loan 7 disbursed' });
  expect(transfer.callback_url).toMatch(new RegExp(`/callbacks/mtn_momo/${id}/[0-9a-f]{43}$`));
  gateway.faults.refund = 'SUCCESSFUL';
  // Of another transfer, and at another address.
  expect(await gateway.callBackTransfer(id, { externalId: 'pyo_of_somebody_else' })).toBe(401);
  transfer.callback_url = transfer.callback_url!.replace(/[0-9a-f]{43}$/, '0'.repeat(43));
  expect(await gateway.callBackTransfer(id)).toBe(404);
  expect((await read(id))['status']).toBe('sending');
  transfer.callback_url = String(gateway.calls(PATH)[0]?.headers['x-callback-url']);
  expect(await gateway.callBackTransfer(id, { status: 'FAILED', reason: 'PAYEE_NOT_FOUND' })).toBe(200);
  await until('MTN was asked, which says otherwise', async () => (await read(id))['status'] === 'succeeded');
  expect(gateway.transfers.size).toBe(1);
});

test('an account without the keys of Disbursements cannot pay out', async () => {
  const { gateway } = setup;
  const other = await projectWithProvider(setup);
  const { client } = other.owner;
  const path = `/api/projects/${other.id}/providers/mtn_momo/payouts`;
  const terms = { max_minor: null, daily_max_minor: null, approval_above_minor: null };
  const reply = await client.put(path, { environment: 'test', enabled: true, ...terms });
  expect(reply.body.error.reason).toBe('provider_not_configured');
  expect(reply.text).toContain('disbursement_');
  expect(gateway.complaints).toEqual([]);
});

function attempt(id: string): Promise<void> {
  return attemptPayout(setup.service, id);
}

async function create(changes: object = {}): Promise<string> {
  const body = payoutBody('mtn_momo', PLACE, { to: { phone: PLACE.phone }, ...changes });
  return must(await project.session.post('/api/v1/payouts', body)).body.id;
}

function read(id: string): Promise<Record<string, unknown>> {
  return readPayout(project, id);
}
