/**
 * Pays approved dividends, line by line but many in one batch. A line gets its entry under its lock, so each is paid once,
 * whichever process dies when; a line that cannot be paid fails alone and can be retried.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { refusal } from '../../core/errors.ts';
import { SYSTEM } from '../../core/scope.ts';
import { getSettings } from '../cooperative/index.ts';
import {
  always,
  bookInBatches,
  defineMovement,
  leg,
  newEntry,
  storeBatches,
  type EndedEntry,
  type entries,
  type TakenBatch,
} from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import { inTransaction, type ScopedContext, type Unit } from '../platform/unit.ts';
import { MAX_LIST_OF_EVENT, recordEvent } from '../webhooks/index.ts';
import { Dividend, DividendLine, type DividendRow } from './dividend.model.ts';
import { presentDividend } from './dividend.presenter.ts';
import { PAYABLE_STATUSES } from './dividend.rules.ts';
import { assignEntries, countLines, recordLineResults, takeLines } from './pay-dividends.sql.ts';
import { sumUpPayout } from './payout-effect.ts';
import { readDividend, type DividendView } from './read-dividend.ts';

/** Lines that are paid in one batch. */
const MAX_LINES_PER_BATCH = 2_000;
/** The job of a payout that has not ended by then was lost. */
const PAID_WITHIN_MS = 60_000;

export const DIVIDEND_MOVEMENTS = [
  // The dividend itself moves nothing; each of its lines does.
  defineMovement({
    title: 'Dividend',
    kind: 'dividend',
    legs: [],
    approval: always({
      sumUpFollowing: sumUpPayout,
      async onDropped({ trx }, { dividend_id, status }) {
        await Dividend.query(trx)
          .where({ id: dividend_id as string })
          .patch({ status: status as 'rejected' | 'cancelled' });
      },
    }),
    onEnded: startPayouts,
  }),
  lineFrom('interest_income', 'Dividend from interest income'),
  lineFrom('fee_income', 'Dividend from fee income'),
];

function lineFrom(income: entries.Income, title: string) {
  const legs = [leg(income, 'member_savings')];
  return defineMovement({ title, kind: 'dividend', income, legs, onEnded: recordLines });
}

/** The dividend itself is posted once it is approved; now its lines are to be paid. */
async function startPayouts(unit: Unit, ended: EndedEntry[]): Promise<void> {
  for (const { entry } of ended) {
    const dividend_id = entry.dividend_id as string;
    if (entry.status === 'failed')
      await Dividend.query(unit.trx).findById(dividend_id).patch({ status: 'failed' });
    else await makeDue(unit, dividend_id);
  }
}

async function makeDue({ trx, enqueue }: Unit, dividend_id: string): Promise<void> {
  await Dividend.query(trx)
    .findById(dividend_id)
    .patch({ due_at: systemTimeIn(PAID_WITHIN_MS) });
  enqueue('pay-dividend', { dividend_id });
}

/** Pays every line that waits. */
export async function payDividend(ctx: Context, dividend_id: string): Promise<void> {
  const found = await Dividend.query(ctx.db).findWithScope(dividend_id);
  if (!found || found.row.due_at === null) return;
  const { row: dividend, scope } = found;
  // Lines that were taken are not read again: with each batch the walk over paid lines would be longer.
  let last_member_id = '';
  await bookInBatches(ctx, MAX_LINES_PER_BATCH, async () => {
    const taken = await takeBatch({ ctx, scope }, dividend, last_member_id);
    last_member_id = taken.last_member_id ?? last_member_id;
    return taken;
  });
  if (!ctx.closing?.aborted) await concludePayout({ ctx, scope }, dividend_id);
}

/**
 * @param after_member_id the lines of later members are taken, in the order of their ids
 * @returns how many lines were taken and the last of them, and the entries of those that can be paid
 */
async function takeBatch(
  base: ScopedContext,
  dividend: DividendRow,
  after_member_id: string,
): Promise<TakenBatch & { last_member_id?: string }> {
  return inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const { id: dividend_id, currency, paid_from: income, label: memo } = dividend;
    const { utc_offset_minutes } = await getSettings(trx, scope);
    const lines = await takeLines(trx, { dividend_id, after_member_id, limit: MAX_LINES_PER_BATCH });
    const last = lines.at(-1);
    if (!last) return { taken: 0, batches: [] };
    const isPayable = ({ member_status }: (typeof lines)[number]) => PAYABLE_STATUSES.includes(member_status);
    const entries = lines
      .filter((line) => line.amount_minor > 0n && isPayable(line))
      .map(({ member_id, amount_minor }) =>
        newEntry(
          { scope, actor: SYSTEM },
          { currency, utc_offset_minutes },
          { kind: 'dividend', income, member_id, dividend_id, amount_minor, memo },
        ),
      );
    const batches = await storeBatches(
      unit,
      entries.map((row) => ({ scope, row })),
    );
    const entryOf = new Map(entries.map((entry) => [entry.member_id, entry.id]));
    await assignEntries(trx, {
      dividend_id,
      member_ids: lines.map(({ member_id }) => member_id),
      entry_ids: lines.map(({ member_id }) => entryOf.get(member_id) ?? null),
      errors: lines.map((line) => (line.amount_minor > 0n && !isPayable(line) ? 'member_not_active' : null)),
    });
    return { taken: lines.length, last_member_id: last.member_id, batches };
  });
}

/** Lines end as their entries do. */
async function recordLines({ trx }: Unit, ended: EndedEntry[]): Promise<void> {
  const entries = ended.map(({ entry }) => entry);
  await recordLineResults(trx, {
    entry_ids: entries.map(({ id }) => id),
    dividend_ids: entries.map(({ dividend_id }) => dividend_id),
    member_ids: entries.map(({ member_id }) => member_id),
    errors: entries.map(({ status, error }) => (status === 'posted' ? null : error)),
  });
}

/** Once no line waits any more, the dividend says how it ended. */
async function concludePayout(base: ScopedContext, dividend_id: string): Promise<void> {
  await inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const current = await Dividend.query(trx).findById(dividend_id).forUpdate();
    if (!current || current.due_at === null) return;
    const [counted] = await countLines(trx, { dividend_id });
    if (!counted || counted.pending > 0n) return;
    const failed_minor = BigInt(counted.failed);
    const status = failed_minor > 0n ? 'paid_with_exceptions' : 'paid';
    await Dividend.query(trx)
      .findById(dividend_id)
      .patch({ status, failed_minor, due_at: null, paid_at: scope.clock.now() });
    // Read only where an endpoint receives the event.
    await recordEvent(unit, 'dividend.paid', async () => {
      const view = await readDividend(trx, scope, dividend_id, MAX_LIST_OF_EVENT);
      return presentDividend({ ...view, lines_omitted: Number(counted.lines) - view.lines.length });
    });
  });
}

/** Tries the failed lines again, and only those. @throws AppError NOT_FOUND, `invalid_state` unless some have failed */
export async function retryDividend(base: ScopedContext, id: string): Promise<DividendView> {
  await inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const dividend = await Dividend.query(trx).forUpdate().findInScope(scope, id);
    if (dividend.status !== 'paid_with_exceptions')
      throw refusal(
        'invalid_state',
        `Only a dividend paid with exceptions can be retried; this one is ${dividend.status}.`,
      );
    await DividendLine.query(trx)
      .where({ dividend_id: id, status: 'failed' })
      .patch({ status: 'pending', error: null, entry_id: null });
    await makeDue(unit, id);
  });
  return readDividend(base.ctx.db, base.scope, id);
}

const OVERDUE: OverdueJob<'pay-dividend'> = {
  table: 'sacco_dividends',
  id_column: 'id',
  payload_field: 'dividend_id',
  due_column: 'due_at',
  job: 'pay-dividend',
  longest_pause_ms: PAID_WITHIN_MS,
};

export const countDueDividends = countDueRows(OVERDUE);

/** Enqueues the payouts whose job was lost. */
export function sweepDividends(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
