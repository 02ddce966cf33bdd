/**
 * Batches, remittances and imports beside each other, and beside what a teller does for the same members at that moment: each sum is
 * booked once, and no money is lost or made.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askBatch,
  askImport,
  batchLines,
  BATCHES,
  BOOKINGS,
  bookAs,
  chartBalances,
  createSacco,
  csvTable,
  decide,
  getLoan,
  importFiles,
  IMPORTS,
  lend,
  memberRow,
  moveToNoon,
  moving,
  must,
  newAccount,
  newMember,
  newPhone,
  newProduct,
  newSaver,
  repay,
  startService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: ['bulk-movements'] });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const SAVED = 50_000;
const COMES = 20_000;
const at = (member: string, what: string): string => `/api/v1/sacco/members/${member}/${what}`;
const asked = (): object => ({ memo: 'as asked', idempotency_key: crypto.randomUUID() });

interface World {
  sacco: Sacco;
  member: string;
  member_no: string;
  /** Brought SAVED. */
  deposit: string;
}

async function newWorld(): Promise<World> {
  const sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  const member = await newMember(sacco);
  const deposit = must(await sacco.maker.post(at(member, 'deposits'), moving(SAVED))).body.id;
  const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
  return { sacco, member, member_no, deposit };
}

async function ended({ maker }: Sacco, id: string): Promise<Reply['body']> {
  return until('the batch has ended', async () => {
    const { body } = must(await maker.get(`${BATCHES}/${id}`));
    return body.status.startsWith('posted') && body;
  });
}

/** A batch with COMES for the member waits for its checker. */
async function waiting(
  { sacco, member_no }: Pick<World, 'sacco' | 'member_no'>,
  kind = 'deposit',
): Promise<Reply['body']> {
  const rows = [{ member_no, kind, amount: `${COMES / 100}.00` }];
  return must(await askBatch(sacco, rows, COMES)).body;
}

async function movement({ maker }: Sacco, { id }: { id: string }): Promise<string> {
  return until('the movement has ended', async () => {
    const { body } = must(await maker.get(`/api/v1/sacco/entries/${id}`));
    return ['posted', 'failed'].includes(body.status) && body.status;
  });
}

/** What a teller does for the member meanwhile. @returns what cash is paid out by it */
const BESIDE: Record<string, (world: World) => Promise<() => Promise<number>>> = {
  'a withdrawal of all that was saved': ({ sacco, member }) =>
    Promise.resolve(async () => {
      const made = must(await sacco.maker.post(at(member, 'withdrawals'), moving(SAVED)));
      expect(await movement(sacco, made.body)).toBe('posted');
      return SAVED;
    }),
  'a withdrawal of more than was saved': ({ sacco, member }) =>
    Promise.resolve(async () => {
      const made = must(await sacco.maker.post(at(member, 'withdrawals'), moving(SAVED + COMES)));
      return (await movement(sacco, made.body)) === 'posted' ? SAVED + COMES : 0;
    }),
  'a reversal of the earlier deposit': async ({ sacco, deposit }) => {
    const path = `/api/v1/sacco/entries/${deposit}/reverse`;
    const { approval_id } = must(await sacco.maker.post(path, asked())).body;
    return async () => {
      const { entry } = must(await decide(sacco, approval_id)).body;
      expect(await movement(sacco, entry)).toBe('posted');
      return SAVED;
    };
  },
  'an exit': async ({ sacco, member }) => {
    const { approval_id } = must(await sacco.maker.post(at(member, 'exit'), asked())).body;
    return async () => {
      const { entry } = must(await decide(sacco, approval_id)).body;
      if ((await movement(sacco, entry)) !== 'posted') return 0;
      return Number(must(await sacco.maker.get(`/api/v1/sacco/entries/${entry.id}`)).body.amount_minor);
    };
  },
  'a suspension': ({ sacco, member }) =>
    Promise.resolve(async () => {
      must(await sacco.admin.post(`/api/v1/sacco/members/${member}/suspend`));
      return 0;
    }),
};

describe.each(BOOKINGS)('%s', (how) => {
  let restore: () => void;
  beforeAll(() => void (restore = bookAs(how, service.ctx.ledger)));
  afterAll(() => restore());

  test('many approve one batch at once: one does, and it is booked once', async () => {
    const world = await newWorld();
    const { sacco, member } = world;
    const { id, approval_id } = await waiting(world);
    const by = [sacco.checker, sacco.admin, sacco.project.session];
    const replies = await Promise.all(
      [...by, ...by].map((client) => client.post(`/api/v1/approvals/${approval_id}/approve`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.error.reason)),
    ).toEqual(new Set(['already_decided']));
    expect(await ended(sacco, id)).toMatchObject({ status: 'posted' });
    expect(must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.savings_minor).toBe(
      SAVED + COMES,
    );
  });

  test('one approves a batch while another rejects it: it is booked, or nothing is', async () => {
    const world = await newWorld();
    const { sacco } = world;
    const { id, approval_id } = await waiting(world);
    const [approved] = await Promise.all([
      decide(sacco, approval_id),
      sacco.admin.post(`/api/v1/approvals/${approval_id}/reject`, { note: 'no' }),
    ]);
    if (approved.status === 200) expect(await ended(sacco, id)).toMatchObject({ status: 'posted' });
    else expect(must(await sacco.maker.get(`${BATCHES}/${id}`)).body.status).toBe('rejected');
    const cash = approved.status === 200 ? SAVED + COMES : SAVED;
    expect(await chartBalances(sacco)).toMatchObject({ 1000: cash, 2000: cash, 2500: 0 });
  });

  test.each(Object.keys(BESIDE))('a deposit by a batch beside %s', async (name) => {
    const world = await newWorld();
    const { sacco } = world;
    const { id, approval_id } = await waiting(world);
    const act = await (BESIDE[name] as (typeof BESIDE)[string])(world);
    const [paid] = await Promise.all([act(), decide(sacco, approval_id)]);
    const { failed_minor } = await ended(sacco, id);
    const left = SAVED + COMES - paid;
    expect(await chartBalances(sacco)).toMatchObject({
      1000: left,
      2000: left - failed_minor,
      2500: failed_minor,
    });
    expect([0, COMES]).toContain(failed_minor);
  });

  test('two batches and a teller repay one loan at once: it is paid off once, the rest is kept', async () => {
    const sacco = await createSacco(service);
    await moveToNoon(sacco.project);
    const member = await newSaver(sacco, 200_000);
    const product_id = await newProduct(sacco, { fee_bps: 0 });
    const loan = await lend(sacco, { product_id, member_id: member, amount_minor: 30_000 });
    const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
    const batches = [
      await waiting({ sacco, member_no }, 'loan_repayment'),
      await waiting({ sacco, member_no }, 'loan_repayment'),
    ];
    const [by_hand] = await Promise.all([
      repay(sacco, loan.id, 15_000, 'cash'),
      ...batches.map(({ approval_id }) => decide(sacco, approval_id)),
    ]);
    const ends = await Promise.all(batches.map(({ id }) => ended(sacco, id)));
    const failed = ends.reduce((sum, { failed_minor }) => sum + failed_minor, 0);
    const cash = by_hand.status < 300 && (await movement(sacco, by_hand.body)) === 'posted' ? 15_000 : 0;
    const { status, outstanding_minor } = await getLoan(sacco, loan.id);
    expect(status).toBe('closed');
    expect(outstanding_minor).toBe(0);
    const paid = 2 * COMES + cash;
    expect(await chartBalances(sacco)).toMatchObject({
      1000: 200_000 + paid,
      1300: 0,
      // 200,000 and the loan were saved before.
      2000: 230_000 + paid - 30_000 - failed,
      2500: failed,
    });
  });

  test('identical remittances at once under many keys: one is taken, all others came before', async () => {
    const { sacco, member, employer, remit } = await workplace();
    const replies = await Promise.all(Array.from({ length: 6 }, () => remit('900.00')));
    const [taken, ...more] = replies.filter(({ status }) => status === 202);
    expect(more).toEqual([]);
    const refused = replies.filter(({ status }) => status !== 202);
    expect(refused.map(({ status, body }) => [status, body.error.reason])).toEqual(
      Array.from({ length: 5 }, () => [409, 'already_imported']),
    );
    must(await decide(sacco, taken?.body.approval_id));
    await ended(sacco, taken?.body.id);
    expect(must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.savings_minor).toBe(90_000);
    const { remittances } = must(
      await sacco.maker.get(`/api/v1/sacco/employers/${employer}/remittances`),
    ).body;
    expect(remittances).toHaveLength(1);
  });

  test('remittances for one loan that are approved at once pay what was asked for once', async () => {
    const { sacco, member, remit } = await workplace();
    must(await sacco.maker.post(at(member, 'deposits'), moving(SAVED)));
    const product_id = await newProduct(sacco, { fee_bps: 0, frequency: 'weekly', rate_bps: 0 });
    const loan = await lend(sacco, { product_id, member_id: member, amount_minor: 30_000, term: 1 });
    const month = loan.schedule[0].due_date.slice(0, 7);
    const remitted = [
      must(await remit('200.00', month)).body,
      must(await remit('170.00', month)).body,
      must(await remit('40.00', month)).body,
    ];
    await Promise.all(remitted.map(({ approval_id }) => decide(sacco, approval_id)));
    for (const { id } of remitted) await ended(sacco, id);
    const lines = await Promise.all(remitted.map(({ id }) => batchLines(sacco, id)));
    const sums = { loan_repayment: 0, deposit: 0 };
    for (const { kind, amount_minor } of lines.flat()) sums[kind as keyof typeof sums] += amount_minor;
    expect(sums).toEqual({ loan_repayment: 30_000, deposit: 11_000 });
    expect((await getLoan(sacco, loan.id)).status).toBe('closed');
    expect(await chartBalances(sacco)).toMatchObject({ 1300: 0, 2500: 0 });
  });

  test('an import beside a new customer with the same phone: all of it, or nothing', async () => {
    const outcomes = new Set<string>();
    for (let turn = 0; turn < 6; turn += 1) {
      const sacco = await createSacco(service);
      const phone = newPhone();
      const members = [memberRow('A-1', { savings: '5.00' }), memberRow('A-2', { phone, savings: '7.00' })];
      const { id, approval_id } = must(await askImport(sacco, { members })).body;
      const [customer] = await Promise.all([
        sacco.project.key.post('/api/v1/customers', { full_name: 'Somebody', phone }),
        decide(sacco, approval_id),
      ]);
      const { status, errors } = await ofImport(sacco, id);
      expect(status).toBe(customer.status === 201 ? 'refused' : 'imported');
      if (status === 'refused') expect(errors).toMatchObject([{ line_no: 3, column: 'phone' }]);
      expect(await chartBalances(sacco)).toMatchObject({ 2000: status === 'refused' ? 0 : 1_200 });
      outcomes.add(status);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  test('two imports with one number that are approved at once, beside somebody who joins', async () => {
    const sacco = await createSacco(service);
    const importing = async (phone = newPhone()): Promise<Reply['body']> =>
      must(await askImport(sacco, { members: [memberRow('M00001', { phone, savings: '5.00' })] })).body;
    const both = [await importing(), await importing()];
    await Promise.all([newMember(sacco), ...both.map(({ approval_id }) => decide(sacco, approval_id))]);
    const statuses = await Promise.all(both.map(async ({ id }) => (await ofImport(sacco, id)).status));
    const imported = statuses.filter((status) => status === 'imported').length;
    expect(imported).toBeLessThanOrEqual(1);
    expect(await chartBalances(sacco)).toMatchObject({ 2000: 500 * imported, 3100: 0 - 500 * imported });
    const { members } = must(await sacco.maker.get('/api/v1/sacco/members')).body;
    expect(new Set(members.map(({ member_no }: { member_no: string }) => member_no)).size).toBe(1 + imported);
  });

  test('what an import brings is paid in and taken out while it is imported', async () => {
    const sacco = await createSacco(service);
    await importFiles(
      sacco,
      { members: [memberRow('A-1', { savings: '100.00' })] },
      { cash_on_hand_minor: 10_000 },
    );
    const { id: first } = must(await sacco.maker.get('/api/v1/sacco/members/A-1')).body;
    const members = Array.from({ length: 300 }, (_each, i) => memberRow(`B-${i}`, { savings: '1.00' }));
    const { id, approval_id } = must(await askImport(sacco, { members })).body;
    const work = Array.from({ length: 10 }, () => sacco.maker.post(at(first, 'withdrawals'), moving(1_000)));
    const [, ...made] = await Promise.all([decide(sacco, approval_id), ...work]);
    for (const reply of made) expect(await movement(sacco, must(reply).body)).toBe('posted');
    expect(await ofImport(sacco, id)).toMatchObject({ status: 'imported' });
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 0, 2000: 30_000, 3100: -30_000 });
  });
});

async function ofImport({ maker }: Sacco, id: string): Promise<Reply['body']> {
  return until('the import has ended', async () => {
    const { body } = must(await maker.get(`${IMPORTS}/${id}`));
    return ['imported', 'refused'].includes(body.status) && body;
  });
}

interface Workplace {
  sacco: Sacco;
  member: string;
  employer: string;
  remit: (amount: string, month?: string) => Promise<Reply>;
}

/** A member P-1 of an employer, who saves nothing yet. */
async function workplace(): Promise<Workplace> {
  const sacco = await createSacco(service);
  const noon = await moveToNoon(sacco.project);
  await newAccount(sacco, '1100');
  const body = { name: 'Tea Factory', code: 'TEA', pay_day: 28 };
  const employer = must(await sacco.maker.post('/api/v1/sacco/employers', body)).body.id;
  const member = await newMember(sacco);
  const employment = { employer_id: employer, payroll_no: 'P-1' };
  must(await sacco.maker.patch(`/api/v1/sacco/members/${member}`, employment));
  const remit = (amount: string, month = noon.toISOString().slice(0, 7)): Promise<Reply> =>
    sacco.maker.post(`/api/v1/sacco/employers/${employer}/remittances`, {
      month,
      csv: csvTable([{ payroll_no: 'P-1', amount }]),
      account: '1100',
      total_minor: Math.round(Number(amount) * 100),
      memo: 'pay day',
      idempotency_key: crypto.randomUUID(),
    });
  return { sacco, member, employer, remit };
}
