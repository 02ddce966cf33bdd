/**
 * Charges the monthly fees of savings products, by a job: once a month is over, every account that was there then, each once. The walk
 * over the accounts is stored with the entries that it makes, so whichever process dies when, it goes on where it was. What an account
 * cannot pay is skipped.
 */
import { newId } from '../../../core/ids.ts';
import { addMonths, startOfDay } from '../../../core/local-date.ts';
import { scopeOf, SYSTEM, type Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { insertAll, insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { accountId, accounts as ledgerAccounts, availableOf } from '../../ledger/index.ts';
import {
  bookInBatches,
  defineMovement,
  leg,
  newEntry,
  saccoAccounts,
  storeBatches,
  type EndedEntry,
  type TakenBatch,
} from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_COUNTED, type DueWork } from '../../platform/due-rows.ts';
import { inTransaction, type Unit } from '../../platform/unit.ts';
import {
  advanceRun,
  countDueRuns,
  findMissingRuns,
  findMissingRunsOf,
  findOpenRuns,
  lockRun,
  recordFees,
  takeAccounts,
} from './charge-fees.sql.ts';
import { SavingsFeeRun } from './fee-run.model.ts';

/** Accounts that are charged in one batch. */
const MAX_ACCOUNTS_PER_BATCH = 2_000;
/** Runs that are begun at a time. */
const MAX_NEW_RUNS = 100;

export const SAVINGS_FEE = defineMovement({
  title: 'Monthly fee of a savings account',
  kind: 'savings_fee',
  legs: [leg('member_savings', 'fee_income')],
  onEnded: recordCharged,
});

/** Runs that are to be begun, or to go on. */
export async function countFeesToCharge(db: Db): Promise<DueWork> {
  return expectOne(await countDueRuns(db, { limit: MAX_COUNTED }));
}

/** Charges the fees of all months that are over. @returns how many accounts were looked at */
export async function chargeSavingsFees(ctx: Context): Promise<number> {
  await beginRuns(ctx.db, () => findMissingRuns(ctx.db, { limit: MAX_NEW_RUNS }));
  let total = 0;
  for (const { id } of await findOpenRuns(ctx.db, {}))
    if (!ctx.closing?.aborted)
      total += await bookInBatches(ctx, MAX_ACCOUNTS_PER_BATCH, () => takeBatch(ctx, id));
  return total;
}

/** Begins the runs of all months of a cooperative that are over, by what its default product is now. */
export async function beginDueRuns(db: Queryable, scope: Scope): Promise<void> {
  await beginRuns(db, () => findMissingRunsOf(db, { ...scopeColumns(scope), limit: MAX_NEW_RUNS }));
}

async function beginRuns(db: Queryable, find: () => ReturnType<typeof findMissingRuns>): Promise<void> {
  for (;;) {
    const missing = await find();
    const rows = missing.map(({ test_clock_offset_ms, ...run }) => ({
      id: newId('savings_fee_run'),
      ...run,
      created_at: scopeOf(run.project_id, run.environment, test_clock_offset_ms).clock.now(),
    }));
    await insertMany(db, SavingsFeeRun.tableName, rows, { answered: 'id' });
    if (missing.length < MAX_NEW_RUNS) return;
  }
}

async function takeBatch(ctx: Context, run_id: string): Promise<TakenBatch> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx } = unit;
    const [run] = await lockRun(trx, { id: run_id });
    if (!run) return { taken: 0, batches: [] };
    const scope = scopeOf(run.project_id, run.environment, run.test_clock_offset_ms);
    const accounts = await takeAccounts(trx, {
      run_id,
      month_ended: startOfDay(addMonths(run.month, 1), run.utc_offset_minutes),
      last_account_id: run.last_account_id,
      limit: MAX_ACCOUNTS_PER_BATCH,
    });
    const idOf = ({ member_id, savings_account_id }: (typeof accounts)[number]) =>
      accountId(
        scope,
        saccoAccounts.accountKeyOf('member_savings', {
          currency: run.currency,
          member_id,
          savings_account_id,
          loan_id: null,
        }),
      );
    const held = await ledgerAccounts.balances({ ctx, scope }, accounts.map(idOf));
    const entries = new Map(
      accounts.flatMap((account) => {
        const { account_id, member_id, savings_account_id, member_status } = account;
        const balances = held.get(idOf(account));
        const pays = balances && availableOf('member_savings', balances) >= run.fee_minor;
        if (!pays || member_status === 'exiting') return [];
        const { fee_minor: amount_minor, month } = run;
        const memo = month.slice(0, 7);
        return [
          [
            account_id,
            newEntry({ scope, actor: SYSTEM }, run, {
              kind: 'savings_fee',
              member_id,
              savings_account_id,
              amount_minor,
              memo,
            }),
          ] as const,
        ];
      }),
    );
    const batches = await storeBatches(
      unit,
      [...entries.values()].map((row) => ({ scope, row })),
    );
    const lines = accounts.map(({ account_id, member_id }) => {
      const entry_id = entries.get(account_id)?.id ?? null;
      return { run_id, account_id, member_id, entry_id, status: entry_id === null ? 'skipped' : 'pending' };
    });
    await insertAll(trx, 'sacco_savings_fees', lines);
    const last_account_id = accounts.at(-1)?.account_id ?? run.last_account_id;
    await advanceRun(trx, {
      id: run_id,
      last_account_id,
      walked: accounts.length < MAX_ACCOUNTS_PER_BATCH,
    });
    return { taken: accounts.length, batches };
  });
}

/** An account that held too little after all is skipped. */
async function recordCharged({ trx }: Unit, ended: EndedEntry[]): Promise<void> {
  await recordFees(trx, {
    entry_ids: ended.map(({ entry }) => entry.id),
    statuses: ended.map(({ entry }) => (entry.status === 'posted' ? 'charged' : 'skipped')),
  });
}
