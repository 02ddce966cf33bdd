/** Finds imports, and what is wrong with their files. */
import type { ErrorDetail } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { SaccoImport, SaccoImportError, type ImportRow } from './import.model.ts';

/** Errors that an answer names. */
const NAMED_ERRORS = 100;

/** Newest first, without dry runs. */
export function listImports(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<ImportRow>> {
  return SaccoImport.query(db).inScope(scope).where({ dry_run: false }).paginate(request);
}

/** Also a dry run. @throws AppError NOT_FOUND */
export function getImport(db: Queryable, scope: Scope, id: string): Promise<ImportRow> {
  return SaccoImport.query(db).findInScope(scope, id);
}

type NamedError = ErrorDetail & { file: string; line_no: number; column: string | null };

export async function firstErrors(db: Queryable, import_id: string): Promise<NamedError[]> {
  const rows = await SaccoImportError.query(db).where({ import_id }).orderBy('no').limit(NAMED_ERRORS);
  return rows.map(named);
}

/** All of them, in the order of the files and their lines, read while they are consumed. */
export async function* everyError(db: Db, import_id: string): AsyncGenerator<NamedError> {
  for (let after = -1, more = true; more;) {
    const rows = await SaccoImportError.query(db)
      .where({ import_id })
      .where('no', '>', after)
      .orderBy('no')
      .limit(ERRORS_PER_READ);
    yield* rows.map(named);
    after = rows.at(-1)?.no ?? after;
    more = rows.length === ERRORS_PER_READ;
  }
}

const ERRORS_PER_READ = 1_000;

function named({ file, line_no, column_name, message }: SaccoImportError): NamedError {
  return { file, line_no, column: column_name, message };
}
