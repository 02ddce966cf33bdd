/** Lists in the order that is asked for, and their totals: on every list that has them, against what its rows say. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CSV, type Route } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { totalsOf } from '../../db/totals.ts';
import { Payment } from '../../domain/payments/payment.model.ts';
import {
  applyFor,
  createSacco,
  customerBody,
  must,
  newProduct,
  newSaver,
  openLoan,
  projectOf,
  repay,
  sharedService,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { createWorld, expectInvalid, fill, keyFor, nameOf, validQuery, type World } from './samples.ts';

let service: TestService;
let world: World;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
  world = await createWorld(service);
  sacco = await createSacco(service);
  for (const full_name of ['Zed', 'amina', 'Amina', 'Bahati', 'AMINA']) await join(full_name);
  const [zed] = must(await sacco.maker.get('/api/v1/sacco/members?q=Zed')).body.members;
  must(await sacco.maker.post(`/api/v1/sacco/members/${zed.id}/suspend`));
  const product_id = await newProduct(sacco, { fee_bps: 0 });
  const member_id = await newSaver(sacco, 50_000);
  const guarantor = await newSaver(sacco, 1_000_000);
  const lent = (amount_minor: number) => ({
    product_id,
    member_id,
    amount_minor,
    guarantors: [{ member_id: guarantor, amount_minor }],
  });
  const ids: string[] = [];
  for (const amount_minor of [3_000, 1_000, 2_000, 1_000])
    ids.push(await openLoan(sacco, lent(amount_minor)));
  must(await repay(sacco, ids[0] ?? '', 2_500));
  must(await applyFor(sacco, lent(1_000)));
});
afterAll(() => service.stop());

async function join(full_name: string): Promise<void> {
  const { key } = sacco.project;
  const { id: customer_id } = must(await key.post('/api/v1/customers', customerBody({ full_name }))).body;
  must(await key.post(`/api/v1/customers/${customer_id}/kyc`, { decision: 'approve', tier: 1 }));
  must(await key.post('/api/v1/sacco/members', { customer_id }));
}

function sortsOf({ query }: Route): string[] {
  const keys = (query?.describe()['keys'] ?? {}) as Record<string, { allow?: unknown[] }>;
  return (keys['sort']?.allow ?? []).filter((value) => typeof value === 'string');
}

const LISTS = ROUTES.filter((route) => sortsOf(route).length > 0);

/** Rows of a list have this name, and for whom there are some. */
interface Asked {
  client: Client;
  path: string;
}

function withQuery(path: string, more: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${more}`;
}

async function read({ client, path }: Asked, more: string): Promise<{ rows: Row[]; body: Row }> {
  const { body } = must(await client.get(withQuery(path, more)));
  const plural = Object.keys(body).find((name) => Array.isArray(body[name])) ?? '';
  return { rows: body[plural], body };
}

// oxlint-disable-next-line typescript/no-explicit-any -- as the wire has it
type Row = Record<string, any>;

/** All rows, page by page, as many on each. */
async function paged(asked: Asked, more: string, limit: number): Promise<Row[]> {
  const found: Row[] = [];
  for (let after = ''; ;) {
    const { rows, body } = await read(asked, `${more}&limit=${limit}${after && `&after=${after}`}`);
    expect(rows.length).toBeLessThanOrEqual(limit);
    found.push(...rows);
    if (body['next_after'] === null) return found;
    after = encodeURIComponent(body['next_after'] as string);
  }
}

describe.each(LISTS.map((route): [string, Route] => [nameOf(route), route]))('%s', (_name, route) => {
  const asked = (): Asked => ({
    client: route.access.kind === 'project' ? world.project.owner.client : keyFor(world, route),
    path: fill(route.path, world.ids) + validQuery(route),
  });

  test('is newest first, the other way round, and without a gap over pages', async () => {
    const newest_first = (await read(asked(), 'limit=1000')).rows;
    expect((await read(asked(), 'sort=-created_at&limit=1000')).rows).toEqual(newest_first);
    const oldest_first = newest_first.toReversed();
    expect((await read(asked(), 'sort=created_at&limit=1000')).rows).toEqual(oldest_first);
    expect(await paged(asked(), 'sort=created_at', 1)).toEqual(oldest_first);
    expect(await paged(asked(), 'sort=-created_at', 2)).toEqual(newest_first);
  });

  test('has the totals of its rows, on any page, if they are asked for', async () => {
    const { rows, body } = await read(asked(), 'limit=1000');
    expect(body).not.toHaveProperty('totals');
    const { totals } = (await read(asked(), 'limit=1&totals=true')).body;
    expect(totals).toMatchObject({ count: rows.length, is_capped: false });
    expectSums(totals, rows);
  });

  test('refuses another order, and says which there are', async () => {
    const { client, path } = asked();
    const refused = await client.get(withQuery(path, 'sort=nonsense'));
    expectInvalid(refused, 'sort');
    for (const sort of sortsOf(route)) expect(refused.text).toContain(sort);
  });
});

/** Sums as somebody would do them by hand. */
function expectSums(totals: Row, rows: readonly Row[]): void {
  const fields: string[] = [...new Set<string>(totals['sums'].map(({ field }: Row) => field))];
  const expected = fields.flatMap((field) =>
    [...new Set(rows.map(({ currency }) => currency as string))].toSorted().map((currency) => {
      const minor = rows
        .filter((row) => row['currency'] === currency)
        .reduce((sum, row) => sum + Number(row[`${field}_minor`]), 0);
      return { field, currency, amount: (minor / 100).toFixed(2), amount_minor: minor };
    }),
  );
  expect(totals['sums']).toEqual(expected);
}

describe.each([
  ['members', 'full_name', ({ full_name }: Row) => full_name.toLowerCase()],
  ['members', 'member_no', ({ member_no }: Row) => member_no.toUpperCase()],
  ['loans', 'principal', ({ principal_minor }: Row) => principal_minor],
  ['loans', 'outstanding', ({ outstanding_minor }: Row) => outstanding_minor],
] as const)('%s by %s', (list, name, valueOf) => {
  const asked = (): Asked => ({ client: sacco.maker, path: `/api/v1/sacco/${list}` });
  /** Rows of one value are in the order in which they were made. */
  const compare = (a: Row, b: Row): number => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === other) return a['id'] < b['id'] ? -1 : 1;
    return one < other ? -1 : 1;
  };

  test('both ways, with rows of one value on several pages', async () => {
    const { rows } = await read(asked(), 'limit=1000');
    expect(rows.length).toBeGreaterThan(4);
    expect(new Set(rows.map(valueOf)).size).toBeGreaterThan(2);
    const ascending = rows.toSorted(compare);
    for (const limit of [1, 2, 1_000]) {
      expect(await paged(asked(), `sort=${name}`, limit)).toEqual(ascending);
      expect(await paged(asked(), `sort=-${name}`, limit)).toEqual(ascending.toReversed());
    }
  });

  test('a filter holds, and CSV is in the same order', async () => {
    const status = list === 'loans' ? 'open' : 'active';
    const path = `/api/v1/sacco/${list}?status=${status}&sort=-${name}`;
    const { rows } = await read({ client: sacco.maker, path }, 'totals=true');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every((row) => row['status'] === status)).toBe(true);
    const { text } = must(await sacco.maker.with({ accept: CSV }).get(path));
    const [[...columns] = [], ...lines] = parse(text);
    expect(lines.map((line) => line[columns.indexOf('id')])).toEqual(rows.map(({ id }) => id));
    expect(must(await sacco.maker.with({ accept: CSV }).get(`${path}&totals=true`)).text).toBe(text);
  });

  test('rows of another project or environment are neither shown nor a place to go on from', async () => {
    const { rows } = await read(asked(), `sort=${name}&limit=1`);
    const foreign = `after=${rows[0]?.['id']}`;
    for (const client of [sacco.project.live_key, world.project.key]) {
      const there: Asked = { client, path: `/api/v1/sacco/${list}` };
      const ids = (await read(there, `sort=${name}&limit=1000`)).rows.map(({ id }) => id);
      expect(ids).not.toContain(rows[0]?.['id']);
      expect((await read(there, `sort=${name}&${foreign}`)).rows).toEqual([]);
    }
  });

  test('a row that does not fit the filter any more is still a place to go on from', async () => {
    const all = (await read(asked(), `sort=${name}&limit=1000`)).rows;
    const after = `sort=${name}&limit=1000&after=${all[1]?.['id']}`;
    expect((await read(asked(), after)).rows).toEqual(all.slice(2));
    const statuses = new Set(all.map(({ status }) => status as string));
    expect(statuses.size).toBe(2);
    for (const status of statuses) {
      const { rows } = await read(asked(), `${after}&status=${status}`);
      expect(rows).toEqual(all.slice(2).filter((row) => row['status'] === status));
    }
  });
});

test('totals of a filter, and in several currencies', async () => {
  const { key } = world.project;
  const outsider = await projectOf(world.project.owner, service.anyone);
  for (const path of [
    '/api/v1/payments',
    '/api/v1/sacco/entries?status=posted',
    '/api/v1/payments?from=2020-01-01',
  ]) {
    const { rows } = await read({ client: key, path }, 'limit=1000');
    const { totals } = (await read({ client: key, path }, 'totals=true&limit=1')).body;
    expect(totals.count).toBe(rows.length);
    expect(totals.sums).not.toEqual([]);
    expectSums(totals, rows);
    const { body } = await read({ client: outsider.key, path }, 'totals=true');
    expect(body['totals']).toEqual({ count: 0, is_capped: false, sums: [] });
  }
  const { body } = await read(
    { client: key, path: '/api/v1/payments?from=2000-01-01&to=2000-01-31' },
    'totals=true',
  );
  expect(body['totals']).toEqual({ count: 0, is_capped: false, sums: [] });
});

test('more rows than are counted are said to be more', async () => {
  const { db } = service.ctx;
  const payments = Payment.query(db).where({ project_id: world.project.id });
  const count = await payments.clone().resultSize();
  expect(count).toBeGreaterThan(0);
  const counted = (most: number) => totalsOf(payments as never, 'payments', ['amount_minor'], most);
  expect(await counted(count)).toMatchObject({ count, is_capped: false });
  expect(await counted(count - 1)).toEqual({ count: count - 1, is_capped: true, sums: [] });
});

test('a search of members is neither sorted nor counted', async () => {
  const path = '/api/v1/sacco/members?q=a';
  expectInvalid(await sacco.maker.get(`${path}&sort=full_name`), 'sort');
  expectInvalid(await sacco.maker.get(`${path}&totals=true`), 'totals');
  must(await sacco.maker.get(`${path}&totals=false`));
});
