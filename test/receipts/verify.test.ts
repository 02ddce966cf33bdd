/** What somebody with the database's own powers could do to receipts, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { movementInvariants } from '../../domain/movements/index.ts';
import { paymentInvariants } from '../../domain/payments/index.ts';
import { receiptInvariants } from '../../domain/receipts/index.ts';
import {
  allocate,
  createSacco,
  decide,
  differences,
  must,
  newMember,
  receiptOf,
  sendPaybill,
  startService,
  testTampering,
  UNALLOCATED,
  unallocatedReceipt,
  workPaybills,
  type TestService,
} from '../harness/index.ts';

const INVARIANTS = [...receiptInvariants, ...movementInvariants(MOVEMENTS), ...paymentInvariants];

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { ctx } = service;
  const sacco = await createSacco(service, {
    min_share_capital_minor: 500,
    paybill_waterfall: ['shares', 'savings'],
  });
  const { key } = sacco.project;
  const member_id = await newMember(sacco);
  const { member_no } = must(await key.get(`/api/v1/sacco/members/${member_id}`)).body;
  const { body } = must(await sendPaybill(key, member_no, '20.00', { transaction_id: 'HIS' }));
  await workPaybills(ctx);
  await receiptOf(ctx, body.transaction_id, 'allocated');
  await unallocatedReceipt(ctx, key, '7.00', { transaction_id: 'OPEN' });
  const found = await unallocatedReceipt(ctx, key, '9.00', { transaction_id: 'FOUND' });
  const asked = must(await allocate(sacco, found, { member_id })).body;
  must(await decide(sacco, asked.approval_id));
  const waiting = await unallocatedReceipt(ctx, key, '3.00', { transaction_id: 'WAITS' });
  must(await allocate(sacco, waiting, { member_id }));
  must(
    await sacco.admin.post('/api/v1/accounting/accounts', {
      code: '1100',
      name: 'Umoja Bank',
      kind: 'bank',
      currency: 'KES',
    }),
  );
  must(
    await sacco.maker.post(UNALLOCATED, {
      account: '1100',
      amount: '11.00',
      reference: 'BANK',
      memo: 'A transfer',
      idempotency_key: crypto.randomUUID(),
    }),
  );
});
afterAll(() => service.stop());

test('nothing differs', async () => {
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});

test('it finds money that is unallocated in the ledger and nowhere else', async () => {
  const { ctx } = service;
  // It looks at the account again, as it is now.
  const set = (change: object) => ctx.db('sacco_receipts').where({ reference: 'OPEN' }).update(change);
  await set({ status: 'refunded', unallocated_minor: 0, resolved_at: new Date() });
  const found = await differences(ctx, INVARIANTS);
  await set({ status: 'unallocated', unallocated_minor: 700, resolved_at: null });
  expect(found.join('\n')).toContain('the account holds 2100, the receipts say 1400');
});

const NOT_AS_ENTRIES = 'does not stand as its entries do';

testTampering(() => service.ctx, INVARIANTS, [
  [
    'a receipt that says that it is unallocated, and is not',
    `update sacco_receipts set status = 'unallocated', unallocated_minor = 900, credited_minor = 0, resolved_at = null where reference = 'FOUND'`,
    NOT_AS_ENTRIES,
  ],
  [
    'a receipt that is gone',
    `delete from sacco_receipts where reference = 'HIS'`,
    'and its receipt do not agree',
  ],
  [
    'a receipt of another amount than its payment',
    `update sacco_receipts set amount_minor = amount_minor + 1 where reference = 'OPEN'`,
    'and its receipt do not agree',
  ],
  [
    'a receipt for a member who got less',
    `update sacco_entries set amount_minor = amount_minor - 1 where kind = 'share_purchase' and receipt_id is not null`,
    NOT_AS_ENTRIES,
  ],
  [
    'a part that belongs to another receipt',
    `update sacco_entries set receipt_id = (select id from sacco_receipts where reference = 'OPEN') where kind = 'share_purchase'`,
    NOT_AS_ENTRIES,
  ],
  [
    'a receipt that waits for nobody',
    `update sacco_receipts set status = 'unallocated' where reference = 'WAITS'`,
    NOT_AS_ENTRIES,
  ],
  [
    'a receipt of money at the bank that is gone',
    `delete from sacco_receipts where reference = 'BANK'`,
    NOT_AS_ENTRIES,
  ],
  [
    'a payment by paybill that was never confirmed',
    `delete from paybill_confirmations where transaction_id = 'HIS'`,
    'confirmation and payment do not agree',
  ],
  [
    'a confirmation of another transaction than its payment',
    `update payments set provider_txn_id = 'ANOTHER' where provider_txn_id = 'OPEN'`,
    'confirmation and payment do not agree',
  ],
  [
    'a prompt that was paid by a transaction that was counted before',
    `update payments set provider_data = '{"receipt": "OPEN"}' where provider_txn_id = 'HIS'`,
    'was paid by the transaction of',
  ],
  [
    'an allocation that nobody approved',
    `with alone as (
       update sacco_entries set approval_id = null where source = 'unallocated' and status = 'posted' returning id
     )
     delete from sacco_approvals where entry_id in (select id from alone)`,
    'and its approval do not agree',
  ],
]);
