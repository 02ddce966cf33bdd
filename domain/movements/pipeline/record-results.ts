/** Records what the ledger answered about entries, with everything that follows from it. */
import { REASONS } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { toJson } from '../../../core/json.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Unit } from '../../platform/unit.ts';
import type { BookedRow } from '../../platform/write-pipeline.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { presentEntries } from '../entries/entry.presenter.ts';
import type { EndedEntry } from '../movement.ts';
import type { BookingResult } from './book-entries.ts';
import { recordOutcomes } from './record-results.sql.ts';

type EntryResult = BookedRow<EntryRow, BookingResult>;

/** Records results of entries that are stored. @returns in their order, the entries as they then are */
export async function recordResults(unit: Unit, results: EntryResult[]): Promise<EntryRow[]> {
  // A request and its repeat may have come together: the first result counts, and one event is sent.
  const distinct = [...new Map(results.toReversed().map((result) => [result.row.id, result])).values()];
  const ended = await endEntries(unit, distinct);
  const scopes = new Map(distinct.map(({ scope, row }) => [row.id, scope]));
  await applyEffects(
    unit,
    ended.map((entry) => ({ scope: scopes.get(entry.id) as Scope, entry })),
  );
  const current = new Map(ended.map((row) => [row.id, row]));
  // Where another process was quicker, it has sent the event.
  const others = distinct.map(({ row }) => row.id).filter((id) => !current.has(id));
  if (others.length > 0)
    for (const row of await SaccoEntry.query(unit.trx).findByIds(others)) current.set(row.id, row);
  return results.map(({ row }) => current.get(row.id) as EntryRow);
}

type Outcome = Pick<EntryRow, 'status' | 'error' | 'reason' | 'posted_at' | 'ledger_timestamp'>;

function outcomeOf(booked: BookingResult): Outcome {
  return booked.status === 'posted'
    ? {
        status: 'posted',
        error: null,
        reason: null,
        posted_at: booked.posted_at,
        ledger_timestamp: booked.ledger_timestamp,
      }
    : {
        status: 'failed',
        error: booked.error,
        reason: booked.reason ?? REASONS[booked.error].message,
        posted_at: null,
        ledger_timestamp: null,
      };
}

/** The entry in its final state. */
export function endedEntry(booked: BookingResult): EntryRow {
  return { ...booked.entry, ...outcomeOf(booked) };
}

/** @returns the entries that this call has ended, in the order in which members are locked everywhere */
async function endEntries({ trx }: Unit, results: EntryResult[]): Promise<EntryRow[]> {
  const rows = await recordOutcomes(trx, {
    results: toJson(results.map(({ row, booked }) => ({ id: row.id, ...outcomeOf(booked) }))),
    ids: results.map(({ row }) => row.id),
  });
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return results
    .flatMap(({ booked: { entry } }) => {
      const row = recorded.get(entry.id);
      return row ? [{ ...entry, ...row }] : [];
    })
    .toSorted((a, b) => ((a.member_id ?? '') < (b.member_id ?? '') ? -1 : 1));
}

/** Applies the effects of entries that have ended, each to all its entries together, and sends the events. */
export async function applyEffects(unit: Unit, ended: EndedEntry[]): Promise<void> {
  const due = ended.flatMap((each) =>
    unit.ctx.movements.of(each.entry).effects.map((effect) => ({ effect, each })),
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
}
