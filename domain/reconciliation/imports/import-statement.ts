/**
 * Imports a statement. The request only stores its text: a job reads and matches it, and the request waits for the job, so that
 * it is usually answered with the run or with the error. Nothing is left of a refused statement, unless the refusal came too
 * late for the answer and has to be read from the run.
 */
import { systemTimeIn } from '../../../core/clock.ts';
import { AppError, invalid, invalidField } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { parseUtcOffset } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { findProvider } from '../../payments/index.ts';
import { claimKey, refuseReservedKey, releaseKey, type IdempotencyKey } from '../../platform/idempotency.ts';
import { pollRow } from '../../platform/poll-row.ts';
import { inTransaction, type Caller, type ScopedContext } from '../../platform/unit.ts';
import { PRESETS } from '../parsing/presets.ts';
import { formatProblems } from '../parsing/format-problems.rules.ts';
import {
  MAX_STATEMENT_BYTES,
  type StatementFormat,
  type StatementOptions,
} from '../parsing/statement.rules.ts';
import { withPreset } from '../parsing/with-preset.rules.ts';
import { readEntries } from './read-entries.ts';
import { IMPORTED_WITHIN_MS } from './run-import.ts';
import { findRun, readRun, type RunView } from '../runs/run.ts';
import { listLines } from '../comparison/compared-lines.ts';
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
  /** The preset that supplies the fields that are left out. */
  preset?: string;
}

export interface ImportedRun {
  view: RunView;
  /** An earlier request with the same key created the run. */
  replayed: boolean;
}

/**
 * @param key Idempotency-Key of the request, if it has one
 * @returns the run, which reads `importing` where that takes longer than the request waits
 * @throws AppError provider_unknown, empty_statement, idempotency_key_reused, PAYLOAD_TOO_LARGE; VALIDATION_ERROR with the
 *   lines that cannot be read
 */
export async function importStatement(
  caller: Caller,
  request: StatementImport,
  key: string | null,
): Promise<ImportedRun> {
  if (key !== null) refuseReservedKey(key, 'idempotency-key');
  const run = newRun(caller, request);
  const idempotency = key === null ? null : { key, request: ['POST reconciliation runs', request] };
  const started = performance.now();
  for (;;) {
    const run_id = await storeRun(caller, { ...run, statement: request.csv }, idempotency);
    const replayed = run_id !== run.id;
    const view = await waitForImport(caller, run_id, started);
    // An earlier request under the same key was refused, and has deleted the run: this one makes its own attempt.
    if (!view) continue;
    if (view.run.status === 'failed' && !view.run.polled) {
      await deleteRun(caller, run_id, idempotency);
      throw errorOf(view.run.error as ImportError);
    }
    return { view, replayed };
  }
}

/** Lines that a dry run shows: enough to check the columns. */
const PREVIEW_LINES = 20;

/** The same without storing anything. @returns the run and its first lines @throws AppError as `importStatement` */
export async function previewImport(caller: Caller, request: StatementImport): Promise<RunView> {
  const { ctx, scope } = caller;
  const run = newRun(caller, request);
  const entries = readEntries(request.csv, run.options);
  const trx = await ctx.db.transaction();
  try {
    await insertRun(trx, { ...run, statement: request.csv });
    await storeStatement({ trx, scope }, run, entries);
    const { items: preview } = await listLines(trx, scope, run.id, { limit: PREVIEW_LINES });
    return { ...(await readRun(trx, scope, run.id)), preview };
  } finally {
    await trx.rollback();
  }
}

/** @throws AppError for a request that contradicts itself or is too large */
function newRun({ scope, actor }: Caller, request: StatementImport) {
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

type RunWithText = ReturnType<typeof newRun> & { statement: string };

/** @returns the id of the run, or of the one that the same request created before */
async function storeRun(
  base: ScopedContext,
  run: RunWithText,
  idempotency: IdempotencyKey | null,
): Promise<string> {
  return inTransaction(base, async (unit) => {
    const earlier = idempotency && (await claimKey(unit, idempotency, run.id));
    if (earlier) return earlier.subject_id;
    await insertRun(unit.trx, run);
    unit.enqueue('import-statement', { run_id: run.id });
    return run.id;
  });
}

async function insertRun(trx: Transaction, run: RunWithText): Promise<void> {
  await ReconciliationRun.query(trx).insert({ ...run, due_at: systemTimeIn(IMPORTED_WITHIN_MS) });
}

/** @returns the run once it is imported, or has waited for too long; null when it was deleted */
async function waitForImport(
  { ctx, scope }: ScopedContext,
  run_id: string,
  started: number,
): Promise<RunView | null> {
  const runs = () => ReconciliationRun.query(ctx.db).inScope(scope);
  const run = await pollRow<Pick<RunRow, 'status' | 'polled'>>({
    read: () => runs().findById(run_id).select('status', 'polled'),
    // A client that was told to poll reads the outcome from the run.
    isOver: ({ status, polled }) => status !== 'importing' || polled,
    onTooLong: () => runs().where({ id: run_id, status: 'importing' }).patch({ polled: true }),
    started,
    within_ms: ctx.import_answer_ms,
  });
  return run ? findRun(ctx.db, scope, run_id) : null;
}

/** Deletes a run that was refused, and releases its key. */
async function deleteRun(
  base: ScopedContext,
  run_id: string,
  idempotency: IdempotencyKey | null,
): Promise<void> {
  await inTransaction(base, async (unit) => {
    const deleted = await ReconciliationRun.query(unit.trx)
      .inScope(unit.scope)
      .where({ id: run_id, status: 'failed' })
      .delete();
    if (deleted > 0 && idempotency) await releaseKey(unit, idempotency.key);
  });
}

function errorOf({ code, message, reason, details, details_omitted = 0 }: ImportError): AppError {
  return new AppError(code, message, {
    ...(reason ? { reason } : {}),
    ...(details ? { details, details_omitted } : {}),
  });
}
