/** A member's timeline over all that happens with a member, notes, and the balances of a year. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  moving,
  must,
  newProduct,
  newSaver,
  openLoan,
  setSender,
  setTestClock,
  sharedService,
  uploaded,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;
let guarantor: string;
let loan: string;

const timelineOf = (of: string, query = ''): string => `/api/v1/sacco/members/${of}/timeline${query}`;

/** All pages, each with this many. */
async function readAll(of: string, query = 'limit=50'): Promise<Reply['body'][]> {
  const items: Reply['body'][] = [];
  for (let after = ''; ;) {
    const { body } = must(await sacco.maker.get(timelineOf(of, `?${query}${after}`)));
    items.push(...body.timeline);
    if (body.next_after === null) return items;
    after = `&after=${body.next_after}`;
  }
}

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  await setSender(sacco);
  member = await newSaver(sacco, 100_000);
  guarantor = await newSaver(sacco, 50_000);
  loan = await openLoan(sacco, {
    member_id: member,
    product_id: await newProduct(sacco),
    amount_minor: 60_000,
    guarantors: [{ member_id: guarantor, amount_minor: 20_000 }],
  });
  const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`));
  must(
    await sacco.maker.post(`/api/v1/customers/${body.customer_id}/documents`, {
      doc_type: 'national_id',
      number: '12345678',
    }),
  );
  const photo = await uploaded(sacco.maker, 'member_photo');
  must(await sacco.maker.put(`/api/v1/sacco/members/${member}/files`, { photo_file_id: photo }));
  must(
    await sacco.maker.post(`/api/v1/sacco/members/${member}/notes`, { text: 'Called.\nWill pay on Friday.' }),
  );
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

describe('a timeline', () => {
  test('has everything once, newest first, with who did it', async () => {
    const items = await readAll(member);
    const kinds = new Set<string>(items.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['document', 'event', 'loan', 'message', 'movement', 'note']);
    const places = items.map(({ id }): string => id.slice(-26));
    expect(places).toEqual(places.toSorted().toReversed());
    expect(new Set(items.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(items.length);
    const [note] = items;
    expect(note).toMatchObject({
      kind: 'note',
      text: 'Called.\nWill pay on Friday.',
      by: { type: 'user', name: expect.any(String) },
    });
    expect(items.find(({ kind }) => kind === 'loan')).toMatchObject({
      id: loan,
      status: 'open',
      amount: '600.00',
      amount_minor: 60_000,
      loan_id: loan,
    });
    expect(items.filter(({ kind }) => kind === 'document').map(({ what }) => what)).toEqual([
      'member_photo',
      'national_id',
    ]);
    expect(items.filter(({ kind, what }) => kind === 'movement' && what === 'deposit')).toMatchObject([
      { kind: 'movement', amount_minor: 100_000, status: 'posted' },
    ]);
  });

  test('pages of any size add up to the same', async () => {
    const all = await readAll(member);
    for (const limit of [1, 2, 3]) expect(await readAll(member, `limit=${limit}`)).toEqual(all);
  });

  test.each(['movement', 'loan', 'guarantee', 'document', 'message', 'note', 'event'])(
    'of one kind: %s',
    async (kind) => {
      const all = await readAll(member);
      expect(await readAll(member, `kind=${kind}&limit=1`)).toEqual(all.filter((each) => each.kind === kind));
    },
  );

  test('of a guarantor names the borrower; the guarantor finds the loan', async () => {
    const { body: borrower } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`));
    expect(await readAll(guarantor, 'kind=guarantee')).toMatchObject([
      { id: loan, loan_id: loan, what: borrower.full_name, amount_minor: 20_000, status: 'held' },
    ]);
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/loans?guarantor_id=${guarantor}`));
    expect(body.loans.map(({ id }: { id: string }) => id)).toEqual([loan]);
    expect(must(await sacco.maker.get(`/api/v1/sacco/loans?guarantor_id=${member}`)).body.loans).toEqual([]);
  });

  test('reads as many statements for a long page as for a short one', async () => {
    const { db } = service.ctx;
    const count = async (limit: number): Promise<number> => {
      let statements = 0;
      const note = (): void => void (statements += 1);
      db.on('query', note);
      must(await sacco.maker.get(timelineOf(member, `?limit=${limit}`)));
      db.removeListener('query', note);
      return statements;
    };
    await count(1);
    expect(await count(50)).toBeLessThanOrEqual((await count(2)) + 1);
  });

  test('of another project or environment, or of nobody, is not found; a bad filter is named', async () => {
    const other = await createSacco(service);
    expectError(await other.maker.get(timelineOf(member)), 404, 'NOT_FOUND');
    expectError(
      await other.maker.post(`/api/v1/sacco/members/${member}/notes`, { text: 'x' }),
      404,
      'NOT_FOUND',
    );
    expectError(await other.maker.get(`/api/v1/sacco/members/${member}/balances`), 404, 'NOT_FOUND');
    expect(must(await other.maker.get(`/api/v1/sacco/loans?guarantor_id=${guarantor}`)).body.loans).toEqual(
      [],
    );
    expectInvalid(await sacco.maker.get(timelineOf(member, '?kind=weather')), 'kind');
    expectInvalid(await sacco.maker.get(timelineOf(member, '?after=ent_1')), 'after');
  });
});

test('a note has a text of at most 2,000 characters, and its writing is in the audit log without it', async () => {
  const notes = `/api/v1/sacco/members/${guarantor}/notes`;
  for (const text of ['', '  ', 'x'.repeat(2_001), 'bell \u0007', 7, null])
    expectInvalid(await sacco.maker.post(notes, { text }), 'text');
  const { status, body } = await sacco.maker.post(notes, { text: ' met at the market ' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    member_id: guarantor,
    text: 'met at the market',
    written_by: { type: 'user' },
    replayed: false,
  });
  await expect(
    service.ctx.db('sacco_member_notes').where({ id: body.id }).update({ text: 'x' }),
  ).rejects.toThrow('append-only');
  const [entry] = await service.ctx
    .db('audit_log')
    .where({ project_id: sacco.project.id, action: 'sacco.member_note_written' })
    .orderBy('id', 'desc');
  expect(entry.subject).toBe(guarantor);
  expect(JSON.parse(entry.details)).toEqual({ note_id: body.id });
});

test('a note that is sent again under its key, also at once, is written once', async () => {
  const notes = `/api/v1/sacco/members/${guarantor}/notes`;
  const note = { text: 'Asked for the form', idempotency_key: crypto.randomUUID() };
  const replies = await Promise.all([1, 2, 3].map(() => sacco.maker.post(notes, note)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  const changed = await sacco.maker.post(notes, { ...note, text: 'Asked for two forms' });
  expectError(changed, 409, 'CONFLICT', 'idempotency_key_reused');
  const written = (await readAll(guarantor, 'kind=note')).filter(({ text }) => text === note.text);
  expect(written).toHaveLength(1);
});

test('balances are those at the ends of twelve months and today, for each account', async () => {
  const saver = await createSacco(service);
  const day = (date: string): Promise<void> => setTestClock(saver.project, `${date}T09:00:00Z`);
  const year = new Date().getUTCFullYear() + 1;
  await day(`${year}-01-10`);
  const id = await newSaver(saver, 10_000);
  const at = `/api/v1/sacco/members/${id}`;
  await day(`${year}-02-28`);
  must(await saver.maker.post(`${at}/deposits`, moving(5_000)));
  await day(`${year}-04-02`);
  must(await saver.maker.post(`${at}/withdrawals`, moving(1_000)));
  must(await saver.maker.post(`${at}/shares`, moving(2_000, { from: 'savings' })));
  const { body } = must(await saver.maker.get(`${at}/balances`));
  const [savings, shares] = body.accounts;
  expect(body.accounts).toHaveLength(2);
  expect(savings).toMatchObject({ kind: 'savings', product_name: expect.any(String) });
  expect(shares).toMatchObject({ kind: 'shares', savings_account_id: null, product_name: null });
  const pointsOf = (account: typeof savings): [string, number][] =>
    account.balances.map(({ date, balance_minor }: Reply['body']) => [date, balance_minor]);
  expect(pointsOf(savings)).toHaveLength(13);
  expect(pointsOf(savings).slice(-5)).toEqual([
    [`${year - 1}-12-31`, 0],
    [`${year}-01-31`, 10_000],
    [expect.stringMatching(`${year}-02-2[89]`), 15_000],
    [`${year}-03-31`, 15_000],
    [`${year}-04-02`, 12_000],
  ]);
  expect(pointsOf(shares).at(-1)).toEqual([`${year}-04-02`, 2_000]);
});
