/**
 * Carries out the decisions on claimed lines, and records the results. Every step may be repeated: a payment completes once, and
 * the id of a booking's transfer follows from its line.
 */
import pLimit from 'p-limit';
import { AppError, refusal } from '../../../core/errors.ts';
import { openMissingAccounts, postChains, refusalOf } from '../../ledger/index.ts';
import { completeFromStatement } from '../../payments/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { DecidableRun } from '../runs/decidable-run.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { recordResolutions, retryWithNewIds, type Outcome } from './record-resolutions.ts';
import { bookedAccounts, lineTransfer } from './resolution.rules.ts';

/** Payments that are completed concurrently: some wait for their provider, all for the database. */
const COMPLETED_AT_ONCE = 8;

export interface Resolved {
  /** Its current state. */
  line: LineRow;
  /** Why it is not resolved. */
  error: AppError | null;
}

/**
 * @param lines of one run, claimed by the same action
 * @returns in their order
 * @throws AppError SERVICE_UNAVAILABLE when the ledger does not answer: the lines stay `resolving`
 */
export async function carryOut(
  base: ScopedContext,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<Resolved[]> {
  if (lines.length === 0) return [];
  const outcomes =
    lines[0]?.action === 'settle_payment'
      ? await completePayments(base, lines)
      : await bookLines(base, run, lines);
  const recorded = await recordResolutions(base, run, outcomes);
  return Promise.all(outcomes.map((outcome) => resultOf(base, outcome, recorded)));
}

/** A result that another call has recorded meanwhile counts: both carried out the same decision. */
async function resultOf(
  { ctx }: ScopedContext,
  { line, error }: Outcome,
  recorded: Map<string, LineRow>,
): Promise<Resolved> {
  const mine = recorded.get(line.id);
  if (mine) return { line: mine, error };
  const current = await ReconciliationLine.query(ctx.db).findById(line.id);
  if (current?.status === 'resolved') return { line: current, error: null };
  return { line: current ?? line, error: error ?? refusal('busy') };
}

// ── payments ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function completePayments(base: ScopedContext, lines: readonly LineRow[]): Promise<Outcome[]> {
  return pLimit(COMPLETED_AT_ONCE).map(lines, (line) => completePayment(base, line));
}

async function completePayment(base: ScopedContext, line: LineRow): Promise<Outcome> {
  try {
    await completeFromStatement(base, line.payment_id as string, line.provider_txn_id);
    return { line, error: null, transfer: null };
  } catch (error) {
    if (error instanceof AppError) return { line, error, transfer: null };
    throw error;
  }
}

// ── payouts and fees ─────────────────────────────────────────────────────────────────────────────────────────────────

async function bookLines(
  base: ScopedContext,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<Outcome[]> {
  const keys = lines.flatMap((line) => Object.values(bookedAccounts({ ...line, currency: run.currency })));
  const accounts = keys.map((key) => ({ scope: base.scope, key }));
  await openMissingAccounts(base.ctx.db, base.ctx.ledger, accounts);
  const outcomes = await postLines(base, run, lines);
  // The ledger refused the id before, and the process died before that was recorded: another id is tried.
  const spent = outcomes.filter(({ error }) => error?.reason === 'id_already_failed').map(({ line }) => line);
  if (spent.length === 0) return outcomes;
  const retried = await postLines(base, run, await retryWithNewIds(base.ctx, spent));
  const byId = new Map(retried.map((outcome) => [outcome.line.id, outcome]));
  return outcomes.map((outcome) => byId.get(outcome.line.id) ?? outcome);
}

async function postLines(
  { ctx, scope }: ScopedContext,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<Outcome[]> {
  const answers = await postChains(
    ctx.ledger,
    lines.map((line) => ({ scope, chain: [lineTransfer(scope, run.currency, line)] })),
  );
  return lines.map((line, i): Outcome => {
    const answer = answers[i];
    if (answer?.status === 'refused') return { line, error: refusalOf(answer.error), transfer: null };
    return { line, error: null, transfer: answer?.transfers[0] ?? null };
  });
}
