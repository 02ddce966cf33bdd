/** Records what the ledger answered about entries, with everything that follows from it. */
import { REASONS } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { toJson } from '../../../core/json.ts';
import type { Unit } from '../../platform/unit.ts';
import type { BookedRow } from '../../platform/write-pipeline.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { presentEntries } from '../entries/entry.presenter.ts';
import type { EndedEntry, EntryEffect } from '../movement.ts';
import * as payouts from '../payouts/start-payouts.ts';
import type { BookingResult } from './book-entries.ts';
import { tellMembers } from './tell-members.ts';
import { recordOutcomes } from './record-results.sql.ts';

type EntryResult = BookedRow<EntryRow, BookingResult>;

/** Records results of entries that are stored. @returns in their order, the entries as they then are */
export async function recordResults(unit: Unit, results: EntryResult[]): Promise<EntryRow[]> {
  // A request and its repeat may have come together: the first result counts, and one event is sent.
  const distinct = [...new Map(results.toReversed().map((result) => [result.row.id, result])).values()];
  const recorded = await recordEach(unit, distinct);
  await payouts.startOrDrop(unit, recorded);
  const isPaying = ({ entry }: EndedEntry): boolean => entry.status === 'paying';
  await followPaying(unit, recorded.filter(isPaying));
  await applyEffects(
    unit,
    recorded.filter((each) => !isPaying(each)),
  );
  const current = new Map(recorded.map(({ entry }) => [entry.id, entry]));
  // Where another process was quicker, it has sent the event.
  const others = distinct.map(({ row }) => row.id).filter((id) => !current.has(id));
  if (others.length > 0)
    for (const row of await SaccoEntry.query(unit.trx).findByIds(others)) current.set(row.id, row);
  return results.map(({ row }) => current.get(row.id) as EntryRow);
}

type Outcome = Pick<EntryRow, 'status' | 'error' | 'reason' | 'posted_at' | 'ledger_timestamp'>;

function outcomeOf(booked: BookingResult): Outcome {
  const { status } = booked;
  const nothing = { error: null, reason: null, posted_at: null, ledger_timestamp: null };
  if (status === 'paying') return { ...nothing, status };
  if (status === 'failed') {
    const { error, reason = REASONS[error].message } = booked;
    return { ...nothing, status, error, reason };
  }
  const { posted_at, ledger_timestamp } = booked;
  return { ...nothing, status, posted_at, ledger_timestamp };
}

/** The entry in its final state. */
export function endedEntry(booked: BookingResult): EntryRow {
  return { ...booked.entry, ...outcomeOf(booked) };
}

/** @returns the entries whose results this call has recorded, in the order in which members are locked everywhere */
async function recordEach({ trx }: Unit, results: EntryResult[]): Promise<EndedEntry[]> {
  const rows = await recordOutcomes(trx, {
    results: toJson(results.map(({ row, booked }) => ({ id: row.id, ...outcomeOf(booked) }))),
    ids: results.map(({ row }) => row.id),
  });
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return results
    .flatMap(({ scope, booked: { entry } }) => {
      const row = recorded.get(entry.id);
      return row ? [{ scope, entry: { ...entry, ...row } }] : [];
    })
    .toSorted((a, b) => ((a.entry.member_id ?? '') < (b.entry.member_id ?? '') ? -1 : 1));
}

async function followPaying(unit: Unit, paying: EndedEntry[]): Promise<void> {
  const due = paying.flatMap((each) => {
    const { onPaying } = unit.ctx.movements.of(each.entry);
    return onPaying ? [{ onPaying, each }] : [];
  });
  for (const [onPaying, some] of groupBy(due, (one) => one.onPaying))
    await onPaying(
      unit,
      some.map(({ each }) => each),
    );
}

/**
 * Applies the effects of entries that have ended, each to all its entries together, and sends the events and messages.
 * @param applied effects that the caller has applied
 */
export async function applyEffects(
  unit: Unit,
  ended: EndedEntry[],
  applied: readonly EntryEffect[] = [],
): Promise<void> {
  const due = ended.flatMap((each) =>
    unit.ctx.movements
      .of(each.entry)
      .effects.filter((effect) => !applied.includes(effect))
      .map((effect) => ({ effect, each })),
  );
  for (const [effect, some] of groupBy(due, (one) => one.effect))
    await effect(
      unit,
      some.map(({ each }) => each),
    );
  await recordEvents(
    unit,
    ended.map(({ scope, entry }) => ({
      scope,
      type: entry.status === 'posted' ? 'sacco.entry.posted' : 'sacco.entry.failed',
      row: entry,
    })),
    (entries) => presentEntries(unit.ctx, entries, unit.trx),
  );
  await tellMembers(unit, ended);
}
