/** Records the results of decisions: the line, the report's totals, the audit log and the event, all or none. */
import { encodeId } from '../../../core/ids.ts';
import type { AppError } from '../../../core/errors.ts';
import type { Actor } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Transaction } from '../../../db/connection.ts';
import { accountId, addDailyTotals, type BookedTransfer } from '../../ledger/index.ts';
import { auditAll, type AuditRecord } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { recordEvents } from '../../webhooks/index.ts';
import type { DecidableRun } from '../runs/decidable-run.ts';
import type { LineRow } from './line.model.ts';
import { presentLines } from './line.presenter.ts';
import { releaseIds } from './bookings.ts';
import { countAttempts, endDecisions } from './record-resolutions.sql.ts';

/** The result of the decision on a line. */
export interface Outcome {
  /** As it was claimed. */
  line: LineRow;
  /** Why it cannot be carried out. */
  error: AppError | null;
  /** The booking, for an action that books. */
  transfer: BookedTransfer | null;
}

/** @returns the current lines by id, without those whose result another call has recorded */
export async function recordResolutions(
  base: ScopedContext,
  run: DecidableRun,
  outcomes: readonly Outcome[],
): Promise<Map<string, LineRow>> {
  return inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
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
      unit,
      done.map((outcome) => auditRecord(run, outcome)),
    );
    await recordEvents(
      unit,
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
      ...(line.bank_account_id === null ? {} : { bank_account_id: bankIdOf(run, line.bank_account_id) }),
      ...(line.is_expense ? { as: 'expense' } : {}),
      ...(transfer ? { transfer_id: encodeId('transfer', transfer.id) } : { payment_id: line.payment_id }),
      note: line.note,
    },
  };
}

/** The id by which clients know it. */
function bankIdOf(run: DecidableRun, owner: string): string {
  return encodeId('account', accountId(run, { kind: 'bank', currency: run.currency, owner }));
}

async function resolveLines(trx: Transaction, outcomes: readonly Outcome[]): Promise<LineRow[]> {
  const ended = await endDecisionsOn(trx, 'resolve', outcomes);
  return ended.map((line) => ({ ...line, status: 'resolved' }));
}

/** Nothing was booked: the line is open again, and the next booking has another transfer id. */
async function releaseLines(
  trx: Transaction,
  run: DecidableRun,
  outcomes: readonly Outcome[],
): Promise<LineRow[]> {
  const ended = await endDecisionsOn(trx, 'release', outcomes);
  await releaseIds(trx, run, ended);
  return ended.map((line) => ({ ...line, ...OPEN, attempts: line.attempts + 1 }));
}

/** The columns of a line without a decision. */
export const OPEN = {
  status: 'open',
  action: null,
  note: null,
  actor_type: null,
  actor_id: null,
  decided_at: null,
  approval_id: null,
  bank_account_id: null,
  is_expense: false,
} as const;

/** @returns the claimed lines whose decision had not ended yet */
async function endDecisionsOn(
  trx: Transaction,
  how: keyof typeof endDecisions,
  outcomes: readonly Outcome[],
): Promise<LineRow[]> {
  if (outcomes.length === 0) return [];
  const lines = outcomes.map(({ line }) => line);
  const rows = await endDecisions[how](trx, claimsOf(lines));
  const ended = new Set(rows.map(({ id }) => id));
  return lines.filter(({ id }) => ended.has(id));
}

/** Gives each line the next transfer id. @returns the lines whose decision has not ended meanwhile */
export function retryWithNewIds(ctx: Context, lines: readonly LineRow[]): Promise<LineRow[]> {
  return countAttempts(ctx.db, claimsOf(lines));
}

function claimsOf(lines: readonly LineRow[]) {
  const attempts = `{${lines.map((line) => line.attempts).join(',')}}`;
  return { ids: textArray(lines.map(({ id }) => id)), attempts };
}
