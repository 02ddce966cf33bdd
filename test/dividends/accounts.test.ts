/** Dividends that are paid into the savings account that a member has chosen, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payDividend } from '../../domain/dividends/index.ts';
import {
  approvedDividend,
  createSacco,
  decide,
  declaredDividend,
  earnFees,
  fixedAccount,
  lockWaiters,
  moving,
  must,
  savingsAccount,
  savingsIn,
  savingsPath,
  savingsProduct,
  sharedService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;
let chooser: string;
let other: string;
let account: string;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  [chooser, other] = (await earnFees(sacco, [10_000, 30_000])) as [string, string];
  account = await savingsAccount(sacco, chooser, await savingsProduct(sacco));
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const of_default = (member: string): string => member.replace('mem_', 'sav_');
const chosen = (member: string): string => `/api/v1/sacco/members/${member}/dividend-account`;
const choose = (member: string, savings_account_id: string): Promise<Reply> =>
  sacco.maker.put(chosen(member), { savings_account_id });

/** The lines of a dividend by their members. */
async function linesOf(id: string): Promise<Map<string, Reply['body']>> {
  const { lines } = must(await sacco.maker.get(`/api/v1/sacco/dividends/${id}`)).body;
  return new Map(lines.map((line: Reply['body']) => [line.member_id, line]));
}

/** The newest entry that paid the member a dividend. */
async function paidTo(member: string): Promise<Reply['body']> {
  const path = `/api/v1/sacco/members/${member}/entries?kind=dividend&limit=1`;
  return must(await sacco.maker.get(path)).body.entries[0];
}

test('a line goes into the account that is chosen when it is declared, net of tax', async () => {
  expect(must(await sacco.maker.get(chosen(chooser))).body.savings_account_id).toBe(of_default(chooser));
  expect(must(await choose(chooser, account)).body).toEqual({
    member_id: chooser,
    savings_account_id: account,
  });
  expect(must(await sacco.project.key.get(chosen(chooser))).body.savings_account_id).toBe(account);
  const id = await approvedDividend(sacco, { withholding_tax_bps: 1_500 });
  must(await choose(chooser, of_default(chooser)));
  await payDividend(service.ctx, id);
  const lines = await linesOf(id);
  expect(lines.get(chooser)).toMatchObject({ net: '8.50', savings_account_id: account, status: 'paid' });
  expect(lines.get(other)).toMatchObject({ net: '25.50', savings_account_id: of_default(other) });
  expect(await paidTo(chooser)).toMatchObject({ amount: '8.50', savings_account_id: account });
  expect(await savingsIn(sacco, chooser, account)).toBe(850);
  expect(await savingsIn(sacco, chooser, of_default(chooser))).toBe(0);
  expect(await savingsIn(sacco, other, of_default(other))).toBe(2_550);
  const one = must(await sacco.maker.get(`/api/v1/sacco/dividends/${id}/lines/${chooser}`)).body;
  expect(one.savings_account_id).toBe(account);
});

test('an account that is closed before the payout, or while it is paid, gets nothing: the default one does', async () => {
  const { db } = service.ctx;
  const closing = await savingsAccount(sacco, other, await savingsProduct(sacco));
  must(await choose(other, closing));
  const [before, during] = [await approvedDividend(sacco), await approvedDividend(sacco)];
  must(await sacco.maker.post(savingsPath(other, closing, 'close')));
  await payDividend(service.ctx, before);
  expect((await linesOf(before)).get(other)).toMatchObject({ status: 'paid', savings_account_id: closing });
  expect(await paidTo(other)).toMatchObject({ savings_account_id: of_default(other) });
  // What is declared from now on names it no more.
  expect(must(await sacco.maker.get(chosen(other))).body.savings_account_id).toBe(of_default(other));
  const later = await declaredDividend(sacco);
  expect((await linesOf(later.id)).get(other).savings_account_id).toBe(of_default(other));
  must(await decide(sacco, later.approval_id, 'reject', { note: 'of the test alone' }));

  await db('sacco_savings_accounts').where({ id: closing }).update({ status: 'active', closed_at: null });
  const process = await db.transaction();
  await process('sacco_members').where({ id: other }).forUpdate().select('id');
  const paying = payDividend(service.ctx, during);
  await until('the payout waits', async () => (await lockWaiters(db, 'sacco_dividend_lines')) > 0);
  await process('sacco_savings_accounts')
    .where({ id: closing })
    .update({ status: 'closed', closed_at: db.fn.now() });
  await process.commit();
  await paying;
  expect(await paidTo(other)).toMatchObject({ dividend_id: during, savings_account_id: of_default(other) });
});

test('accounts of others, closed and fixed ones are refused, and the choice is in the audit log', async () => {
  expectError(await choose(other, account), 404, 'NOT_FOUND');
  const product_id = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 90 });
  const fixed = await fixedAccount(sacco, chooser, product_id, 1_000);
  expectError(await choose(chooser, fixed), 422, 'UNPROCESSABLE', 'savings_account_fixed');
  const closed = await savingsAccount(sacco, chooser, await savingsProduct(sacco));
  must(await sacco.maker.post(savingsPath(chooser, closed, 'close')));
  expectError(await choose(chooser, closed), 422, 'UNPROCESSABLE', 'account_inactive');
  expectInvalid(await sacco.maker.put(chosen(chooser), {}), 'savings_account_id');
  const stranger = await createSacco(service);
  expectError(await stranger.maker.put(chosen(chooser), { savings_account_id: account }), 404, 'NOT_FOUND');
  const log = `/api/projects/${sacco.project.id}/audit-log?environment=test&limit=200`;
  const { audit_log } = must(await sacco.project.session.get(log)).body;
  expect(audit_log).toContainEqual(
    expect.objectContaining({
      action: 'sacco.dividend_account_changed',
      subject: chooser,
      details: { from: of_default(chooser), to: account },
    }),
  );
});

test('choosing and closing at once end as one after the other', async () => {
  for (let round = 0; round < 5; round++) {
    const next = await savingsAccount(sacco, chooser, await savingsProduct(sacco));
    const [choice, closure] = await Promise.all([
      choose(chooser, next),
      sacco.maker.post(savingsPath(chooser, next, 'close')),
    ]);
    expect(closure.status).toBe(200);
    if (choice.status !== 200) expectError(choice, 422, 'UNPROCESSABLE', 'account_inactive');
    expect(must(await sacco.maker.get(chosen(chooser))).body.savings_account_id).not.toBe(next);
  }
  must(await sacco.maker.post(`/api/v1/sacco/members/${chooser}/deposits`, moving(100)));
});
