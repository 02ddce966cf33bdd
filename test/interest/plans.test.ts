/** Interest that is declared by itself: however long nothing ran, whatever the plan is changed to, and beside what people declare. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declareDueInterest } from '../../domain/interest/index.ts';
import {
  createSacco,
  decide,
  declaredInterest,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsProduct,
  setTestClock,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectInvalid } from '../api/samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const at = (sacco: Sacco, date: string): Promise<void> => setTestClock(sacco.project, `${date}T09:00:00Z`);
const plan = (more: object = {}): object => ({
  rate_bps: 600,
  basis: 'daily_balance',
  frequency: 'monthly',
  ...more,
});

async function set(sacco: Sacco, savings_interest: object | null): Promise<void> {
  must(await sacco.admin.put('/api/v1/sacco/settings', { savings_interest }));
}

/** With a member who saves from 5 January 2034 on. */
async function saccoWith(savings_interest: object | null): Promise<Sacco> {
  const sacco = await createSacco(service);
  await at(sacco, '2034-01-05');
  must(await sacco.maker.post(`/api/v1/sacco/members/${await newMember(sacco)}/deposits`, moving(1_000_000)));
  if (savings_interest) await set(sacco, savings_interest);
  return sacco;
}

/** First and last days and rates of what is not rejected or cancelled, after the job has run. */
async function declared(sacco: Sacco): Promise<unknown[][]> {
  await declareDueInterest(service.ctx);
  const rows: Record<string, unknown>[] = await service.ctx
    .db('sacco_savings_interest')
    .where({ project_id: sacco.project.id, status: 'declared' })
    .orderBy('period_start');
  return rows.map((row) => [row['period_start'], row['period_end'], row['rate_bps']]);
}

test('thirty months are made up for at once, and the job goes on after them', async () => {
  const sacco = await saccoWith(plan());
  await at(sacco, '2036-07-02');
  const runs = await declared(sacco);
  expect(runs).toHaveLength(30);
  expect(runs.at(-1)).toEqual(['2036-06-01', '2036-06-30', 600]);
  await at(sacco, '2036-08-02');
  expect((await declared(sacco)).slice(30)).toEqual([['2036-07-01', '2036-07-31', 600]]);
  await set(sacco, null);
});

test('months that had ended keep the terms of then, and the one that runs takes the new ones', async () => {
  const sacco = await saccoWith(plan());
  await at(sacco, '2034-03-10');
  await set(sacco, plan({ rate_bps: 700 }));
  await set(sacco, plan({ rate_bps: 800 }));
  await at(sacco, '2034-04-02');
  expect(await declared(sacco)).toEqual([
    ['2034-01-01', '2034-01-31', 600],
    ['2034-02-01', '2034-02-28', 600],
    ['2034-03-01', '2034-03-31', 800],
  ]);
});

test('a new frequency begins with the day after the last period that had ended', async () => {
  const [rarer, oftener] = [
    await saccoWith(plan()),
    await saccoWith(plan({ frequency: 'quarterly' })),
  ] as const;
  for (const sacco of [rarer, oftener]) await at(sacco, '2034-03-10');
  expect(await declared(rarer)).toHaveLength(2);
  await set(rarer, plan({ frequency: 'quarterly' }));
  await set(oftener, plan());
  for (const sacco of [rarer, oftener]) await at(sacco, '2034-07-02');
  expect(await declared(rarer)).toEqual([
    ['2034-01-01', '2034-01-31', 600],
    ['2034-02-01', '2034-02-28', 600],
    ['2034-03-01', '2034-03-31', 600],
    ['2034-04-01', '2034-06-30', 600],
  ]);
  const [first, ...others] = await declared(oftener);
  expect([first, others.length]).toEqual([['2034-01-01', '2034-01-31', 600], 5]);
});

test('turned off, it declares what had ended; turned on again, nothing of the time between', async () => {
  const sacco = await saccoWith(plan());
  await at(sacco, '2034-02-10');
  await set(sacco, null);
  await at(sacco, '2034-06-10');
  expect(await declared(sacco)).toEqual([['2034-01-01', '2034-01-31', 600]]);
  const [kept] = await service.ctx
    .db('sacco_settings')
    .where({ project_id: sacco.project.id, environment: 'test' })
    .pluck('ended_interest_plans');
  expect(kept).toBeNull();
  await set(sacco, plan({ rate_bps: 500 }));
  await at(sacco, '2034-07-02');
  expect((await declared(sacco)).slice(1)).toEqual([['2034-06-01', '2034-06-30', 500]]);
});

test('a draft of a person that is cancelled or rejected takes no days; one that stands takes its own alone', async () => {
  const sacco = await saccoWith(plan({ frequency: 'quarterly' }));
  await at(sacco, '2034-04-01');
  const quarter = { period_start: '2034-01-01', period_end: '2034-03-31' };
  for (const verdict of ['reject', 'cancel'] as const) {
    const { approval_id } = await declaredInterest(sacco, quarter);
    if (verdict === 'reject') must(await decide(sacco, approval_id, verdict, { note: 'a draft' }));
    else must(await sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`));
  }
  await declaredInterest(sacco, { period_start: '2034-02-01', period_end: '2034-02-28', rate_bps: 900 });
  expect(await declared(sacco)).toEqual([
    ['2034-01-01', '2034-01-31', 600],
    ['2034-02-01', '2034-02-28', 900],
    ['2034-03-01', '2034-03-31', 600],
  ]);
});

test('another default product goes on where the one before ended', async () => {
  const sacco = await saccoWith(plan());
  await at(sacco, '2034-02-10');
  expect(await declared(sacco)).toHaveLength(1);
  const next = await savingsProduct(sacco, { name: 'Next' });
  must(await sacco.admin.put('/api/v1/sacco/settings', { savings_product_id: next }));
  await at(sacco, '2034-03-02');
  expect((await declared(sacco)).slice(1)).toEqual([['2034-02-01', '2034-02-28', 600]]);
});

test('products have plans of their own beside that of the default one, each with its terms and periods', async () => {
  const sacco = await saccoWith(plan());
  const [school, house] = [await savingsProduct(sacco), await savingsProduct(sacco)];
  const setPlans = async (savings_interest_plans: object[]): Promise<Reply['body']> =>
    must(await sacco.admin.put('/api/v1/sacco/settings', { savings_interest_plans })).body;
  const saver = await newMember(sacco);
  const account = await savingsAccount(sacco, saver, school);
  const deposit = moving(1_000_000, { savings_account_id: account });
  must(await sacco.maker.post(`/api/v1/sacco/members/${saver}/deposits`, deposit));
  const of_school = plan({ product_id: school, rate_bps: 700, credit_to: 'default_account' });
  const settings = await setPlans([of_school, plan({ product_id: house, frequency: 'quarterly' })]);
  expect(settings.savings_interest.product_id).toBeNull();
  expect(settings.savings_interest_plans).toMatchObject([
    { product_id: school, rate_bps: 700, since: '2034-01-05' },
    { product_id: house, frequency: 'quarterly' },
  ]);
  await at(sacco, '2034-02-02');
  expect(new Set(await declared(sacco))).toEqual(
    new Set([
      ['2034-01-01', '2034-01-31', 600],
      ['2034-01-01', '2034-01-31', 700],
    ]),
  );
  const { savings_interest } = must(await sacco.maker.get('/api/v1/sacco/savings-interest')).body;
  const run = savings_interest.find((each: Reply['body']) => each.product_id === school);
  expect(run).toMatchObject({ credit_to: 'default_account', total: '51.78' });
  // Another rate of one, the other turned off: what had ended by then is declared by the terms of before.
  await at(sacco, '2034-04-02');
  await setPlans([{ ...of_school, rate_bps: 800 }]);
  await at(sacco, '2034-05-02');
  const rates = (await declared(sacco)).filter(([, , rate]) => rate !== 600);
  expect(rates).toEqual([
    ['2034-01-01', '2034-01-31', 700],
    ['2034-02-01', '2034-02-28', 700],
    ['2034-03-01', '2034-03-31', 700],
    ['2034-04-01', '2034-04-30', 800],
  ]);
  const all = must(await sacco.maker.get('/api/v1/sacco/savings-interest')).body.savings_interest;
  expect(all.filter((each: Reply['body']) => each.product_id === house)).toMatchObject([
    { period_start: '2034-01-01', period_end: '2034-03-31' },
  ]);
  expect((await setPlans([])).savings_interest_plans).toEqual([]);
});

test('a product has one plan', async () => {
  const sacco = await saccoWith(plan());
  const product_id = await savingsProduct(sacco);
  const put = (change: object) => sacco.admin.put('/api/v1/sacco/settings', change);
  const settings = must(await sacco.admin.get('/api/v1/sacco/settings')).body;
  const of_default = plan({ product_id: settings.savings_product_id });
  const of_other = plan({ product_id });
  expectInvalid(await put({ savings_interest_plans: [of_default] }), 'savings_interest_plans[0].product_id');
  expectInvalid(await put({ savings_interest_plans: [of_other, of_other] }), 'savings_interest_plans[1]');
  expectInvalid(await put({ savings_interest_plans: [plan()] }), 'savings_interest_plans[0].product_id');
  must(await put({ savings_interest_plans: [of_other] }));
  expectInvalid(await put({ savings_interest: of_other }), 'savings_interest_plans[0].product_id');
  must(await put({ savings_interest: of_other, savings_interest_plans: [] }));
  const fixed = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 90 });
  const never = { savings_interest_plans: [plan({ product_id: fixed })] };
  expectInvalid(await put(never), 'savings_interest_plans[0].product_id');
});

const settingsOf = (sacco: Sacco) => ({
  put: (change: object) => sacco.admin.put('/api/v1/sacco/settings', change),
  expectKept: async (product_id: string) =>
    expect(must(await sacco.admin.get('/api/v1/sacco/settings')).body.savings_product_id).toBe(product_id),
});

test('a product with a plan by its name is not made the default one before its interest is declared', async () => {
  const sacco = await saccoWith(plan());
  const { put, expectKept } = settingsOf(sacco);
  const { savings_product_id } = must(await sacco.admin.get('/api/v1/sacco/settings')).body;
  const next = await savingsProduct(sacco, { name: 'Next' });
  const of_next = plan({ product_id: next, frequency: 'quarterly' });
  const change = { savings_product_id: next };
  for (const planned of [
    { savings_interest_plans: [of_next] },
    { savings_interest: of_next, savings_interest_plans: [] },
  ]) {
    must(await put(planned));
    for (const more of [{}, { savings_interest: null }, { savings_interest_plans: [] }])
      expectInvalid(await put({ ...change, ...more }), 'savings_product_id');
    // Without a change nothing is refused.
    must(await put({ savings_product_id }));
  }
  await expectKept(savings_product_id);
  // What had ended is declared by its plan while the accounts are still apart.
  await at(sacco, '2034-04-10');
  must(await put({ savings_interest: plan() }));
  expectInvalid(await put(change), 'savings_product_id');
  await declareDueInterest(service.ctx);
  must(await put(change));
  await at(sacco, '2034-05-02');
  const runs = must(await sacco.maker.get('/api/v1/sacco/savings-interest?limit=100')).body.savings_interest;
  expect(
    runs.some((run: Reply['body']) => run.product_id === next && run.period_start === '2034-01-01'),
  ).toBe(true);
  expect((await declared(sacco)).at(-1)).toEqual(['2034-04-01', '2034-04-30', 600]);
});

test('under strict approvals, too, when it is asked for and when it is approved', async () => {
  const sacco = await saccoWith(null);
  const { put, expectKept } = settingsOf(sacco);
  const { savings_product_id } = must(await put({ withdrawal_approval_minor: 100 })).body;
  const next = await savingsProduct(sacco, { name: 'Next' });
  const { project } = sacco;
  must(await project.owner.client.patch(`/api/projects/${project.id}`, { strict_approvals: true }));
  const change = { withdrawal_approval_minor: null, savings_product_id: next };
  const { approval_id } = must(await put(change)).body;
  must(await put({ savings_interest_plans: [plan({ product_id: next })] }));
  expectInvalid(await put(change), 'savings_product_id');
  expectInvalid(await decide(sacco, approval_id), 'savings_product_id');
  await expectKept(savings_product_id);
});

test('a plan that moves from one setting to the other with another frequency loses no day', async () => {
  const sacco = await saccoWith(plan({ frequency: 'quarterly' }));
  const { put } = settingsOf(sacco);
  const { savings_product_id } = must(await sacco.admin.get('/api/v1/sacco/settings')).body;
  const other = await savingsProduct(sacco);
  await at(sacco, '2034-03-10');
  must(
    await put({
      savings_interest: plan({ product_id: other }),
      savings_interest_plans: [plan({ product_id: savings_product_id })],
    }),
  );
  await at(sacco, '2034-04-02');
  await declareDueInterest(service.ctx);
  const runs = must(await sacco.maker.get('/api/v1/sacco/savings-interest?limit=100')).body.savings_interest;
  const starts = runs
    .filter((run: Reply['body']) => run.product_id === savings_product_id)
    .map((run: Reply['body']) => run.period_start);
  expect(starts.toSorted()).toEqual(['2034-01-01', '2034-02-01', '2034-03-01']);
});

test('a product that never earns so is refused when the plan is made', async () => {
  const sacco = await saccoWith(null);
  const product_id = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 90 });
  const put = (savings_interest: object) => sacco.admin.put('/api/v1/sacco/settings', { savings_interest });
  expectInvalid(await put(plan({ product_id })), 'savings_interest.product_id');
});

test('a fault with one cooperative keeps none of the others waiting, and is told', async () => {
  const saccos: Sacco[] = [];
  for (let i = 0; i < 3; i++) saccos.push(await saccoWith(plan()));
  const [first, broken, last] = saccos as [Sacco, Sacco, Sacco];
  for (const sacco of saccos) await at(sacco, '2034-02-02');
  const of_broken = service.ctx.db('sacco_settings').where({ project_id: broken.project.id });
  await of_broken.clone().update({ savings_interest: JSON.stringify({ ...plan(), from: 'never' }) });
  await expect(declareDueInterest(service.ctx)).rejects.toThrow('Invalid time value');
  await of_broken.clone().update({ savings_interest: null });
  for (const sacco of [first, last])
    expect(await declared(sacco)).toEqual([['2034-01-01', '2034-01-31', 600]]);
});
