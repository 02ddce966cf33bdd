/**
 * The job of an import: checks its files; once it is approved, checks them again, stores the members in one transaction, and books
 * what they hold in batches. Each line gets its entry under its lock, so each is booked once, whichever process dies when.
 */
import { systemTimeIn } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { firstIdAt } from '../../core/ids.ts';
import { DAY_MS } from '../../core/local-date.ts';
import { SYSTEM, type Actor } from '../../core/scope.ts';
import { brokenUnique } from '../../db/faults.ts';
import { insertAll } from '../../db/insert-many.ts';
import { getSettings, serializeOnSettings } from '../cooperative/index.ts';
import { bookInBatches, newEntry, storeBatches, type TakenBatch } from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import { inTransaction, type ScopedContext, type ScopedUnit } from '../platform/unit.ts';
import { recordEvent } from '../webhooks/index.ts';
import { checkImport, type CheckedImport, type ImportContent } from './check-import.ts';
import { requestApproval } from './decide-import.ts';
import { SaccoImport, type ImportRow } from './import.model.ts';
import { presentImport } from './import.presenter.ts';
import { assignEntries, countPendingLines, takeLines } from './import-lines.sql.ts';
import { contentOf, entryColumns } from './line-content.ts';
import { openImportedAccounts, storeMembers } from './store-members.ts';

/** An import whose job has not ended by then has lost it. */
export const CHECKED_WITHIN_MS = 60_000;
/** Lines that one batch books. */
const MAX_LINES_PER_BATCH = 2_000;
/** Errors that one statement stores. */
const ERRORS_PER_INSERT = 5_000;
/** How often an import is checked anew because something of it was taken meanwhile. */
const MAX_ATTEMPTS = 3;

/** Does what is due of an import; nothing when it has ended. */
export async function runImport(ctx: Context, import_id: string): Promise<void> {
  const found = await SaccoImport.query(ctx.db).findWithScope(import_id);
  if (!found || found.row.due_at === null) return;
  const { row, scope } = found;
  const base = { ctx, scope };
  if (row.status === 'checking') return check(base, row);
  if (row.stored_at === null && !(await store(base, row))) return;
  await book(base, row);
}

/** An import that waits for its job, locked; undefined when another process has been quicker. */
async function lockImport(
  { trx }: Pick<ScopedUnit, 'trx'>,
  { id, status }: Pick<ImportRow, 'id' | 'status'>,
): Promise<ImportRow | undefined> {
  return SaccoImport.query(trx).where({ id, status }).whereNull('stored_at').forUpdate().first();
}

async function check(base: ScopedContext, row: ImportRow): Promise<void> {
  const checked = await checkOrRefuse(base, row);
  await inTransaction(base, async (unit) => {
    if (!(await lockImport(unit, row))) return;
    if (checked.errors.length > 0) return refuse(unit, row, checked);
    const found = { ...resultOf(checked), due_at: null };
    if (row.dry_run) {
      await patch(unit, row.id, { ...found, status: 'checked', files: null });
      return;
    }
    await patch(unit, row.id, { ...found, status: 'awaiting_approval' });
    const actor: Actor = { type: row.requested_by_type, id: row.requested_by_id };
    const approval_id = await requestApproval({ ...unit, actor }, { ...row, ...found });
    await patch(unit, row.id, { approval_id });
  });
}

/** What the settings refuse since is an error of the files as a whole. */
async function checkOrRefuse(base: ScopedContext, row: ImportRow): Promise<CheckedImport> {
  try {
    return await checkImport({ ...base, db: base.ctx.db }, row as ImportContent);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    const { message } = error;
    return {
      settings: await getSettings(base.ctx.db, base.scope),
      lines: { members: [], loans: [], accounts: [], guarantors: [] },
      products: new Map(),
      savings_products: new Map(),
      accounts: [],
      totals: new Map(),
      errors: [{ file: 'members', line_no: 1, column: null, message }],
    };
  }
}

function resultOf({ lines, totals, errors }: CheckedImport) {
  return {
    members: lines.members.length,
    loans: lines.loans.length,
    totals: Object.fromEntries([...totals].map(([kind, amount]) => [kind, String(amount)])),
    error_count: errors.length,
  };
}

async function patch(
  { trx }: Pick<ScopedUnit, 'trx'>,
  id: string,
  change: Partial<ImportRow>,
): Promise<void> {
  await SaccoImport.query(trx).where({ id }).patch(change);
}

async function refuse(unit: ScopedUnit, row: ImportRow, checked: CheckedImport): Promise<void> {
  const { trx } = unit;
  const { errors } = checked;
  for (let at = 0; at < errors.length; at += ERRORS_PER_INSERT)
    await insertAll(
      trx,
      'sacco_import_errors',
      errors.slice(at, at + ERRORS_PER_INSERT).map(({ column, ...each }, i) => ({
        import_id: row.id,
        no: at + i,
        column_name: column,
        ...each,
      })),
    );
  await patch(unit, row.id, { ...resultOf(checked), status: 'refused', files: null, due_at: null });
  if (row.status === 'importing') await recordFinished(unit, row.id);
}

function recordFinished(unit: ScopedUnit, id: string): Promise<void> {
  return recordEvent(unit, 'import.finished', async () =>
    presentImport(unit.trx, await SaccoImport.query(unit.trx).findInScope(unit.scope, id)),
  );
}

/** @returns false when it was refused, or another process has stored it */
async function store(base: ScopedContext, row: ImportRow): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const checked = await checkOrRefuse(base, row);
    if (checked.errors.length === 0) await openImportedAccounts(base, row, checked);
    try {
      return await inTransaction(base, async (unit) => {
        // Members are numbered under this lock.
        await serializeOnSettings(unit);
        if (!(await lockImport(unit, row))) return false;
        if (checked.errors.length > 0) {
          await refuse(unit, row, checked);
          return false;
        }
        const actor = { type: row.approved_by_type, id: row.approved_by_id } as Actor;
        await storeMembers({ ...unit, actor }, row, checked);
        const stored_at = unit.scope.clock.now();
        await patch(unit, row.id, { ...resultOf(checked), files: null, stored_at });
        return true;
      });
    } catch (error) {
      // A number, phone or reference was taken since the check, which now finds it.
      if (brokenUnique(error) === null || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function book(base: ScopedContext, row: ImportRow): Promise<void> {
  const { ctx } = base;
  let last = -1;
  await bookInBatches(ctx, MAX_LINES_PER_BATCH, async () => {
    const taken = await takeBatch(base, row, last);
    last = taken.last ?? last;
    return taken;
  });
  if (ctx.closing?.aborted) return;
  await inTransaction(base, async (unit) => {
    const importing = await SaccoImport.query(unit.trx)
      .where({ id: row.id, status: 'importing' })
      .forUpdate()
      .first();
    const [counted] = await countPendingLines(unit.trx, { import_id: row.id });
    // Lines that another process was booking when it died are booked as ordinary entries; the sweep comes back.
    if (!importing || !counted || counted.pending > 0n) return;
    const finished_at = unit.scope.clock.now();
    await patch(unit, row.id, { status: 'imported', due_at: null, finished_at });
    await recordFinished(unit, row.id);
  });
}

/** @param after lines that were taken are not read again */
async function takeBatch(
  base: ScopedContext,
  row: ImportRow,
  after: number,
): Promise<TakenBatch & { last?: number }> {
  return inTransaction(base, async (unit) => {
    const { trx, scope } = unit;
    const lines = await takeLines(trx, { import_id: row.id, after, limit: MAX_LINES_PER_BATCH });
    const last = lines.at(-1);
    if (!last) return { taken: 0, batches: [] };
    const settings = await getSettings(trx, scope);
    const memo = row.memo;
    const entries = lines.map(({ member_id, loan_id, content }) => {
      const { guarantees, ...columns } = entryColumns(contentOf(content));
      const entry = newEntry({ scope, actor: SYSTEM }, settings, {
        kind: 'opening_balance',
        member_id,
        loan_id,
        memo,
        ...columns,
      });
      return { scope, row: { ...entry, guarantees } };
    });
    await assignEntries(trx, {
      import_id: row.id,
      nos: lines.map(({ no }) => no),
      entry_ids: entries.map((each) => each.row.id),
    });
    return { taken: lines.length, last: last.no, batches: await storeBatches(unit, entries) };
  });
}

const OVERDUE: OverdueJob<'run-import'> = {
  table: SaccoImport.tableName,
  id_column: 'id',
  payload_field: 'import_id',
  due_column: 'due_at',
  job: 'run-import',
  longest_pause_ms: CHECKED_WITHIN_MS,
};

export const countDueImports = countDueRows(OVERDUE);

/** Dry runs are kept so long for their errors to be read. */
const KEEP_DRY_RUNS_DAYS = 7;

/** Enqueues the imports whose job was lost, and deletes old dry runs. */
export async function sweepImports(ctx: Context): Promise<number> {
  await SaccoImport.query(ctx.db)
    .where({ dry_run: true, due_at: null })
    .where('id', '<', firstIdAt('import', systemTimeIn(-KEEP_DRY_RUNS_DAYS * DAY_MS)))
    .delete();
  return sweepOverdue(ctx, OVERDUE);
}
