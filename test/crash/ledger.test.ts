/** The PostgreSQL ledger under kill -9 of its process, of the server, and under connections cut in the middle of COMMIT. */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFailed, test, vi } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { connect, ledgerPool, type Db } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import type { ChainOutcome, LedgerBackend, LimitRule, Transfer } from '../../domain/ledger/backend.port.ts';
import { postgresBackend } from '../../domain/ledger/postgres/backend.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../embedded/postgres.ts';
import { freshDatabase, until, type TestDatabase } from '../harness/index.ts';
import { ledgerFaults } from './ledger-faults.ts';
import { TcpProxy, type Cut } from './tcp-proxy.ts';
import { seededRandom, type Random } from './random.ts';

vi.setConfig({ testTimeout: 240_000 });

/** One ledger (scope and currency) for all accounts here. */
const LEDGER = 1404;

type Chain = Transfer[];

interface Accounts {
  /** Without a limit. */
  open: string[];
  /** May not be debited beyond its credits, and has none. */
  empty: string;
}

function transfer(from: string, to: string, amount = 10n, id = randomUUID()): Transfer {
  return {
    id,
    debit_account_id: from,
    credit_account_id: to,
    amount,
    code: 3,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: id,
    memo: null,
  };
}

async function openAccount(ledger: LedgerBackend, limit: LimitRule = 'none'): Promise<string> {
  const id = randomUUID();
  await ledger.openAccounts([{ id, ledger: LEDGER, code: 1, limit }]);
  return id;
}

async function openAccounts(ledger: LedgerBackend): Promise<Accounts> {
  const open: string[] = [];
  for (let i = 0; i < 6; i++) open.push(await openAccount(ledger));
  return { open, empty: await openAccount(ledger, 'debits') };
}

/** Chains of one to five transfers; one in ten ends with a transfer that cannot be, so that nothing of it may stay. */
function randomChains(random: Random, { open, empty }: Accounts, count: number): Chain[] {
  return Array.from({ length: count }, (_each, no) => {
    const chain = Array.from({ length: 1 + random.below(5) }, () => {
      const from = random.below(open.length);
      const to = (from + 1 + random.below(open.length - 1)) % open.length;
      return transfer(open[from] as string, open[to] as string, BigInt(1 + random.below(1_000)));
    });
    if (no % 10 === 9) chain.push(transfer(empty, open[0] as string));
    return chain;
  });
}

const isPossible = (chain: Chain, { empty }: Accounts): boolean =>
  chain.every((each) => each.debit_account_id !== empty);

/** A chain's outcome as text. */
const outcomeText = (outcome: ChainOutcome): string =>
  outcome.status === 'refused' ? outcome.error : outcome.status;

/** How many transfers of each chain are in the database, by the id of its first transfer. */
async function countBooked(db: Db, chains: Chain[]): Promise<Map<string, number>> {
  const ids = new Set<string>(await db('ledger_transfers').pluck('id'));
  return new Map(chains.map((chain) => [firstId(chain), chain.filter(({ id }) => ids.has(id)).length]));
}

const firstId = (chain: Chain): string => (chain[0] as Transfer).id;

/** Every chain is wholly there or wholly not, and what cannot be is not. */
async function expectWholeChains(db: Db, chains: Chain[], accounts: Accounts): Promise<void> {
  const booked = await countBooked(db, chains);
  const torn = chains.filter((chain) => ![0, chain.length].includes(booked.get(firstId(chain)) as number));
  expect(torn).toEqual([]);
  const impossible = chains.filter((chain) => !isPossible(chain, accounts));
  expect(impossible.filter((chain) => booked.get(firstId(chain)) !== 0)).toEqual([]);
  expect(await ledgerFaults(db)).toEqual({});
}

/** Posting everything again books what is missing and nothing twice. */
async function expectReplayable(
  db: Db,
  ledger: LedgerBackend,
  chains: Chain[],
  accounts: Accounts,
): Promise<void> {
  const before = await countBooked(db, chains);
  const outcomes = await ledger.post(chains, new Date());
  const wrong = chains.filter((chain, i) => {
    const answer = outcomeText(outcomes[i] as ChainOutcome);
    if (!isPossible(chain, accounts)) return !['exceeds_credits', 'id_already_failed'].includes(answer);
    return answer !== (before.get(firstId(chain)) === 0 ? 'created' : 'replayed');
  });
  expect(wrong).toEqual([]);
  const after = await countBooked(db, chains);
  expect(chains.filter((chain) => isPossible(chain, accounts) && after.get(firstId(chain)) === 0)).toEqual(
    [],
  );
  await expectWholeChains(db, chains, accounts);
}

describe('on the server of the run', () => {
  let database: TestDatabase;
  let db: Db;
  let ledger: LedgerBackend;

  beforeAll(async () => {
    database = await freshDatabase();
    db = connect(database.url, 2);
    ledger = postgresBackend(ledgerPool(database.url));
  });
  afterAll(async () => {
    await ledger.close();
    await db.destroy();
    await database.drop();
  });

  describe('a connection cut during COMMIT', () => {
    let proxy: TcpProxy;
    let cut: LedgerBackend;

    beforeEach(async () => {
      proxy = await TcpProxy.open(database.url);
      cut = postgresBackend(ledgerPool(proxy.url));
    });
    afterEach(async () => {
      await cut.close();
      await proxy.close();
    });

    const ways = (
      [
        ['before'],
        ['after'],
        ['before', 'before'],
        ['before', 'after'],
        ['after', 'before'],
        ['after', 'after'],
        ['before', 'after', 'before'],
      ] satisfies Cut[][]
    ).map((cuts: Cut[]) => ({ cuts, when: cuts.join(', ') }));

    test.each(ways)('cut $when: the true outcome is answered, refusals included', async ({ cuts }) => {
      const { open, empty } = await openAccounts(ledger);
      const [a, b, c] = open as [string, string, string];
      const chains = [
        [transfer(a, b), transfer(b, c)],
        [transfer(a, b), transfer(empty, b)],
        [transfer(c, a)],
      ];
      proxy.cutCommits(cuts);
      const outcomes = await cut.post(chains, new Date());
      expect(proxy.pending_cuts).toBe(0);
      expect(outcomes.map(outcomeText)).toEqual(['created', 'exceeds_credits', 'created']);
      expect(outcomes[1]).toMatchObject({ index: 1 });
      // As answered, so stored: with the very timestamps and counters.
      const history = await ledger.history(a, 10);
      const answered = outcomes.flatMap((each) => (each.status === 'refused' ? [] : each.transfers));
      expect(history.toReversed()).toMatchObject(
        answered.filter((each) => [each.debit_account_id, each.credit_account_id].includes(a)),
      );
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual([
        'replayed',
        'id_already_failed',
        'replayed',
      ]);
      expect(await ledgerFaults(db)).toEqual({});
    });

    test.each(ways)('cut $when: a batch of refusals alone', async ({ cuts }) => {
      const { open, empty } = await openAccounts(ledger);
      const chains = [[transfer(empty, open[0] as string)], [transfer(empty, open[1] as string)]];
      proxy.cutCommits(cuts);
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual([
        'exceeds_credits',
        'exceeds_credits',
      ]);
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual([
        'id_already_failed',
        'id_already_failed',
      ]);
    });

    test('a batch that only repeats stays a repeat', async () => {
      const { open } = await openAccounts(ledger);
      const chains = [[transfer(open[0] as string, open[1] as string)]];
      await ledger.post(chains, new Date());
      proxy.cutCommits(['after']);
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual(['replayed']);
    });

    test('what another engine took in between is not promised', async () => {
      const { open } = await openAccounts(ledger);
      const [a, b, c] = open as [string, string, string];
      const purse = await openAccount(ledger, 'debits');
      await ledger.post([[transfer(c, purse, 10n)]], new Date());
      const chains = [[transfer(a, b)], [transfer(purse, b, 10n)]];
      proxy.cutCommits(['before'], () => ledger.post([[transfer(purse, c, 10n)]], new Date()));
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual(['created', 'exceeds_credits']);
      expect((await ledger.balances([purse], new Date())).get(purse)).toMatchObject({ debits_posted: 10n });
      expect(await ledgerFaults(db)).toEqual({});
    });

    test('what another engine paid in in between is not refused', async () => {
      const { open, empty } = await openAccounts(ledger);
      const [a, b] = open as [string, string];
      const purse = await openAccount(ledger, 'debits');
      const chains = [[transfer(empty, b)], [transfer(purse, b, 10n)]];
      proxy.cutCommits(['before'], () => ledger.post([[transfer(a, purse, 10n)]], new Date()));
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual(['exceeds_credits', 'created']);
    });

    test('what another engine booked under the same ids in between is a repeat', async () => {
      const { open } = await openAccounts(ledger);
      const [a, b] = open as [string, string];
      const chains = [[transfer(a, b)], [transfer(b, a)]];
      const now = new Date();
      proxy.cutCommits(['before'], () => ledger.post(chains, now));
      expect((await cut.post(chains, now)).map(outcomeText)).toEqual(['replayed', 'replayed']);
    });

    test('when no try gets through, the outcome is said to be unknown, and repeating is safe', async () => {
      const { open } = await openAccounts(ledger);
      const chains = [[transfer(open[0] as string, open[1] as string)]];
      proxy.cutCommits(['before', 'after', 'before', 'before']);
      await expect(cut.post(chains, new Date())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect((await cut.post(chains, new Date())).map(outcomeText)).toEqual(['replayed']);
      expect(await ledgerFaults(db)).toEqual({});
    });
  });

  test('processes killed in the middle of batches leave whole chains', async () => {
    const random = seededRandom();
    onTestFailed(() => console.warn(`SEED=${random.seed}`));
    const accounts = await openAccounts(ledger);
    const all: Chain[] = [];
    for (let round = 0; round < 8; round++) {
      const chains = randomChains(random, accounts, 1_000);
      all.push(...chains);
      // Two processes race on the same accounts, and even the same chains.
      const created = await hammerAndKill(random, database.url, [chains, chains.toReversed()]);
      expect(created.filter((id, i) => created.indexOf(id) !== i)).toEqual([]);
      await until(
        'the server has noticed that they are dead',
        async () =>
          (await db('pg_stat_activity').where({ datname: db.raw('current_database()') as never })).filter(
            (each) => each.application_name === 'ushirika-ledger' && each.state !== 'idle',
          ).length === 0,
      );
      // What was answered is there, whatever died afterwards.
      const booked = await countBooked(db, chains);
      expect(created.filter((id) => booked.get(id) === 0)).toEqual([]);
      expect(created.length).toBeGreaterThan(0);
    }
    await expectWholeChains(db, all, accounts);
    const booked = [...(await countBooked(db, all)).values()];
    // Or they died too early or too late to tell anything.
    expect(booked.filter((count) => count > 0).length).toBeGreaterThan(100);
    expect(booked.filter((count) => count === 0).length).toBeGreaterThan(all.length / 10 + 100);
    await expectReplayable(db, ledger, all, accounts);
  });

  test('two engines share the same accounts', async () => {
    const rival = postgresBackend(ledgerPool(database.url));
    const random = seededRandom();
    const accounts = await openAccounts(ledger);
    const chains = randomChains(random, accounts, 2_000);
    try {
      const answers = await Promise.all(
        chains.map((chain, i) => (i % 2 ? ledger : rival).post([chain], new Date())),
      );
      const faults = answers
        .flat()
        .filter((outcome) => outcome.status !== 'created')
        .map(outcomeText);
      expect(new Set(faults)).toEqual(new Set(['exceeds_credits']));
      expect(faults.length).toBe(chains.length / 10);
    } finally {
      await rival.close();
    }
    await expectReplayable(db, ledger, chains, accounts);
  });

  test('two engines with the same ids book each once, and one of them is told so', async () => {
    const rival = postgresBackend(ledgerPool(database.url));
    const accounts = await openAccounts(ledger);
    const chains = randomChains(seededRandom(), accounts, 1_000);
    try {
      const [mine, theirs] = await Promise.all(
        [ledger, rival].map((engine) =>
          Promise.all(
            chains.map(async (chain) => (await engine.post([chain], new Date()))[0] as ChainOutcome),
          ),
        ),
      );
      const pairs = chains.map((chain, i) => ({
        possible: isPossible(chain, accounts),
        answers: [mine?.[i], theirs?.[i]].map((outcome) => outcomeText(outcome as ChainOutcome)).toSorted(),
      }));
      for (const { possible, answers } of pairs) {
        expect(answers).toEqual(
          possible ? ['created', 'replayed'] : ['exceeds_credits', 'id_already_failed'],
        );
      }
    } finally {
      await rival.close();
    }
    await expectReplayable(db, ledger, chains, accounts);
  });

  test('the same ids on other accounts, at the same time: one is booked, the other told that it exists', async () => {
    const rival = postgresBackend(ledgerPool(database.url));
    const { open } = await openAccounts(ledger);
    const [a, b, c, d] = open as [string, string, string, string];
    try {
      for (let round = 0; round < 5; round++) {
        const ids = Array.from({ length: 50 }, () => randomUUID());
        const answers = await Promise.all([
          ledger.post(
            ids.map((id) => [transfer(a, b, 5n, id)]),
            new Date(),
          ),
          rival.post(
            ids.toReversed().map((id) => [transfer(c, d, 5n, id)]),
            new Date(),
          ),
        ]);
        const [mine, theirs] = [answers[0].map(outcomeText), answers[1].map(outcomeText).toReversed()];
        mine.forEach((answer, i) =>
          expect(new Set([answer, theirs[i]])).toEqual(
            new Set(['created', 'exists_with_different_debit_account_id']),
          ),
        );
      }
    } finally {
      await rival.close();
    }
    expect(await ledgerFaults(db)).toEqual({});
  });
});

describe('on a server that is killed', () => {
  let dir: string;
  let server: EmbeddedPostgres;

  const start = () => startEmbeddedPostgres({ dir, settings: { fsync: 'off' } });

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ushirika-crash-'));
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });

  test('every answered chain is there after recovery, every other one wholly or not at all', async () => {
    const random = seededRandom();
    onTestFailed(() => console.warn(`SEED=${random.seed}`));
    const db = connect(server.url, 2);
    await migrate(db);
    const ledger = postgresBackend(ledgerPool(server.url));
    const accounts = await openAccounts(ledger);
    const chains = randomChains(random, accounts, 12_000);

    const created: string[] = [];
    const faults: unknown[] = [];
    let next = 0;
    let up = Promise.resolve();
    const work = async (): Promise<void> => {
      while (next < chains.length) {
        const chain = chains[next++] as Chain;
        for (;;) {
          await up;
          try {
            const [outcome] = (await ledger.post([chain], new Date())) as [ChainOutcome];
            if (outcome.status === 'created') created.push(firstId(chain));
            break;
          } catch (error) {
            if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') continue;
            faults.push(error);
            break;
          }
        }
      }
    };
    const working = Promise.all(Array.from({ length: 40 }, work));

    for (let round = 1; round <= 3; round++) {
      const wanted = created.length + 500 + random.below(1_500);
      await until('some more are booked', () => created.length >= wanted || faults.length > 0);
      let isUp = (): void => undefined;
      up = new Promise((resolve) => (isUp = resolve));
      await killServer(server.pid, random.below(2) === 0);
      await server.stop();
      server = await start();
      const answered = [...created];
      isUp();
      const booked = await countBooked(db, chains);
      expect(answered.filter((id) => booked.get(id) === 0)).toEqual([]);
    }
    await working;
    expect(faults).toEqual([]);
    expect(created.length).toBeLessThanOrEqual(chains.length);
    await expectReplayable(db, ledger, chains, accounts);
    await ledger.close();
    await db.destroy();
  });
});

/** Lets processes post the chains, each its own, and kills both at a random moment. @returns what they said is created */
async function hammerAndKill(random: Random, database_url: string, work: Chain[][]): Promise<string[]> {
  const created: string[] = [];
  const children = work.map((chains) => {
    const child = fork(new URL('hammer.mjs', import.meta.url), {
      env: { ...process.env, DATABASE_URL: database_url },
      execArgv: [],
      serialization: 'advanced',
    });
    child.send(chains);
    return child;
  });
  const wanted = random.below(500);
  const heard = new Promise<void>((resolve, reject) => {
    for (const child of children) {
      child.on('message', ({ id, outcome }: { id: string; outcome: ChainOutcome }) => {
        if (outcome.status === 'created') created.push(id);
        if (created.length > wanted) resolve();
      });
      child.on('exit', (code) => reject(new Error(`hammer ended with ${code}`)));
    }
  });
  await heard;
  // Some moment of the batch that is under way now.
  await new Promise((resolve) => setTimeout(resolve, random.below(15)));
  await Promise.all(children.map(kill));
  return created;
}

async function kill(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  // Not before the channel is empty: what it said counts.
  await once(child, 'close');
}

/** kill -9 of the postmaster, and of all its children or of none: those then end by themselves. */
async function killServer(postmaster: number, everyone: boolean): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(postmaster), '-o', 'pid=']);
  process.kill(postmaster, 'SIGKILL');
  if (!everyone) return;
  for (const pid of stdout.trim().split(/\s+/).map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was quicker.
    }
  }
}
