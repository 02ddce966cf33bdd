/** One text finds payments: by amount, phone, reference, or an id of the provider. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createProject,
  must,
  paymentBody,
  sharedService,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;
const ids: Record<string, string> = {};

const today = (): string => new Date().toISOString().slice(0, 10);
/** Before any payment was made. */
const FROM = today();

beforeAll(async () => {
  service = await sharedService();
  project = await createProject(service.anyone);
  const made = [
    { name: 'rent', amount: 1500, reference: 'INV-2044', customer_phone: '+254712345129' },
    { name: 'fees', amount: 1500.5, reference: 'INV-2045', customer_phone: '+254733000111' },
    { name: 'seed', amount: 20, reference: 'maize 1500', customer_phone: '+254712345129' },
    { name: 'again', amount: 1500, reference: 'maize 3' },
  ];
  for (const { name, ...fields } of made) {
    const body = paymentBody({ provider: 'manual', ...fields });
    ids[name] = must(await project.key.post('/api/v1/payments', body)).body.id;
  }
  const { db } = service.ctx;
  await db('payments')
    .where({ id: ids['rent'] })
    .update({ provider_txn_id: 'SLK4H7R2XP', provider: 'mpesa' });
  await db('payments')
    .where({ id: ids['fees'] })
    .update({ provider: 'mpesa', provider_data: { checkout_request_id: 'ws_CO_191220191020363925' } });
});
afterAll(() => service.stop());

async function found(q: string, more = '', client = project.key): Promise<string[]> {
  const { body } = must(await client.get(`/api/v1/payments?q=${encodeURIComponent(q)}${more}`));
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  return body.payments.map(({ id }: { id: string }) => names[id]);
}

test.each<[string, string[]]>([
  ['1500', ['again', 'rent']],
  ['1,500.00', ['again', 'rent']],
  ['KES 1,500.50', ['fees']],
  ['0712345129', ['seed', 'rent']],
  ['+254 733 000 111', ['fees']],
  ['INV-204', ['fees', 'rent']],
  ['inv-2044', ['rent']],
  ['  maize ', ['again', 'seed']],
  ['SLK4H7R2XP', ['rent']],
  ['slk4h7r2xp', ['rent']],
  ['ws_CO_191220191020363925', ['fees']],
  ['2044', []],
  ['%', []],
  ["' or true --", []],
  ['', ['again', 'seed', 'fees', 'rent']],
])('%s', async (q, names) => {
  expect(await found(q)).toEqual(names);
});

test('the id of a payment; nothing of another project or environment', async () => {
  expect(await found(ids['seed'] as string)).toEqual(['seed']);
  const other = await createProject(service.anyone);
  for (const q of ['1500', '0712345129', 'INV-204', 'SLK4H7R2XP', ids['seed'] as string]) {
    expect(await found(q, '', other.key)).toEqual([]);
    expect(await found(q, '', project.live_key)).toEqual([]);
  }
});

test('with other filters, page by page, by days, and as CSV', async () => {
  expect(await found('1500', '&provider=manual')).toEqual(['again']);
  expect(await found('1500', '&status=completed')).toEqual([]);
  expect(await found('1500', '&limit=1')).toEqual(['again']);
  expect(await found('1500', `&limit=1&after=${ids['again']}`)).toEqual(['rent']);
  // Midnight may have come meanwhile.
  const to = today();
  expect(await found('maize', `&from=${FROM}&to=${to}`)).toEqual(['again', 'seed']);
  expect(await found('maize', `&from=${FROM}&limit=1&after=${ids['again']}`)).toEqual(['seed']);
  expect(await found('maize', '&from=2099-01-01')).toEqual([]);
  const { text } = await project.key
    .with({ accept: 'text/csv' })
    .get(`/api/v1/payments?q=${encodeURIComponent('INV-204')}`);
  expect(text.trim().split('\n')).toHaveLength(3);
});

test('what is found is neither sorted nor counted', async () => {
  for (const name of ['sort=created_at', 'totals=true'])
    expectInvalid(await project.key.get(`/api/v1/payments?q=1500&${name}`), name.split('=')[0] as string);
});

test('a file has all payments of one amount, however many', async () => {
  const { db } = service.ctx;
  const [row] = await db('payments').where({ id: ids['fees'] });
  const MANY = 1_203;
  const copies = Array.from({ length: MANY }, (_none, n) => ({
    ...row,
    id: `pay_${String(n).padStart(26, '0')}`,
    reference: `many-${n}`,
    amount_minor: 777_700,
    status: 'cancelled',
    has_posting: false,
    next_poll_at: null,
    provider_data: '{}',
    metadata: '{}',
  }));
  for (let at = 0; at < MANY; at += 100) await db('payments').insert(copies.slice(at, at + 100));
  const { text } = await project.key.with({ accept: 'text/csv' }).get('/api/v1/payments?q=7777');
  expect(text.trim().split('\n')).toHaveLength(MANY + 1);
});
