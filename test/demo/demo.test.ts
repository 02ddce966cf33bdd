/** The demonstration: made by the use cases of the API, complete, and only where it belongs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo } from '../../commands/create-demo.ts';
import { addDays, addMonths, localDateAt } from '../../core/local-date.ts';
import { beginYear } from '../../domain/demo/begin-year.ts';
import { fillDemo } from '../../domain/demo/fill-demo.ts';
import {
  contentOf,
  inProject,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  type Client,
  type Project,
  type TestService,
  until,
  verifyAll,
  workPaybills,
} from '../harness/index.ts';

let service: TestService;
let owner: Client;
let project_id: string;

beforeAll(async () => {
  service = await startService({
    workers: ['dividend-payouts', 'bulk-movements', 'messages'],
    env: { STAFF_INVITATIONS: 'true' },
  });
  const demo = await createDemo(service.ctx);
  const signIn = async ({ email, password }: { email: string; password: string }): Promise<Client> => {
    const { body } = must(await service.anyone.post('/api/auth/login', { email, password }));
    return service.anyone.with({ authorization: `Bearer ${body.token}` });
  };
  if (!demo) throw new Error('there were users already');
  const user = await signIn(demo.owner);
  project_id = must(await user.get('/api/auth/me')).body.projects[0].id;
  owner = inProject({ client: user }, project_id, 'test');
  expect(must(await (await signIn(demo.checker)).get('/api/auth/me')).body.projects).toMatchObject([
    { id: project_id, role: 'checker' },
  ]);
});
afterAll(() => service.stop());

test(
  'it is filled once, with something of everything, and the books agree',
  { timeout: 300_000 },
  async () => {
    const path = `/api/projects/${project_id}/demo`;
    expect((await owner.get(path)).body).toEqual({ status: 'empty', months: 0, filled_at: null });
    expect((await owner.post(path)).status).toBe(202);
    expect((await owner.post(path)).status).toBe(200);
    await Promise.all([1, 2].map(() => fillDemo(service.ctx, project_id, { members: 60, months: 8 })));
    expect((await owner.get(path)).body).toMatchObject({ status: 'filled', months: 8 });
    await checkYear();

    const count = async (url: string, plural: string): Promise<number> =>
      must(await owner.get(`${url}${url.includes('?') ? '&' : '?'}limit=1000`)).body[plural].length;
    // Some of them brought along.
    expect(await count('/api/v1/sacco/members', 'members')).toBe(60 + 3);
    const { imports } = must(await owner.get('/api/v1/sacco/imports')).body;
    expect(imports.map(({ status }: { status: string }) => status)).toEqual([
      'awaiting_approval',
      'imported',
    ]);
    const { loans } = must(await owner.get('/api/v1/sacco/loans?limit=1000')).body;
    expect(loans.filter(({ is_opening }: { is_opening: boolean }) => is_opening)).toMatchObject([
      { status: 'open', outstanding: '36000.00' },
    ]);
    for (const status of ['applied', 'open', 'closed', 'written_off', 'failed', 'rejected', 'cancelled'])
      expect(await count(`/api/v1/sacco/loans?status=${status}`, 'loans'), status).toBeGreaterThan(0);
    for (const status of ['active', 'suspended', 'exiting', 'exited'])
      expect(await count(`/api/v1/sacco/members?status=${status}`, 'members'), status).toBeGreaterThan(0);
    // Fixed accounts that were renewed, accounts with a monthly fee, and tax that was withheld and remitted.
    for (const kind of ['term_maturity', 'savings_fee', 'tax_remittance'])
      expect(
        await count(`/api/v1/sacco/entries?kind=${kind}&status=posted`, 'entries'),
        kind,
      ).toBeGreaterThan(0);
    // Money that members have sent, of which one number is nobody's.
    await workPaybills(service.ctx);
    const { receipts } = must(await owner.get('/api/v1/sacco/unallocated')).body;
    expect(receipts).toMatchObject([
      { account_number: 'MOO015', status: 'unallocated', unallocated: '750.00' },
    ]);
    expect(await count('/api/v1/sacco/unallocated?status=allocated', 'receipts')).toBe(3);
    const waiting = must(await owner.get('/api/v1/approvals?status=pending&limit=100')).body.approvals;
    const kinds = new Set(waiting.map(({ kind }: { kind: string }) => kind));
    for (const kind of ['cash_adjustment', 'member_exit', 'loan_disbursement', 'loan_write_off', 'payout'])
      expect(kinds, kind).toContain(kind);
    for (const kind of ['movement_batch', 'import']) expect(kinds, kind).toContain(kind);
    const [employer] = must(await owner.get('/api/v1/sacco/employers')).body.employers;
    const path_of_employer = `/api/v1/sacco/employers/${employer.id}/remittances`;
    expect(must(await owner.get(path_of_employer)).body.remittances).toMatchObject([{ status: 'posted' }]);
    expect(await count('/api/v1/payouts?origin=merchant', 'payouts')).toBe(3);
    await until(
      'the dividend is paid',
      async () => (await count('/api/v1/sacco/dividends?status=paid', 'dividends')) === 1,
    );
    await checkSavings();
    await checkFiles();
    await checkConsent();
    expect(await count('/api/v1/payouts?status=succeeded', 'payouts')).toBeGreaterThan(0);
    expect(await count('/api/v1/sacco/entries?status=paying', 'entries')).toBe(1);
    expect(must(await owner.get('/api/v1/sacco/summary')).body.integrity.balanced).toBe(true);
    expect(await verifyAll(service.ctx)).toEqual([]);
  },
);

/** It began eight months ago and ends now: nothing lies in the future, and the clock goes on with the real time. */
async function checkYear(): Promise<void> {
  const read = async (url: string) => must(await owner.get(url)).body;
  const clock = await read(`/api/projects/${project_id}/test-clock`);
  expect(clock.offset_seconds).toBe(0);
  const today = localDateAt(new Date(clock.now), 180);
  const { db } = service.ctx;
  const booked: Date[] = await db('sacco_entries')
    .where({ project_id })
    .orderBy('created_at')
    .pluck('created_at');
  expect(localDateAt(booked[0] as Date, 180)).toBe(addMonths(today, -8));
  expect((booked.at(-1) as Date) <= new Date()).toBe(true);
  // The books of its months are closed, except those of the last one.
  const { periods } = await read('/api/v1/accounting/periods?limit=100');
  expect(new Set(periods.map(({ status }: { status: string }) => status))).toEqual(new Set(['closed']));
  const first_of_month = `${today.slice(0, 7)}-01`;
  expect(periods[0].end_date).toBe(addDays(addMonths(first_of_month, -1), -1));
  expect(periods).toHaveLength(7);
}

/** Products of each kind with accounts, notice and early withdrawals, interest that is paid and that waits, and the reports. */
async function checkSavings(): Promise<void> {
  const read = async (url: string) => must(await owner.get(url)).body;
  const { savings_products } = await read('/api/v1/sacco/savings-products');
  const kinds = new Set(savings_products.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toEqual(new Set(['regular', 'restricted', 'fixed']));
  const { db } = service.ctx;
  const accounts = await db('sacco_savings_accounts').where({ project_id }).distinct('kind').pluck('kind');
  expect(new Set(accounts)).toEqual(kinds);
  const notices = await db('sacco_savings_notices').where({ project_id }).pluck('id');
  expect(notices.length).toBeGreaterThan(0);
  const withdrawn = await db('sacco_entries')
    .where({ project_id, kind: 'withdrawal', status: 'posted' })
    .whereNotNull('savings_account_id');
  // Under notice only the fee of a withdrawal; without one more.
  expect(new Set(withdrawn.map((entry) => Number(entry.fee_minor)))).toEqual(new Set([500, 1_100]));
  await until('interest is paid', async () => {
    const { savings_interest } = await read('/api/v1/sacco/savings-interest?status=paid');
    return savings_interest.length === 1 && savings_interest[0].tax_minor > 0;
  });
  expect((await read('/api/v1/sacco/savings-interest?status=declared')).savings_interest).toHaveLength(1);
  const { withholding } = await read('/api/v1/sacco/settings');
  expect(withholding.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit_interest', 'dividend']);
  const today = (await read(`/api/projects/${project_id}/test-clock`)).now.slice(0, 10);
  const { rows } = await read(`/api/v1/sacco/reports/withholding?from=${addDays(today, -300)}&to=${today}`);
  expect(rows.some(({ tax_number }: { tax_number: string | null }) => tax_number !== null)).toBe(true);
  expect((await read('/api/v1/sacco/reports/contributions')).rows.length).toBeGreaterThan(0);
}

/** Photos and signatures of members; documents with a file of which two wait for a review. */
async function checkFiles(): Promise<void> {
  const { db } = service.ctx;
  const files = await db('files').where({ project_id }).select('purpose', 'status', 'content_type');
  const count = (purpose: string) => files.filter((file) => file.purpose === purpose).length;
  expect(['member_photo', 'member_signature', 'kyc_document', 'signed_form'].map(count)).toEqual([
    12, 12, 6, 1,
  ]);
  expect(new Set(files.map(({ status }) => status))).toEqual(new Set(['stored']));
  expect(count('logo')).toBe(1);
  const documents = await db('kyc_documents').where({ project_id }).orderBy('status').pluck('status');
  expect(documents).toEqual([...Array(4).fill('accepted'), 'pending', 'pending']);
  const [{ id: photo }] = await db('files').where({ project_id, purpose: 'member_photo' }).limit(1);
  const { status, bytes } = await contentOf(owner, photo);
  expect([status, bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG']);
}

/** Of two loans that wait for their guarantors one has a guarantor who has signed, and one a guarantor who has declined. */
async function checkConsent(): Promise<void> {
  const { loans } = must(await owner.get('/api/v1/sacco/loans?status=applied&limit=1000')).body;
  const asked = loans.filter(
    ({ guarantor_consent }: { guarantor_consent: string }) => guarantor_consent === 'required',
  );
  const pledges = asked.map(({ guarantors }: { guarantors: { status: string }[] }) =>
    guarantors.map((each) => each.status),
  );
  expect(pledges).toHaveLength(2);
  expect(pledges).toContainEqual(['pledged', 'requested']);
  expect(pledges).toContainEqual(['declined', 'requested']);
  await until('the guarantors are told', async () => {
    const { notifications } = must(await owner.get('/api/v1/sandbox/outbox?limit=1000')).body;
    const requests = notifications.filter(
      ({ template }: { template: string }) => template === 'consent_request',
    );
    return requests.length >= 2;
  });
}

test('other projects cannot be filled, nor one in which somebody works already', async () => {
  const other = await projectOf(await quickPerson(service), service.anyone);
  const refused = await other.session.post(`/api/projects/${other.id}/demo`);
  expect(refused.status).toBe(404);
  must(await other.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
  await service.ctx.db('demo_fills').insert({ id: other.id });
  const taken = await other.session.post(`/api/projects/${other.id}/demo`);
  expect(taken.status).toBe(409);
  expect(taken.body.error.reason).toBe('demo_not_empty');
});

/** A project that can be filled, in which nothing has happened. */
async function newDemo(): Promise<Project> {
  const project = await projectOf(await quickPerson(service), service.anyone);
  await service.ctx.db('demo_fills').insert({ id: project.id });
  return project;
}

test('its clock is turned back by a year, recorded, and never over a clock that somebody moves at the same moment', async () => {
  const quiet = await newDemo();
  await beginYear(service.ctx, quiet.id, 12);
  const { offset_seconds } = must(await quiet.session.get(`/api/projects/${quiet.id}/test-clock`)).body;
  expect(offset_seconds).toBeLessThan(-364 * 86_400);
  const { audit_log } = must(
    await quiet.owner.client.get(`/api/projects/${quiet.id}/audit-log?environment=test`),
  ).body;
  expect(audit_log.map(({ action }: { action: string }) => action)).toContain('test_clock.moved');
  const raced = await newDemo();
  const path = `/api/projects/${raced.id}/test-clock`;
  const ahead = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const [moved] = await Promise.all([
    raced.session.put(path, { now: ahead }),
    beginYear(service.ctx, raced.id, 12),
  ]);
  // Moved first: it stays ahead. Turned back first: it was moved from there.
  const now = must(await raced.session.get(path)).body.offset_seconds;
  if (moved.status === 200) expect(now).toBeGreaterThan(4 * 86_400);
  else expect(now).toBeLessThan(-364 * 86_400);
});

test('a payment that came while the clock was turned back lets its year begin now', async () => {
  const demo = await newDemo();
  await beginYear(service.ctx, demo.id, 12);
  const { body: payment } = must(await demo.key.post('/api/v1/payments', paymentBody()));
  // As a request does that has read the clock of before.
  await service.ctx.db('payments').where({ id: payment.id }).update({ created_at: new Date() });
  const before = Date.now();
  const { begins_at } = await beginYear(service.ctx, demo.id, 12);
  expect(begins_at?.getTime()).toBeGreaterThanOrEqual(before);
  const { body: clock } = must(await demo.session.get(`/api/projects/${demo.id}/test-clock`));
  expect(clock.offset_seconds).toBe(0);
});

test('where something has happened already, its year begins now', async () => {
  const other = await projectOf(await quickPerson(service), service.anyone);
  must(await other.key.post('/api/v1/payments', paymentBody()));
  await service.ctx.db('demo_fills').insert({ id: other.id });
  const before = new Date();
  const begun = await beginYear(service.ctx, other.id, 12);
  expect(begun.begins_at?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  const path = `/api/projects/${other.id}/test-clock`;
  expect(must(await other.session.get(path)).body.offset_seconds).toBe(0);
  // A repetition changes nothing.
  expect((await beginYear(service.ctx, other.id, 12)).begins_at).toEqual(begun.begins_at);
});
