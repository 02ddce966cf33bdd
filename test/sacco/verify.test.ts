/** What somebody with the database's own powers could do to the SACCO, and that `npm run verify` finds it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { postings } from '../../domain/payments/index.ts';
import { MOVEMENTS } from '../../app/compose.ts';
import { memberInvariants } from '../../domain/members/index.ts';
import { movementInvariants, SaccoEntry, paymentCredits } from '../../domain/movements/index.ts';
import { entryTransfers } from '../../domain/movements/pipeline/entry-transfers.ts';
import {
  createSacco,
  differences,
  issueKey,
  loseNextBooking,
  moving,
  must,
  newMember,
  paymentBody,
  type Sacco,
  scopeNow,
  startService,
  type TestService,
  testTampering,
} from '../harness/index.ts';

const INVARIANTS = [...movementInvariants(MOVEMENTS), ...memberInvariants];

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service, { entrance_fee_minor: 500, withdrawal_approval_minor: 1_000 });
  const { key } = sacco.project;
  const a = await newMember(sacco, { pay_entrance_fee: true });
  const b = await newMember(sacco);
  const leaver = await newMember(sacco);
  const path = (id: string, what: string): string => `/api/v1/sacco/members/${id}/${what}`;
  const decide = async (id: string, verb: string, body?: object) =>
    must(await sacco.checker.post(`/api/v1/approvals/${id}/${verb}`, body));
  for (const id of [a, b, leaver]) must(await key.post(path(id, 'deposits'), moving(10_000)));
  must(await key.post(path(a, 'shares'), moving(3_000, { from: 'savings' })));
  must(await key.post(path(leaver, 'shares'), moving(2_000, { from: 'cash' })));
  must(await key.post(path(a, 'withdrawals'), moving(700)));
  must(await key.post(path(a, 'shares'), moving(9_999, { from: 'savings' })));

  const byAdmin = await issueKey(service.anyone, sacco.people.admin, sacco.project.id, 'test');
  const large = async (by = sacco.maker) =>
    must(await by.post(path(b, 'withdrawals'), moving(1_100))).body.approval_id;
  await decide(await large(), 'approve');
  await decide(await large(byAdmin), 'approve');
  await decide(await large(), 'reject', { note: 'no' });
  must(await sacco.maker.post(`/api/v1/approvals/${await large()}/cancel`));
  await large();
  const adjust = async (): Promise<string> => {
    const body = moving(250, { direction: 'in', memo: 'found' });
    return must(await sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body.approval_id;
  };
  await decide(await adjust(), 'approve');
  const { body: twice } = must(await key.post(path(b, 'deposits'), moving(333)));
  const taken_back = { memo: 'typed twice', idempotency_key: crypto.randomUUID() };
  const { body: reversal } = must(
    await sacco.maker.post(`/api/v1/sacco/entries/${twice.id}/reverse`, taken_back),
  );
  await decide(reversal.approval_id, 'approve');
  const exit = async (id: string): Promise<string> =>
    must(await sacco.maker.post(path(id, 'exit'), { idempotency_key: crypto.randomUUID(), memo: 'moves' }))
      .body.approval_id;
  await decide(await exit(leaver), 'approve');

  const pay = async (more: object = {}): Promise<string> => {
    const metadata = { sacco_member_id: a, ...more };
    const { body } = must(await key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    await postings.postPending(service.ctx);
    return body.id;
  };
  await paymentCredits.apply(service.ctx, await pay());
  await paymentCredits.apply(service.ctx, await pay({ sacco_purpose: 'shares' }));
  await pay();
  must(await key.post(`/api/v1/payments/${await pay()}/refunds`, { reason: 'sandbox:pending' }));
  const late = await pay();
  await exit(a);
  await paymentCredits.apply(service.ctx, late);

  // Processes that died, whose work is still to be finished, are no difference.
  for (const when of ['before', 'after'] as const) {
    for (const [what, more] of [
      ['deposits', {}],
      ['shares', { from: 'cash' }],
      ['shares', { from: 'savings' }],
    ] as const) {
      loseNextBooking(service.ctx.ledger, when);
      expect((await key.post(path(b, what), moving(7, more))).status).toBe(503);
    }
    const waiting = await adjust();
    loseNextBooking(service.ctx.ledger, when);
    expect((await sacco.checker.post(`/api/v1/approvals/${waiting}/approve`)).status).toBe(503);
  }
});
afterAll(() => service.stop());

test('nothing differs, also while movements are under way', async () => {
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});

describe('an entry that waits for approval in the snapshot', () => {
  const BOOKED = 'every posted entry is booked as its movement is defined, and no other one is';
  const check = INVARIANTS.filter(({ invariant }) => invariant === BOOKED);
  let waiting: { entry_id: string; approval_id: string };

  beforeEach(async () => {
    const body = moving(50, { direction: 'in', memo: 'found' });
    const asked = must(await sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body;
    waiting = { entry_id: asked.id, approval_id: asked.approval_id };
  });

  test('is no difference when it is approved and booked before the ledger is read', async () => {
    const { ledger } = service.ctx;
    const read = ledger.transfers.bind(ledger);
    vi.spyOn(ledger, 'transfers').mockImplementationOnce(async (ids) => {
      must(await sacco.checker.post(`/api/v1/approvals/${waiting.approval_id}/approve`));
      return read(ids);
    });
    expect(await differences(service.ctx, check)).toEqual([]);
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/entries/${waiting.entry_id}`));
    expect(body.status).toBe('posted');
  });

  test('is one when it is booked and still waits', async () => {
    const { ctx } = service;
    const scope = await scopeNow(service, sacco);
    const entry = await SaccoEntry.query(ctx.db).findInScope(scope, waiting.entry_id);
    await ctx.ledger.post([entryTransfers(ctx, entry).map(({ transfer }) => transfer)], scope.clock.now());
    expect(await differences(ctx, check)).toEqual([
      `${BOOKED}: ${waiting.entry_id} is awaiting_approval, but is booked`,
    ]);
    must(await sacco.checker.post(`/api/v1/approvals/${waiting.approval_id}/approve`));
  });
});

const POSTED = `status = 'posted' and kind = `;
const CREDIT = 'update sacco_payment_credits set status = ';

testTampering(() => service.ctx, INVARIANTS, [
  [
    'an entry of nobody',
    `update sacco_entries set member_id = 'mem_nobody' where ${POSTED}'deposit'`,
    'every entry is of a member, and of an approval, of its SACCO',
  ],
  [
    'an entry of another amount',
    `update sacco_entries set amount_minor = 701 where amount_minor = 700`,
    'every posted entry is booked as its movement is defined',
  ],
  [
    'an entry of another kind',
    `update sacco_entries set kind = 'share_purchase' where ${POSTED}'deposit' and source = 'cash'`,
    'every posted entry is booked as its movement is defined',
  ],
  [
    'a posted entry called failed',
    `update sacco_entries set status = 'failed' where ${POSTED}'withdrawal' and approval_id is null`,
    'every posted entry is booked as its movement is defined, and no other one is',
  ],
  [
    'a failed entry called posted',
    `update sacco_entries set status = 'posted' where status = 'failed' and payment_id is null`,
    'every posted entry is booked as its movement is defined',
  ],
  [
    'an entry that was removed',
    `delete from sacco_entries where ${POSTED}'cash_adjustment'`,
    'every transfer of the SACCO belongs to an entry',
  ],
  [
    "a member's entry that was removed",
    `delete from sacco_entries where ${POSTED}'withdrawal' and amount_minor = 700`,
    "what a member's accounts hold is the sum of the member's entries",
  ],
  [
    'a payment credited in words only',
    `${CREDIT}'credited' where status = 'pending'`,
    'every credit stands as its payment and its entries do',
  ],
  [
    'a credited payment to be credited again',
    `${CREDIT}'pending' where status = 'credited'`,
    'every credit stands as its payment and its entries do',
  ],
  [
    'a payment called refunded',
    `${CREDIT}'refunded' where status = 'pending'`,
    'every credit stands as its payment and its entries do',
  ],
  [
    'a payment that is nobody’s',
    `${CREDIT}'cancelled' where status = 'pending'`,
    'every credit stands as its payment and its entries do',
  ],
  [
    'a payment to be credited while its refund is under way',
    `${CREDIT}'pending' where status = 'cancelled'`,
    'every credit stands as its payment and its entries do',
  ],
  [
    'a credit that was removed',
    `delete from sacco_payment_credits where status = 'pending'`,
    'every credit and its entries are of their payment',
  ],
  [
    'a credit for another member',
    `update sacco_payment_credits c set member_id = m.id from sacco_members m where m.id <> c.member_id`,
    'every credit and its entries are of their payment',
  ],
  [
    'an entry of a payment of another amount',
    `update sacco_entries set amount_minor = amount_minor + 1 where payment_id is not null and status = 'failed'`,
    'every credit and its entries are of their payment',
  ],
  [
    'an approval of what was booked withdrawn',
    `update sacco_approvals set status = 'rejected' where status = 'approved'`,
    'an entry waits for approval exactly while its approval is pending',
  ],
  [
    'an approval that was removed',
    `update sacco_entries set approval_id = null where approval_id is not null;
     delete from sacco_approvals where kind = 'cash_adjustment'`,
    'an entry waits for approval exactly while its approval is pending',
  ],
  [
    'an entry that waits, released by hand',
    `update sacco_entries set status = 'posting' where status = 'awaiting_approval' and kind = 'withdrawal'`,
    'an entry waits for approval exactly while its approval is pending',
  ],
  [
    'an entry that no longer says who approved it',
    `update sacco_entries set approval_id = null where ${POSTED}'withdrawal'`,
    'an entry waits for approval exactly while its approval is pending',
  ],
  [
    'an entry that no longer says that it was taken back',
    `update sacco_entries set reversed_by_entry_id = null, reversed_at = null where reversed_by_entry_id is not null`,
    'a reversal reverses one entry',
  ],
  [
    'an entry that says so of itself',
    `update sacco_entries set reversed_by_entry_id = id, reversed_at = now() where ${POSTED}'withdrawal'`,
    'a reversal reverses one entry',
  ],
  [
    'a reversal of another kind of movement',
    `update sacco_entries set reverses_kind = 'share_purchase' where kind = 'reversal'`,
    'a reversal reverses one entry',
  ],
  [
    'a decision on a request of one’s own',
    `update sacco_approvals set decided_by_id = requested_by_id where status = 'approved' and requested_by_type = 'user'`,
    'a person has decided, and never on a request of their own',
  ],
  [
    'a decision on a request of a key of one’s own',
    `update sacco_approvals a set decided_by_id = k.created_by from api_keys k
     where a.requested_by_id = k.id and a.status = 'approved'`,
    'a person has decided, and never on a request of their own',
  ],
  [
    'a decision by an API key',
    `update sacco_approvals set decided_by_type = 'api_key' where status = 'approved'`,
    'a person has decided, and never on a request of their own',
  ],
  [
    'a number that was taken away',
    `update sacco_members set member_no = 'X' where member_no = 'M00002'`,
    "member numbers of the service's own have no gaps",
  ],
  [
    'a member who is gone in words only',
    `update sacco_members set status = 'exited' where member_no = 'M00002'`,
    'a member who has exited holds nothing',
  ],
  [
    'a member whose exit is forgotten',
    `update sacco_members set status = 'active' where status = 'exiting'`,
    'a member is exiting exactly while an exit waits',
  ],
  [
    'a member who is back without a word',
    `update sacco_members set status = 'active' where status = 'exited'`,
    'a member is exiting exactly while an exit waits',
  ],
  [
    'an entrance fee to be paid twice',
    `update sacco_members set entrance_fee_paid = false where entrance_fee_paid`,
    'a member whose entrance fee is booked has paid it',
  ],
]);
