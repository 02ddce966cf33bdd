/**
 * Claims lines for a decision. A claimed line is `resolving` until the result is recorded: other decisions are rejected, and a
 * repetition of the same decision continues it. A payout or fee with an id is claimed from one line of all statements. Under strict
 * approvals a line that would complete a payment which the provider has not confirmed is `awaiting_approval` first.
 */
import { AppError, notFound, refusal } from '../../../core/errors.ts';
import { textArray } from '../../../db/array-literal.ts';
import { payouts } from '../../payments/index.ts';
import type { CallerUnit } from '../../platform/unit.ts';
import { markResolving, type DecidableRun } from '../runs/decidable-run.ts';
import { reserveIds } from './bookings.ts';
import { findNextLines } from './claim-lines.sql.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { NONE_WAIT, requestSettlement } from './statement-settlement.ts';
import { decisionOf, type Decision, type RequestedDecision } from './requested-decision.ts';
import {
  actionError,
  isOfBookedPayout,
  KINDS_FOR,
  OF_ITS_PAYOUT,
  type CarriedOutAction,
} from './resolution.rules.ts';

/**
 * Claims one line, by its id or its number in the file.
 * @returns the line as it was claimed, now or by the same decision before
 * @throws AppError NOT_FOUND, line_already_resolved, line_resolving, action_not_applicable, already_booked; as `decisionOf`
 */
export async function claimLine(
  unit: CallerUnit,
  run: DecidableRun,
  name: string,
  request: RequestedDecision,
): Promise<LineRow> {
  const { action } = request;
  const line = await ReconciliationLine.query(unit.trx)
    .where({ run_id: run.id, ...(/^\d+$/.test(name) ? { line_no: Number(name) } : { id: name }) })
    .first();
  if (!line) throw notFound('line');
  if (line.status === 'resolved') throw refusal('line_already_resolved');
  const decision = await decisionOf(unit, run, request);
  if (line.status !== 'open') {
    if (!isSame(line, decision)) throw refusal('line_resolving');
    return line;
  }
  const problem = actionError(action, line);
  if (problem) throw refusal('action_not_applicable', `${action} ${problem}.`);
  if (action === 'book_payout') await requireBookable(unit, line);
  const [claimed] = await claimAll(unit, run, [line], decision);
  if (claimed instanceof AppError) throw claimed;
  return claimed as LineRow;
}

/**
 * @throws AppError `already_booked` by the payout that the line names; `action_not_applicable` where that was of a member's money, which
 *   is back with the member: it would be taken from the merchant's balance, too
 */
async function requireBookable({ trx, scope }: CallerUnit, line: LineRow): Promise<void> {
  const { payout_id } = line;
  if (payout_id === null) return;
  const payout = await payouts.get(trx, scope, payout_id);
  if (isOfBookedPayout(line, payout))
    throw refusal('already_booked', `This line is of the payout ${payout_id}, which books itself.`);
  if (payout.origin !== 'merchant' && OF_ITS_PAYOUT.includes(line.match_status))
    throw refusal(
      'action_not_applicable',
      `The payout ${payout_id} of ${payout.origin_id} is ${payout.status}, and its money available again: it cannot be booked as the merchant's.`,
    );
}

/** Whether that decision was made about the line before. */
function isSame(line: LineRow, { action, bank_account_id, is_expense }: Decision): boolean {
  return line.action === action && line.bank_account_id === bank_account_id && line.is_expense === is_expense;
}

/**
 * Claims the next lines of the file to which the action applies, and those that the same action claimed before.
 * @returns none when there are no more; each with why it cannot be claimed, or null
 */
export async function claimNextLines(
  unit: CallerUnit,
  run: DecidableRun,
  range: { after_line_no: number; limit: number },
  decision: Decision<CarriedOutAction>,
): Promise<{ line: LineRow; refused: AppError | null }[]> {
  const { action } = decision;
  const kinds = KINDS_FOR[action];
  const lines = await findNextLines[action](unit.trx, { run_id: run.id, ...range, kinds, action });
  const open = lines.filter(({ status }) => status === 'open');
  const claimed = await claimAll(unit, run, open, decision);
  const results = new Map(open.map((line, i) => [line.id, claimed[i] as LineRow | AppError]));
  return lines.map((line) => {
    const result = results.get(line.id) ?? line;
    return result instanceof AppError ? { line, refused: result } : { line: result, refused: null };
  });
}

/** @param run locked @param lines open @returns in their order */
async function claimAll(
  unit: CallerUnit,
  run: DecidableRun,
  lines: readonly LineRow[],
  { action, note, bank_account_id, is_expense }: Decision,
): Promise<(LineRow | AppError)[]> {
  const { trx, scope, actor } = unit;
  const taken = action === 'ignore' ? new Set<string>() : await reserveIds(trx, run, lines);
  const free = lines.filter(({ id }) => !taken.has(id));
  const waiting = action === 'settle_payment' ? await requestSettlement(unit, run, free, note) : NONE_WAIT;
  const decided = {
    status: action === 'ignore' ? ('resolved' as const) : ('resolving' as const),
    action,
    note,
    bank_account_id,
    is_expense,
    actor_type: actor.type,
    actor_id: actor.id,
    decided_at: scope.clock.now(),
  };
  if (action !== 'ignore' && free.length > 0) await markResolving(trx, run);
  const changeOf = (id: string): Partial<LineRow> =>
    waiting.ids.has(id)
      ? { ...decided, status: 'awaiting_approval', approval_id: waiting.approval_id }
      : decided;
  for (const waits of [true, false]) {
    const ids = free.flatMap(({ id }) => (waiting.ids.has(id) === waits ? [id] : []));
    if (ids.length > 0)
      await ReconciliationLine.query(trx)
        .whereRaw('id = any(?::text[])', [textArray(ids)])
        .patch(changeOf(ids[0] as string));
  }
  return lines.map((line) =>
    taken.has(line.id) ? refusal('already_booked') : { ...line, ...changeOf(line.id) },
  );
}
