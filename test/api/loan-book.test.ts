/** The loan book: provisioning table, ageing, arrears, collection sheet and groups, each as JSON and as CSV. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askWriteOff,
  createSacco,
  decide,
  getLoan,
  moving,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  scopeNow,
  setTestClock,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

const TABLE = '/api/v1/sacco/provisioning-table';
const REPORTS = '/api/v1/sacco/reports';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

async function moveTo({ project }: Sacco, date: string): Promise<void> {
  const now = `${date}T09:00:00Z`;
  await setTestClock(project, now);
}

async function report(sacco: Sacco, path: string): Promise<Reply['body']> {
  return must(await sacco.maker.get(`${REPORTS}/${path}`)).body;
}

/** @returns the lines, the header first */
async function csv(sacco: Sacco, path: string): Promise<string[]> {
  const reply = must(await sacco.maker.with({ accept: 'text/csv' }).get(`${REPORTS}/${path}`));
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return reply.text.trimEnd().split('\r\n');
}

/** A SACCO that lends 6,000.00 over 6 months at 18 % a year on 2035-01-31; others guarantee it. */
async function lent(): Promise<{ sacco: Sacco; loan: string; member: string; guarantor: string }> {
  const sacco = await createSacco(service);
  await moveTo(sacco, '2035-01-31');
  const product_id = await newProduct(sacco, { fee_bps: 0 });
  const member = await newSaver(sacco, 100);
  const guarantor = await newSaver(sacco, 100_000);
  const loan = await openLoan(sacco, {
    product_id,
    member_id: member,
    amount_minor: 600_000,
    term: 6,
    guarantors: [{ member_id: guarantor, amount_minor: 50_000 }],
  });
  return { sacco, loan, member, guarantor };
}

describe('the provisioning table', () => {
  const classes = [
    { name: 'on time', from_days: 0, rate_bps: 100 },
    { name: 'late', from_days: 1, rate_bps: 100 },
    { name: 'lost', from_days: 90, rate_bps: 10_000 },
  ];

  test("is Kenya's until it is set, by an owner or admin, and audited", async () => {
    const sacco = await createSacco(service);
    const { maker, checker, admin, project } = sacco;
    const before = must(await project.key.get(TABLE)).body;
    expect(before.classes.map((each: Reply['body']) => [each.name, each.from_days, each.rate_bps])).toEqual([
      ['performing', 0, 100],
      ['watch', 1, 500],
      ['substandard', 31, 2_500],
      ['doubtful', 181, 5_000],
      ['loss', 361, 10_000],
    ]);
    for (const one of [maker, checker, project.key])
      expectError(await one.put(TABLE, { classes }), 403, 'FORBIDDEN');
    expect(must(await admin.put(TABLE, { classes })).body).toEqual({ classes });
    expect(must(await maker.get(TABLE)).body).toEqual({ classes });
    const audited = must(
      await project.owner.client.get(`/api/projects/${project.id}/audit-log?environment=test`),
    ).body.audit_log.find(({ action }: Reply['body']) => action === 'sacco.provisioning_table_changed');
    expect(audited.details).toEqual({ from: before.classes, to: classes });
    const ageing = await report(sacco, 'ageing');
    expect(ageing.classes.map(({ name }: Reply['body']) => name)).toEqual(['on time', 'late', 'lost']);
  });

  const changed = (i: number, change: object): object[] =>
    classes.map((each, at) => (at === i ? { ...each, ...change } : each));
  test.each([
    ['one class', classes.slice(0, 1), 'classes'],
    [
      'eleven classes',
      Array.from({ length: 11 }, (_none, i) => ({ name: `c${i}`, from_days: i, rate_bps: i })),
      'classes',
    ],
    ['days that do not begin at 0', changed(0, { from_days: 1 }), 'classes[0].from_days'],
    ['days that do not rise', changed(2, { from_days: 1 }), 'classes[2].from_days'],
    ['a rate that falls', changed(1, { rate_bps: 99 }), 'classes[1].rate_bps'],
    ['a rate above all of it', changed(2, { rate_bps: 10_001 }), 'classes[2].rate_bps'],
    ['a name that comes twice', changed(1, { name: 'on time' }), 'classes[1].name'],
    ['a class without a name', changed(1, { name: '' }), 'classes[1].name'],
  ])('%s is refused', async (_what, wrong, path) => {
    const { admin } = await createSacco(service);
    expectInvalid(await admin.put(TABLE, { classes: wrong }), path);
  });
});

test('each day past due moves a loan into its class, whole', async () => {
  const { sacco } = await lent();
  const days: [date: string, provision: string, loan_class: string][] = [
    ['2035-02-28', '60.00', 'performing'],
    ['2035-03-01', '300.00', 'watch'],
    ['2035-03-30', '300.00', 'watch'],
    ['2035-03-31', '1500.00', 'substandard'],
    ['2035-08-27', '1500.00', 'substandard'],
    ['2035-08-28', '3000.00', 'doubtful'],
    ['2036-02-23', '3000.00', 'doubtful'],
    ['2036-02-24', '6000.00', 'loss'],
  ];
  for (const [date, provision, loan_class] of days) {
    await moveTo(sacco, date);
    const { classes, ...ageing } = await report(sacco, 'ageing');
    expect([date, ageing.provision, ageing.outstanding]).toEqual([date, provision, '6000.00']);
    const [only, ...others] = classes.filter(({ loans }: Reply['body']) => loans > 0);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: loan_class, loans: 1, outstanding: '6000.00', provision });
    expect(ageing).toMatchObject({
      allowance: '0.00',
      rescheduled: { loans: 0, outstanding: '0.00', outstanding_minor: 0 },
    });
    expect(ageing.as_of.slice(0, 10)).toBe(date);
  }
});

test('the portfolio at risk is that of the worked example, also in groups', async () => {
  const sacco = await createSacco(service);
  const weekly = { method: 'flat', frequency: 'weekly', rate_bps: 0, fee_bps: 0, penalty_bps: 0 };
  const [one, other] = [await newProduct(sacco, weekly), await newProduct(sacco, weekly)];
  const member_id = await newSaver(sacco, 100);
  await moveTo(sacco, '2035-01-01');
  // Each is due 7 days later; on the 98th day they are 91, 31, 30 and 0 days past due.
  const lend = (amount_minor: number, product_id: string): Promise<string> =>
    openLoan(sacco, { product_id, member_id, amount_minor, term: 1 });
  await lend(50_000, one);
  await moveTo(sacco, '2035-03-02');
  await lend(100_000, one);
  await moveTo(sacco, '2035-03-03');
  await lend(250_000, other);
  await moveTo(sacco, '2035-04-09');
  await lend(409_000, other);
  expect(await report(sacco, 'ageing')).toMatchObject({
    outstanding: '8090.00',
    par30: '1500.00',
    par30_bps: 1_854,
    par90: '500.00',
    par90_bps: 618,
  });
  const { groups } = await report(sacco, 'portfolio?group_by=product');
  const of = (key: string): Reply['body'] => groups.find((group: Reply['body']) => group.key === key);
  expect(groups).toHaveLength(2);
  expect(of(one)).toMatchObject({ loans: 2, outstanding: '1500.00', overdue: '1500.00', par30: '1500.00' });
  expect(of(other)).toMatchObject({ loans: 2, outstanding: '6590.00', overdue: '2500.00', par30: '0.00' });
  const by_class = await report(sacco, 'portfolio?group_by=class');
  expect(
    by_class.groups.map((each: Reply['body']) => [each.key, each.name, each.loans, each.outstanding]),
  ).toEqual([
    ['performing', 'performing', 1, '4090.00'],
    ['watch', 'watch', 1, '2500.00'],
    ['substandard', 'substandard', 2, '1500.00'],
  ]);
  expect(await csv(sacco, 'portfolio?group_by=class')).toEqual([
    'key,name,loans,outstanding,overdue,par30',
    'performing,performing,1,4090.00,0.00,0.00',
    'watch,watch,1,2500.00,2500.00,0.00',
    'substandard,substandard,2,1500.00,1500.00,1500.00',
  ]);
  expectInvalid(await sacco.maker.get(`${REPORTS}/portfolio`), 'group_by');
});

test('arrears say what is overdue of which loan, and whom to call', async () => {
  const { sacco, loan, member, guarantor } = await lent();
  await moveTo(sacco, '2035-03-03');
  const who = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
  const pledger = must(await sacco.maker.get(`/api/v1/sacco/members/${guarantor}`)).body;
  const { arrears } = await report(sacco, 'arrears');
  expect(arrears).toEqual([
    {
      loan_id: loan,
      member_id: member,
      member_no: who.member_no,
      full_name: who.full_name,
      phone: who.phone,
      days_past_due: 3,
      class: 'watch',
      overdue_principal: '963.15',
      overdue_principal_minor: 96_315,
      overdue_charges: '90.00',
      overdue_charges_minor: 9_000,
      overdue: '1053.15',
      overdue_minor: 105_315,
      outstanding: '6000.00',
      outstanding_minor: 600_000,
      guarantors: [
        {
          member_id: guarantor,
          full_name: pledger.full_name,
          phone: pledger.phone,
          amount: '500.00',
          amount_minor: 50_000,
        },
      ],
    },
  ]);
  expect(await csv(sacco, 'arrears')).toEqual([
    'loan_id,member_id,member_no,full_name,phone,days_past_due,class,overdue_principal,overdue_charges,overdue,outstanding,guarantors',
    `${loan},${member},${who.member_no},${who.full_name},'${who.phone},3,watch,963.15,90.00,1053.15,6000.00,${pledger.full_name} ${pledger.phone} 500.00`,
  ]);
  expect(await csv(sacco, 'ageing')).toEqual([
    'name,from_days,rate_bps,loans,outstanding,overdue,provision',
    'performing,0,100,0,0.00,0.00,0.00',
    'watch,1,500,1,6000.00,1053.15,300.00',
    'substandard,31,2500,0,0.00,0.00,0.00',
    'doubtful,181,5000,0,0.00,0.00,0.00',
    'loss,361,10000,0,0.00,0.00,0.00',
  ]);
  for (const [filter, found] of [
    ['min_days=3', 1],
    ['min_days=4', 0],
    [`product_id=${(await getLoan(sacco, loan)).product_id}`, 1],
    [`product_id=${await newProduct(sacco)}`, 0],
    [`officer_user_id=${sacco.people.maker.id}`, 1],
    [`officer_user_id=${sacco.people.checker.id}`, 0],
  ] as const)
    expect((await report(sacco, `arrears?${filter}`)).arrears, filter).toHaveLength(found);
  must(await repay(sacco, loan, 105_315));
  expect(await report(sacco, 'arrears')).toEqual({ arrears: [] });
  expect(await csv(sacco, 'arrears')).toHaveLength(1);
});

test('the collection sheet says what is due and overdue, ahead as if nothing were paid', async () => {
  const { sacco, loan } = await lent();
  const sheet = async (date?: string): Promise<string[][]> => {
    const { loans } = await report(sacco, `collection-sheet${date ? `?date=${date}` : ''}`);
    return loans.map((each: Reply['body']) => [each.loan_id, each.due, each.overdue, each.total]);
  };
  expect(await sheet()).toEqual([]);
  expect(await sheet('2035-02-28')).toEqual([[loan, '1053.15', '0.00', '1053.15']]);
  const ahead = await sheet('2035-03-31');
  // With the penalty of the first line; interest on what will be owed then: all of it.
  expect(ahead).toEqual([[loan, '1053.15', '1105.81', '2158.96']]);
  expect(await csv(sacco, 'collection-sheet?date=2035-03-31')).toEqual([
    'loan_id,member_id,member_no,full_name,phone,due,overdue,total',
    expect.stringMatching(/^loan_.*,'\+\d+,1053\.15,1105\.81,2158\.96$/),
  ]);
  await moveTo(sacco, '2035-03-31');
  expect(await sheet()).toEqual(ahead);
  expect((await report(sacco, 'collection-sheet')).date).toBe('2035-03-31');
  expectInvalid(await sacco.maker.get(`${REPORTS}/collection-sheet?date=2035-03-30`), 'date');
  expectInvalid(await sacco.maker.get(`${REPORTS}/collection-sheet?date=2036-04-01`), 'date');
  expectInvalid(await sacco.maker.get(`${REPORTS}/collection-sheet?date=2035-02-30`), 'date');
});

test('the collection sheet comes in pages by member number, and for one officer', async () => {
  const sacco = await createSacco(service);
  await moveTo(sacco, '2035-01-31');
  const product_id = await newProduct(sacco, { fee_bps: 0 });
  const { maker, checker } = sacco.people;
  const guarantor = await newSaver(sacco, 1_000_000);
  const lend = (member_id: string, officer_user_id: string): Promise<string> =>
    openLoan(sacco, {
      product_id,
      member_id,
      officer_user_id,
      amount_minor: 100_000,
      term: 2,
      guarantors: [{ member_id: guarantor, amount_minor: 10_000 }],
    });
  const first = await newSaver(sacco, 100_000);
  const loans = [
    await lend(first, maker.id),
    await lend(first, checker.id),
    await lend(await newSaver(sacco, 100_000), maker.id),
  ];
  // Two loans of one member are in the order of their ids.
  const expected = [...loans.slice(0, 2).toSorted(), loans[2]];
  const path = 'collection-sheet?date=2035-02-28';
  const page = async (more: string): Promise<[ids: string[], next_after: string | null]> => {
    const { loans: rows, next_after } = await report(sacco, `${path}${more}`);
    return [rows.map((each: Reply['body']) => each.loan_id), next_after];
  };
  expect(await page('')).toEqual([expected, null]);
  expect(await page('&limit=3')).toEqual([expected, null]);
  expect(await page('&limit=2')).toEqual([expected.slice(0, 2), expected[1]]);
  expect(await page(`&limit=2&after=${expected[1]}`)).toEqual([expected.slice(2), null]);
  expect(await page(`&officer_user_id=${checker.id}`)).toEqual([[loans[1]], null]);
  expect(await page(`&officer_user_id=${maker.id}&limit=1`)).toEqual([[loans[0]], loans[0]]);
  expect(await csv(sacco, `${path}&limit=1`)).toHaveLength(2);
  // A loan of another project begins no page.
  const other = await lent();
  expect(await page(`&limit=2&after=${other.loan}`)).toEqual([[], null]);
  expectInvalid(await sacco.maker.get(`${REPORTS}/${path}&limit=0`), 'limit');
  expectInvalid(await sacco.maker.get(`${REPORTS}/${path}&after=x`), 'after');
});

describe('who looks after a loan', () => {
  test('is who is named, else the staff member who applies, and nobody where a key does', async () => {
    const sacco = await createSacco(service);
    const product_id = await newProduct(sacco);
    const member_id = await newSaver(sacco, 100);
    const apply = (client: Sacco['maker'], more: object = {}): Promise<Reply> =>
      client.post('/api/v1/sacco/loans', moving(1_000, { member_id, product_id, term: 2, ...more }));
    const { maker, checker } = sacco.people;
    const officerOf = async (reply: Promise<Reply>): Promise<unknown> =>
      must(await reply).body.officer_user_id;
    expect(await officerOf(apply(sacco.maker))).toBe(maker.id);
    expect(await officerOf(apply(sacco.maker, { officer_user_id: checker.id }))).toBe(checker.id);
    expect(await officerOf(apply(sacco.project.key))).toBeNull();
    expect(await officerOf(apply(sacco.project.key, { officer_user_id: maker.id }))).toBe(maker.id);
    const other = await createSacco(service);
    const foreign = apply(sacco.maker, { officer_user_id: other.people.maker.id });
    expectError(await foreign, 404, 'NOT_FOUND');
    const preview = apply(sacco.maker, { officer_user_id: other.people.maker.id, dry_run: true });
    expectError(await preview, 404, 'NOT_FOUND');
  });

  test('who has left since is no reason to refuse a repeat', async () => {
    const sacco = await createSacco(service);
    const request = moving(1_000, {
      member_id: await newSaver(sacco, 100),
      product_id: await newProduct(sacco),
      term: 2,
      officer_user_id: sacco.people.checker.id,
    });
    const { body: loan } = must(await sacco.maker.post('/api/v1/sacco/loans', request));
    must(
      await sacco.project.owner.client.delete(
        `/api/projects/${sacco.project.id}/staff/${sacco.people.checker.id}`,
      ),
    );
    const repeat = await sacco.maker.post('/api/v1/sacco/loans', request);
    expect(repeat).toMatchObject({ status: 200, body: { id: loan.id, replayed: true } });
  });

  test('groups the portfolio', async () => {
    const { sacco } = await lent();
    const { groups } = await report(sacco, 'portfolio?group_by=officer');
    expect(groups).toEqual([
      expect.objectContaining({ key: sacco.people.maker.id, name: expect.any(String), loans: 1 }),
    ]);
    await service.ctx
      .db('sacco_loans')
      .where({ project_id: sacco.project.id })
      .update({ officer_user_id: null });
    expect((await report(sacco, 'portfolio?group_by=officer')).groups).toEqual([
      expect.objectContaining({ key: null, name: null, loans: 1, outstanding: '6000.00' }),
    ]);
  });
});

test('reports are of the SACCO that asks, and there must be one', async () => {
  const { sacco } = await lent();
  const other = await createSacco(service);
  expect((await report(other, 'ageing')).outstanding).toBe('0.00');
  await moveTo(sacco, '2035-05-01');
  await scopeNow(service, sacco);
  expect((await report(other, 'arrears')).arrears).toEqual([]);
  const bare = await createSacco(service);
  await service.ctx.db('sacco_settings').where({ project_id: bare.project.id }).delete();
  for (const name of ['ageing', 'arrears', 'collection-sheet', 'portfolio?group_by=class'])
    expectError(await bare.maker.get(`${REPORTS}/${name}`), 404, 'NOT_FOUND', 'sacco_not_set_up');
  expectError(await bare.maker.get(TABLE), 404, 'NOT_FOUND', 'sacco_not_set_up');
});

describe('provisions', () => {
  const PROVISIONS = '/api/v1/sacco/provisions';
  const body = (): object => ({ idempotency_key: crypto.randomUUID(), memo: 'end of the month' });

  async function ask(sacco: Sacco): Promise<Reply['body']> {
    const reply = must(await sacco.maker.post(PROVISIONS, body()));
    expect(reply.status).toBe(202);
    return reply.body;
  }

  /** What the books hold of the allowance and of losses. */
  async function held({ maker }: Sacco): Promise<[allowance: number, losses: number]> {
    const { balances, integrity } = must(await maker.get('/api/v1/sacco/summary')).body;
    expect(integrity.balanced).toBe(true);
    return [balances.loan_loss_allowance_minor ?? 0, balances.loan_losses_minor ?? 0];
  }

  test('bring the allowance to what is required when they are approved, and release what is not', async () => {
    const { sacco, loan } = await lent();
    await moveTo(sacco, '2035-02-28');
    const asked = await ask(sacco);
    expect(asked).toMatchObject({
      kind: 'loan_provision',
      direction: 'in',
      amount: '60.00',
      status: 'awaiting_approval',
      memo: 'end of the month',
    });
    expect(await held(sacco)).toEqual([0, 0]);
    await moveTo(sacco, '2035-03-01');
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${asked.approval_id}`)).body;
    expect(effect).toMatchObject({ carries_out: true, warnings: [] });
    expect(
      effect.accounts.map((each: Reply['body']) => [each.kind, each.balance_before, each.balance_after]),
    ).toEqual([
      ['loan_losses', '0.00', '300.00'],
      ['loan_loss_allowance', '0.00', '300.00'],
    ]);
    expect(must(await decide(sacco, asked.approval_id)).body).toMatchObject({
      approval: { kind: 'loan_provision', status: 'approved', subject: { type: 'entry', id: asked.id } },
      entry: { status: 'posted', direction: 'in', amount: '300.00' },
    });
    expect(await held(sacco)).toEqual([30_000, 30_000]);
    expect(await report(sacco, 'ageing')).toMatchObject({ provision: '300.00', allowance: '300.00' });
    must(await repay(sacco, loan, 105_315));
    expect(await report(sacco, 'ageing')).toMatchObject({ provision: '50.37', allowance: '300.00' });
    const release = must(await decide(sacco, (await ask(sacco)).approval_id)).body.entry;
    expect(release).toMatchObject({ status: 'posted', direction: 'out', amount: '249.63' });
    expect(await held(sacco)).toEqual([5_037, 5_037]);
    // Nothing is left to do.
    const nothing = must(await decide(sacco, (await ask(sacco)).approval_id)).body.entry;
    expect(nothing).toMatchObject({ status: 'posted', amount: '0.00' });
    expect(await held(sacco)).toEqual([5_037, 5_037]);
  });

  test('the run after a write-off releases its allowance', async () => {
    const { sacco, loan } = await lent();
    await moveTo(sacco, '2035-03-01');
    must(await decide(sacco, (await ask(sacco)).approval_id));
    must(await decide(sacco, await askWriteOff(sacco, loan)));
    // 6,090.00 was owed, of which a guarantee covered 500.00.
    expect(await held(sacco)).toEqual([30_000, 589_000]);
    must(await decide(sacco, (await ask(sacco)).approval_id));
    expect(await held(sacco)).toEqual([0, 559_000]);
  });

  test('are decided by a second person, once, and say what for', async () => {
    const { sacco } = await lent();
    expectInvalid(await sacco.maker.post(PROVISIONS, { idempotency_key: crypto.randomUUID() }), 'memo');
    const request = body();
    const first = must(await sacco.admin.post(PROVISIONS, request)).body;
    const again = must(await sacco.admin.post(PROVISIONS, request));
    expect([again.status, again.body.id, again.body.replayed]).toEqual([200, first.id, true]);
    expectError(await sacco.admin.post(`/api/v1/approvals/${first.approval_id}/approve`), 403, 'FORBIDDEN');
    must(await decide(sacco, first.approval_id, 'reject', { note: 'not yet' }));
    expect(await held(sacco)).toEqual([0, 0]);
  });

  test('that are approved at once provide for the same loans once', async () => {
    const { sacco } = await lent();
    const asked: Reply['body'][] = [];
    for (let i = 0; i < 5; i++) asked.push(await ask(sacco));
    const approveAll = (): Promise<Reply[]> =>
      Promise.all(asked.map(({ approval_id }) => decide(sacco, approval_id)));
    for (const reply of await approveAll()) expect([200, 503], reply.text).toContain(reply.status);
    expect(await held(sacco)).toEqual([6_000, 6_000]);
    // Those that met another one under way are asked for again.
    for (const { approval_id } of asked) await decide(sacco, approval_id);
    expect(await held(sacco)).toEqual([6_000, 6_000]);
    const entries = await Promise.all(
      asked.map(async ({ id }) => must(await sacco.maker.get(`/api/v1/sacco/entries/${id}`)).body),
    );
    expect(entries.map(({ status }) => status)).toEqual(Array.from(asked, () => 'posted'));
    expect(entries.map(({ amount_minor }) => amount_minor).filter((amount) => amount > 0)).toEqual([6_000]);
  });
});
