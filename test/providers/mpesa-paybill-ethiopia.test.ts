/** The paybill of M-PESA in Ethiopia: registered at another address, confirmed and asked for alike. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSacco,
  must,
  receiptOf,
  startWithProvider,
  UNALLOCATED,
  verifyAll,
  type ProviderService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';

let setup: ProviderService<DarajaStandIn>;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn('ET'), {
    workers: ['ledger-postings', 'provider-polls', 'sacco-credits'],
  });
});
afterAll(async () => {
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
  await setup.stop();
});

test('money that is sent to it is unallocated in birr', async () => {
  const { gateway, service } = setup;
  gateway.reset({ tells_at_once: true });
  const sacco = await createSacco(service, { currency: 'ETB' });
  const { project } = sacco;
  const providers = `/api/projects/${project.id}/providers/mpesa`;
  const { client } = project.owner;
  must(
    await client.put(`${providers}?environment=test`, {
      credentials: { ...gateway.credentials, ...gateway.initiator },
    }),
  );
  must(await client.put(`${providers}/paybill`, { environment: 'test', enabled: true }));
  const paid = gateway.receive({ amount: '25.50', account: 'NOBODY', phone: '251712345678' });
  await gateway.notify('confirmation', paid);
  const receipt = await receiptOf(service.ctx, paid.transaction_id, 'unallocated');
  expect(receipt).toMatchObject({ currency: 'ETB', payer_phone: '+251712345678' });
  // M-PESA pays whole birr: said to who asks, not to the checker.
  must(await client.put(`${providers}/payouts`, { environment: 'test', enabled: true }));
  const refund = await sacco.maker.post(`${UNALLOCATED}/${receipt.id}/refund`, {
    memo: 'Nobody knows the sender',
    idempotency_key: crypto.randomUUID(),
  });
  expectError(refund, 422, 'UNPROCESSABLE', 'amount_not_supported');
  expect(gateway.complaints).toEqual([]);
});
