/** Deletes files that belong to nothing: uploads that broke off, that nobody used, and what was replaced. */
import pLimit from 'p-limit';
import { CLOCK_SLACK_MS, systemTimeIn } from '../../core/clock.ts';
import type { Context } from '../platform/context.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../platform/prune.ts';
import { contentName } from './file.ts';
import { StoredFile, type FileRow } from './file.model.ts';
import { claimDueFiles } from './sweep-files.sql.ts';
import { UNUSED_MS } from './store-file.ts';

/** Requests to the store at a time. */
const AT_ONCE = 16;
/** After a run that died, or whose store was out of reach. */
const RETRY_MS = 600_000;

/** The content first: while the row is there, somebody knows of it. @returns how many files were deleted */
export async function sweepFiles(ctx: Context): Promise<number> {
  return pruneInBatches(async () => {
    const due = await claimDueFiles(ctx.db, {
      due_at: systemTimeIn(0),
      // Written while a clock was ahead.
      latest_at: systemTimeIn(UNUSED_MS + CLOCK_SLACK_MS),
      again_at: systemTimeIn(RETRY_MS),
      most: PRUNED_AT_ONCE,
    });
    const inTurn = pLimit(AT_ONCE);
    const deleted = await Promise.all(due.map((file) => inTurn(() => deleteContent(ctx, file))));
    return StoredFile.query(ctx.db).whereIn('id', deleted.flat()).where({ status: 'deleting' }).delete();
  });
}

/** @returns its id; nothing where the store is out of reach */
async function deleteContent(
  { files, log }: Context,
  file: Pick<FileRow, 'project_id' | 'environment' | 'id'>,
): Promise<string[]> {
  try {
    await files.delete(contentName(file));
    return [file.id];
  } catch (error) {
    log.warn({ err: error, file_id: file.id }, 'the content of a file could not be deleted');
    return [];
  }
}

export const countDueFiles = countDueRows({ table: StoredFile.tableName, due_column: 'due_at' });
