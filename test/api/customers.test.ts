import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createProject,
  customerBody,
  must,
  newPhone,
  projectOf,
  startService,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let owner: Project['owner'];
/** A new one for each test, so that searches find its own only. */
let project: Project;

beforeAll(async () => {
  service = await startService();
  ({ owner } = await createProject(service.anyone));
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = await projectOf(owner, service.anyone);
});

async function create(overrides: Record<string, unknown> = {}) {
  return must(await project.key.post('/api/v1/customers', customerBody(overrides))).body;
}

const at = (id: string, rest = ''): string => `/api/v1/customers/${id}${rest}`;

async function get(id: string) {
  return must(await project.key.get(at(id))).body;
}

async function events(
  id: string,
): Promise<{ type: string; actor: unknown; details: Record<string, unknown> }[]> {
  return must(await project.key.get(at(id, '/events?limit=1000'))).body.events;
}

async function typesOf(id: string): Promise<string[]> {
  return (await events(id)).map(({ type }) => type);
}

describe('creating', () => {
  test('answers the customer as it is read, and begins the trail', async () => {
    const reply = await project.session.post('/api/v1/customers', {
      full_name: 'Abebe Bikila',
      phone: '+251 911 234 567',
      email: 'abebe@example.org',
      date_of_birth: '1932-08-07',
      external_ref: 'CORE-1',
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^cus_/),
      kind: 'individual',
      full_name: 'Abebe Bikila',
      phone: '+251911234567',
      email: 'abebe@example.org',
      date_of_birth: '1932-08-07',
      external_ref: 'CORE-1',
      status: 'active',
      kyc_status: 'unverified',
      kyc_tier: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: reply.body.created_at,
    });
    expect(await get(reply.body.id)).toEqual(reply.body);
    expect(await events(reply.body.id)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'customer.created',
        at: expect.stringMatching(/Z$/),
        actor: { type: 'user', id: owner.id, name: 'Test Person' },
        details: expect.objectContaining({ full_name: 'Abebe Bikila', phone: '+251911234567' }),
      },
    ]);
  });

  test('leaves out the spaces around a text, and takes none of spaces alone', async () => {
    expect(await create({ full_name: '  Abebe Bikila ' })).toMatchObject({ full_name: 'Abebe Bikila' });
    const reply = await project.key.post('/api/v1/customers', { full_name: '   ' });
    expect([reply.status, reply.body.error.details]).toMatchObject([400, [{ path: 'full_name' }]]);
  });

  test('takes a name alone; null is the same as left out', async () => {
    const alone = await create({ phone: undefined });
    const nulls = await create({ phone: null, email: null, date_of_birth: null, external_ref: null });
    for (const body of [alone, nulls])
      expect(body).toMatchObject({ phone: null, email: null, date_of_birth: null, external_ref: null });
    expect(await create({ kind: 'business', full_name: 'Duka la Mama' })).toMatchObject({ kind: 'business' });
  });

  test.each([
    ['no name', { full_name: undefined }, 'full_name'],
    ['an empty name', { full_name: '' }, 'full_name'],
    ['a blank name', { full_name: '   ' }, 'full_name'],
    ['a name of two lines', { full_name: 'a\nb' }, 'full_name'],
    ['another kind', { kind: 'robot' }, 'kind'],
    ['no phone number', { phone: 'n/a' }, 'phone'],
    ['a number of nowhere', { phone: '+999123456789' }, 'phone'],
    ['no email', { email: 'example.org' }, 'email'],
    ['no date', { date_of_birth: '1990-02-30' }, 'date_of_birth'],
    ['a birth to come', { date_of_birth: '2999-01-01' }, 'date_of_birth'],
    ['a number for a reference', { external_ref: 1 }, 'external_ref'],
    ['a field that is not the client’s', { kyc_tier: 3 }, 'kyc_tier'],
    ['a status', { status: 'frozen' }, 'status'],
  ])('refuses %s', async (_name, overrides, path) => {
    expectInvalid(await project.key.post('/api/v1/customers', customerBody(overrides)), path);
  });
});

describe('phone numbers', () => {
  test.each([
    '+251911234567',
    '+251 911-234-567',
    '251911234567',
    '+251 (0) 911 234567',
    '  +251911234567'.trim(),
  ])('%s is international wherever the project is', async (phone) => {
    expect((await create({ phone })).phone).toBe('+251911234567');
  });

  test('a local spelling is read by the currencies that the project works with', async () => {
    const local = { phone: '0712 345 678' };
    const nowhere = await project.key.post('/api/v1/customers', customerBody(local));
    expectInvalid(nowhere, 'phone');
    expect(nowhere.body.error.message).toContain('+251911234567');

    await limit('KES');
    expect((await create(local)).phone).toBe('+254712345678');
    expectError(
      await project.key.post('/api/v1/customers', customerBody(local)),
      409,
      'CONFLICT',
      'phone_taken',
    );
    // What is kept in dollars as well is no American.
    await limit('USD');
    expect((await create({ phone: '0712-345-679' })).phone).toBe('+254712345679');
    // With a neighbour, nobody knows.
    await limit('TZS');
    const either = await project.key.post('/api/v1/customers', customerBody({ phone: '0712345670' }));
    expectInvalid(either, 'phone');
    expect(either.body.error.message).toContain('several countries');
    expect((await create({ phone: '254712345670' })).phone).toBe('+254712345670');
  });

  test('money in the books names the country too', async () => {
    must(await project.key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'ETB' }));
    expect((await create({ phone: '0911234567' })).phone).toBe('+251911234567');
    // The live environment has books of its own.
    expectInvalid(
      await project.live_key.post('/api/v1/customers', customerBody({ phone: '0911234567' })),
      'phone',
    );
  });

  test('and so does the currency of the SACCO', async () => {
    must(await project.session.put('/api/v1/sacco/settings', { currency: 'UGX' }));
    expect((await create({ phone: '0772123456' })).phone).toBe('+256772123456');
  });

  function limit(currency: string): Promise<Reply> {
    return project.key.put('/api/v1/kyc/limits', { tier: 1, currency, max_balance_minor: 1 }).then(must);
  }
});

describe('what is unique', () => {
  test.each([
    ['phone', '+251911234567', '+251 911 234567', 'phone_taken'],
    ['external_ref', 'CORE-1', 'CORE-1', 'external_ref_taken'],
  ])('%s, in one environment', async (field, value, again, reason) => {
    const first = await create({ [field]: value });
    const second = await project.key.post('/api/v1/customers', customerBody({ [field]: again }));
    expectError(second, 409, 'CONFLICT', reason);
    expect(second.body.error.details[0].path).toBe(field);
    const other = await create();
    expectError(await project.key.patch(at(other.id), { [field]: again }), 409, 'CONFLICT', reason);
    expect(await get(other.id)).toEqual(other);
    // Elsewhere it is free.
    must(await project.live_key.post('/api/v1/customers', customerBody({ [field]: value })));
    const outsider = await projectOf(owner, service.anyone);
    must(await outsider.key.post('/api/v1/customers', customerBody({ [field]: value })));

    // A closed customer keeps it; given up, it is free again.
    must(await project.key.post(at(first.id, '/close')));
    expectError(await project.key.patch(at(other.id), { [field]: again }), 409, 'CONFLICT', reason);
  });

  test('what is given up is free again', async () => {
    const first = await create({ phone: '+251911234567', external_ref: 'CORE-1' });
    must(await project.key.patch(at(first.id), { phone: null, external_ref: null }));
    const second = await create({ phone: '+251911234567', external_ref: 'CORE-1' });
    expect(second).toMatchObject({ phone: '+251911234567', external_ref: 'CORE-1' });
  });

  test('two at once with one phone: one of them', async () => {
    const phone = newPhone();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => project.key.post('/api/v1/customers', customerBody({ phone }))),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
    for (const reply of replies.filter(({ status }) => status === 409))
      expectError(reply, 409, 'CONFLICT', 'phone_taken');
  });
});

describe('changing', () => {
  test('changes what was sent, and says what it was', async () => {
    const before = await create({ email: 'old@example.org' });
    const { body: after } = must(
      await project.session.patch(at(before.id), { email: 'new@example.org', external_ref: 'R-1' }),
    );
    expect(after).toEqual({
      ...before,
      email: 'new@example.org',
      external_ref: 'R-1',
      updated_at: after.updated_at,
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await events(before.id))[0]).toMatchObject({
      type: 'customer.updated',
      actor: { type: 'user', id: owner.id },
      details: {
        changes: {
          email: { from: 'old@example.org', to: 'new@example.org' },
          external_ref: { from: null, to: 'R-1' },
        },
      },
    });
  });

  test('what is sent again unchanged changes nothing', async () => {
    const before = await create({
      full_name: 'Zoë  Ng',
      email: 'z@example.org',
      date_of_birth: '1990-01-01',
    });
    expect(before.full_name).toBe('Zoë Ng');
    const { id, kind, full_name, phone, email, date_of_birth, external_ref } = before;
    const same = { kind, full_name, phone, email, date_of_birth, external_ref };
    for (const body of [
      {},
      same,
      { full_name: 'Zoë Ng'.normalize('NFD') },
      { phone: ` ${same.phone}`.trim() },
    ])
      expect(must(await project.key.patch(at(id), body)).body).toEqual(before);
    expect(await typesOf(id)).toEqual(['customer.created']);
  });

  test('null clears what may be missing', async () => {
    const { id } = await create({ email: 'z@example.org', date_of_birth: '1990-01-01', external_ref: 'R-1' });
    const cleared = { phone: null, email: null, date_of_birth: null, external_ref: null };
    expect(must(await project.key.patch(at(id), cleared)).body).toMatchObject(cleared);
    expectInvalid(await project.key.patch(at(id), { full_name: null }), 'full_name');
    expectInvalid(await project.key.patch(at(id), { kind: null }), 'kind');
    expectInvalid(await project.key.patch(at(id), { kyc_status: 'verified' }), 'kyc_status');
  });

  test('without a phone nothing of tier 1 holds, until there is one again', async () => {
    const { id } = await create();
    must(await project.key.post(at(id, '/kyc'), { decision: 'approve', tier: 1 }));
    expect((await get(id)).kyc_tier).toBe(1);
    expect(must(await project.key.patch(at(id), { phone: null })).body.kyc_tier).toBe(0);
    expect(must(await project.key.patch(at(id), { phone: newPhone() })).body.kyc_tier).toBe(1);
  });
});

describe('states', () => {
  test('freeze, unfreeze, close; a repeat leaves no second trace', async () => {
    const { id } = await create();
    for (const [action, status] of [
      ['freeze', 'frozen'],
      ['freeze', 'frozen'],
      ['unfreeze', 'active'],
      ['unfreeze', 'active'],
      ['freeze', 'frozen'],
      ['close', 'closed'],
      ['close', 'closed'],
    ]) {
      const reply = await project.key.post(at(id, `/${action}`));
      expect([reply.status, reply.body.status]).toEqual([200, status]);
    }
    expect((await typesOf(id)).toReversed()).toEqual([
      'customer.created',
      'customer.frozen',
      'customer.unfrozen',
      'customer.frozen',
      'customer.closed',
    ]);
  });

  test('a closed customer is read, and nothing else', async () => {
    const { id } = await create();
    const { body: document } = must(
      await project.key.post(at(id, '/documents'), { doc_type: 'passport', number: 'EP0123456' }),
    );
    must(await project.key.post(at(id, '/close')));
    const closed = await get(id);
    for (const [method, path, body] of [
      ['PATCH', '', { full_name: 'Another' }],
      ['PATCH', '', {}],
      ['POST', '/freeze', undefined],
      ['POST', '/unfreeze', undefined],
      ['POST', '/kyc', { decision: 'approve', tier: 1 }],
      ['POST', '/kyc', { decision: 'reject', note: 'no' }],
      ['POST', '/documents', { doc_type: 'passport', number: 'EP0123456' }],
      ['POST', `/documents/${document.id}/review`, { decision: 'accept' }],
    ] as const)
      expectError(await project.key.send(method, at(id, path), body), 409, 'CONFLICT', 'invalid_state');
    expect(await get(id)).toEqual(closed);
    expect((await typesOf(id))[0]).toBe('customer.closed');
    must(await project.key.get(at(id, '/documents')));
  });

  test('close and freeze at once: whichever came first, the customer ends closed', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await create();
      const [freeze, close] = await Promise.all([
        project.key.post(at(id, '/freeze')),
        project.key.post(at(id, '/close')),
      ]);
      expect(close.status).toBe(200);
      expect([200, 409]).toContain(freeze.status);
      expect((await get(id)).status).toBe('closed');
      const types = await typesOf(id);
      expect(types).toHaveLength(freeze.status === 200 ? 3 : 2);
      expect(types[0]).toBe('customer.closed');
    }
  });
});

describe('finding', () => {
  /** Names found, newest first. */
  async function find(query: Record<string, string>): Promise<string[]> {
    const { body } = must(
      await project.key.get(`/api/v1/customers?${new URLSearchParams(query).toString()}`),
    );
    return body.customers.map(({ full_name }: { full_name: string }) => full_name);
  }

  const PEOPLE = [
    {
      full_name: 'Abebe Bikila',
      phone: '+251911234567',
      email: 'a.bikila@mail.example.org',
      external_ref: 'CORE-000123',
    },
    { full_name: 'Hélène Öztürk', phone: '+254712345678', email: null, external_ref: 'X/77' },
    {
      full_name: "Wanjiku Ng'ang'a",
      phone: '+254722000999',
      email: 'wanjiku@duka.example',
      external_ref: null,
    },
    { full_name: 'Anne-Marie Abebe', phone: null, email: null, external_ref: null },
    { full_name: 'አበበ ቢቂላ', phone: '+251911000123', email: null, external_ref: null },
  ];
  const [BIKILA, HELENE, WANJIKU, ANNE, AMHARIC] = PEOPLE.map(({ full_name }) => full_name) as [
    string,
    string,
    string,
    string,
    string,
  ];

  beforeEach(async () => {
    for (const person of PEOPLE) await create(person);
  });

  test.each([
    ['', [AMHARIC, ANNE, WANJIKU, HELENE, BIKILA]],
    ['abebe', [ANNE, BIKILA]],
    ['ABE', [ANNE, BIKILA]],
    ['bik', [BIKILA]],
    ['ikila', []],
    ['abebe bikila', [BIKILA]],
    ['bikila  abebe', [BIKILA]],
    ['abebe almaz', []],
    ['helene', [HELENE]],
    ['hélène ozturk', [HELENE]],
    ['nganga', [WANJIKU]],
    ["ng'ang'a", [WANJIKU]],
    ['marie', [ANNE]],
    ['anne-m', [ANNE]],
    ['anne marie', [ANNE]],
    ['አበበ', [AMHARIC]],
    ['a.bikila@mail.example.org', [BIKILA]],
    ['A.Bikila@', [BIKILA]],
    ['mail.example', [BIKILA]],
    ['core-000123', [BIKILA]],
    ['CORE', [BIKILA]],
    ['000123', [AMHARIC, BIKILA]],
    ['x/77', [HELENE]],
    ['+251911234567', [BIKILA]],
    ['+251 911 234 567', [BIKILA]],
    ['251911234567', [BIKILA]],
    ['0911 234-567', [BIKILA]],
    ['0911', [AMHARIC, BIKILA]],
    ['4567', [BIKILA]],
    ['345678', [HELENE]],
    ['(0712) 345678', [HELENE]],
    ['+2547', [WANJIKU, HELENE]],
    ['wanjiku 0722', [WANJIKU]],
    ['000 999', [WANJIKU]],
    ['abebe 4567', [BIKILA]],
    ['***', []],
    ["'; drop table customers; --", []],
    ['% _ \\ & | ! :*', []],
  ])('%j', async (q, expected) => {
    expect(await find({ q })).toEqual(expected);
  });

  test('by states, alone and with words, page by page', async () => {
    const { body } = must(await project.key.get('/api/v1/customers?q=abebe'));
    const [anne, bikila] = body.customers;
    must(await project.key.post(at(bikila.id, '/freeze')));
    must(await project.key.post(at(anne.id, '/kyc'), { decision: 'reject', note: 'no papers' }));
    expect(await find({ status: 'frozen' })).toEqual([BIKILA]);
    expect(await find({ status: 'active' })).toEqual([AMHARIC, ANNE, WANJIKU, HELENE]);
    expect(await find({ kyc_status: 'unverified' })).toEqual([AMHARIC, WANJIKU, HELENE, BIKILA]);
    expect(await find({ status: 'active', kyc_status: 'rejected' })).toEqual([ANNE]);
    expect(await find({ status: 'closed' })).toEqual([]);
    expect(await find({ q: 'abebe', status: 'frozen' })).toEqual([BIKILA]);
    expect(await find({ q: 'abebe', kyc_status: 'verified' })).toEqual([]);

    for (const query of ['', 'q=a&', 'status=active&']) {
      const whole = must(await project.key.get(`/api/v1/customers?${query}limit=1000`)).body;
      const pages: unknown[] = [];
      for (let after: string | null = ''; after !== null;) {
        const cursor: string = after ? `&after=${after}` : '';
        const { body: page } = must(await project.key.get(`/api/v1/customers?${query}limit=1${cursor}`));
        expect(page.customers).toHaveLength(1);
        pages.push(...page.customers);
        after = page.next_after;
      }
      expect(pages).toEqual(whole.customers);
      expect(whole.next_after).toBeNull();
    }
  });

  test('a change changes what is found', async () => {
    const { body } = must(await project.key.get('/api/v1/customers?q=bikila'));
    must(
      await project.key.patch(at(body.customers[0].id), { full_name: 'Mamo Wolde', phone: '+251922000000' }),
    );
    expect(await find({ q: 'wolde' })).toEqual(['Mamo Wolde']);
    expect(await find({ q: '922000000' })).toEqual(['Mamo Wolde']);
    expect(await find({ q: '1234567' })).toEqual([]);
    expect(await find({ q: 'abebe' })).toEqual([ANNE]);
  });

  test('only within the environment', async () => {
    must(await project.live_key.post('/api/v1/customers', customerBody({ full_name: 'Abebe Live' })));
    expect(await find({ q: 'abebe' })).toEqual([ANNE, BIKILA]);
  });

  test('what cannot be asked is refused', async () => {
    for (const [query, path] of [
      ['status=open', 'status'],
      ['kyc_status=none', 'kyc_status'],
      ['q=a&q=b', 'q'],
      [`q=${'x'.repeat(201)}`, 'q'],
      ['q=a+b+c+d+e+f+g+h+i+j+k', 'q'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
    ] as const)
      expectInvalid(await project.key.get(`/api/v1/customers?${query}`), path);
  });
});

test('what is found behind the newest thousands is found by the index', async () => {
  const old = await create({ full_name: 'Founder Member' });
  const { project_id, environment } = await service.ctx.db('customers').where({ id: old.id }).first();
  await service.ctx.db.raw(
    `with made as (
       insert into customers (id, project_id, environment, kind, full_name, created_at, updated_at)
       select 'cus_7' || lpad(n::text, 25, '0'), ?, ?, 'individual', 'Later Member', now(), now()
       from generate_series(1, 6000) n returning id, project_id, environment
     ) insert into customer_words select id, project_id, environment,
       (select words from customer_words where customer_id = ?) from made where id > 'cus_70000000000000000000005999'`,
    [project_id, environment, old.id],
  );
  const search = async (query: string): Promise<string[]> => {
    const { body } = must(await project.key.get(`/api/v1/customers?${query}`));
    return body.customers.map(({ id }: { id: string }) => id);
  };
  expect(await search('q=founder')).toEqual(['cus_70000000000000000000006000', old.id]);
  expect(await search('q=founder&status=active')).toEqual(['cus_70000000000000000000006000', old.id]);
  expect(await search('q=founder&limit=1')).toEqual(['cus_70000000000000000000006000']);
  expect(await search('q=founder&after=cus_70000000000000000000006000')).toEqual([old.id]);
  expect(await search('q=founder&status=frozen')).toEqual([]);
});

test('the trail is read page by page, newest first', async () => {
  const { id } = await create();
  must(await project.key.post(at(id, '/freeze')));
  const first = must(await project.key.get(at(id, '/events?limit=1'))).body;
  expect(first.events).toMatchObject([{ type: 'customer.frozen', details: {} }]);
  const second = must(await project.key.get(at(id, `/events?limit=1&after=${first.next_after}`))).body;
  expect(second.events).toMatchObject([{ type: 'customer.created' }]);
  expect(second.next_after).toBeNull();
});
