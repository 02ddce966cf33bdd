/** Runs as they are read. */
import { refusal } from '../../../core/errors.ts';
import { instantsOf } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import type { ComparedLineRow } from '../comparison/compared-lines.sql.ts';
import { ReconciliationRun, type RunRow } from './run.model.ts';
import { countMissing, countOpenLines, countProgress, listMissing } from './run.sql.ts';

/** The progress of a run, and the payments that its statement does not list. */
export interface RunFigures {
  resolved: number;
  /** Resolved, or matched with what is completed already. */
  done: number;
  /** Unresolved lines to which an action other than ignore applies. */
  actionable: number;
  /** Payments that were completed in the period and that the statement does not list: the first, by completion. */
  missing: Awaited<ReturnType<typeof listMissing>>;
  missing_count: number;
}

export interface RunView {
  run: RunRow;
  /** null while there are no lines, and in lists. */
  figures: RunFigures | null;
  /** Of a dry run: its first lines, which are stored nowhere. */
  preview?: ComparedLineRow[];
}

/** Missing payments that are named; the rest are counted. */
const MAX_MISSING = 500;

/** @throws AppError NOT_FOUND */
export async function readRun(db: Queryable, scope: Scope, id: string): Promise<RunView> {
  return viewOf(db, await readRunRow(db, scope, id));
}

/** The run without its figures. @throws AppError NOT_FOUND */
export function readRunRow(db: Queryable, scope: Scope, id: string): Promise<RunRow> {
  return ReconciliationRun.query(db).select(RUN_COLUMNS).findInScope(scope, id);
}

/** The same, or null when there is none: a run whose statement was refused is deleted. */
export async function findRun(db: Queryable, scope: Scope, id: string): Promise<RunView | null> {
  const run = await ReconciliationRun.query(db).select(RUN_COLUMNS).inScope(scope).findById(id);
  return run ? viewOf(db, run) : null;
}

async function viewOf(db: Queryable, run: RunView['run']): Promise<RunView> {
  const imported = run.status === 'open' || run.status === 'closed';
  return { run, figures: imported ? await figuresOf(db, run) : null };
}

/** @throws AppError `invalid_state` for a run without lines: its import is under way, or has failed */
export function requireImported({ status }: Pick<RunRow, 'status'>): void {
  if (status === 'importing') throw refusal('invalid_state', 'The statement is still being imported.');
  if (status === 'failed') throw refusal('invalid_state', 'The statement was not imported.');
}

/** Newest first by default, with the figures that do not change. */
export async function listRuns(db: Db, scope: Scope, request: PageRequest): Promise<Page<RunView>> {
  const found = await ReconciliationRun.query(db).select(RUN_COLUMNS).inScope(scope).paginate(request);
  return { ...found, items: found.items.map((run) => ({ run, figures: null })) };
}

/** All but the statement's text, which may have megabytes and is read by the import only. */
const RUN_COLUMNS =
  `id project_id environment provider currency period_start period_end utc_offset_minutes source_name
  status error polled lines counts totals skipped_rows actor_type actor_id created_at imported_at closed_at`.split(
    /\s+/,
  );

async function figuresOf(db: Queryable, run: RunRow): Promise<RunFigures> {
  const { begins, ends } = instantsOf(run.period_start, run.period_end, run.utc_offset_minutes);
  const { project_id, environment, provider, currency } = run;
  const period = { run_id: run.id, project_id, environment, provider, currency, begins, ends };
  const { resolved, done, actionable } = expectOne(await countProgress(db, { run_id: run.id }));
  const missing = await listMissing(db, { ...period, limit: MAX_MISSING });
  const { count } = expectOne(await countMissing(db, period));
  return {
    resolved: Number(resolved),
    done: Number(done),
    actionable: Number(actionable),
    missing,
    missing_count: Number(count),
  };
}

/** Open runs whose lines are counted: the newest. */
const MAX_COUNTED_RUNS = 50;

/** Lines of open runs that are neither resolved nor match what is completed already. */
export async function countLinesToDo(db: Queryable, scope: Scope): Promise<number> {
  const { lines } = expectOne(await countOpenLines(db, { ...scopeColumns(scope), runs: MAX_COUNTED_RUNS }));
  return Number(lines);
}
