/** Several processes that write for the same projects take turns: who waits takes along what came meanwhile, and may die there. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenContext } from '../../app/compose.ts';
import { AppError } from '../../core/errors.ts';
import { decodeId, newUuid } from '../../core/ids.ts';
import { SYSTEM, type Scope } from '../../core/scope.ts';
import { transfers } from '../../domain/ledger/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { takeTurns } from '../../domain/platform/turns.ts';
import { inTransaction } from '../../domain/platform/unit.ts';
import {
  merchant,
  must,
  openOther,
  paymentBody,
  scopeNow,
  startService,
  until,
  verifyAll,
  type Project,
  type TestService,
} from '../harness/index.ts';

/** Of a project, all in minor units of one account that pays and others that are paid. */
interface Books {
  project: Project;
  scope: Scope;
  payer: string;
  payees: string[];
}

const PAYEES = 3;

let service: TestService;
/** The contexts of three processes, on one database. */
let processes: Context[];
let others: Pick<OpenContext, 'ctx' | 'close'>[];
let books: Books;
let waiting: Promise<unknown>[] = [];

beforeAll(async () => {
  service = await startService();
  others = [await openOther(service), await openOther(service)];
  processes = [service.ctx, ...others.map(({ ctx }) => ctx)];
});
afterAll(async () => {
  for (const { close } of others) await close();
  await service.stop();
});
beforeEach(async () => {
  books = await newBooks();
});

async function newBooks(): Promise<Books> {
  const { project, available, vendors } = await merchant(service, PAYEES);
  return {
    project,
    scope: await scopeNow(service, { project }),
    payer: decodeId(available),
    payees: vendors.map(decodeId),
  };
}

function transfer(ctx: Context, { scope, payer, payees }: Books, key: string, payee = 0): Promise<unknown> {
  return transfers.create(
    { ctx, scope, actor: SYSTEM },
    {
      debit_account_id: payer,
      credit_account_id: payees[payee % payees.length] as string,
      amount_minor: 1n,
      memo: null,
      idempotency_key: key,
    },
  );
}

/** Has the turn of the project while `meanwhile` runs. */
async function whileTaken({ scope }: Books, meanwhile: () => Promise<void>): Promise<void> {
  await inTransaction({ ctx: service.ctx }, async (unit) => {
    await takeTurns(unit, { kind: 'ledger', waiting: () => [scope], firstComesFirst: () => false });
    await meanwhile();
  });
}

/** The server processes of transactions that wait for a turn. */
async function waitingForTurns(): Promise<number[]> {
  const { rows } = await service.ctx.db.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

const oneWaits = () =>
  until('a transaction waits for the turn', async () => (await waitingForTurns()).length > 0);

/** The key of each transfer of the project, and the transaction that stored it. */
async function storedKeys({ scope }: Books): Promise<{ key: string; xmin: string }[]> {
  return service.ctx
    .db('idempotency_keys')
    .where({ project_id: scope.project_id })
    .whereNot('key', 'like', 'payment:%')
    .orderBy('key')
    .select('key', service.ctx.db.raw('xmin::text'));
}

describe('a process that waits for the turn of a project', () => {
  test('takes along what comes meanwhile', async () => {
    const [, other] = processes as [Context, Context];
    const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
    const made: Promise<unknown>[] = [];
    await whileTaken(books, async () => {
      made.push(transfer(other, books, 'the first'));
      await oneWaits();
      made.push(...keys.map((key) => transfer(other, books, key)));
    });
    await Promise.all(made);
    const stored = (await storedKeys(books)).filter(({ key }) => key === 'the first' || keys.includes(key));
    expect(stored).toHaveLength(21);
    expect(new Set(stored.map(({ xmin }) => xmin)).size).toBe(1);
  });

  test('holds up no other project in another process', async () => {
    const [, other, third] = processes as [Context, Context, Context];
    const free = await newBooks();
    let waiting: Promise<unknown> = Promise.resolve();
    await whileTaken(books, async () => {
      waiting = transfer(other, books, 'of the project whose turn is taken');
      await oneWaits();
      await transfer(third, free, 'of another project');
    });
    await waiting;
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('serves a request that it left out, although other projects are always free', async () => {
    const [, other] = processes as [Context, Context];
    const busy = await newBooks();
    let served = false;
    const one = async (caller: number): Promise<void> => {
      for (let n = 0; !served; n++) await transfer(other, busy, `busy ${caller} ${n}`);
    };
    await whileTaken(books, async () => {
      const load = Promise.all([0, 1, 2, 3].map(one));
      const left_out = transfer(other, books, 'left out').finally(() => {
        served = true;
      });
      // Without an end to the load it waits for its turn, and does not only look whether it is free.
      await oneWaits();
      waiting = [load, left_out];
    });
    await Promise.all(waiting);
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('fails alone when it has waited too long: what came meanwhile is stored', async () => {
    const [, other] = processes as [Context, Context];
    const busy = await newBooks();
    let failed: Promise<unknown> = Promise.resolve();
    let late: Promise<unknown> = Promise.resolve();
    await whileTaken(books, async () => {
      failed = transfer(other, books, 'cut off').catch((error: unknown) => error);
      await oneWaits();
      late = transfer(other, busy, 'late');
      for (const pid of await waitingForTurns())
        await service.ctx.db.raw('select pg_terminate_backend(?)', [pid]);
      expect(await failed).toBeInstanceOf(Error);
      await late;
    });
  });

  test('holds up no payment of its project', async () => {
    await whileTaken(books, async () => {
      const { body } = must(await books.project.key.post('/api/v1/payments', paymentBody()));
      expect(body.id).toMatch(/^pay_/);
    });
  });

  test('and dies there has stored nothing; the repeat is made once', async () => {
    const [, other] = processes as [Context, Context];
    const key = newUuid();
    await whileTaken(books, async () => {
      const made = transfer(other, books, key).catch((error: unknown) => error);
      await oneWaits();
      for (const pid of await waitingForTurns())
        await service.ctx.db.raw('select pg_terminate_backend(?)', [pid]);
      expect(await made).toBeInstanceOf(Error);
    });
    expect((await storedKeys(books)).map((row) => row.key)).not.toContain(key);
    await transfer(other, books, key);
    await expect(transfer(other, books, key)).resolves.toMatchObject({ replayed: true });
    expect(await verifyAll(service.ctx)).toEqual([]);
  });
});

test('three processes that race, and lose connections that wait for a turn, book each request once and in order', async () => {
  const of_projects = [books, await newBooks(), await newBooks()];
  const [CALLERS, OF_EACH, CUTS] = [24, 20, 4];
  const REQUESTS = CALLERS * OF_EACH;
  /** Takes the turn of the first project for a moment, and cuts off those that wait for it. */
  const cutOff = (): Promise<void> =>
    whileTaken(books, async () => {
      await oneWaits();
      for (const pid of await waitingForTurns())
        await service.ctx.db.raw('select pg_terminate_backend(?)', [pid]);
    });
  let lost = 0;
  const request = async (n: number): Promise<void> => {
    for (let tries = 0; ; tries++)
      try {
        const its_process = processes[(n + tries) % processes.length] as Context;
        await transfer(its_process, of_projects[n % of_projects.length] as Books, `key ${n}`, n);
        return;
      } catch (error) {
        if (error instanceof AppError && error.status !== 503) throw error;
        lost++;
      }
  };
  const made = Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = 0; n < OF_EACH; n++) await request(caller * OF_EACH + n);
    }),
  );
  for (let times = 0; times < CUTS; times++) await cutOff();
  await made;
  expect(lost).toBeGreaterThan(0);
  for (const of_project of of_projects) {
    const { payer } = of_project;
    const { rows } = await service.ctx.db.raw(
      `select id, timestamp, dr_debits_posted from ledger_transfers
       where debit_account_id = ? and reference like 'key %' order by timestamp`,
      [payer],
    );
    expect(rows).toHaveLength(REQUESTS / of_projects.length);
    // Each follows from the one before it: no timestamp comes twice, and the counters rise by one.
    rows.slice(1).forEach((row: { timestamp: bigint; dr_debits_posted: bigint }, n: number) => {
      expect(row.timestamp).toBeGreaterThan(rows[n].timestamp);
      expect(row.dr_debits_posted).toBe(rows[n].dr_debits_posted + 1n);
    });
  }
  expect(await verifyAll(service.ctx)).toEqual([]);
});
