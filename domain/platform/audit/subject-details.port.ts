/**
 * Details of audit entries that are not stored with the entry, because they repeat what is stored of its subject for good. They are
 * part of the entry's hash all the same: a subject that was changed breaks the chain. A module lists how it reads them, by action.
 */
import type { Queryable } from '../../../db/connection.ts';

type ReadDetails = (
  db: Queryable,
  subjects: readonly string[],
) => Promise<ReadonlyMap<string, Record<string, unknown>>>;

/** Action → reads the details of its entries, by subject. */
export type SubjectDetails = Readonly<Record<string, ReadDetails>>;

declare module '../context.ts' {
  interface Context {
    subject_details: SubjectDetails;
  }
}
