/**
 * What somebody can do to the audit log who may do everything in the database but has no ENCRYPTION_KEY, and what
 * `npm run verify` then says.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_INVARIANTS, INVARIANTS } from '../../app/compose.ts';
import { SUBJECT_DETAILS } from '../../app/subject-details.ts';
import { connect, type Db, type Transaction } from '../../db/connection.ts';
import { auditHash } from '../../domain/platform/audit/audit-hash.rules.ts';
import { readHeads, stillHas } from '../../domain/platform/audit/audit-invariants.ts';
import { setAuditKeys } from '../../domain/platform/audit/audit-mac.ts';
import type { AuditRow } from '../../domain/platform/audit/audit.model.ts';
import { completeEntries } from '../../domain/platform/audit/complete-entries.ts';
import { GENESIS_HASH } from '../../domain/platform/audit/audit-hash.rules.ts';
import { apiKeys, projects } from '../../domain/staff/index.ts';
import { renewAuditMacs } from '../../domain/platform/audit/renew-audit-macs.ts';
import {
  createProject,
  differences,
  must,
  startService,
  verifyAll,
  type Project,
  type TestService,
} from '../harness/index.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/commands/verify.js', import.meta.url));
const KEY = Buffer.alloc(32, 7);
const ALL = ['previous', 'missing', 'wrong'] as const;
const OTHER_KEY = Buffer.alloc(32, 8);
const WRONG = 'the MAC is not of this head';
const NO_TRIGGERS =
  'alter table audit_log disable trigger user; alter table audit_heads disable trigger user;';

let service: TestService;
let project: Project;
let folder: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'audit-heads-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Three entries in the test environment. */
async function withEntries(): Promise<void> {
  project = await createProject(service.anyone);
  for (let i = 0; i < 3; i++) await addEntry();
}

async function addEntry(): Promise<void> {
  const keys = `/api/projects/${project.id}/api-keys`;
  must(await project.owner.client.post(keys, { name: 'another', environment: 'test' }));
}

const mine = () => ({ project_id: project.id, environment: 'test' });

function entriesOf(db: Db | Transaction): Promise<AuditRow[]> {
  return db('audit_log').where(mine()).orderBy('seq');
}

/** Cuts off the last entry and sets the head back to the one before. */
async function cutOff(trx: Transaction, head: object = {}): Promise<void> {
  const entries = await entriesOf(trx);
  const [before, last] = entries.slice(-2);
  await trx.raw(NO_TRIGGERS);
  await trx('audit_log').where({ id: last?.id }).delete();
  await trx('audit_heads')
    .where(mine())
    .update({ seq: before?.seq, hash: before?.hash, ...head });
}

/** Changes an entry and all hashes after it, so that the chain holds again. */
async function rewrite(trx: Transaction): Promise<void> {
  const entries = await entriesOf(trx);
  await trx.raw(NO_TRIGGERS);
  let previous_hash = GENESIS_HASH;
  for (const { hash: _hash, ...entry } of await completeEntries(
    { db: trx, subject_details: SUBJECT_DETAILS },
    entries,
  )) {
    const changed = { actor_id: 'user_somebody_else', previous_hash };
    previous_hash = auditHash({ ...entry, ...changed });
    await trx('audit_log')
      .where({ id: entry.id })
      .update({ ...changed, hash: previous_hash });
  }
  await trx('audit_heads').where(mine()).update({ hash: previous_hash });
}

/** The same for good, with the key that the entry was about. */
async function cutOffForGood(head: object = {}): Promise<void> {
  await service.ctx.db.transaction(async (trx) => {
    await cutOff(trx, head);
    const last = trx('api_keys').where({ project_id: project.id }).max('id');
    await trx('api_keys').where('id', last).delete();
    await trx.raw(NO_TRIGGERS.replaceAll('disable', 'enable'));
  });
}

async function found(tamper: (trx: Transaction) => Promise<unknown>): Promise<string> {
  return (await differences(service.ctx, AUDIT_INVARIANTS, tamper)).join('\n');
}

/** Entries as builds stored them that repeated the hash of the entry before. */
async function repeatHashes(trx: Transaction, repeated: string): Promise<void> {
  await trx.raw(NO_TRIGGERS);
  await trx.raw(
    `update audit_log l set previous_hash = coalesce(
       (select ${repeated} from audit_log b where (b.project_id, b.environment, b.seq) = (l.project_id, l.environment, l.seq - 1)), ?)`,
    [GENESIS_HASH],
  );
}

test('entries that repeat the hash before them are verified with it', async () => {
  await withEntries();
  expect(await found((trx) => repeatHashes(trx, 'b.hash'))).toBe('');
  expect(await found((trx) => repeatHashes(trx, 'reverse(b.hash)'))).toContain(
    'does not follow the entry before it',
  );
});

test('a transaction within another one has the key too', async () => {
  const { ctx } = service;
  const mine = await createProject(service.anyone);
  const user = await ctx.db('users').where({ email: mine.owner.email }).first();
  const id = await ctx.db.transaction(async (trx) => {
    const made = await projects.create(trx, user, 'Made inside');
    const caller = { ctx: { ...ctx, db: trx }, project: made, actor: { type: 'user', id: user.id } } as const;
    await apiKeys.create(caller, { environment: 'test', name: 'first' });
    return made.id;
  });
  const head = await ctx.db('audit_heads').where({ project_id: id, environment: 'test' }).first();
  expect(head.mac).toMatch(/^[0-9a-f]{64}$/);
});

test('heads are protected like the log: they only move on, to an entry that is there', async () => {
  await withEntries();
  const { db } = service.ctx;
  const entries = await entriesOf(db);
  const refused = [
    'delete from audit_heads',
    'truncate audit_heads',
    'update audit_heads set seq = seq + 1',
    "update audit_heads set hash = 'x'",
    `update audit_heads set seq = 1, hash = '${entries[0]?.hash}' where project_id = '${project.id}'`,
    `insert into audit_heads (project_id, environment, seq, hash) values ('${project.id}', 'live', 1, 'x')`,
  ];
  for (const statement of refused)
    await expect(db.raw(statement), statement).rejects.toMatchObject({ code: '23001' });
});

test('it finds entries that were cut off together with the head, and a log that was written anew', async () => {
  await withEntries();
  expect(await verifyAll(service.ctx)).toEqual([]);
  expect(await found((trx) => cutOff(trx))).toContain(WRONG);
  expect(await found((trx) => cutOff(trx, { mac: null }))).toContain('the head has no MAC');
  expect(await found(rewrite)).toContain(WRONG);
  expect(await found((trx) => trx.raw(`${NO_TRIGGERS} update audit_heads set mac = null`))).toContain(
    'the head has no MAC',
  );
});

test('a MAC fits the head of one project and environment only', async () => {
  await withEntries();
  const other = await createProject(service.anyone);
  const swapped = `${NO_TRIGGERS} update audit_heads h set mac = o.mac from audit_heads o
    where h.project_id = '${project.id}' and o.project_id = '${other.id}' and h.environment = o.environment`;
  expect(await found((trx) => trx.raw(swapped))).toContain(`${project.id} test: ${WRONG}`);
});

test('an earlier head with its own MAC fits, but not what refers to the entries nor what was known outside', async () => {
  await withEntries();
  const { db } = service.ctx;
  const { mac } = await db('audit_heads').where(mine()).first();
  await addEntry();
  const known = await db.transaction(readHeads);
  expect(await differences(service.ctx, [stillHas(known)])).toEqual([]);
  const setBack = (trx: Transaction) => cutOff(trx, { mac });
  expect(await found(setBack)).toBe('');
  expect((await differences(service.ctx, INVARIANTS, setBack)).join()).toMatch(
    /every API key is in the audit log once, and of no other key: key_\w+ is in the audit log 0 times/,
  );
  expect(await differences(service.ctx, [stillHas(known)], setBack)).toEqual([
    expect.stringMatching(`${project.id} test: entry \\d+ is gone or another one`),
  ]);
});

test('what was done without the key is not made right by the next entry, but by an operator, and then it is in the log', async () => {
  await withEntries();
  const { db } = service.ctx;
  await cutOffForGood();
  await addEntry();
  expect((await differences(service.ctx, AUDIT_INVARIANTS)).join()).toContain(WRONG);
  expect(await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ALL)).toEqual({
    renewed: 1,
    faults: [],
  });
  expect(await differences(service.ctx, AUDIT_INVARIANTS)).toEqual([]);
  expect((await entriesOf(db)).at(-1)).toMatchObject({
    action: 'audit_log.mac_renewed',
    details: '{"was":"wrong"}',
  });
  expect(await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ALL)).toEqual({
    renewed: 0,
    faults: [],
  });
});

test('heads of a time without a key get their MAC, unless their chain is broken', async () => {
  await withEntries();
  const { db } = service.ctx;
  const before = await entriesOf(db);
  const changeEntry = async (entry: object): Promise<void> => {
    await db.raw(`${NO_TRIGGERS} update audit_heads set mac = null
      where project_id = '${project.id}' and environment = 'test'`);
    await db('audit_log').where(mine()).where({ seq: 2 }).update(entry);
    await db.raw(NO_TRIGGERS.replaceAll('disable', 'enable'));
  };
  await changeEntry({ details: '{}' });
  expect(await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ALL)).toEqual({
    renewed: 0,
    faults: [expect.stringContaining('was changed after it was written')],
  });
  await changeEntry({ details: before[1]?.details });
  expect(await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ALL)).toEqual({
    renewed: 1,
    faults: [],
  });
  expect(await differences(service.ctx, AUDIT_INVARIANTS)).toEqual([]);
});

test('keys are rotated: the one before is accepted until all heads have the new one', async () => {
  await withEntries();
  const { db } = service.ctx;
  const rotated = connect(service.database_url, 1);
  const context = { ...service.ctx, db: rotated };
  try {
    setAuditKeys(rotated, [OTHER_KEY, KEY]);
    expect(await differences(context, AUDIT_INVARIANTS)).toEqual([]);
    setAuditKeys(db, [OTHER_KEY, KEY]);
    await addEntry();
    expect(await differences(context, AUDIT_INVARIANTS)).toEqual([]);
    setAuditKeys(rotated, [OTHER_KEY]);
    expect((await differences(context, AUDIT_INVARIANTS)).join()).toContain(WRONG);
    const count = await db('audit_log').count();
    expect((await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ['previous'])).faults).toEqual([]);
    expect(await db('audit_log').count()).toEqual(count);
    expect(await differences(context, AUDIT_INVARIANTS)).toEqual([]);
    setAuditKeys(rotated, []);
    expect((await differences(context, AUDIT_INVARIANTS)).join()).toContain('without ENCRYPTION_KEY');
  } finally {
    await rotated.destroy();
    setAuditKeys(db, [KEY, OTHER_KEY]);
    await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ALL);
    setAuditKeys(db, [KEY]);
  }
});

test('the program writes down the heads that it saw, and compares the log with them the next time', async () => {
  await withEntries();
  expect(INVARIANTS).toEqual(expect.arrayContaining(AUDIT_INVARIANTS));
  const file = join(folder, 'heads.json');
  const { mac } = await service.ctx.db('audit_heads').where(mine()).first();
  await addEntry();
  const first = await verify('--audit-heads', file);
  expect(first).toMatchObject({ code: 0 });
  const written = await readFile(file, 'utf8');
  expect(JSON.parse(written)).toContainEqual({
    ...mine(),
    seq: expect.any(String),
    hash: expect.any(String),
  });
  // The database as it was before the last key: only the file knows more.
  await cutOffForGood({ mac });
  expect(await verify()).toMatchObject({ code: 0 });
  const second = await verify('--audit-heads', file);
  expect(second.output).toContain(`${project.id} test: entry`);
  expect(second.code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(written);
  await writeFile(file, '[1]');
  expect((await verify('--audit-heads', file)).output).toContain('does not hold heads of an audit log');
});

async function verify(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: service.database_url,
    ENCRYPTION_KEY: KEY.toString('base64'),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
