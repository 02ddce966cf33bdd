/** Records what the ledger answered about entries, with everything that becomes true through it. */
import { REASONS } from '../../../core/errors.ts';
import { toJson } from '../../../core/json.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Unit } from '../../platform/unit.ts';
import type { BookedRow } from '../../platform/write-pipeline.ts';
import { recordEvents } from '../../webhooks/index.ts';
import type { EndedEntry } from '../extension.port.ts';
import { presentEntries } from './entry.presenter.ts';
import type { BookingResult } from './book-entry.ts';
import { applyEntryEffects } from './entry-effects.ts';
import type { EntryRow } from './entry.model.ts';

type EntryResult = BookedRow<EntryRow, BookingResult>;

/** Records results of entries that are stored. @returns in their order, the entries as they now stand */
export async function recordResults(unit: Unit, results: EntryResult[]): Promise<EntryRow[]> {
  const { trx } = unit;
  // A request and its repeat may have come together: the first result counts, and one event is sent.
  const distinct = [...new Map(results.toReversed().map((result) => [result.row.id, result])).values()];
  const ended = await endEntries(trx, distinct);
  const scopes = new Map(distinct.map(({ scope, row }) => [row.id, scope]));
  await applyEffects(
    unit,
    ended.map((entry) => ({ scope: scopes.get(entry.id) as Scope, entry })),
  );
  const current = new Map(ended.map((row) => [row.id, row]));
  // Where another process was quicker, it has sent the event.
  const others = distinct.map(({ row }) => row.id).filter((id) => !current.has(id));
  if (others.length > 0)
    for (const row of await trx<EntryRow>('sacco_entries').whereIn('id', others)) current.set(row.id, row);
  return results.map(({ row }) => current.get(row.id) as EntryRow);
}

type Outcome = Pick<EntryRow, 'status' | 'error' | 'reason' | 'posted_at' | 'ledger_timestamp'>;

/** What an entry then says. */
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

/** The entry as it ends. */
export function endedEntry(booked: BookingResult): EntryRow {
  return { ...booked.entry, ...outcomeOf(booked) };
}

/** @returns the entries that this call has ended, in the order in which members are locked everywhere */
async function endEntries(trx: Transaction, results: EntryResult[]): Promise<EntryRow[]> {
  const { rows } = await trx.raw<{ rows: EntryRow[] }>(RECORD_RESULTS, [
    toJson(results.map(({ row, booked }) => ({ id: row.id, ...outcomeOf(booked) }))),
    results.map(({ row: entry }) => entry.id),
  ] as never);
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return results
    .flatMap(({ booked: { entry } }) => {
      const row = recorded.get(entry.id);
      return row ? [{ ...entry, ...row }] : [];
    })
    .toSorted((a, b) => ((a.member_id ?? '') < (b.member_id ?? '') ? -1 : 1));
}

// Locks are taken in id order, which avoids deadlocks between two that record the same entries. Rows are found by id alone:
// the indexes of what is in flight are full of entries that were in flight a moment ago.
const RECORD_RESULTS = `
  with results as (
    select * from jsonb_to_recordset(?::jsonb) as v(id text, status text, error text, reason text,
      posted_at timestamptz, ledger_timestamp bigint)
  ), locked as materialized (
    select id, status from sacco_entries where id = any(?::text[]) order by id for update
  )
  update sacco_entries e set status = v.status, error = v.error, reason = v.reason, posted_at = v.posted_at,
    ledger_timestamp = v.ledger_timestamp, due_at = null
  from results v join locked using (id) where e.id = v.id and locked.status in ('pending', 'posting')
  returning e.id, e.status, e.error, e.reason, e.posted_at, e.ledger_timestamp, e.due_at`;

/** What else happens when entries have ended. */
export async function applyEffects(unit: Unit, ended: EndedEntry[]): Promise<void> {
  await applyEntryEffects(unit, ended);
  await recordEvents(
    unit,
    ended.map(({ scope, entry }) => ({
      scope,
      type: entry.status === 'posted' ? 'sacco.entry.posted' : 'sacco.entry.failed',
      row: entry,
    })),
    (entries) => presentEntries(unit.trx, entries),
  );
}
