import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProject, must, paymentBody, type Project } from '../harness/people.ts';
import { startService, type TestService } from '../harness/service.ts';
import { until } from '../harness/wait.ts';

/** `npm test` builds first, so this is what `npm run verify` runs. */
const PROGRAM = fileURLToPath(new URL('../../dist/commands/verify.js', import.meta.url));

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
    await project.key.post('/api/v1/ledger/holds', { ...move, idempotency_key: 'a hold' }),
  );
  must(await project.key.post('/api/v1/ledger/holds', { ...move, idempotency_key: 'another hold' }));
  must(await project.key.post(`/api/v1/ledger/holds/${hold.id}/capture`, { amount_minor: 2 }));
});
afterAll(() => service.stop());

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
async function tampered(
  table: string,
  change: string,
  undo: string,
): Promise<{ code: number; output: string }> {
  const { db } = service.ctx;
  await db.raw(`alter table ${table} disable trigger user`);
  await db.raw(change);
  const seen = await verify();
  await db.raw(undo);
  await db.raw(`alter table ${table} enable trigger user`);
  return seen;
}

beforeEach(async () => {
  const clean = await verify();
  expect(clean.output).toContain('verified: nothing differs');
  expect(clean.code).toBe(0);
});

const LATEST = '(select id from ledger_transfers order by timestamp desc limit 1)';

test.each([
  [
    'a changed balance',
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'update ledger_balances set debits_posted = debits_posted - 1 where limit_rule = 2',
    'FAIL every balance is the sum of its transfers',
  ],
  [
    'money made of nothing',
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'update ledger_balances set debits_posted = debits_posted - 1 where limit_rule = 2',
    'FAIL money is conserved',
  ],
  [
    'a changed amount',
    'ledger_transfers',
    `update ledger_transfers set amount = amount + 1 where id = ${LATEST}`,
    `update ledger_transfers set amount = amount - 1 where id = ${LATEST}`,
    'FAIL the counters kept with each transfer follow',
  ],
  [
    'a settlement of another amount',
    'ledger_transfers',
    'update ledger_transfers set amount = amount + 1 where code = 1',
    'update ledger_transfers set amount = amount - 1 where code = 1',
    'FAIL every posted payment is booked as its posting says',
  ],
  [
    'a hold marked open again',
    'ledger_pending',
    'update ledger_pending set status = 0 where status = 1',
    'update ledger_pending set status = 1 where id in (select pending_id from ledger_transfers where phase = 2)',
    'FAIL every hold ended as its transfers say',
  ],
  [
    'a changed audit entry',
    'audit_log',
    `update audit_log set details = replace(details, '"amount_minor":5', '"amount_minor":6') where action = 'ledger.transfer'`,
    `update audit_log set details = replace(details, '"amount_minor":6', '"amount_minor":5') where action = 'ledger.transfer'`,
    'FAIL the audit log is an unbroken chain',
  ],
  [
    'a wrong daily total',
    'ledger_daily_totals',
    'update ledger_daily_totals set amount_minor = amount_minor + 1',
    'update ledger_daily_totals set amount_minor = amount_minor - 1',
    "FAIL the report's daily totals",
  ],
  [
    'a posting marked failed',
    'postings',
    `update postings set status = 'failed'`,
    `update postings set status = 'posted'`,
    'FAIL every posted payment is booked as its posting says, and no failed one is',
  ],
])('it finds %s', async (_what, table, change, undo, complaint) => {
  const { code, output } = await tampered(table, change, undo);
  expect(output).toContain(complaint);
  expect(code).toBe(1);
});

test('it finds a removed audit entry at the end', async () => {
  const { db } = service.ctx;
  const last = await db('audit_log')
    .where({ project_id: project.id, environment: 'test' })
    .orderBy('seq', 'desc')
    .first();
  await db.raw('alter table audit_log disable trigger user');
  await db('audit_log').where({ id: last.id }).delete();
  const { code, output } = await verify();
  await db('audit_log').insert(last);
  await db.raw('alter table audit_log enable trigger user');
  expect(output).toContain('the last entries are missing');
  expect(code).toBe(1);
});
