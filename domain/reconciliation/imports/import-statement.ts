/**
 * Takes in a statement. The request only stores its text: a job reads and compares it, and the request waits for that, so
 * that usually it is answered with the run or with what is wrong. Nothing is left of a statement that was refused, unless
 * the refusal came too late for the answer and has to be read from the run.
 */
import { systemTimeIn } from '../../../core/clock.ts';
import { AppError, invalid, invalidField } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { parseUtcOffset } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { findProvider } from '../../payments/index.ts';
import type { Context } from '../../platform/context.ts';
import { claimKey, refuseReservedKey, releaseKey, type IdempotencyKey } from '../../platform/idempotency.ts';
import { inTransaction } from '../../platform/unit.ts';
import { PRESETS } from '../parsing/presets.ts';
import { formatProblems } from '../parsing/format-problems.rules.ts';
import {
  MAX_STATEMENT_BYTES,
  type StatementFormat,
  type StatementOptions,
} from '../parsing/statement.rules.ts';
import { withPreset } from '../parsing/with-preset.rules.ts';
import { readStatement } from './read-statement.ts';
import { IMPORTED_WITHIN_MS } from './run-import.ts';
import { findRun, listLines, readRun, type RunView } from '../runs/run.ts';
import { ReconciliationRun, type ImportError, type RunRow } from '../runs/run.model.ts';
import { storeStatement } from './store-statement.ts';

export interface StatementImport extends Partial<StatementFormat> {
  provider: string;
  currency: Currency;
  /** Local dates at the offset, both included. */
  period_start: string;
  period_end: string;
  source_name?: string;
  /** The statement's text. */
  csv: string;
  /** Whose fields fill in what is left out. */
  preset?: string;
}

export interface ImportedRun {
  view: RunView;
  /** The same request came before. */
  replayed: boolean;
}

/** Pauses between looks at the run. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/** A run as it is stored first. */
type NewRun = Omit<
  RunRow,
  | 'statement'
  | 'status'
  | 'error'
  | 'polled'
  | 'lines'
  | 'counts'
  | 'totals'
  | 'skipped_rows'
  | 'imported_at'
  | 'closed_at'
  | 'due_at'
  | 'resolving_since'
>;

/**
 * @param key Idempotency-Key of the request, if it has one
 * @returns the run, which reads `importing` where that takes longer than the request waits
 * @throws AppError provider_unknown, empty_statement, idempotency_key_reused, PAYLOAD_TOO_LARGE; VALIDATION_ERROR with the
 *   lines that cannot be read
 */
export async function importStatement(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: StatementImport,
  key: string | null,
): Promise<ImportedRun> {
  if (key !== null) refuseReservedKey(key, 'idempotency-key');
  const run = newRun(scope, actor, request);
  const idempotency = key === null ? null : { key, request: ['POST reconciliation runs', request] };
  const started = performance.now();
  for (;;) {
    const run_id = await storeRun(ctx, scope, run, request.csv, idempotency);
    const replayed = run_id !== run.id;
    const view = await waitForImport(ctx, scope, run_id, started);
    // A request that came first under the same key was refused, and took the run away: this one is refused by itself.
    if (!view) continue;
    if (view.run.status === 'failed' && !view.run.polled) {
      await forgetRun(ctx, scope, run_id, idempotency);
      throw errorOf(view.run.error as ImportError);
    }
    return { view, replayed };
  }
}

/** Lines that a dry run shows: enough to see whether the columns are the right ones. */
const PREVIEW_LINES = 20;

/** The same without storing anything: what the run would say, and its first lines. @throws AppError as `importStatement` */
export async function previewImport(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: StatementImport,
): Promise<RunView> {
  const run = newRun(scope, actor, request);
  const read = readStatement(request.csv, run.options as StatementOptions);
  const trx = await ctx.db.transaction();
  try {
    await insertRun(trx, run, request.csv);
    await storeStatement(trx, scope, run, read);
    const { items: preview } = await listLines(trx, scope, run.id, { limit: PREVIEW_LINES });
    return { ...(await readRun(trx, scope, run.id)), preview };
  } finally {
    await trx.rollback();
  }
}

/** @throws AppError where the request contradicts itself or is too large */
function newRun(scope: Scope, actor: Actor, request: StatementImport): NewRun {
  const { provider, currency, period_start, period_end, source_name = null, csv, preset, ...sent } = request;
  findProvider(provider);
  if (period_end < period_start)
    throw invalidField('period_end', '"period_end" must not be before "period_start".');
  const format = withPreset(PRESETS.find(({ name }) => name === preset) ?? null, sent);
  const problems = formatProblems(format);
  if (problems.length > 0) throw invalid(problems);
  if (Buffer.byteLength(csv) > MAX_STATEMENT_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', `A statement has at most ${MAX_STATEMENT_BYTES} bytes.`);
  return {
    id: newId('reconciliation_run'),
    ...scopeColumns(scope),
    provider,
    currency,
    period_start,
    period_end,
    utc_offset_minutes: parseUtcOffset(format.utc_offset ?? '+00:00') as number,
    source_name,
    options: { ...format, currency } satisfies StatementOptions,
    actor_type: actor.type,
    actor_id: actor.id,
    created_at: scope.clock.now(),
  };
}

/** @returns the id of the run, or of the one that the same request made before */
async function storeRun(
  ctx: Context,
  scope: Scope,
  run: NewRun,
  statement: string,
  idempotency: IdempotencyKey | null,
): Promise<string> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const earlier = idempotency && (await claimKey({ trx, scope }, idempotency, run.id));
    if (earlier) return earlier.subject_id;
    await insertRun(trx, run, statement);
    enqueueAfterCommit('import-statement', { run_id: run.id });
    return run.id;
  });
}

async function insertRun(trx: Transaction, run: NewRun, statement: string): Promise<void> {
  await ReconciliationRun.query(trx).insert({ ...run, statement, due_at: systemTimeIn(IMPORTED_WITHIN_MS) });
}

/** @returns the run once it has been imported, or has waited for too long; null when it is gone */
async function waitForImport(
  ctx: Context,
  scope: Scope,
  run_id: string,
  started: number,
): Promise<RunView | null> {
  const runs = () => ReconciliationRun.query(ctx.db).inScope(scope);
  for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(pause_ms * 2, LONGEST_PAUSE_MS)) {
    const run = await runs().findById(run_id).select('status', 'polled');
    if (!run) return null;
    // Whoever was told to poll is told the outcome by the run.
    if (run.status !== 'importing' || run.polled) return findRun(ctx.db, scope, run_id);
    if (performance.now() - started > ctx.import_answer_ms)
      await runs().where({ id: run_id, status: 'importing' }).patch({ polled: true });
    else await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
}

/** Takes away the run that was refused, and gives its key back. */
async function forgetRun(
  ctx: Context,
  scope: Scope,
  run_id: string,
  idempotency: IdempotencyKey | null,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const gone = await ReconciliationRun.query(trx)
      .inScope(scope)
      .where({ id: run_id, status: 'failed' })
      .delete();
    if (gone > 0 && idempotency) await releaseKey({ trx, scope }, idempotency.key);
  });
}

function errorOf({ code, message, reason, details, details_omitted = 0 }: ImportError): AppError {
  return new AppError(code, message, {
    ...(reason ? { reason } : {}),
    ...(details ? { details, details_omitted } : {}),
  });
}
