/**
 * Whoever asked, decided or acted, and the member that an entry is about, are named wherever they are shown, with as few
 * statements for a page of many as for one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addStaff,
  createSacco,
  inProject,
  moving,
  must,
  newMember,
  startService,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let member: string;
/** Sessions of people with these names, and a key. */
let asha: Client;
let baraka: Client;
let till: Client;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
  member = await newMember(sacco);
  asha = await named('Asha Otieno', 'maker');
  baraka = await named('Baraka Mwangi', 'checker');
  const { body } = must(
    await sacco.project.owner.client.post(`/api/projects/${sacco.project.id}/api-keys`, {
      environment: 'test',
      name: 'Till 3',
    }),
  );
  till = service.anyone.with({ 'x-api-key': body.key });
});
afterAll(() => service.stop());

async function named(name: string, role: 'maker' | 'checker'): Promise<Client> {
  const person = await addStaff(service.anyone, sacco.project, role);
  await service.ctx.db('users').where({ id: person.id }).update({ name });
  return inProject(person, sacco.project.id, 'test');
}

const ofMember = (what: string): string => `/api/v1/sacco/members/${member}/${what}`;

/** What a request answers, and how many statements it took. */
async function counted(request: () => Promise<Reply>): Promise<{ body: Reply['body']; statements: number }> {
  let statements = 0;
  const count = () => void statements++;
  service.ctx.db.on('query', count);
  try {
    const { body } = must(await request());
    return { body, statements };
  } finally {
    service.ctx.db.removeListener('query', count);
  }
}

test('an entry says who asked for it: in the answer, alone and in lists', async () => {
  const { body: posted } = must(await till.post(ofMember('deposits'), moving(50_000)));
  expect(posted.requested_by).toMatchObject({ type: 'api_key', name: 'Till 3' });
  const { body: read } = must(await asha.get(`/api/v1/sacco/entries/${posted.id}`));
  expect(read.requested_by).toEqual(posted.requested_by);
  must(await asha.post(ofMember('shares'), moving(1_000, { from: 'savings' })));
  for (const path of ['/api/v1/sacco/entries', ofMember('entries')]) {
    const { entries } = must(await asha.get(path)).body;
    expect(entries.map(({ requested_by }: Reply['body']) => requested_by.name)).toEqual([
      'Asha Otieno',
      'Till 3',
    ]);
  }
});

test('an approval says who asked and who decided', async () => {
  const { body: waiting } = must(await asha.post(ofMember('withdrawals'), moving(100)));
  const path = `/api/v1/approvals/${waiting.approval_id}`;
  expect(must(await asha.get(path)).body).toMatchObject({
    requested_by: { type: 'user', name: 'Asha Otieno' },
    decided_by: null,
  });
  const { body: done } = must(await baraka.post(`${path}/approve`, {}));
  expect(done.approval).toMatchObject({
    requested_by: { name: 'Asha Otieno' },
    decided_by: { type: 'user', name: 'Baraka Mwangi' },
  });
  expect(done.entry.requested_by.name).toBe('Asha Otieno');
  const { approvals } = must(await baraka.get('/api/v1/approvals')).body;
  expect(approvals).toEqual([done.approval]);
  const { body: other } = must(await till.post(ofMember('withdrawals'), moving(100)));
  const { body: dropped } = must(
    await baraka.post(`/api/v1/approvals/${other.approval_id}/reject`, { note: 'no' }),
  );
  expect([dropped.requested_by.name, dropped.decided_by.name]).toEqual(['Till 3', 'Baraka Mwangi']);
});

test('events of customers, documents, runs and the audit log name whoever acted', async () => {
  const { body: customer } = must(
    await till.post('/api/v1/customers', { full_name: 'Wanjiku', phone: '+254711222333' }),
  );
  const documents = `/api/v1/customers/${customer.id}/documents`;
  const { body: uploaded } = must(await asha.post(documents, { doc_type: 'passport', number: 'A1234567' }));
  const { body: reviewed } = must(
    await baraka.post(`${documents}/${uploaded.id}/review`, { decision: 'accept' }),
  );
  expect(reviewed.reviewed_by).toMatchObject({ type: 'user', name: 'Baraka Mwangi' });
  expect(must(await asha.get(documents)).body.documents).toEqual([reviewed]);
  const { events } = must(await asha.get(`/api/v1/customers/${customer.id}/events`)).body;
  expect(events.map(({ actor }: Reply['body']) => actor.name)).toEqual([
    'Baraka Mwangi',
    'Asha Otieno',
    'Till 3',
  ]);

  const { body: run } = must(
    await asha.post('/api/v1/reconciliation/runs', {
      provider: 'manual',
      currency: 'KES',
      period_start: '2026-01-01',
      period_end: '2026-01-31',
      csv: 'Amount,Ref\n1.00,nobody\n',
      columns: { amount: 'Amount', reference: 'Ref' },
      dry_run: true,
    }),
  );
  expect(run.imported_by).toMatchObject({ type: 'user', name: 'Asha Otieno' });

  must(await till.put('/api/v1/kyc/limits', { currency: 'KES', tier: 1, max_balance_minor: 5 }));
  const { audit_log } = must(
    await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?limit=1`),
  ).body;
  expect(audit_log[0].actor).toMatchObject({ type: 'api_key', name: 'Till 3' });
});

test('the service itself has a name, and a key of another project has none here', async () => {
  const { ctx } = service;
  const { body: posted } = must(await till.post(ofMember('deposits'), moving(100)));
  const name = async () => must(await till.get(`/api/v1/sacco/entries/${posted.id}`)).body.requested_by.name;
  const requestedBy = (type: string, id: string) =>
    ctx.db('sacco_entries').where({ id: posted.id }).update({ requested_by_type: type, requested_by_id: id });
  await requestedBy('system', 'ushirika');
  expect(await name()).toBe('Ushirika');
  const other = await createSacco(service);
  const [foreign] = await ctx.db('api_keys').where({ project_id: other.project.id });
  await requestedBy('api_key', foreign.id);
  expect(await name()).toBe(foreign.id);
});

test('an entry says which member it is about, by the present name; of the till, none', async () => {
  const { body: of_member } = must(await asha.get(`/api/v1/sacco/members/${member}`));
  const named_so = (full_name: string) => ({ id: member, member_no: of_member.member_no, full_name });
  const { body: posted } = must(await asha.post(ofMember('deposits'), moving(100)));
  expect(posted.member).toEqual(named_so(of_member.full_name));
  must(await asha.patch(`/api/v1/customers/${of_member.customer_id}`, { full_name: 'Wanjiku Njeri' }));
  expect(must(await asha.get(`/api/v1/sacco/entries/${posted.id}`)).body.member).toEqual(
    named_so('Wanjiku Njeri'),
  );
  const adjustment = moving(100, { direction: 'in', memo: 'counted' });
  const { body: till_entry } = must(await asha.post('/api/v1/sacco/cash-adjustments', adjustment));
  expect(till_entry).toMatchObject({ member_id: null, member: null });
  const { entries } = must(await asha.get('/api/v1/sacco/entries?limit=2')).body;
  expect(entries.map((entry: Reply['body']) => entry.member)).toEqual([null, named_so('Wanjiku Njeri')]);
});

test('a page of many takes as many statements as a page of one', async () => {
  for (let i = 0; i < 8; i++) {
    must(await [asha, till][i % 2]!.post(ofMember('deposits'), moving(100)));
    must(await [asha, till][i % 2]!.post(ofMember('withdrawals'), moving(100)));
  }
  for (const path of ['/api/v1/sacco/entries', ofMember('entries'), '/api/v1/approvals']) {
    const one = await counted(() => asha.get(`${path}?limit=1`));
    const many = await counted(() => asha.get(`${path}?limit=16`));
    expect([path, many.statements]).toEqual([path, one.statements]);
  }
});
