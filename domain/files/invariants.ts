/** What must be true of files. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';
import type { FileSubject } from './file.model.ts';

/**
 * A file belongs to what names it, and to nothing else. Each module that names files has this about its own.
 * @param named_sql a query: `file_id`, `subject_id`, `project_id` and `environment` of every file that is named
 */
export function belongingInvariant(subject_type: FileSubject, named_sql: string): Invariant {
  return sqlInvariant(
    `every file of a ${subject_type} is stored and belongs to the one that names it`,
    `select coalesce(n.file_id, f.id) as id from (${named_sql}) n full join (
       select id, project_id, environment, subject_id from files
       where subject_type = '${subject_type}' and status = 'stored'
     ) f on (f.id, f.project_id, f.environment, f.subject_id) = (n.file_id, n.project_id, n.environment, n.subject_id)
     where n.file_id is null or f.id is null`,
    (row) => `${text(row, 'id')} does not belong to the ${subject_type} that names it`,
  );
}
