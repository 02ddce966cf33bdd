/**
 * Pays approved distributions, line by line but many in one batch. A line gets its entry under its lock, so each is paid once,
 * whichever process dies when; a line that cannot be paid fails alone and can be retried.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { refusal } from '../../core/errors.ts';
import { SYSTEM } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { getSettings } from '../cooperative/index.ts';
import { openMissingAccounts } from '../ledger/index.ts';
import {
  bookInBatches,
  newEntry,
  storeBatches,
  type EndedEntry,
  type TakenBatch,
} from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type ScopedContext, type ScopedUnit, type Unit } from '../platform/unit.ts';
import type { Distribution } from './distribution.ts';
import type { RunRow } from './distribution.model.ts';
import { PAYABLE_STATUSES } from './distribution.rules.ts';
import { closedAccounts, type DueLine } from './lines.sql.ts';

/** Lines that are paid in one batch. */
const MAX_LINES_PER_BATCH = 2_000;
/** The job of a payout that has not ended by then was lost. */
export const PAID_WITHIN_MS = 60_000;

type Payable = Pick<Distribution, 'model' | 'run' | 'enqueue'>;

/** The run itself moves nothing. It is posted once it is approved; now its lines are to be paid. */
export async function startPayouts(
  distribution: Payable,
  unit: Unit,
  ended: readonly EndedEntry[],
): Promise<void> {
  const { model, run } = distribution;
  for (const { entry } of ended) {
    const id = entry[run] as string;
    if (entry.status === 'failed') await model.query(unit.trx).findById(id).patch({ status: 'failed' });
    else await makeDue(distribution, unit, id);
  }
}

async function makeDue({ model, enqueue }: Payable, unit: Unit, id: string): Promise<void> {
  await model
    .query(unit.trx)
    .findById(id)
    .patch({ due_at: systemTimeIn(PAID_WITHIN_MS) });
  enqueue(unit, id);
}

/** Its request was rejected or cancelled. */
export async function drop(
  { model, run }: Pick<Distribution, 'model' | 'run'>,
  { trx }: ScopedUnit,
  entry: EndedEntry['entry'],
): Promise<void> {
  await model
    .query(trx)
    .where({ id: entry[run] as string })
    .patch({ status: entry.status as 'rejected' | 'cancelled' });
}

/** Pays every line that waits. */
export async function payLines<Row extends RunRow>(
  ctx: Context,
  distribution: Distribution<Row>,
  id: string,
): Promise<void> {
  const found = await distribution.model.query(ctx.db).findWithScope(id);
  if (!found || found.row.due_at === null) return;
  const { scope } = found;
  const row = found.row as Row;
  await openAccountsOf({ ctx, scope }, distribution.paid_from(row), row);
  // Lines that were taken are not read again: with each batch the walk over paid lines would be longer.
  let after: Place = { member_id: '', part: '' };
  await bookInBatches(ctx, MAX_LINES_PER_BATCH, async () => {
    const { last, ...taken } = await takeBatch({ ctx, scope }, distribution, { row, after });
    after = last ?? after;
    return taken;
  });
  if (!ctx.closing?.aborted) await conclude({ ctx, scope }, distribution, id);
}

/** Once for all lines: a cooperative may be older than these kinds of accounts. */
async function openAccountsOf(
  { ctx: { db, ledger }, scope }: ScopedContext,
  kind: ReturnType<Distribution['paid_from']>,
  { currency }: RunRow,
): Promise<void> {
  await openMissingAccounts(
    db,
    ledger,
    ([kind, 'tax_payable'] as const).map((each) => ({ scope, key: { kind: each, currency, owner: '' } })),
  );
}

interface Place {
  member_id: string;
  part: string | null;
}

/**
 * @param at the lines of later places are taken, in their order
 * @returns how many lines were taken and the last of them, and the entries of those that can be paid
 */
async function takeBatch<Row extends RunRow>(
  base: ScopedContext,
  { kind, run, lines, entryOf }: Distribution<Row>,
  { row, after }: { row: Row; after: Place },
): Promise<TakenBatch & { last?: Place }> {
  return inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const { utc_offset_minutes } = await getSettings(trx, scope);
    const taken = await lines.take(trx, {
      run_id: row.id,
      after_member_id: after.member_id,
      after_part: after.part ?? '',
      limit: MAX_LINES_PER_BATCH,
    });
    const last = taken.at(-1);
    if (!last) return { taken: 0, batches: [] };
    const closed = await closedOf(trx, taken);
    const errors = taken.map((line) =>
      line.amount_minor === 0n || isPayable(line) ? null : 'member_not_active',
    );
    const entries = taken.map((line, i) => {
      if (line.amount_minor === 0n || errors[i] !== null) return null;
      const { member_id, savings_account_id, amount_minor, tax_minor } = line;
      return newEntry(
        { scope, actor: SYSTEM },
        { currency: row.currency, utc_offset_minutes },
        {
          memo: row.label,
          ...entryOf(row, { member_id, savings_account_id, is_closed: closed.has(savings_account_id) }),
          kind,
          member_id,
          [run]: row.id,
          amount_minor: amount_minor - tax_minor,
          tax_minor,
        },
      );
    });
    const batches = await storeBatches(
      unit,
      entries.filter((entry) => entry !== null).map((entry) => ({ scope, row: entry })),
    );
    await lines.assign(trx, {
      run_id: row.id,
      member_ids: taken.map(({ member_id }) => member_id),
      parts: taken.map(({ part }) => part),
      entry_ids: entries.map((entry) => entry?.id ?? null),
      errors,
    });
    return { taken: taken.length, last, batches };
  });
}

/** The savings accounts of these lines that are closed. */
async function closedOf(trx: Queryable, lines: readonly DueLine[]): Promise<Set<string | null>> {
  const ids = lines.flatMap(({ savings_account_id }) => savings_account_id ?? []);
  const closed = ids.length === 0 ? [] : await closedAccounts(trx, { ids });
  return new Set(closed.map(({ id }) => id));
}

const isPayable = ({ member_status }: DueLine): boolean => PAYABLE_STATUSES.includes(member_status);

/** Lines end as their entries do. */
export async function recordLines(
  { run, lines }: Pick<Distribution, 'run' | 'lines'>,
  { trx }: Unit,
  ended: readonly EndedEntry[],
): Promise<void> {
  const entries = ended.map(({ entry }) => entry);
  await lines.record(trx, {
    entry_ids: entries.map(({ id }) => id),
    run_ids: entries.map((entry) => entry[run]),
    member_ids: entries.map(({ member_id }) => member_id),
    errors: entries.map(({ status, error }) => (status === 'posted' ? null : error)),
  });
}

/** Once no line waits any more, the run says how it ended. */
async function conclude(
  base: ScopedContext,
  { model, lines, announce }: Pick<Distribution, 'model' | 'lines' | 'announce'>,
  id: string,
): Promise<void> {
  await inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const current = await model.query(trx).findById(id).forUpdate();
    if (!current || current.due_at === null) return;
    const [counted] = await lines.count(trx, { run_id: id });
    if (!counted || counted.pending > 0n) return;
    const failed_minor = BigInt(counted.failed);
    const status = failed_minor > 0n ? 'paid_with_exceptions' : 'paid';
    await model
      .query(trx)
      .findById(id)
      .patch({ status, failed_minor, due_at: null, paid_at: scope.clock.now() });
    await announce(unit, id, Number(counted.lines));
  });
}

/** Tries the failed lines again, and only those. @throws AppError NOT_FOUND, `invalid_state` unless some have failed */
export async function retryLines(
  base: ScopedContext,
  distribution: Payable & Pick<Distribution, 'name' | 'lines'>,
  id: string,
): Promise<void> {
  const { name, model, lines } = distribution;
  await inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const current = await model.query(trx).forUpdate().findInScope(scope, id);
    if (current.status !== 'paid_with_exceptions')
      throw refusal(
        'invalid_state',
        `${name} ${current.label} is ${current.status}: only one that is paid with exceptions can be retried.`,
      );
    await lines.retry(trx, { run_id: id });
    await makeDue(distribution, unit, id);
  });
}
