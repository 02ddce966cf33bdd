/**
 * Takes up lines to carry out what was decided about them. From then on a line is `resolving` until the result is recorded:
 * nobody decides otherwise, and the same decision again goes on with it. A payout or fee with an id is taken up from one line
 * of all statements.
 */
import { AppError, notFound, refusal } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Transaction } from '../../../db/connection.ts';
import { markResolving, type DecidableRun } from '../runs/decidable-run.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { externalIdOf, isBookable } from '../matching/match.rules.ts';
import { KINDS_FOR, misfitOf, type CarriedOutAction, type ResolutionAction } from './resolution.rules.ts';

export interface Decision<Action extends ResolutionAction = ResolutionAction> {
  action: Action;
  note: string | null;
  actor: Actor;
}

/**
 * One line, by its id or its number in the file.
 * @returns the line as it was taken up, now or by the same decision before
 * @throws AppError NOT_FOUND, line_already_resolved, line_resolving, action_not_applicable, already_booked
 */
export async function claimLine(
  trx: Transaction,
  scope: Scope,
  run: DecidableRun,
  name: string,
  decision: Decision,
): Promise<LineRow> {
  const { action } = decision;
  const line = await ReconciliationLine.query(trx)
    .where({ run_id: run.id, ...(/^\d+$/.test(name) ? { line_no: Number(name) } : { id: name }) })
    .first();
  if (!line) throw notFound('line');
  if (line.status === 'resolved') throw refusal('line_already_resolved');
  if (line.status === 'resolving') {
    if (line.action !== action) throw refusal('line_resolving');
    return line;
  }
  const misfit = misfitOf(action, line);
  if (misfit) throw refusal('action_not_applicable', `${action} ${misfit}.`);
  const [claimed] = await claimAll(trx, scope, run, [line], decision);
  if (claimed instanceof AppError) throw claimed;
  return claimed as LineRow;
}

/**
 * The next lines after that number which the action fits, and those that the same action took up before.
 * @returns none when there are no more; each with why it cannot be taken up, or null
 */
export async function claimNextLines(
  trx: Transaction,
  scope: Scope,
  run: DecidableRun,
  after_line_no: number,
  limit: number,
  decision: Decision<CarriedOutAction>,
): Promise<{ line: LineRow; refused: AppError | null }[]> {
  const { action } = decision;
  const { rows: lines } = await trx.raw<{ rows: LineRow[] }>(
    action === 'settle_payment' ? NEXT_TO_SETTLE : NEXT_TO_BOOK,
    [run.id, after_line_no, (KINDS_FOR[action] ?? []) as never, action, limit],
  );
  const open = lines.filter(({ status }) => status === 'open');
  const claimed = await claimAll(trx, scope, run, open, decision);
  const results = new Map(open.map((line, i) => [line.id, claimed[i] as LineRow | AppError]));
  return lines.map((line) => {
    const result = results.get(line.id) ?? line;
    return result instanceof AppError ? { line, refused: result } : { line: result, refused: null };
  });
}

function nextLines(fits: string): string {
  return `
    select l.* from reconciliation_lines l
    where l.run_id = ? and l.line_no > ?
      and ((l.status = 'open' and l.kind = any(?) and ${fits}) or (l.status = 'resolving' and l.action = ?))
    order by l.line_no limit ?`;
}

const NEXT_TO_SETTLE = nextLines(
  `l.match_status = 'matched' and exists (select from payments p where p.id = l.payment_id and p.status <> 'completed')`,
);
const NEXT_TO_BOOK = nextLines(`l.match_status <> 'duplicate'`);

/** @param run locked @param lines open @returns in their order */
async function claimAll(
  trx: Transaction,
  scope: Scope,
  run: DecidableRun,
  lines: readonly LineRow[],
  { action, note, actor }: Decision,
): Promise<(LineRow | AppError)[]> {
  const taken = action === 'ignore' ? new Set<string>() : await reserveIds(trx, run, lines);
  const free = lines.filter(({ id }) => !taken.has(id));
  const decided = {
    status: action === 'ignore' ? ('resolved' as const) : ('resolving' as const),
    action,
    note,
    actor_type: actor.type,
    actor_id: actor.id,
    decided_at: scope.clock.now(),
  };
  if (action !== 'ignore' && free.length > 0) await markResolving(trx, run);
  await trx('reconciliation_lines')
    .whereRaw('id = any(?::text[])', [textArray(free.map(({ id }) => id))])
    .update(decided);
  return lines.map((line) => (taken.has(line.id) ? refusal('already_booked') : { ...line, ...decided }));
}

/** @returns the lines whose id is reserved for another line */
async function reserveIds(
  trx: Transaction,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<Set<string>> {
  const wanted = lines.filter((line) => isBookable(line.kind) && externalIdOf(line) !== null);
  if (wanted.length === 0) return new Set();
  const { rows } = await trx.raw<{ rows: { line_id: string }[] }>(RESERVE_IDS, [
    run.project_id,
    run.environment,
    run.provider,
    textArray(wanted.map(({ kind }) => kind)),
    textArray(wanted.map((line) => externalIdOf(line) as string)),
    textArray(wanted.map(({ id }) => id)),
  ]);
  const reserved = new Set(rows.map(({ line_id }) => line_id));
  return new Set(wanted.flatMap(({ id }) => (reserved.has(id) ? [] : [id])));
}

// In the order of the keys, which avoids deadlocks; of two lines with one id the first of the file is inserted.
const RESERVE_IDS = `
  insert into reconciliation_bookings (key, line_id)
  select reconciliation_booking_key(?, ?::environment, ?, v.kind, v.external_id), v.line_id
  from unnest(?::text[], ?::text[], ?::text[]) with ordinality as v(kind, external_id, line_id, place)
  order by 1, v.place on conflict do nothing returning line_id`;
