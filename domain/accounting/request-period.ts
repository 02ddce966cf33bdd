/** Requests to close a period and to reopen the last one: each waits for a second person. */
import { refusal, type AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { addDays, localDateAt } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings, serializeOnSettings } from '../cooperative/index.ts';
import { posted } from '../ledger/index.ts';
import { entries, approvals } from '../movements/index.ts';
import { claimKey, refuseReservedKey } from '../platform/idempotency.ts';
import { inTransaction, type Caller, type ScopedUnit } from '../platform/unit.ts';
import { latestClosed } from './closed-periods.ts';
import { AccountingPeriod, WAITING, type PeriodRow } from './period.model.ts';
import { changePeriod, getPeriod } from './period.ts';

interface PeriodRequest {
  memo: string;
  idempotency_key: string;
}

export interface RequestedPeriod {
  period: PeriodRow;
  replayed: boolean;
}

/**
 * Requests that the days up to a local date are closed.
 * @throws AppError `period_not_over`, `period_closed`, `busy`, `entries_under_way`, `sacco_not_set_up`, `idempotency_key_reserved`;
 *   `already_decided` for the repeat of a request that was rejected or cancelled
 */
export async function requestClose(
  caller: Caller,
  { end_date, memo, idempotency_key }: PeriodRequest & { end_date: string },
): Promise<RequestedPeriod> {
  refuseReservedKey(idempotency_key);
  const id = newId('period');
  const idempotency = { key: idempotency_key, request: ['accounting.periods.close', end_date, memo] };
  return inTransaction(caller, async (unit) => {
    const { trx, scope, actor } = unit;
    const earlier = await claimKey(unit, idempotency, id);
    if (earlier) return { period: await requestedBefore(unit, earlier.subject_id), replayed: true };
    await serializeOnSettings(unit);
    const { utc_offset_minutes } = await getSettings(trx, scope);
    const last = await latestClosed(trx, scope);
    requireOver(scope, end_date, utc_offset_minutes);
    if (last && end_date <= last.end_date)
      throw refusal('period_closed', `The books are closed up to ${last.end_date}.`);
    await requireNoneWaiting(unit);
    const start_date = last ? addDays(last.end_date, 1) : await firstDay(unit, end_date, utc_offset_minutes);
    const under_way = await underWayRefusal(trx, scope, end_date);
    if (under_way) throw under_way;
    const approval_id = await approvals.request(unit, {
      kind: 'period_close',
      subject: { type: 'period', id },
      summary: `Close the books from ${start_date} to ${end_date}`,
      memo,
    });
    const period: PeriodRow = await AccountingPeriod.query(trx)
      .insert({
        id,
        ...scopeColumns(scope),
        start_date,
        end_date,
        status: 'closing',
        memo,
        utc_offset_minutes,
        requested_by_type: actor.type,
        requested_by_id: actor.id,
        approval_id,
        created_at: scope.clock.now(),
      })
      .returning('*');
    return { period, replayed: false };
  });
}

/**
 * Requests that the last closed period is opened again.
 * @throws AppError NOT_FOUND, `period_not_closed`, `period_not_latest`, `busy`, `idempotency_key_reserved`
 */
export async function requestReopen(
  caller: Caller,
  period_id: string,
  { memo, idempotency_key }: PeriodRequest,
): Promise<RequestedPeriod> {
  refuseReservedKey(idempotency_key);
  const idempotency = { key: idempotency_key, request: ['accounting.periods.reopen', period_id, memo] };
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const earlier = await claimKey(unit, idempotency, period_id);
    if (earlier) return { period: await getPeriod(trx, scope, earlier.subject_id), replayed: true };
    await serializeOnSettings(unit);
    const period = await getPeriod(trx, scope, period_id);
    if (period.status === 'open') throw refusal('period_not_closed');
    await requireNoneWaiting(unit);
    const last = await latestClosed(trx, scope);
    if (last?.id !== period.id)
      throw refusal('period_not_latest', last && `The last closed period ends on ${last.end_date}.`);
    const approval_id = await approvals.request(unit, {
      kind: 'period_reopen',
      subject: { type: 'period', id: period.id },
      summary: `Reopen the books from ${period.start_date} to ${period.end_date}`,
      memo,
    });
    const reopening = await changePeriod(unit, period.id, { status: 'reopening', approval_id });
    return { period: reopening, replayed: false };
  });
}

/** A request that was rejected or cancelled has left no period. */
async function requestedBefore({ trx, scope }: ScopedUnit, id: string): Promise<PeriodRow> {
  const period = await AccountingPeriod.query(trx).inScope(scope).findById(id);
  if (period) return period;
  throw refusal(
    'already_decided',
    'This request to close was rejected or cancelled. Ask again with a new idempotency key.',
  );
}

function requireOver(scope: Scope, end_date: string, utc_offset_minutes: number): void {
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  if (end_date >= today) throw refusal('period_not_over', `It is ${today} now; ${end_date} is not over.`);
}

async function requireNoneWaiting({ trx, scope }: ScopedUnit): Promise<void> {
  const waiting = await AccountingPeriod.query(trx)
    .inScope(scope)
    .whereIn('status', [...WAITING])
    .first();
  if (waiting) throw refusal('busy', 'Another request to close or reopen a period waits for its decision.');
}

/** @returns `entries_under_way` while movements up to that day are being booked, else null */
export async function underWayRefusal(
  db: Queryable,
  scope: Scope,
  end_date: string,
): Promise<AppError | null> {
  const under_way = await entries.countUnderWay(db, scope, end_date);
  return under_way === 0
    ? null
    : refusal('entries_under_way', `${under_way} movements of these days are being booked.`);
}

/** The day of the first booking, where it is not after the last day. */
async function firstDay(
  { ctx, trx, scope }: ScopedUnit,
  end_date: string,
  utc_offset_minutes: number,
): Promise<string> {
  const read = await posted.transferReader({ db: trx, ledger: ctx.ledger }, scope, {
    from: new Date(0),
    before: scope.clock.now(),
  });
  const [first] = await read(undefined, 1);
  const date = first ? localDateAt(first.transfer.created_at, utc_offset_minutes) : end_date;
  return date < end_date ? date : end_date;
}
