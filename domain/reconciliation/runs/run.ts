/** Runs and their lines as they are read. */
import { refusal } from '../../../core/errors.ts';
import { instantsOf } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { ReconciliationLine, type LineRow } from '../resolutions/line.model.ts';
import type { MatchStatus } from '../matching/match.rules.ts';
import { ReconciliationRun, type RunRow } from './run.model.ts';

/** A payment that we completed in the period and that the statement does not list. */
export interface MissingPayment {
  payment_id: string;
  reference: string;
  amount_minor: bigint;
  completed_at: Date;
}

/** How far a run has got, and what its statement leaves out. */
export interface RunFigures {
  resolved: number;
  /** Unresolved lines that some action other than ignore fits. */
  actionable: number;
  /** The first of them, by the time of their completion. */
  missing: MissingPayment[];
  missing_count: number;
}

export interface RunView {
  run: RunRow;
  /** null while there are no lines, and in lists. */
  figures: RunFigures | null;
  /** Of a dry run: its first lines, which are stored nowhere. */
  preview?: LineRow[];
}

/** Missing payments that are named; the rest are counted. */
const MAX_MISSING = 500;

/** @throws AppError NOT_FOUND */
export async function readRun(db: Queryable, scope: Scope, id: string): Promise<RunView> {
  const run = await ReconciliationRun.query(db)
    .select(...RUN_COLUMNS)
    .findInScope(scope, id);
  return viewOf(db, run);
}

/** The same, or null when there is none: one that was refused is taken away again. */
export async function findRun(db: Queryable, scope: Scope, id: string): Promise<RunView | null> {
  const run = await ReconciliationRun.query(db)
    .select(...RUN_COLUMNS)
    .inScope(scope)
    .findById(id);
  return run ? viewOf(db, run) : null;
}

async function viewOf(db: Queryable, run: RunView['run']): Promise<RunView> {
  const imported = run.status === 'open' || run.status === 'closed';
  return { run, figures: imported ? await figuresOf(db, run) : null };
}

/** @throws AppError `invalid_state` while there are no lines, or because there never will be any */
export function requireImported({ status }: Pick<RunRow, 'status'>): void {
  if (status === 'importing') throw refusal('invalid_state', 'The statement is still being imported.');
  if (status === 'failed') throw refusal('invalid_state', 'The statement was not imported.');
}

/** Newest first, with the figures that do not change. */
export async function listRuns(db: Db, scope: Scope, request: PageRequest): Promise<Page<RunView>> {
  const { items, next_after } = await ReconciliationRun.query(db)
    .select(...RUN_COLUMNS)
    .inScope(scope)
    .paginate(request);
  return { items: items.map((run) => ({ run, figures: null })), next_after };
}

/** All but the text, which may have megabytes and is read by nobody but the job. */
const RUN_COLUMNS = [
  'id',
  'project_id',
  'environment',
  'provider',
  'currency',
  'period_start',
  'period_end',
  'utc_offset_minutes',
  'source_name',
  'status',
  'error',
  'polled',
  'lines',
  'counts',
  'totals',
  'skipped_rows',
  'actor_type',
  'actor_id',
  'created_at',
  'imported_at',
  'closed_at',
] as const;

async function figuresOf(db: Queryable, run: RunRow): Promise<RunFigures> {
  const { begins, ends } = instantsOf(run.period_start, run.period_end, run.utc_offset_minutes);
  const missing = [run.project_id, run.environment, run.provider, begins, ends, run.currency, run.id];
  const [progress, listed, counted] = [
    await db.raw<{ rows: { resolved: bigint; actionable: bigint }[] }>(COUNT_PROGRESS, [run.id]),
    await db.raw<{ rows: MissingPayment[] }>(LIST_MISSING, [...missing, MAX_MISSING]),
    await db.raw<{ rows: { count: bigint }[] }>(COUNT_MISSING, missing),
  ];
  return {
    resolved: Number(progress.rows[0]?.resolved ?? 0),
    actionable: Number(progress.rows[0]?.actionable ?? 0),
    missing: listed.rows,
    missing_count: Number(counted.rows[0]?.count ?? 0),
  };
}

const COUNT_PROGRESS = `
  select count(*) filter (where l.status = 'resolved') as resolved,
    count(*) filter (where l.status <> 'resolved' and case l.kind
      when 'payment' then l.match_status = 'matched' and p.status <> 'completed'
      when 'refund' then false
      when 'other' then false
      else l.match_status <> 'duplicate' end) as actionable
  from reconciliation_lines l
  left join payments p on l.kind = 'payment' and l.match_status = 'matched' and p.id = l.payment_id
  where l.run_id = ?`;

// `not in` looks each payment up in a hash of the statement's: as an anti-join, right after an import, it would be compared
// with every line.
const MISSING = `
  from payments p
  where p.project_id = ? and p.environment = ? and p.provider = ? and p.status = 'completed'
    and p.completed_at >= ? and p.completed_at < ? and p.currency = ?
    and p.id not in (select l.payment_id from reconciliation_lines l
      where l.run_id = ? and l.kind = 'payment' and l.payment_id is not null)`;

const LIST_MISSING = `
  select p.id as payment_id, p.reference, p.amount_minor, p.completed_at ${MISSING}
  order by p.completed_at, p.id limit ?`;

const COUNT_MISSING = `select count(*) as count ${MISSING}`;

/** No file has more lines; the column is not wider. */
const LAST_LINE_NO = 2 ** 31 - 1;

/** Lines of a run in the order of the file; the cursor is a line number. @throws AppError NOT_FOUND */
export async function listLines(
  db: Queryable,
  scope: Scope,
  run_id: string,
  { limit, after, match_status }: PageRequest & { match_status?: MatchStatus | undefined },
): Promise<Page<LineRow> & { run: RunRow }> {
  const run = await ReconciliationRun.query(db)
    .select(...RUN_COLUMNS)
    .findInScope(scope, run_id);
  const query = ReconciliationLine.query(db)
    .where({ run_id })
    .whereGiven('match_status', match_status)
    .orderBy('line_no')
    .limit(limit + 1);
  if (after !== undefined) void query.where('line_no', '>', Math.min(Number(after), LAST_LINE_NO));
  const rows = await query;
  return { run, ...page(rows, limit, ({ line_no }) => String(line_no)) };
}
