/**
 * Details of audit entries that are not stored with the entry, because they repeat what is stored of its subject for good. They are
 * part of the entry's hash all the same: a subject that was changed breaks the chain. A module lists how it reads them, by action.
 */
import type { Queryable } from '../../../db/connection.ts';

/** What an entry is about: its subject, or several with consecutive ids from there on. */
export interface AuditedSubjects {
  subject: string;
  of_subjects: number;
}

type ReadDetails = (
  db: Queryable,
  audited: readonly AuditedSubjects[],
) => Promise<ReadonlyMap<string, Record<string, unknown>>>;

/** Action → reads the details of its entries, by subject; an entry of which a subject is gone is left out. */
export type SubjectDetails = Readonly<Record<string, ReadDetails>>;

declare module '../context.ts' {
  interface Context {
    subject_details: SubjectDetails;
  }
}
