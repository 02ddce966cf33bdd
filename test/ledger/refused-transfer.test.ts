/** A transfer that the ledger refused for a reason that may go: its repeat is booked, recorded and audited once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMinor, MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { createProject, fund, must, startService, verifyAll, type TestService } from '../harness/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const MOST_MINOR = Number(MAX_AMOUNT_MINOR);
/** The sums of an account have 64 bits: after this many times the largest amount, there is room for one more and a little. */
const TIMES = 1_023;
const BATCH = 1_000;

test('an overflow that is gone when the request is repeated', async () => {
  const project = await createProject(service.anyone);
  const { key, owner, id } = project;
  await fund(service, project, formatMinor(MAX_AMOUNT_MINOR));
  const open = async (body: object): Promise<string> =>
    must(await key.post('/api/v1/ledger/accounts', { currency: 'KES', ...body })).body.id;
  const from = await open({ kind: 'merchant_available' });
  const to = await open({ kind: 'subaccount', subaccount_id: 'vendor' });
  const move = (debit_account_id: string, credit_account_id: string, amount_minor: number) => ({
    debit_account_id,
    credit_account_id,
    amount_minor,
  });
  const to_and_fro = Array.from({ length: TIMES }, () => [
    move(from, to, MOST_MINOR),
    move(to, from, MOST_MINOR),
  ]).flat();
  for (let at = 0; at < to_and_fro.length; at += BATCH)
    must(
      await key.post('/api/v1/ledger/transfer-batches', {
        transfers: to_and_fro.slice(at, at + BATCH),
        idempotency_key: `to and fro ${at}`,
      }),
    );
  const { body: hold } = must(
    await key.post('/api/v1/ledger/holds', { ...move(from, to, MOST_MINOR), idempotency_key: 'hold' }),
  );

  const single = { ...move(from, to, 2_000), idempotency_key: 'single' };
  const batch = { transfers: [move(from, to, 2_000)], idempotency_key: 'batch' };
  const ask = () => [
    key.post('/api/v1/ledger/transfers', single),
    key.post('/api/v1/ledger/transfer-batches', batch),
  ];
  for (const refused of await Promise.all(ask())) expect(refused.body.error?.reason).toBe('overflow');
  must(await key.post(`/api/v1/ledger/holds/${hold.id}/void`));
  for (const statuses of [
    [201, 201],
    [200, 200],
  ])
    expect((await Promise.all(ask())).map(({ status }) => status)).toEqual(statuses);

  const { audit_log } = must(await owner.client.get(`/api/projects/${id}/audit-log`)).body;
  const asked = audit_log.map(
    ({ details }: { details: { idempotency_key?: string } }) => details.idempotency_key,
  );
  expect(asked.filter((each?: string) => each === 'single' || each === 'batch').toSorted()).toEqual([
    'batch',
    'single',
  ]);
  expect(await verifyAll(service.ctx)).toEqual([]);
});
