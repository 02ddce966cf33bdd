/** What costs what among many transfers: transfers, pages of an account, balances in the past, the trial balance. */
import { connect, LONG_STATEMENT_TIMEOUT_MS } from '../../db/connection.ts';
import { ledgerInvariants, posted } from '../../domain/ledger/index.ts';
import { rate, report, SECONDS } from '../harness.ts';
import { startTime_s } from '../served.ts';
import { transferOf, type Books } from './books.ts';
import { compare, fieldsOf, type Read } from './compare.ts';

const PAGE = 50;
/** Transfers of one call. */
const BATCH = 1_000;
const WRITERS = 2;
/** Repetitions of each read in a turn, and of those that take long. */
const TIMES = 60;
const LONG_TIMES = 3;

/** @param first the smallest books, with which the others are compared */
export async function measureBooks(books: Books, transfers: number, first: Books): Promise<void> {
  const writes = await compareWrites(books, first);
  const quick = await compare(readsOf(books), readsOf(first), TIMES);
  const long = await compare(longReadsOf(books), longReadsOf(first), LONG_TIMES);
  report('growth', { transfers, ...writes, ...fieldsOf(quick), ...fieldsOf(long) });
  report('growth disk', { transfers, ...(await bytesPerTransfer(books)) });
  report('growth verify', { transfers, ledger_s: await verify_s(books) });
  report('growth start', { transfers, ready_s: await startTime_s(books.database_url) });
}

/** Turns in which the two books are written to; who begins alternates, as checkpoints and vacuums follow what was written before. */
const WRITE_TURNS = 6;

async function compareWrites(books: Books, first: Books): Promise<Record<string, number>> {
  let own_per_s = 0;
  let first_per_s = 0;
  for (let turn = 0; turn < WRITE_TURNS; turn++) {
    if (turn % 2 === 1) own_per_s += (await writeRate(books)) / WRITE_TURNS;
    first_per_s += (await writeRate(first)) / WRITE_TURNS;
    if (turn % 2 === 0) own_per_s += (await writeRate(books)) / WRITE_TURNS;
  }
  return { transfers_per_s: own_per_s, transfers_ratio: own_per_s / first_per_s };
}

let written = 0;

function writeRate({ ctx, accounts }: Books): Promise<number> {
  return rate(SECONDS / 2, WRITERS, async () => {
    const chains = Array.from({ length: BATCH }, () => [transferOf(accounts, written++)]);
    await ctx.ledger.post(chains, new Date());
    return chains.length;
  });
}

/** Of the busiest account; the places in the past are different ones each time. */
function readsOf({ ctx: { ledger }, accounts: [busy = ''], began, ended }: Books): Record<string, Read> {
  const somewhere = (): Date =>
    new Date(began.getTime() + Math.random() * (ended.getTime() - began.getTime()));
  const middle_ns = BigInt((began.getTime() + ended.getTime()) / 2) * 1_000_000n;
  return {
    first_pages: () => ledger.history(busy, PAGE),
    same_middle_pages: () => ledger.history(busy, PAGE, middle_ns),
    middle_pages: () => ledger.history(busy, PAGE, BigInt(somewhere().getTime()) * 1_000_000n),
    past_balances: () => ledger.balancesAt(busy, somewhere()),
  };
}

function longReadsOf({ ctx: { db, ledger }, scope, began, ended }: Books): Record<string, Read> {
  const middle = new Date((began.getTime() + ended.getTime()) / 2);
  return { trial_balances: () => posted.readSums({ db, ledger }, scope, [middle, ended, new Date()]) };
}

async function bytesPerTransfer({ ctx: { db } }: Books): Promise<Record<string, number>> {
  const { rows } = await db.raw<{ rows: { ledger_transfers_bytes: number }[] }>(
    `select pg_total_relation_size('ledger_transfers')::float8 / count(*) as ledger_transfers_bytes from ledger_transfers`,
  );
  return { ...rows[0] };
}

/** What the verifier compares of the ledger. @throws when something differs */
async function verify_s({ ctx: { ledger }, database_url }: Books): Promise<number> {
  const db = connect(database_url, 2, LONG_STATEMENT_TIMEOUT_MS);
  const started = performance.now();
  await db.transaction(
    async (snapshot) => {
      for (const check of ledgerInvariants)
        for await (const difference of check.violations({ snapshot, db, ledger }))
          throw new Error(`${check.invariant}: ${difference}`);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
  const taken_s = (performance.now() - started) / 1_000;
  await db.destroy();
  return taken_s;
}
