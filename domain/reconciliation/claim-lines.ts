/**
 * Takes up lines to carry out what was decided about them. From then on a line is `resolving` until the result is recorded:
 * nobody decides otherwise, and the same decision again goes on with it. A payout or fee with an id is taken up from one line
 * of all statements.
 */
import { systemNow } from '../../core/clock.ts';
import { AppError, notFound, refusal } from '../../core/errors.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { externalIdOf, isBookable } from './match.rules.ts';
import { KINDS_FOR, misfitOf, type CarriedOutAction, type ResolutionAction } from './resolution.rules.ts';
import { requireImported } from './run.ts';
import { ReconciliationRun, type RunRow } from './run.model.ts';

export interface Decision<Action extends ResolutionAction = ResolutionAction> {
  action: Action;
  note: string | null;
  actor: Actor;
}

/** What the lines of a run need to know of it. */
export type DecidableRun = Pick<
  RunRow,
  'id' | 'project_id' | 'environment' | 'provider' | 'currency' | 'status'
>;

const RUN_COLUMNS = ['id', 'project_id', 'environment', 'provider', 'currency', 'status'] as const;

/**
 * The run, which nobody closes before the transaction ends.
 * @throws AppError NOT_FOUND, `run_closed`, `invalid_state`
 */
export async function lockOpenRun(trx: Transaction, scope: Scope, run_id: string): Promise<DecidableRun> {
  const run = await ReconciliationRun.query(trx)
    .select(...RUN_COLUMNS)
    .forShare()
    .findInScope(scope, run_id);
  requireImported(run);
  if (run.status === 'closed') throw refusal('run_closed');
  return run;
}

/** The run of a line whose decision is under way; it is open as long as that lasts. */
export function runOf(db: Queryable, scope: Scope, run_id: string): Promise<DecidableRun> {
  return ReconciliationRun.query(db)
    .select(...RUN_COLUMNS)
    .findInScope(scope, run_id);
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
    .forUpdate()
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
    order by l.line_no limit ? for update of l`;
}

const NEXT_TO_SETTLE = nextLines(
  `l.match_status = 'matched' and exists (select from payments p where p.id = l.payment_id and p.status <> 'completed')`,
);
const NEXT_TO_BOOK = nextLines(`l.match_status <> 'duplicate'`);

/** @param lines locked and open @returns in their order */
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
  await trx('reconciliation_lines')
    .whereRaw('id = any(?)', [free.map(({ id }) => id)])
    .update(decided);
  if (action !== 'ignore')
    await insertMany(
      trx,
      'reconciliation_decisions',
      free.map(({ id }) => ({ id, ...scopeColumns(run), run_id: run.id, touched_at: systemNow() })),
      'id',
    );
  return lines.map((line) => (taken.has(line.id) ? refusal('already_booked') : { ...line, ...decided }));
}

/** @returns the lines whose id is reserved for another line */
async function reserveIds(
  trx: Transaction,
  run: DecidableRun,
  lines: readonly LineRow[],
): Promise<Set<string>> {
  const wanted = lines.flatMap((line) => {
    const external_id = isBookable(line.kind) ? externalIdOf(line) : null;
    if (external_id === null) return [];
    return [{ ...scopeColumns(run), provider: run.provider, kind: line.kind, external_id, line_id: line.id }];
  });
  // In the order of the key, which avoids deadlocks; of two lines with one id the first of the file is inserted.
  const ordered = wanted.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.external_id, b.external_id));
  const reserved = await insertMany<{ line_id: string }>(trx, 'reconciliation_bookings', ordered, 'line_id');
  const mine = new Set(reserved.map(({ line_id }) => line_id));
  return new Set(wanted.flatMap(({ line_id }) => (mine.has(line_id) ? [] : [line_id])));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
