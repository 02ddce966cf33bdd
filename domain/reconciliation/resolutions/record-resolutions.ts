/** Records what became of decisions: the line, the report's totals, the audit log and the event, all or none. */
import { encodeId } from '../../../core/ids.ts';
import type { AppError } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Transaction } from '../../../db/connection.ts';
import { addDailyTotals, type BookedTransfer } from '../../ledger/index.ts';
import { auditAll, type AuditRecord } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { recordEvents } from '../../webhooks/index.ts';
import type { DecidableRun } from '../runs/decidable-run.ts';
import type { LineRow } from './line.model.ts';
import { presentLines } from './line.presenter.ts';
import { externalIdOf } from '../matching/match.rules.ts';

/** What became of the decision about a line. */
export interface Outcome {
  /** As it was taken up. */
  line: LineRow;
  /** Why it cannot be carried out. */
  error: AppError | null;
  /** What was booked, where something is. */
  transfer: BookedTransfer | null;
}

/** @returns the lines by id as they now stand, save those whose result somebody else has recorded */
export async function recordResolutions(
  ctx: Context,
  scope: Scope,
  run: DecidableRun,
  outcomes: readonly Outcome[],
): Promise<Map<string, LineRow>> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const released = await releaseLines(
      trx,
      run,
      outcomes.filter(({ error }) => error !== null),
    );
    const resolved = await resolveLines(
      trx,
      outcomes.filter(({ error }) => error === null),
    );
    const byId = new Map(resolved.map((line) => [line.id, line]));
    const done = outcomes.filter(({ line }) => byId.has(line.id));
    await addDailyTotals(
      trx,
      done.flatMap(({ transfer }) => (transfer ? [{ ...run, transfer }] : [])),
    );
    await auditAll(
      { trx, scope },
      done.map((outcome) => auditRecord(run, outcome)),
    );
    await recordEvents(
      { trx, enqueue: enqueueAfterCommit },
      resolved.map((row) => ({ scope, type: 'reconciliation.line.resolved', row })),
      (lines) => presentLines(trx, lines, run.currency),
    );
    return new Map([...byId, ...released.map((line) => [line.id, line] as const)]);
  });
}

function auditRecord(run: DecidableRun, { line, transfer }: Outcome): AuditRecord {
  return {
    actor: { type: line.actor_type as Actor['type'], id: line.actor_id as string },
    action: `reconciliation.${line.action}`,
    subject: line.id,
    details: {
      run_id: run.id,
      line_id: line.id,
      line_no: line.line_no,
      kind: line.kind,
      amount_minor: line.amount_minor,
      currency: run.currency,
      ...(transfer ? { transfer_id: encodeId('transfer', transfer.id) } : { payment_id: line.payment_id }),
      note: line.note,
    },
  };
}

async function resolveLines(trx: Transaction, outcomes: readonly Outcome[]): Promise<LineRow[]> {
  const ended = await endDecisions(trx, RESOLVE, outcomes);
  return ended.map((line) => ({ ...line, status: 'resolved' }));
}

/** Nothing was done: the line is open again, and the id of a transfer that the ledger refused is not used again. */
async function releaseLines(
  trx: Transaction,
  { project_id, environment, provider }: DecidableRun,
  outcomes: readonly Outcome[],
): Promise<LineRow[]> {
  const ended = await endDecisions(trx, RELEASE, outcomes);
  const reserved = ended.filter((line) => externalIdOf(line) !== null);
  if (reserved.length > 0)
    await trx.raw(FREE_IDS, [
      textArray(reserved.map(({ id }) => id)),
      textArray(reserved.map(({ kind }) => kind)),
      textArray(reserved.map((line) => externalIdOf(line) as string)),
      project_id,
      environment,
      provider,
    ]);
  return ended.map((line) => ({ ...line, ...OPEN, attempts: line.attempts + 1 }));
}

const FREE_IDS = `
  delete from reconciliation_bookings b using unnest(?::text[], ?::text[], ?::text[]) as v(line_id, kind, external_id)
  where b.key = reconciliation_booking_key(?, ?::environment, ?, v.kind, v.external_id) and b.line_id = v.line_id`;

const OPEN = {
  status: 'open',
  action: null,
  note: null,
  actor_type: null,
  actor_id: null,
  decided_at: null,
} as const;

/** @returns the lines, as they were taken up, whose decision nobody else has ended */
async function endDecisions(
  trx: Transaction,
  statement: string,
  outcomes: readonly Outcome[],
): Promise<LineRow[]> {
  if (outcomes.length === 0) return [];
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(statement, bindings(outcomes));
  const ended = new Set(rows.map(({ id }) => id));
  return outcomes.flatMap(({ line }) => (ended.has(line.id) ? [line] : []));
}

/** Takes up the lines anew, each with the next transfer id. @returns those that nobody else has ended meanwhile */
export async function spendTransferIds(ctx: Context, lines: readonly LineRow[]): Promise<LineRow[]> {
  const { rows } = await ctx.db.raw<{ rows: LineRow[] }>(
    SPEND,
    bindings(lines.map((line) => ({ line, error: null, transfer: null }))),
  );
  return rows;
}

function bindings(outcomes: readonly Outcome[]): string[] {
  const ids = textArray(outcomes.map(({ line }) => line.id));
  return [ids, `{${outcomes.map(({ line }) => line.attempts).join(',')}}`, ids];
}

// Lines are locked in id order, which avoids deadlocks; those that somebody else has ended are left out. They are looked up by
// their ids, whatever is known of how many are being resolved; once locked they stay in their place, and are found by it.
const HELD = `
  with held as (
    select l.ctid from unnest(?::text[], ?::integer[]) as v(id, attempts)
    join reconciliation_lines l on l.id = v.id and l.attempts = v.attempts and l.status = 'resolving'
    where l.id = any(?::text[]) order by l.id for update of l
  )`;

const RESOLVE = `${HELD}
  update reconciliation_lines l set status = 'resolved' from held where l.ctid = held.ctid returning l.id`;

const RELEASE = `${HELD}
  update reconciliation_lines l set status = 'open', action = null, note = null, actor_type = null, actor_id = null,
    decided_at = null, attempts = l.attempts + 1
  from held where l.ctid = held.ctid returning l.id`;

const SPEND = `${HELD}
  update reconciliation_lines l set attempts = l.attempts + 1 from held where l.ctid = held.ctid returning l.*`;
