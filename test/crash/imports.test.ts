/**
 * Imports and batches whose process dies at each of its statements in turn, and whose workers are killed while they book thousands
 * of lines: what was approved ends whole, each line once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postBatch } from '../../domain/batches/index.ts';
import { runImport } from '../../domain/cutover/index.ts';
import { entries } from '../../domain/movements/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  addStaff,
  askBatch,
  askImport,
  BATCHES,
  batchBody,
  chartBalances,
  createProject,
  createSacco,
  decide,
  finishEntries,
  importBody,
  IMPORTS,
  inProject,
  makeEntriesDue,
  memberRow,
  must,
  newAccount,
  newProduct,
  startService,
  until,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { RunningService } from './running-service.ts';
import { MortalProcess } from './mortal-process.ts';

/** Of a batch that is killed: several of the batches that are booked. That of E6 in its whole length is in the tests of the API. */
const LINES = 5_000;

const MOST_STATEMENTS = 400;

describe('a process dies at each statement', () => {
  let service: TestService;
  let mortal: MortalProcess;

  beforeAll(async () => {
    service = await startService();
    mortal = await MortalProcess.open(service);
  });
  afterAll(async () => {
    await mortal.close();
    expect(await verifyAll(service.ctx)).toEqual([]);
    await service.stop();
  });

  /** Nobody works on the queue: what is approved is booked here. */
  async function approve(sacco: Sacco, approval_id: string): Promise<void> {
    const { import_answer_ms } = service.ctx;
    service.ctx.import_answer_ms = 0;
    must(await decide(sacco, approval_id));
    service.ctx.import_answer_ms = import_answer_ms;
  }

  /** Dies at a statement, and another process does the rest. @returns whether it died */
  async function diesAt(pass: number, work: (ctx: Context) => Promise<void>): Promise<boolean> {
    const died = (await mortal.dieAt(pass, work)) === 'died';
    await service.ctx.db('sacco_entry_batches').update({ due_at: new Date(0) });
    await makeEntriesDue(service);
    await entries.resumePending(service.ctx);
    await work(service.ctx);
    return died;
  }

  /** What the dead one was booking is finished by the sweep of movements, and found so by a later round. */
  async function isFinished(
    what: string,
    sacco: Sacco,
    path: string,
    status: string,
    work: () => Promise<void>,
  ): Promise<void> {
    await until(`${what} is ${status}`, async () => {
      await finishEntries(service);
      await work();
      return must(await sacco.maker.get(path)).body.status === status;
    });
  }

  test('an import', { timeout: 240_000 }, async () => {
    const sacco = await createSacco(service);
    const product = await newProduct(sacco);
    await newAccount(sacco, '1100');
    const next_due_date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    let imported = 0;
    let survived = 0;
    for (let pass = 0; pass < MOST_STATEMENTS; pass += 2) {
      const [one, two] = [`A-${pass}`, `B-${pass}`];
      const { body } = must(
        await askImport(
          sacco,
          {
            members: [
              memberRow(one, { savings: '5.00' }),
              memberRow(two, { savings: '7.00', shares: '2.00' }),
            ],
            loans: [{ member_no: one, product, outstanding: '4.00', term_left: '2', next_due_date }],
            guarantors: [{ borrower_no: one, guarantor_no: two, amount: '3.00' }],
            accounts: [{ code: '1100', debit: '1.00' }],
          },
          { cash_on_hand_minor: 900 },
        ),
      );
      await approve(sacco, body.approval_id);
      const died = await diesAt(pass, (ctx) => runImport(ctx, body.id));
      await isFinished(`the import of statement ${pass}`, sacco, `${IMPORTS}/${body.id}`, 'imported', () =>
        runImport(service.ctx, body.id),
      );
      imported += 1;
      // What is repeated within survives a cut; in the end there is no statement left to die at.
      survived = died ? 0 : survived + 1;
      if (survived === 5) break;
    }
    expect(imported).toBeGreaterThan(10);
    expect(imported).toBeLessThan(MOST_STATEMENTS / 2);
    expect(await chartBalances(sacco)).toMatchObject({
      1000: 900 * imported,
      1100: 100 * imported,
      1300: 400 * imported,
      2000: 1_200 * imported,
      3000: 200 * imported,
      3100: 0,
    });
  });

  test('a batch', { timeout: 240_000 }, async () => {
    const sacco = await createSacco(service);
    const members = [memberRow('A-1'), memberRow('A-2')];
    const product = await newProduct(sacco);
    const next_due_date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const loans = [{ member_no: 'A-2', product, outstanding: '5000.00', term_left: '9', next_due_date }];
    const asked = must(await askImport(sacco, { members, loans }));
    await approve(sacco, asked.body.approval_id);
    await runImport(service.ctx, asked.body.id);
    let posted = 0;
    let survived = 0;
    for (let pass = 0; pass < MOST_STATEMENTS; pass += 2) {
      const { body } = must(
        await askBatch(
          sacco,
          [
            { member_no: 'A-1', kind: 'deposit', amount: '1.00' },
            { member_no: 'A-2', kind: 'loan_repayment', amount: '2.00' },
            { member_no: 'A-1', kind: 'share_purchase', amount: '3.00' },
          ],
          600,
        ),
      );
      await approve(sacco, body.approval_id);
      const died = await diesAt(pass, (ctx) => postBatch(ctx, body.id));
      await isFinished(`the batch of statement ${pass}`, sacco, `${BATCHES}/${body.id}`, 'posted', () =>
        postBatch(service.ctx, body.id),
      );
      posted += 1;
      // What is repeated within survives a cut; in the end there is no statement left to die at.
      survived = died ? 0 : survived + 1;
      if (survived === 5) break;
    }
    expect(posted).toBeGreaterThan(10);
    expect(posted).toBeLessThan(MOST_STATEMENTS / 2);
    expect(await chartBalances(sacco)).toMatchObject({
      1000: 600 * posted,
      1300: 500_000 - 200 * posted,
      2000: 100 * posted,
      3000: 300 * posted,
      2500: 0,
    });
  });
});

describe('workers are killed', () => {
  let service: RunningService;
  let web: Client;
  beforeAll(async () => {
    service = await RunningService.build();
    await service.start('web');
    await service.start('worker');
    web = await service.client();
  });
  afterAll(() => service.tearDown());

  const posted = async (): Promise<number> => {
    const [found] = await service.db('sacco_entries').where({ status: 'posted' }).count('* as count');
    return Number(found?.['count']);
  };

  /**
   * Kills the worker in the midst of it. The next one takes up what it did as if it had died long ago.
   * @param lines that are to be booked
   * @param shares how much of them, each time
   */
  async function killWithin(lines: number, shares: readonly number[]): Promise<void> {
    const before = await posted();
    for (const share of shares) {
      await until('some are booked', async () => (await posted()) - before > lines * share, 240_000);
      await service.kill('worker');
      for (const table of ['sacco_imports', 'sacco_movement_batches', 'sacco_entry_batches'])
        await service
          .db(table)
          .whereNotNull('due_at')
          .update({ due_at: new Date(0) });
      await service.start('worker');
    }
  }

  test('E5, E6: 20,000 members and 5,000 lines, each booked once', { timeout: 600_000 }, async () => {
    const project = await createProject(web);
    const checker = inProject(await addStaff(web, project, 'checker'), project.id, 'test');
    must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
    const sacco = { maker: project.session, checker } as Pick<Sacco, 'maker' | 'checker'> as Sacco;
    const members = Array.from({ length: 20_000 }, (_each, i) => ({
      member_no: `E-${i}`,
      full_name: `Member ${i}`,
      phone: `+2547${String(10_000_000 + i)}`,
      savings: '15.00',
    }));
    const ended = (path: string, is: string) =>
      until('it has ended', async () => must(await project.session.get(path)).body.status === is, 240_000);

    const asked = must(await project.session.post(IMPORTS, importBody({ members }))).body;
    await ended(`${IMPORTS}/${asked.id}`, 'awaiting_approval');
    const { approval_id } = must(await project.session.get(`${IMPORTS}/${asked.id}`)).body;
    const approving = decide(sacco, approval_id);
    await killWithin(20_000, [0.4]);
    must(await approving);
    await ended(`${IMPORTS}/${asked.id}`, 'imported');
    expect(await chartBalances(sacco)).toMatchObject({
      2000: 30_000_000,
      3100: -30_000_000,
    });

    const rows = Array.from({ length: LINES }, (_each, i) => ({
      member_no: `E-${i}`,
      kind: 'deposit',
      amount: '1.00',
    }));
    const batch = must(await project.session.post(BATCHES, batchBody(rows, LINES * 100))).body;
    const deciding = decide(sacco, batch.approval_id);
    await killWithin(LINES, [0.2, 0.6]);
    must(await deciding);
    await ended(`${BATCHES}/${batch.id}`, 'posted');
    expect(await chartBalances(sacco)).toMatchObject({
      1000: LINES * 100,
      2000: 30_000_000 + LINES * 100,
      2500: 0,
    });
    const { rows: twice } = await service.db.raw<{ rows: unknown[] }>(
      `select member_id, kind from sacco_entries where status = 'posted' and member_id is not null
       group by member_id, kind having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });
});
