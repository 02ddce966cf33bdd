/**
 * Requests an import. The request stores its files and checks them in pieces, between which others are answered; should its process
 * die, the job of the import does. It is usually answered with the outcome. Nothing is left of a refused import, unless the refusal
 * came too late for the answer.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { AppError, invalidField, refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings } from '../cooperative/index.ts';
import { claimKey, refuseReservedKey, releaseKey, type IdempotencyKey } from '../platform/idempotency.ts';
import { pollRow } from '../platform/poll-row.ts';
import { inTransaction, type Caller, type ScopedContext } from '../platform/unit.ts';
import { refuseHighTier } from './check-import.ts';
import { FILE_NAMES, MAX_FILE_BYTES, type FileTexts } from './files.rules.ts';
import { SaccoImport, type ImportRow } from './import.model.ts';
import { firstErrors } from './read-imports.ts';
import { CHECKED_WITHIN_MS, runImport } from './run-import.ts';

export interface ImportRequest {
  cut_over_date: string;
  cash_on_hand_minor: bigint;
  files: FileTexts;
  dry_run: boolean;
  memo: string | null;
  /** Required unless it is a dry run. */
  idempotency_key: string | null;
}

export interface RequestedImport {
  import: ImportRow;
  replayed: boolean;
}

/**
 * @returns the import; `checking` where that takes longer than the request waits
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE, `sacco_not_set_up`, `kyc_required`, `period_closed`, `import_refused`
 *   with the first errors, `idempotency_key_reused`
 */
export async function requestImport(caller: Caller, request: ImportRequest): Promise<RequestedImport> {
  const { ctx } = caller;
  const { idempotency_key, ...content } = request;
  // A dry run has no effect that could be repeated.
  const key = request.dry_run ? null : idempotency_key;
  if (idempotency_key) refuseReservedKey(idempotency_key);
  const row = await newImport(caller, request);
  const idempotency = key === null ? null : { key, request: ['POST sacco imports', content] };
  const started = performance.now();
  for (;;) {
    const id = await storeImport(caller, row, idempotency);
    if (id === row.id) void checkHere(caller, id);
    const found = await waitForCheck(caller, id, started);
    // An earlier request under the same key was refused, and has deleted the import: this one makes its own attempt.
    if (!found) continue;
    if (found.status === 'refused' && !found.dry_run && !found.polled && found.approval_id === null) {
      const refused = await refusedWith(ctx.db, found);
      await deleteImport(caller, id, idempotency);
      throw refused;
    }
    return { import: found, replayed: id !== row.id };
  }
}

async function newImport(
  { ctx, scope, actor }: Caller,
  { cut_over_date, cash_on_hand_minor, files, dry_run, memo }: ImportRequest,
) {
  const settings = await getSettings(ctx.db, scope);
  refuseHighTier(settings);
  if (cut_over_date > localDateAt(scope.clock.now(), settings.utc_offset_minutes))
    throw invalidField('cut_over_date', '"cut_over_date" must not be in the future');
  if (await ctx.closed_periods.contain(ctx.db, scope, cut_over_date)) throw refusal('period_closed');
  for (const name of FILE_NAMES)
    if (Buffer.byteLength(files[name] ?? '') > MAX_FILE_BYTES)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `"${name}_csv" has more than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`,
      );
  return {
    id: newId('import'),
    ...scopeColumns(scope),
    dry_run,
    cut_over_date,
    currency: settings.currency,
    cash_on_hand_minor,
    memo,
    status: 'checking' as const,
    files,
    requested_by_type: actor.type,
    requested_by_id: actor.id,
    created_at: scope.clock.now(),
  };
}

/** @returns the id of the import, or of the one that the same request made before */
async function storeImport(
  base: ScopedContext,
  row: Awaited<ReturnType<typeof newImport>>,
  idempotency: IdempotencyKey | null,
): Promise<string> {
  return inTransaction(base, async (unit) => {
    const earlier = idempotency && (await claimKey(unit, idempotency, row.id));
    if (earlier) return earlier.subject_id;
    await SaccoImport.query(unit.trx).insert({ ...row, due_at: systemTimeIn(CHECKED_WITHIN_MS) });
    return row.id;
  });
}

/** A fault leaves it to the job. */
async function checkHere({ ctx }: ScopedContext, import_id: string): Promise<void> {
  try {
    await runImport(ctx, import_id);
  } catch (error) {
    ctx.log.error({ err: error, import_id }, 'the files of an import could not be checked');
  }
}

function waitForCheck(
  { ctx, scope }: ScopedContext,
  id: string,
  started: number,
): Promise<ImportRow | undefined> {
  const imports = () => SaccoImport.query(ctx.db).inScope(scope);
  return pollRow<ImportRow>({
    read: () => imports().findById(id),
    isOver: ({ status, polled }) => status !== 'checking' || polled,
    onTooLong: () => imports().where({ id, status: 'checking' }).patch({ polled: true }),
    started,
    within_ms: ctx.import_answer_ms,
  });
}

async function refusedWith(db: Queryable, row: ImportRow): Promise<AppError> {
  const details = await firstErrors(db, row.id);
  return new AppError(
    'UNPROCESSABLE',
    row.error_count === 1
      ? 'The files have an error; nothing was imported. See details.'
      : `The files have ${row.error_count} errors; nothing was imported. See details, or send them as a dry run to read all.`,
    { reason: 'import_refused', details, details_omitted: row.error_count - details.length },
  );
}

async function deleteImport(
  base: ScopedContext,
  id: string,
  idempotency: IdempotencyKey | null,
): Promise<void> {
  await inTransaction(base, async (unit) => {
    const deleted = await SaccoImport.query(unit.trx)
      .inScope(unit.scope)
      .where({ id, status: 'refused' })
      .delete();
    if (deleted > 0 && idempotency) await releaseKey(unit, idempotency.key);
  });
}
