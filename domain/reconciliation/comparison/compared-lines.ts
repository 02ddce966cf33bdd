/** Lines of a run beside what our books have. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { MatchStatus } from '../matching/match.rules.ts';
import type { RunRow } from '../runs/run.model.ts';
import { readRunRow } from '../runs/run.ts';
import { listComparedLines, type ComparedLineRow } from './compared-lines.sql.ts';

export interface LineFilter {
  match_status?: MatchStatus | undefined;
  /** Whether it is resolved, or matches what is completed already. */
  done?: boolean | undefined;
}

/** No file has more lines; the column is not wider. */
const LAST_LINE_NO = 2 ** 31 - 1;

/** In the order of the file; the cursor is a line number. @throws AppError NOT_FOUND */
export async function listLines(
  db: Queryable,
  scope: Scope,
  run_id: string,
  { limit, after = '0', match_status, done }: PageRequest & LineFilter,
): Promise<Page<ComparedLineRow> & { run: RunRow }> {
  const run = await readRunRow(db, scope, run_id);
  const rows = await listComparedLines(db, {
    run_id,
    provider: run.provider,
    after_line_no: Math.min(Number(after), LAST_LINE_NO),
    match_status: match_status ?? null,
    done: done ?? null,
    limit: limit + 1,
  });
  return { run, ...page(rows, limit, ({ line_no }) => String(line_no)) };
}
