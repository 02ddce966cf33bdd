/** Matches the entries of a statement with our books and stores its lines: all, or none. */
import { refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { findCandidates } from '../matching/find-candidates.ts';
import { matchEntries, type Match, type MatchStatus } from '../matching/match.rules.ts';
import type { LineKind, ParsedLine } from '../parsing/statement.rules.ts';
import { ReconciliationRun, type RunRow } from '../runs/run.model.ts';

/** Lines that one statement of the database inserts. */
const LINES_PER_INSERT = 5_000;

export interface StatementEntries {
  lines: ParsedLine[];
  skipped_rows: number;
}

/** @throws AppError `empty_statement` when it has no entries */
export async function storeStatement(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  run: Pick<RunRow, 'id' | 'project_id' | 'environment' | 'provider' | 'currency'>,
  { lines, skipped_rows }: StatementEntries,
): Promise<void> {
  if (lines.length === 0) throw refusal('empty_statement');
  const matches = matchEntries(lines, run.currency, await findCandidates(trx, run, lines));
  const rows = lines.map((line, i) => rowOf(run, line, matches[i] as Match));
  for (let first = 0; first < rows.length; first += LINES_PER_INSERT)
    await insertMany(trx, 'reconciliation_lines', rows.slice(first, first + LINES_PER_INSERT), {
      answered: 'line_no',
    });
  await ReconciliationRun.query(trx)
    .findById(run.id)
    .patch({
      status: 'open',
      statement: null,
      due_at: null,
      imported_at: scope.clock.now(),
      lines: lines.length,
      counts: countByStatus(matches),
      totals: sumByKind(lines),
      skipped_rows,
    });
}

function rowOf(
  run: Pick<RunRow, 'id' | 'project_id' | 'environment'>,
  line: ParsedLine,
  match: Match,
): object {
  const { currency: _of_the_run, ...entry } = line;
  return { id: newId('reconciliation_line'), run_id: run.id, ...scopeColumns(run), ...entry, ...match };
}

function countByStatus(matches: readonly Match[]): Partial<Record<MatchStatus, number>> {
  const counts: Partial<Record<MatchStatus, number>> = {};
  for (const { match_status } of matches) counts[match_status] = (counts[match_status] ?? 0) + 1;
  return counts;
}

/** With sign, as texts: a sum may be larger than what JSON carries exactly. */
function sumByKind(lines: readonly ParsedLine[]): Partial<Record<LineKind, string>> {
  const sums = new Map<LineKind, bigint>();
  for (const { kind, amount_minor } of lines) sums.set(kind, (sums.get(kind) ?? 0n) + amount_minor);
  return Object.fromEntries([...sums].map(([kind, sum]) => [kind, String(sum)]));
}
