/** What a dividend is declared by: what holds under the lock of the SACCO, worked out once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scopeColumns } from '../../db/model.ts';
import {
  createSacco,
  earnFees,
  lockWaiters,
  moving,
  must,
  scopeNow,
  sharedService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let members: string[];

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  members = await earnFees(sacco, [10_000, 30_000]);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const declare = (label: string): Promise<Reply> =>
  sacco.maker.post('/api/v1/sacco/dividends', {
    label,
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    share_rate_bps: 1_000,
    interest_rebate_bps: 0,
    paid_from: 'fee_income',
    idempotency_key: label,
  });

test('a repeat answers what was declared, and works nothing out', async () => {
  const declared = must(await declare('repeated')).body;
  const reads = vi.spyOn(service.ctx.ledger, 'balances');
  const again = await declare('repeated');
  expect([again.status, again.body]).toEqual([200, { ...declared, replayed: true }]);
  expect(reads).not.toHaveBeenCalled();
});

test('lines follow from what holds once no other declaration is under way', async () => {
  const { db } = service.ctx;
  const other = await db.transaction();
  await other('sacco_settings')
    .where(scopeColumns(await scopeNow(service, sacco)))
    .forNoKeyUpdate()
    .first();
  const declaring = declare('waited');
  await until(
    'the declaration waits for its turn',
    async () => (await lockWaiters(db, 'sacco_settings')) > 0,
  );
  const bought = moving(5_000, { from: 'cash' });
  must(await sacco.maker.post(`/api/v1/sacco/members/${members[0]}/shares`, bought));
  await other.commit();
  const { lines, total_minor } = must(await declaring).body;
  const of_first = lines.find(({ member_id }: { member_id: string }) => member_id === members[0]);
  expect(of_first).toMatchObject({ shares_minor: 15_000, amount_minor: 1_500 });
  expect(total_minor).toBe(4_500);
});

test('its approval and its entry say the total', async () => {
  const declared = must(await declare('said')).body;
  const approval = must(await sacco.maker.get(`/api/v1/approvals/${declared.approval_id}`)).body;
  expect(approval.summary).toBe('Dividend said: 45.00 KES to 2 members');
  const entry = must(await sacco.maker.get(`/api/v1/sacco/entries/${declared.entry_id}`)).body;
  expect(entry).toMatchObject({ kind: 'dividend', amount_minor: declared.total_minor });
});
