/** The ids of payouts and fees, each of which is reserved for one line of all statements. */
import { textArray } from '../../../db/array-literal.ts';
import type { Transaction } from '../../../db/connection.ts';
import { externalIdOf, isBookable } from '../matching/match.rules.ts';
import type { DecidableRun } from '../runs/decidable-run.ts';
import { releaseBookings, reserveBookings } from './bookings.sql.ts';
import type { LineRow } from './line.model.ts';

/** @returns the ids of the lines whose booking is reserved for another line */
export async function reserveIds(
  trx: Transaction,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<Set<string>> {
  const booked = lines.filter(hasBookingId);
  if (booked.length === 0) return new Set();
  const inserted = await reserveBookings(trx, bookingsOf(run, booked));
  const reserved = new Set(inserted.map(({ line_id }) => line_id));
  return new Set(booked.flatMap(({ id }) => (reserved.has(id) ? [] : [id])));
}

export async function releaseIds(
  trx: Transaction,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<void> {
  const booked = lines.filter(hasBookingId);
  if (booked.length > 0) await releaseBookings(trx, bookingsOf(run, booked));
}

function hasBookingId(line: LineRow): boolean {
  return isBookable(line.kind) && externalIdOf(line) !== null;
}

function bookingsOf({ project_id, environment, provider }: DecidableRun, lines: readonly LineRow[]) {
  return {
    project_id,
    environment,
    provider,
    kinds: textArray(lines.map(({ kind }) => kind)),
    external_ids: textArray(lines.map((line) => externalIdOf(line) as string)),
    line_ids: textArray(lines.map(({ id }) => id)),
  };
}
