/** Searching members by number, name and phone, compared with looking at every member: among the newest, and far behind them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchWords } from '../../domain/customers/search/search.rules.ts';
import {
  createSacco,
  must,
  newMember,
  sharedService,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectInvalid } from '../api/samples.ts';

/** More than a search walks through. */
const OLD = 2_600;
const FOUNDERS = 300;

interface Findable {
  id: string;
  member_no: string;
  full_name: string;
  phone: string;
  status: string;
}

let service: TestService;
let sacco: Sacco;
/** Newest first. */
let everybody: Findable[];

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  const elsewhere = await createSacco(service);
  for (const of of [sacco, elsewhere]) await insertOld(of);
  await newMember(sacco);
  everybody = await service.ctx
    .db('sacco_members as m')
    .join('customers as c', 'c.id', 'm.customer_id')
    .where({ 'm.project_id': sacco.project.id })
    .orderBy('m.id', 'desc')
    .select('m.id', 'm.member_no', 'm.status', 'c.full_name', 'c.phone');
});
afterAll(() => service.stop());

/** Members from before all others. */
async function insertOld(of: Sacco): Promise<void> {
  const { db } = service.ctx;
  const scope = { project_id: of.project.id, environment: 'test' as const };
  const digit = of === sacco ? '0' : '1';
  const rows = Array.from({ length: OLD }, (_none, n) => ({
    number: String(n).padStart(25, '0'),
    full_name: `Saver${n % 100} ${n < FOUNDERS ? 'Founder' : 'Later'}`,
    phone: `+2547${digit}${String(n).padStart(7, '0')}`,
  }));
  const at = new Date(0);
  await db.batchInsert(
    'customers',
    rows.map(({ number, full_name, phone }) => ({
      id: `cus_${digit}${number}`,
      ...scope,
      kind: 'individual',
      full_name,
      phone,
      created_at: at,
      updated_at: at,
    })),
    500,
  );
  await db.batchInsert(
    'customer_words',
    rows.map(({ number, ...person }) => ({
      customer_id: `cus_${digit}${number}`,
      ...scope,
      words: db.raw('array_to_tsvector(?::text[])', [
        searchWords(scope, { ...person, email: null, external_ref: null }),
      ] as never),
    })),
    500,
  );
  await db.batchInsert(
    'sacco_members',
    rows.map(({ number }, n) => ({
      id: `mem_${digit}${number}`,
      ...scope,
      member_no: `old-${n}`,
      customer_id: `cus_${digit}${number}`,
      status: n % 7 === 0 ? 'suspended' : 'active',
      entrance_fee_paid: true,
      joined_at: at,
      updated_at: at,
    })),
    500,
  );
}

/** The ids that one look at everybody finds: a beginning of the number, or of a word for each that was typed. */
function naive(typed: string, status: string | null): string[] {
  const begins = (text: string, with_: string): boolean => text.toLowerCase().startsWith(with_.toLowerCase());
  const fits = ({ member_no, full_name, phone }: Findable): boolean => {
    const words = [...full_name.split(' '), phone.slice(1), phone.slice(4)];
    const named = typed.split(' ').every((each) => words.some((word) => begins(word, each)));
    const meant = /^\d+$/.test(typed) && member_no === `M${typed.padStart(5, '0')}`;
    return meant || begins(member_no, typed) || named || (/^\d{4,}$/.test(typed) && phone.endsWith(typed));
  };
  return everybody
    .filter((member) => (status === null || member.status === status) && fits(member))
    .map(({ id }) => id);
}

async function search(typed: string, status: string | null, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ q: typed, limit: String(limit) });
    if (status) query.set('status', status);
    if (after) query.set('after', after);
    const { body }: Reply = must(await sacco.maker.get(`/api/v1/sacco/members?${query.toString()}`));
    found.push(...body.members.map(({ id }: { id: string }) => id));
    after = body.next_after;
  }
  return found;
}

test.each([
  ['a word of everybody', 'saver', null, 1_000],
  ['a word of the oldest only', 'founder', null, 100],
  ['the same among the suspended', 'founder', 'suspended', 7],
  ['a frequent word among the suspended', 'later', 'suspended', 150],
  ['two words', 'saver12 founder', null, 2],
  ['a number of many', 'OLD-25', null, 40],
  ['a number that others begin with', 'old-2599', null, 50],
  ['a number of the oldest', 'Old-0', null, 50],
  ['the end of a phone', '0001234', null, 50],
  ['a whole phone', '254700001234', null, 50],
  ['a new one by number', 'm0000', null, 50],
  ['a new one by the digits alone', '00001', null, 50],
  ['a new one by a word', 'member', null, 50],
  ['nobody', 'zzzz', null, 50],
  ['nobody with that status', 'saver', 'exited', 50],
])('%s: every page says what looking at everybody finds', async (_name, typed, status, limit) => {
  expect(await search(typed, status, limit)).toEqual(naive(typed, status));
});

test('too many words are refused', async () => {
  expectInvalid(await sacco.maker.get('/api/v1/sacco/members?q=a b c d e f g h i j k'), 'q');
});
