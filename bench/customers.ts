/**
 * `npm run bench:customers`: the duration of lists and searches among 1 million customers, with common and rare words, and in a
 * small project on the same server. BENCH_ROWS sets another size.
 */
import { run } from '../core/shutdown.ts';
import { newId } from '../core/ids.ts';
import { scopeOf, SYSTEM, type Scope } from '../core/scope.ts';
import type { Db } from '../db/connection.ts';
import { createCustomer, listCustomers, type CustomerFilter } from '../domain/customers/index.ts';
import { searchWords } from '../domain/customers/search/search.rules.ts';
import { median_ms, openServer, report } from './harness.ts';
import { openBenchContext } from './project.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const SMALL = 1_000;
const BATCH = 5_000;
/** Repetitions of each measurement. */
const TIMES = 15;

const FIRST = [
  'Abebe',
  'Almaz',
  'Wanjiku',
  'Otieno',
  'Achieng',
  'Kamau',
  'Tigist',
  'Nakato',
  'Mukasa',
  'Hélène',
];
const MIDDLE = ['Bikila', 'Njeri', 'Odhiambo', 'Kiprotich', 'Selassie', "Ng'ang'a", 'Okello', 'Mbabazi'];

run(async () => {
  const server = await openServer();
  const { ctx } = await openBenchContext(server);
  const { db } = ctx;
  try {
    const big = await project(db, 'prj_00000000000000000000000001');
    const small = await project(db, 'prj_00000000000000000000000002');
    await load(db, big, ROWS);
    await load(db, small, SMALL);
    await db.raw('vacuum analyze customers');
    await db.raw('vacuum analyze customer_words');
    for (const [name, scope, filter, limit = 50] of searches(big, small)) {
      const { items } = await listCustomers(db, scope, { ...filter, limit });
      const ms = await median_ms(TIMES, () => listCustomers(db, scope, { ...filter, limit }));
      report('customers', { name, found: items.length, ms });
    }
    report('customers', {
      name: 'create',
      ms: await median_ms(50, () =>
        createCustomer({ ctx, scope: big, actor: SYSTEM }, { ...person(0), phone: null, external_ref: null }),
      ),
    });
  } finally {
    await server.close();
  }
});

function searches(big: Scope, small: Scope): [string, Scope, CustomerFilter, number?][] {
  const somebody = person(ROWS / 2);
  return [
    ['the newest', big, {}],
    ['the newest, by status', big, { status: 'active' }],
    ['frozen: few', big, { status: 'frozen' }],
    ['rejected and closed: none', big, { status: 'closed', kyc_status: 'rejected' }],
    ['a word of everybody', big, { q: 'example' }],
    ['a letter', big, { q: 'a' }],
    ['a first name of a tenth', big, { q: 'abebe' }],
    ['the same, 1000 on a page', big, { q: 'abebe' }, 1_000],
    ['two common words that never meet', big, { q: 'abebe almaz' }],
    ['two common words', big, { q: 'wanjiku njeri' }],
    ['a common word and a letter', big, { q: 'abebe z' }],
    ['a common word of old customers only', big, { q: 'founder' }],
    ['a surname of one in a thousand', big, { q: 'family7' }],
    ['a full name', big, { q: somebody.full_name }],
    ['an email', big, { q: somebody.email }],
    ['a reference', big, { q: somebody.external_ref }],
    ['a phone, local', big, { q: `0${somebody.phone.slice(4)}` }],
    ['a phone, international', big, { q: somebody.phone }],
    ['a phone with spaces', big, { q: `+251 ${somebody.phone.slice(4, 7)} ${somebody.phone.slice(7)}` }],
    ['the last four digits of a phone', big, { q: somebody.phone.slice(-4) }],
    ['the last six digits of a phone', big, { q: somebody.phone.slice(-6) }],
    ['nobody', big, { q: 'zzzz' }],
    ['a common word among the frozen', big, { q: 'abebe', status: 'frozen' }],
    ['a rare word among the active', big, { q: 'family7', status: 'active' }],
    ['a small project: a letter', small, { q: 'a' }],
    ['a small project: nobody', small, { q: 'zzzz' }],
  ];
}

async function project(db: Db, id: string): Promise<Scope> {
  await db('users')
    .insert({ id: 'usr_bench', email: 'bench', name: 'bench', password_hash: '' })
    .onConflict()
    .ignore();
  await db('projects').insert({ id, name: 'bench', owner_id: 'usr_bench' });
  return scopeOf(id, 'test', 0n);
}

function person(n: number) {
  const first = FIRST[n % FIRST.length] ?? '';
  const middle = MIDDLE[Math.floor(n / FIRST.length) % MIDDLE.length] ?? '';
  const old = n < ROWS / 3 ? ' Founder' : '';
  return {
    full_name: `${first} ${middle} Family${(n * 7919) % 1000}${old}`,
    // Each number of nine digits at most once, in random-looking order.
    phone: `+2519${String((n * 7_368_787) % 100_000_000).padStart(8, '0')}`,
    email: `${first.toLowerCase()}.${n}@example.org`,
    external_ref: `CORE-${String(n).padStart(8, '0')}`,
  };
}

async function load(db: Db, scope: Scope, rows: number): Promise<void> {
  const { project_id, environment } = scope;
  for (let from = 0; from < rows; from += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, rows - from) }, (_none, i) => ({
      id: newId('customer'),
      ...person(from + i),
      status: (from + i) % 10_000 === 0 ? 'frozen' : 'active',
      kyc_status: (from + i) % 3 === 0 ? 'verified' : 'unverified',
    }));
    await db.raw(
      `insert into customers (id, project_id, environment, kind, full_name, phone, email, external_ref, status, kyc_status, created_at, updated_at)
       select id, ?, ?, 'individual', full_name, phone, email, external_ref, status, kyc_status, now(), now()
       from json_to_recordset(?) as t(id text, full_name text, phone text, email text, external_ref text, status text, kyc_status text)`,
      [project_id, environment, JSON.stringify(people)],
    );
    await db.raw(
      `insert into customer_words select id, ?, ?, array_to_tsvector(words)
       from json_to_recordset(?) as t(id text, words text[])`,
      [
        project_id,
        environment,
        JSON.stringify(people.map((each) => ({ id: each.id, words: searchWords(scope, each) }))),
      ],
    );
  }
}
