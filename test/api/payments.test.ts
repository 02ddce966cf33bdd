import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, must, paymentBody, type Project } from '../harness/people.ts';
import { startService, type TestService } from '../harness/service.ts';
import { until } from '../harness/wait.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService({ workers: 'all' });
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

test('a sandbox payment completes and is booked', async () => {
  const { body: payment } = must(await project.key.post('/api/v1/payments', paymentBody({ amount: 150.5 })));
  expect(payment).toMatchObject({ status: 'completed', amount: 150.5, amount_minor: 15050, replayed: false });
  const posting = await until('the posting is posted', async () => {
    const { body } = await project.key.get('/api/v1/ledger/postings?status=posted');
    return body.postings.find((each: { payment_id: string }) => each.payment_id === payment.id);
  });
  expect(posting).toMatchObject({ status: 'posted', error: null });
  const { body } = await project.key.get('/api/v1/ledger/accounts');
  expect(
    body.accounts
      .map((account: { kind: string; balance: string }) => [account.kind, account.balance])
      .toSorted(),
  ).toEqual([
    ['merchant_available', '150.50'],
    ['provider_clearing', '150.50'],
  ]);
});
