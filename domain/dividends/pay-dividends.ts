/**
 * Pays approved dividends, line by line but many in one batch. A line gets its entry under its lock, so each is paid once,
 * whatever dies when; a line that cannot be paid fails alone and can be retried.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { refusal } from '../../core/errors.ts';
import { SYSTEM, type Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import { sweepOverdue } from '../platform/sweep-overdue.ts';
import { inTransaction, type EnqueueAfterCommit } from '../platform/unit.ts';
import {
  bookInBatches,
  getSettings,
  newEntry,
  storeBatches,
  type ApprovalAction,
  type EntryEffect,
  type TakenBatch,
} from '../sacco/index.ts';
import { MAX_LIST_OF_EVENT, recordEvent } from '../webhooks/index.ts';
import { Dividend, DividendLine, type DividendLineRow, type DividendRow } from './dividend.model.ts';
import { presentDividend } from './dividend.presenter.ts';
import { PAYABLE_STATUSES } from './dividend.rules.ts';
import { sumUpPayout } from './payout-effect.ts';
import { readDividend, type DividendView } from './read-dividend.ts';

/** Lines that are paid in one batch. */
const MAX_LINES_PER_BATCH = 2_000;
/** A dividend whose payout has not ended by then has lost its job. */
const PAID_WITHIN_MS = 60_000;

export const dividendApproval: ApprovalAction = {
  lock: () => Promise.resolve(),
  plan: () => Promise.resolve({}),
  sumUpFollowing: sumUpPayout,
  async onDropped(trx, _scope, { dividend_id }, status) {
    await Dividend.query(trx)
      .where({ id: dividend_id as string })
      .patch({ status });
  },
};

/** The dividend itself is posted once it is approved; now its lines are to be paid. */
export const startPayouts: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  for (const { entry } of ended) {
    const dividend_id = entry.dividend_id as string;
    if (entry.status === 'failed')
      await Dividend.query(trx).findById(dividend_id).patch({ status: 'failed' });
    else await makeDue(trx, enqueueAfterCommit, dividend_id);
  }
};

async function makeDue(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  dividend_id: string,
): Promise<void> {
  await Dividend.query(trx)
    .findById(dividend_id)
    .patch({ due_at: systemTimeIn(PAID_WITHIN_MS) });
  enqueueAfterCommit('pay-dividend', { dividend_id });
}

/** Pays every line that waits. */
export async function payDividend(ctx: Context, dividend_id: string): Promise<void> {
  const found = await Dividend.query(ctx.db).findWithScope(dividend_id);
  if (!found || found.row.due_at === null) return;
  const { row: dividend, scope } = found;
  // What was taken is not looked at again: it would be the longer a walk, the more of the lines were paid.
  let last_member_id = '';
  await bookInBatches(ctx, MAX_LINES_PER_BATCH, async () => {
    const taken = await takeLines(ctx, scope, dividend, last_member_id);
    last_member_id = taken.last_member_id ?? last_member_id;
    return taken;
  });
  if (!ctx.closing?.aborted) await concludePayout(ctx, scope, dividend_id);
}

/**
 * @param after_member_id the lines of later members are looked at, in the order of their ids
 * @returns how many lines were taken and the last of them, and the entries of those that can be paid
 */
async function takeLines(
  ctx: Context,
  scope: Scope,
  dividend: DividendRow,
  after_member_id: string,
): Promise<TakenBatch & { last_member_id?: string }> {
  return ctx.db.transaction(async (trx) => {
    const settings = await getSettings(trx, scope);
    const { rows: lines } = await trx.raw<{ rows: LineToPay[] }>(TAKE_LINES, [
      dividend.id,
      after_member_id,
      MAX_LINES_PER_BATCH,
    ]);
    const last = lines.at(-1);
    if (!last) return { taken: 0, batches: [] };
    const payable = lines.filter(
      ({ amount_minor, member_status }) => amount_minor > 0n && PAYABLE_STATUSES.includes(member_status),
    );
    const entries = payable.map((line) =>
      newEntry(
        scope,
        SYSTEM,
        { ...settings, currency: dividend.currency },
        {
          kind: 'dividend',
          income: dividend.paid_from,
          member_id: line.member_id,
          dividend_id: dividend.id,
          amount_minor: line.amount_minor,
          memo: dividend.label,
        },
      ),
    );
    const batches = await storeBatches(
      trx,
      entries.map((row) => ({ scope, row })),
    );
    const entryOf = new Map(entries.map((entry) => [entry.member_id, entry.id]));
    await trx.raw(SETTLE_LINES, [
      lines.map(({ member_id }) => member_id) as never,
      lines.map(({ member_id }) => entryOf.get(member_id) ?? null) as never,
      lines.map(({ amount_minor, member_status }) =>
        amount_minor > 0n && !PAYABLE_STATUSES.includes(member_status) ? 'member_not_active' : null,
      ) as never,
      dividend.id,
    ]);
    return { taken: lines.length, last_member_id: last.member_id, batches };
  });
}

type LineToPay = Pick<DividendLineRow, 'member_id' | 'amount_minor'> & { member_status: string };

/** Members stay in their state until the entries are stored. */
const TAKE_LINES = `
  with due as materialized (
    select member_id, amount_minor from sacco_dividend_lines
    where dividend_id = ? and status = 'pending' and entry_id is null and member_id > ?
    order by member_id limit ? for update skip locked
  )
  select due.member_id, due.amount_minor, m.status as member_status from due join sacco_members m on m.id = due.member_id
  where m.id = any(array(select member_id from due)) order by due.member_id for share of m`;

/** A line of nothing is paid without a booking; one that cannot be paid has failed. */
const SETTLE_LINES = `
  update sacco_dividend_lines d set entry_id = v.entry_id, error = v.error,
    status = case when v.error is not null then 'failed' when v.entry_id is null then 'paid' else 'pending' end
  from unnest(?::text[], ?::text[], ?::text[]) as v(member_id, entry_id, error)
  where d.dividend_id = ? and d.member_id = v.member_id`;

/** Lines end as their entries do. */
export const recordLines: EntryEffect = async ({ trx }, ended) => {
  await trx.raw(RECORD_LINES, [
    ended.map(({ entry }) => entry.id) as never,
    ended.map(({ entry }) => entry.dividend_id) as never,
    ended.map(({ entry }) => entry.member_id) as never,
    ended.map(({ entry }) => (entry.status === 'posted' ? null : entry.error)) as never,
  ]);
};

const RECORD_LINES = `
  update sacco_dividend_lines d set status = case when v.error is null then 'paid' else 'failed' end, error = v.error
  from unnest(?::text[], ?::text[], ?::text[], ?::text[]) as v(entry_id, dividend_id, member_id, error)
  where d.dividend_id = v.dividend_id and d.member_id = v.member_id and d.entry_id = v.entry_id`;

/** Once no line waits any more, the dividend says how it ended. */
async function concludePayout(ctx: Context, scope: Scope, dividend_id: string): Promise<void> {
  await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const current = await Dividend.query(trx).findById(dividend_id).forUpdate();
    if (!current || current.due_at === null) return;
    const { rows } = await trx.raw<{ rows: { lines: bigint; pending: bigint; failed: string }[] }>(
      COUNT_LINES,
      [dividend_id],
    );
    const [counted] = rows;
    if (!counted || counted.pending > 0n) return;
    const failed_minor = BigInt(counted.failed);
    const status = failed_minor > 0n ? 'paid_with_exceptions' : 'paid';
    await Dividend.query(trx)
      .findById(dividend_id)
      .patch({ status, failed_minor, due_at: null, paid_at: scope.clock.now() });
    // Read only where an endpoint wants to know.
    const data = async () => {
      const view = await readDividend(trx, scope, dividend_id, MAX_LIST_OF_EVENT);
      return presentDividend({ ...view, lines_omitted: Number(counted.lines) - view.lines.length });
    };
    await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'dividend.paid', data);
  });
}

const COUNT_LINES = `
  select count(*) as lines, count(*) filter (where status = 'pending') as pending,
    coalesce(sum(amount_minor) filter (where status = 'failed'), 0)::text as failed
  from sacco_dividend_lines where dividend_id = ?`;

/** Tries the failed lines again, and only those. @throws AppError NOT_FOUND, `invalid_state` unless some have failed */
export async function retryDividend(ctx: Context, scope: Scope, id: string): Promise<DividendView> {
  await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const dividend = await Dividend.query(trx).forUpdate().findInScope(scope, id);
    if (dividend.status !== 'paid_with_exceptions')
      throw refusal(
        'invalid_state',
        `Only a dividend paid with exceptions can be retried; this one is ${dividend.status}.`,
      );
    await DividendLine.query(trx)
      .where({ dividend_id: id, status: 'failed' })
      .patch({ status: 'pending', error: null, entry_id: null });
    await makeDue(trx, enqueueAfterCommit, id);
  });
  return readDividend(ctx.db, scope, id);
}

/** Enqueues the payouts whose job was lost. */
export function sweepDividends(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, {
    table: 'sacco_dividends',
    id_column: 'id',
    payload_field: 'dividend_id',
    due_column: 'due_at',
    job: 'pay-dividend',
  });
}
