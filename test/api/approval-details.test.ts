/** What an approval says of what was asked for: how much, in what currency, why, and for whom. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appliedLoan,
  askWriteOff,
  createSacco,
  decide,
  declaredDividend,
  earnFees,
  getLoan,
  lend,
  letDaysPass,
  moveToNoon,
  moving,
  must,
  newProduct,
  newSaver,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
  await moveToNoon(sacco.project);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const APPROVALS = '/api/v1/approvals';

async function read(id: string): Promise<Reply['body']> {
  const { body } = must(await sacco.checker.get(`${APPROVALS}/${id}`));
  const { approvals } = must(await sacco.checker.get(`${APPROVALS}?limit=1000`)).body;
  const listed = approvals.find((each: { id: string }) => each.id === id);
  expect(body).toMatchObject(listed);
  return body;
}

async function summaryOf(member_id: string): Promise<object> {
  const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${member_id}`));
  return { id: member_id, member_no: body.member_no, full_name: body.full_name };
}

async function ask(path: string, body: object): Promise<string> {
  return must(await sacco.maker.post(`/api/v1/sacco/${path}`, body)).body.approval_id;
}

describe('an approval says how much, why and for whom', () => {
  test('a withdrawal, with its memo', async () => {
    const member = await newSaver(sacco, 5_000);
    const id = await ask(`members/${member}/withdrawals`, moving(1_250, { memo: 'slip 17' }));
    const asked = {
      amount: '12.50',
      amount_minor: 1_250,
      currency: 'KES',
      memo: 'slip 17',
      member: await summaryOf(member),
    };
    expect(await read(id)).toMatchObject({ status: 'pending', ...asked });
    const approved = must(await decide(sacco, id)).body.approval;
    expect(approved).toMatchObject({ status: 'approved', ...asked });
    expect(await read(id)).toMatchObject({ status: 'approved', ...asked });
  });

  test('counted cash, which is no member’s', async () => {
    const id = await ask('cash-adjustments', moving(400, { direction: 'in', memo: 'drawer' }));
    const asked = { amount: '4.00', amount_minor: 400, memo: 'drawer', member: null };
    expect(await read(id)).toMatchObject(asked);
    const rejected = must(await decide(sacco, id, 'reject', { note: 'count again' })).body;
    expect(rejected).toMatchObject({ status: 'rejected', ...asked });
  });

  test('a loan, of which it is the principal, and its write-off, of which it is what is owed now', async () => {
    const member = await newSaver(sacco, 100_000);
    const product_id = await newProduct(sacco);
    const applied = await appliedLoan(sacco, { product_id, member_id: member, amount_minor: 60_000 });
    expect(await read(applied.approval_id)).toMatchObject({
      amount_minor: 60_000,
      memo: null,
      member: await summaryOf(member),
    });
    must(await sacco.maker.post(`${APPROVALS}/${applied.approval_id}/cancel`));
    const loan = await lend(sacco, { product_id, member_id: member, amount_minor: 60_000 });
    await letDaysPass(service, sacco, 45);
    const id = await askWriteOff(sacco, loan.id);
    const { payoff_minor } = await getLoan(sacco, loan.id);
    expect(payoff_minor).toBeGreaterThan(60_000);
    expect(await read(id)).toMatchObject({ amount_minor: payoff_minor, memo: 'gone away' });
    must(
      await sacco.maker.post(
        `/api/v1/sacco/loans/${loan.id}/repayments`,
        moving(10_000, { from: 'savings' }),
      ),
    );
    expect((await read(id)).amount_minor).toBe(payoff_minor - 10_000);
    const done = must(await decide(sacco, id)).body;
    expect(done.entry.amount_minor).toBe(payoff_minor - 10_000);
    expect(done.approval.amount_minor).toBe(payoff_minor - 10_000);
    expect((await read(id)).amount_minor).toBe(payoff_minor - 10_000);
  });

  test('nothing is left to write off of a loan that was repaid meanwhile', async () => {
    const member = await newSaver(sacco, 100_000);
    const product_id = await newProduct(sacco);
    const loan = await lend(sacco, { product_id, member_id: member, amount_minor: 20_000 });
    const id = await askWriteOff(sacco, loan.id);
    const repaid = moving(20_000, { from: 'savings' });
    must(await sacco.maker.post(`/api/v1/sacco/loans/${loan.id}/repayments`, repaid));
    expect((await read(id)).amount_minor).toBe(0);
    expect(must(await decide(sacco, id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'loan_not_open',
    });
  });

  test('an exit, of which it is what is to be paid, on the entry too', async () => {
    const member = await newSaver(sacco, 3_000);
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/shares`, moving(700, { from: 'cash' })));
    const asked = must(
      await sacco.maker.post(`/api/v1/sacco/members/${member}/exit`, {
        idempotency_key: crypto.randomUUID(),
        memo: 'moves away',
      }),
    ).body;
    expect(asked.amount).toBe('37.00');
    expect(await read(asked.approval_id)).toMatchObject({
      amount_minor: 3_700,
      memo: 'moves away',
      member: await summaryOf(member),
    });
    // As if what is held had changed since: what is held when it is approved is paid out.
    await service.ctx
      .db('sacco_entries')
      .where({ id: asked.id })
      .update({ amount_minor: 5, shares_minor: 1 });
    expect(must(await decide(sacco, asked.approval_id)).body).toMatchObject({
      approval: { amount_minor: 3_700 },
      entry: { status: 'posted', amount_minor: 3_700 },
    });
  });

  test('a dividend, of which it is the total of its lines', async () => {
    const rich = await createSacco(service);
    await earnFees(rich, [10_000, 30_000]);
    const { approval_id } = await declaredDividend(rich);
    const { body } = must(await rich.checker.get(`${APPROVALS}/${approval_id}`));
    expect(body).toMatchObject({ amount: '40.00', amount_minor: 4_000, currency: 'KES', member: null });
  });

  test('webhooks about it say the same', async () => {
    must(await sacco.project.key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' }));
    const member = await newSaver(sacco, 5_000);
    const id = await ask(`members/${member}/withdrawals`, moving(1_000));
    must(await decide(sacco, id));
    const events = await service.ctx
      .db('webhook_events')
      .where({ project_id: sacco.project.id })
      .whereIn('type', ['approval.created', 'approval.decided']);
    expect(events).toHaveLength(2);
    for (const { payload } of events) expect(payload).toMatch(/"amount_minor":1000\b.*"member":\{"id":"mem_/);
  });
});

describe('the list', () => {
  test('has what is decided, and each status', async () => {
    const fresh = await createSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newSaver(fresh, 5_000);
    const withdraw = async (): Promise<string> =>
      must(await fresh.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(10))).body
        .approval_id;
    const [approved, rejected, cancelled, pending] = [
      await withdraw(),
      await withdraw(),
      await withdraw(),
      await withdraw(),
    ];
    must(await decide(fresh, approved));
    must(await decide(fresh, rejected, 'reject', { note: 'no' }));
    must(await fresh.maker.post(`${APPROVALS}/${cancelled}/cancel`));
    const idsOf = async (query: string): Promise<string[]> =>
      must(await fresh.checker.get(`${APPROVALS}?${query}`)).body.approvals.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf('status=decided')).toEqual([cancelled, rejected, approved]);
    expect(await idsOf(`status=decided&limit=1&after=${cancelled}`)).toEqual([rejected]);
    expect(await idsOf('status=decided&requested_by=me')).toEqual([]);
    expect(await idsOf('status=approved')).toEqual([approved]);
    expect(await idsOf('status=pending')).toEqual([pending]);
    expectInvalid(await fresh.checker.get(`${APPROVALS}?status=undecided`), 'status');
  });

  test('takes as many statements for many as for one', async () => {
    const fresh = await createSacco(service, { withdrawal_approval_minor: 0 });
    const product_id = await newProduct(fresh);
    const statements = async (): Promise<number> => {
      let count = 0;
      const counting = (): void => void count++;
      service.ctx.db.on('query', counting);
      must(await fresh.checker.get(`${APPROVALS}?limit=100`));
      service.ctx.db.off('query', counting);
      return count;
    };
    const askSome = async (): Promise<void> => {
      const member = await newSaver(fresh, 50_000);
      must(await fresh.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(10)));
      const loan = await lend(fresh, { product_id, member_id: member, amount_minor: 1_000 });
      await askWriteOff(fresh, loan.id);
    };
    await askSome();
    const for_few = await statements();
    for (let i = 0; i < 4; i++) await askSome();
    expect(await statements()).toBe(for_few);
  });
});
