import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expireHolds } from '../../domain/ledger/index.ts';
import { createProject, customerBody, must, paymentBody, type Project } from '../harness/people.ts';
import { startService, type TestService } from '../harness/service.ts';
import { verifyAll } from '../harness/verify.ts';
import { until } from '../harness/wait.ts';
import { customerWithWallet } from '../harness/wallets.ts';

/** `npm test` builds first, so this is what `npm run verify` runs. */
const PROGRAM = fileURLToPath(new URL('../../dist/commands/verify.js', import.meta.url));

/** A hold for each status that its row can end in, by its idempotency key. */
const HOLDS = {
  captured: 'a hold',
  pending: 'another hold',
  voided: 'a voided hold',
  expired: 'a lapsing hold',
  refused: 'too much to hold',
};

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService({ workers: ['ledger-postings'] });
  project = await createProject(service.anyone);
  for (const more of [{}, { split: { subaccount_id: 'v', share_bps: 5_000 } }]) {
    must(await project.key.post('/api/v1/payments', paymentBody(more)));
  }
  await until('both are booked', async () => {
    const { body } = await project.key.get('/api/v1/ledger/postings?status=posted');
    return body.postings.length === 2;
  });
  const { body } = must(await project.key.get('/api/v1/ledger/accounts'));
  const id = (kind: string): string => body.accounts.find((each: { kind: string }) => each.kind === kind).id;
  const move = {
    debit_account_id: id('merchant_available'),
    credit_account_id: id('subaccount'),
    amount_minor: 5,
  };
  must(await project.key.post('/api/v1/ledger/transfers', { ...move, idempotency_key: 'a transfer' }));
  const { body: hold } = must(
    await project.key.post('/api/v1/ledger/holds', { ...move, idempotency_key: HOLDS.captured }),
  );
  must(await project.key.post('/api/v1/ledger/holds', { ...move, idempotency_key: HOLDS.pending }));
  must(await project.key.post(`/api/v1/ledger/holds/${hold.id}/capture`, { amount_minor: 2 }));
  const { body: voided } = must(
    await project.key.post('/api/v1/ledger/holds', { ...move, idempotency_key: HOLDS.voided }),
  );
  must(await project.key.post(`/api/v1/ledger/holds/${voided.id}/void`));
  const { body: lapsing } = must(
    await project.key.post('/api/v1/ledger/holds', {
      ...move,
      idempotency_key: HOLDS.expired,
      timeout_secs: 60,
    }),
  );
  must(
    await project.owner.client.post(`/api/projects/${project.id}/test-clock`, {
      now: new Date(Date.parse(lapsing.expires_at) + 1).toISOString(),
    }),
  );
  expect(await expireHolds(service.ctx)).toBe(1);
  must(
    await project.key.post('/api/v1/ledger/transfers', {
      ...move,
      amount_minor: 3,
      idempotency_key: 'after the expiry',
    }),
  );
  const refused = { ...move, amount_minor: 1_000_000_000 };
  for (const [path, idempotency_key] of [
    ['transfers', 'too much'],
    ['holds', HOLDS.refused],
  ]) {
    const { status } = await project.key.post(`/api/v1/ledger/${path}`, { ...refused, idempotency_key });
    expect(status).toBe(409);
  }
  await createCustomers();
});
afterAll(() => service.stop());

/** One who was verified, one who is frozen, one with money in a wallet; a document of each outcome, one of them revealed. */
async function createCustomers(): Promise<void> {
  const { body: verified } = must(await project.key.post('/api/v1/customers', customerBody()));
  const path = `/api/v1/customers/${verified.id}`;
  for (const decision of ['accept', 'accept', 'reject']) {
    const { body: document } = must(
      await project.key.post(`${path}/documents`, { doc_type: 'passport', number: 'EP0123456' }),
    );
    must(await project.key.post(`${path}/documents/${document.id}/review`, { decision, note: 'seen' }));
    if (decision === 'reject')
      must(
        await project.owner.client.get(
          `/api/projects/${project.id}/customers/${verified.id}/documents/${document.id}/number`,
        ),
      );
  }
  must(await project.key.post(`${path}/kyc`, { decision: 'approve', tier: 2 }));
  const { body: frozen } = must(await project.key.post('/api/v1/customers', customerBody()));
  must(await project.key.post(`/api/v1/customers/${frozen.id}/freeze`));
  const holder = await customerWithWallet(project);
  const money = { currency: 'KES', amount_minor: 7, idempotency_key: 'a deposit' };
  must(await project.key.post(`/api/v1/customers/${holder}/wallets/deposit`, money));
}

async function verify(): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: service.database_url };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** Tampers as only somebody with the database's own powers could, and takes it back after looking. */
async function tampered<Seen>(
  table: string,
  change: string,
  undo: string,
  look: () => Promise<Seen>,
): Promise<Seen> {
  const { db } = service.ctx;
  await db.raw(`alter table ${table} disable trigger user`);
  await db.raw(change);
  const seen = await look();
  await db.raw(undo);
  await db.raw(`alter table ${table} enable trigger user`);
  return seen;
}

beforeEach(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
});

test('the program says so and exits with 0 when nothing differs, and names what does and exits with 1', async () => {
  const clean = await verify();
  expect(clean.output).toContain('verified: nothing differs');
  expect(clean.code).toBe(0);
  const changed = await tampered(
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'update ledger_balances set debits_posted = debits_posted - 1 where limit_rule = 2',
    verify,
  );
  expect(changed.output).toContain('FAIL every balance is the sum of its transfers');
  expect(changed.output).toMatch(/verified: \d+ differences/);
  expect(changed.code).toBe(1);
});

const CLEARING = `account_id in (select id from ledger_accounts where kind = 'provider_clearing')`;
const FIRST_HOLD = `id = (select id from ledger_transfers where phase = 1 order by timestamp limit 1)`;
const LATEST = '(select id from ledger_transfers order by timestamp desc limit 1)';

test.each([
  [
    'a changed balance',
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'update ledger_balances set debits_posted = debits_posted - 1 where limit_rule = 2',
    'every balance is the sum of its transfers',
  ],
  [
    'money made of nothing',
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'update ledger_balances set debits_posted = debits_posted - 1 where limit_rule = 2',
    'money is conserved',
  ],
  [
    'a changed amount',
    'ledger_transfers',
    `update ledger_transfers set amount = amount + 1 where id = ${LATEST}`,
    `update ledger_transfers set amount = amount - 1 where id = ${LATEST}`,
    'the counters kept with each transfer follow',
  ],
  [
    'a settlement of another amount',
    'ledger_transfers',
    'update ledger_transfers set amount = amount + 1 where code = 1',
    'update ledger_transfers set amount = amount - 1 where code = 1',
    'every posted payment is booked as its posting says',
  ],
  [
    'a hold marked open again',
    'ledger_pending',
    'update ledger_pending set status = 0 where status = 1',
    'update ledger_pending set status = 1 where id in (select pending_id from ledger_transfers where phase = 2)',
    'every hold ended as its transfers say',
  ],
  [
    'a changed audit entry',
    'audit_log',
    `update audit_log set details = replace(details, '"amount_minor":5', '"amount_minor":6') where action = 'ledger.transfer'`,
    `update audit_log set details = replace(details, '"amount_minor":6', '"amount_minor":5') where action = 'ledger.transfer'`,
    'the audit log is an unbroken chain',
  ],
  [
    'a wrong daily total',
    'ledger_daily_totals',
    'update ledger_daily_totals set amount_minor = amount_minor + 1',
    'update ledger_daily_totals set amount_minor = amount_minor - 1',
    "the report's daily totals",
  ],
  [
    'a wrong count of a kind',
    'ledger_kind_totals',
    `update ledger_kind_totals set transfers = transfers + 1 where kind = 'split'`,
    `update ledger_kind_totals set transfers = transfers - 1 where kind = 'split'`,
    'of each kind as many transfers are counted as on all days',
  ],
  [
    'a posting marked failed',
    'postings',
    `update postings set status = 'failed'`,
    `update postings set status = 'posted'`,
    'every posted payment is booked as its posting says, and no failed one is',
  ],
  [
    'a lifted limit',
    'ledger_balances',
    `update ledger_balances set limit_rule = 0 where ${CLEARING}`,
    `update ledger_balances set limit_rule = 2 where ${CLEARING}`,
    'the directory knows every account that has a balance, its ledger and its limit',
  ],
  [
    'accounts moved to another ledger',
    'ledger_balances',
    'update ledger_balances set ledger = ledger + 1000',
    'update ledger_balances set ledger = ledger - 1000',
    'the directory knows every account that has a balance, its ledger and its limit',
  ],
  [
    'more held after a transfer than before',
    'ledger_transfers',
    `update ledger_transfers set cr_credits_pending = cr_credits_pending + 1 where id = ${LATEST}`,
    `update ledger_transfers set cr_credits_pending = cr_credits_pending - 1 where id = ${LATEST}`,
    'the counters kept with each transfer follow',
  ],
  [
    'less held before anything expired',
    'ledger_transfers',
    `update ledger_transfers set dr_debits_pending = dr_debits_pending - 1 where ${FIRST_HOLD}`,
    `update ledger_transfers set dr_debits_pending = dr_debits_pending + 1 where ${FIRST_HOLD}`,
    'the counters kept with each transfer follow',
  ],
  [
    'more released than expired',
    'ledger_transfers',
    `update ledger_transfers set dr_debits_pending = dr_debits_pending - 1 where id = ${LATEST}`,
    `update ledger_transfers set dr_debits_pending = dr_debits_pending + 1 where id = ${LATEST}`,
    'the counters kept with each transfer follow',
  ],
  [
    'an expired hold of another amount',
    'ledger_pending',
    'update ledger_pending set amount = amount + 1 where status = 3',
    'update ledger_pending set amount = amount - 1 where status = 3',
    'what is kept of every hold is what its transfer opened',
  ],
  [
    'a manual transfer of another amount',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set amount_minor = 50 where amount_minor = 5`,
    `update ledger_manual_transfers set amount_minor = 5 where amount_minor = 50`,
    'every manual transfer is booked as its row says',
  ],
  [
    'a posted manual transfer called refused',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set status = 'refused' where amount_minor = 5`,
    `update ledger_manual_transfers set status = 'posted' where amount_minor = 5`,
    'every manual transfer is booked as its row says, and no refused one is',
  ],
  [
    'a refused manual transfer called posted',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set status = 'posted' where amount_minor = 1000000000`,
    `update ledger_manual_transfers set status = 'refused' where amount_minor = 1000000000`,
    'every manual transfer is booked as its row says',
  ],
  [
    'a manual transfer that nobody asked for',
    'ledger_transfers',
    `update ledger_transfers set code = 3 where code = 1`,
    `update ledger_transfers set code = 1
     where code = 3 and phase = 0 and id not in (select id from ledger_manual_transfers)`,
    'booked, but nobody asked for it',
  ],
  [
    'a hold with another memo',
    'ledger_holds',
    `update ledger_holds set memo = 'never said'`,
    'update ledger_holds set memo = null',
    'every hold is in the ledger as its row says',
  ],
  [
    'another amount captured',
    'ledger_holds',
    `update ledger_holds set captured_minor = 3 where status = 'captured'`,
    `update ledger_holds set captured_minor = 2 where status = 'captured'`,
    'every hold is in the ledger as its row says',
  ],
  ...Object.entries(HOLDS).map(([status, reference]) => [
    `a hold no longer called ${status}`,
    'ledger_holds',
    `update ledger_holds set captured_minor = 0, status = '${status === 'voided' ? 'pending' : 'voided'}'
     where reference = '${reference}'`,
    `update ledger_holds set captured_minor = ${status === 'captured' ? 2 : 0}, status = '${status}'
     where reference = '${reference}'`,
    'every hold is in the ledger as its row says',
  ]),
  [
    'an open hold called expired',
    'ledger_holds',
    `update ledger_holds set status = 'expired' where status = 'pending'`,
    `update ledger_holds set status = 'pending' where reference = '${HOLDS.pending}'`,
    'every hold is in the ledger as its row says',
  ],
  [
    'a wallet kept to hold more than it does',
    'wallets',
    'update wallets set balance_bound_minor = balance_bound_minor + 1',
    'update wallets set balance_bound_minor = balance_bound_minor - 1',
    'what wallets are kept to hold is what the ledger says they hold',
  ],
  [
    'a tier that was never granted',
    'customers',
    'update customers set kyc_tier = 3 where kyc_tier = 2',
    'update customers set kyc_tier = 2 where kyc_tier = 3',
    'every tier that was granted rests on accepted documents',
  ],
  [
    'a customer whom no search finds',
    'customers',
    `update customers set full_name = 'Somebody Else' where status = 'frozen'`,
    `update customers set full_name = 'Test Customer' where status = 'frozen'`,
    'every customer is found by its own words',
  ],
  [
    'a customer who was quietly let loose',
    'customers',
    `update customers set status = 'active' where status = 'frozen'`,
    `update customers set status = 'frozen' where kyc_tier = 0`,
    "every customer's status is what its trail says last",
  ],
  [
    'a document that nobody accepted',
    'kyc_documents',
    `update kyc_documents set status = 'accepted', doc_type = 'national_id' where status = 'rejected'`,
    `update kyc_documents set status = 'rejected', doc_type = 'passport' where doc_type = 'national_id'`,
    'every decision about a document is in the trail',
  ],
  [
    'a document that was superseded by nobody',
    'kyc_documents',
    `update kyc_documents set status = 'superseded', note = 'tampered' where status = 'accepted'`,
    `update kyc_documents set status = 'accepted', note = 'seen' where note = 'tampered'`,
    'every superseded document is so in the trail',
  ],
  [
    'a reveal taken out of the trail',
    'customer_events',
    `update customer_events set type = 'x' where type = 'document.number_revealed'`,
    `update customer_events set type = 'document.number_revealed' where type = 'x'`,
    "every reveal of a document's number",
  ],
  [
    'an audit log without its head',
    'audit_heads',
    'create table kept as select * from audit_heads; delete from audit_heads',
    'insert into audit_heads select * from kept; drop table kept',
    'the head is missing',
  ],
])('it finds %s', async (_what, table, change, undo, complaint) => {
  const found = await tampered(table, change, undo, () => verifyAll(service.ctx));
  expect(found.join('\n')).toContain(complaint);
});

test('it finds a removed audit entry at the end', async () => {
  const { db } = service.ctx;
  const last = await db('audit_log')
    .where({ project_id: project.id, environment: 'test' })
    .orderBy('seq', 'desc')
    .first();
  await db.raw('alter table audit_log disable trigger user');
  await db('audit_log').where({ id: last.id }).delete();
  const found = await verifyAll(service.ctx);
  await db('audit_log').insert(last);
  await db.raw('alter table audit_log enable trigger user');
  expect(found.join('\n')).toContain('the last entries are missing');
});
