/** `npm run verify`: what it prints and how it exits, and that it finds whatever somebody with the database's own powers could change. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { INVARIANTS } from '../../app/compose.ts';
import { holds } from '../../domain/ledger/index.ts';
import {
  bookApart,
  createProject,
  customerBody,
  customerWithWallet,
  must,
  paymentBody,
  startService,
  testTampering,
  until,
  verifyAll,
  withoutTriggers,
  type Project,
  type TestService,
  setTestClock,
} from '../harness/index.ts';
import { CASES, HOLDS } from './tampering-cases.ts';

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
  const transfer = { ...move, idempotency_key: 'a transfer' };
  // Those that are booked apart from their request have rows of their own.
  const restore = bookApart(service.ctx.ledger);
  must(await project.key.post('/api/v1/ledger/transfers', transfer));
  // Keys are forgotten after some months, and may come again.
  await service.ctx.db('idempotency_keys').where({ key: 'a transfer' }).delete();
  expect(must(await project.key.post('/api/v1/ledger/transfers', transfer)).body.replayed).toBe(false);
  const batch = {
    idempotency_key: 'a batch',
    transfers: [
      { ...move, amount_minor: 4 },
      { ...move, amount_minor: 6 },
    ],
  };
  must(await project.key.post('/api/v1/ledger/transfer-batches', batch));
  const refused = { ...move, amount_minor: 1_000_000_000 };
  for (const [path, idempotency_key] of [
    ['transfers', 'too much'],
    ['holds', HOLDS.refused],
  ]) {
    const { status } = await project.key.post(`/api/v1/ledger/${path}`, { ...refused, idempotency_key });
    expect(status).toBe(409);
  }
  restore();
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
    await project.key.post('/api/v1/ledger/transfer-batches', {
      idempotency_key: 'a batch in one transaction',
      transfers: [
        { ...move, amount_minor: 1 },
        { ...move, amount_minor: 1, memo: 'the second' },
      ],
    }),
  );
  await setTestClock(project, new Date(Date.parse(lapsing.expires_at) + 1).toISOString());
  expect(await holds.expire(service.ctx)).toBe(1);
  must(
    await project.key.post('/api/v1/ledger/transfers', {
      ...move,
      amount_minor: 3,
      idempotency_key: 'after the expiry',
    }),
  );
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
  const { encryption_key } = service.ctx.config;
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: service.database_url,
    ENCRYPTION_KEY: encryption_key?.toString('base64'),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** Commits a change that others than the verifier's snapshot must see, and reverts it afterwards. */
async function whileTampered<Seen>(
  table: string,
  change: string,
  undo: string,
  look: () => Promise<Seen>,
): Promise<Seen> {
  const { db } = service.ctx;
  await db.raw(withoutTriggers(table, change));
  const seen = await look();
  await db.raw(`${undo}; alter table ${table} enable trigger user`);
  return seen;
}

beforeEach(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
});

test('the program says so and exits with 0 when nothing differs, and names what does and exits with 1', async () => {
  const clean = await verify();
  expect(clean.output).toContain('verified: nothing differs');
  expect(clean.code).toBe(0);
  const changed = await whileTampered(
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'update ledger_balances set debits_posted = debits_posted - 1 where limit_rule = 2',
    verify,
  );
  expect(changed.output).toContain('FAIL every balance is the sum of its transfers');
  expect(changed.output).toMatch(/verified: \d+ differences/);
  expect(changed.code).toBe(1);
});

// This invariant asks the ledger, whose connections see only what is committed.
test('it finds a settlement of another amount', async () => {
  const found = await whileTampered(
    'ledger_transfers',
    'update ledger_transfers set amount = amount + 1 where code = 1',
    'update ledger_transfers set amount = amount - 1 where code = 1',
    () => verifyAll(service.ctx),
  );
  expect(found.join('\n')).toContain('every posted payment is booked as its posting says');
});

testTampering(
  () => service.ctx,
  INVARIANTS,
  CASES.map(([what, table, change, report]) => [what, withoutTriggers(table, change), report]),
);
