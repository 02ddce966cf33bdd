/** Books of one project with as many transfers as wanted, which the engine books over a year. */
import { newUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import {
  accountId,
  openAccounts,
  TRANSFER_KINDS,
  type AccountKey,
  type Transfer,
} from '../../domain/ledger/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { report, type BenchServer } from '../harness.ts';
import { newProject, openBenchContext } from '../project.ts';
import { CURRENCY } from '../sacco-rows.ts';

/** Accounts of each project; the first two have a tenth of all transfers between them. */
const ACCOUNTS = 1_000;
/** Transfers booked in one call while the books are loaded. */
const BATCH = 5_000;
const YEAR_MS = 365 * 86_400_000;

export interface Books {
  ctx: Context;
  scope: Scope;
  database_url: string;
  accounts: string[];
  /** The first and the last moment of the history. */
  began: Date;
  ended: Date;
}

export async function loadedBooks(server: BenchServer, size: number): Promise<Books> {
  const { ctx } = await openBenchContext(server);
  const { scope } = await newProject(ctx.db);
  const keys = Array.from({ length: ACCOUNTS }, (_, n): AccountKey => ({
    // What each account holds may rise and fall without a limit of the other one.
    kind: n % 2 === 0 ? 'adjustments' : 'subaccount',
    currency: CURRENCY,
    owner: `owner-${n}`,
  }));
  await openAccounts(
    ctx.db,
    ctx.ledger,
    keys.map((key) => ({ scope, key })),
  );
  const accounts = keys.map((key) => accountId(scope, key));
  const ended = new Date();
  const began = new Date(ended.getTime() - YEAR_MS);
  const started = performance.now();
  for (let done = 0; done < size; done += BATCH) {
    const chains = Array.from({ length: BATCH }, (_, n) => [transferOf(accounts, done + n)]);
    await ctx.ledger.post(chains, new Date(began.getTime() + Math.floor((done / size) * YEAR_MS)));
  }
  const load_s = (performance.now() - started) / 1_000;
  await ctx.db.raw('vacuum analyze ledger_transfers, ledger_posted_totals, ledger_balances');
  report('growth load', { transfers: size, transfers_per_s: size / load_s });
  return { ctx, scope, database_url: ctx.config.database_url as string, accounts, began, ended };
}

/** Of ten transfers one is between the first two accounts; the others go round. */
export function transferOf(accounts: readonly string[], n: number): Transfer {
  const pair = n % 10 === 0 ? 0 : 2 * (n % (ACCOUNTS / 2));
  return {
    id: newUuid(),
    debit_account_id: accounts[pair] as string,
    credit_account_id: accounts[pair + 1] as string,
    amount: 100n,
    // A kind of which the ledger keeps no requests.
    code: TRANSFER_KINDS.deposit,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: 'bench',
    memo: null,
  };
}
