/** Entries with what their rows leave out: the details that follow from their subjects, and the hash of the entry before. */
import { canonicalJson } from '../../../core/fingerprint.ts';
import { groupBy } from '../../../core/group-by.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { AuditRow } from './audit.model.ts';
import { readHashes } from './audit.sql.ts';
import { GENESIS_HASH, type CompleteEntry } from './audit-hash.rules.ts';
import type { SubjectDetails } from './subject-details.port.ts';

/** What stands for details that cannot be read, as their subject is gone: no entry was hashed with it. */
const UNKNOWN = '{}';

/** What entries are completed from. */
export interface EntrySource {
  db: Queryable;
  subject_details: SubjectDetails;
}

/** @param rows of one chain */
export async function completeEntries(source: EntrySource, rows: AuditRow[]): Promise<CompleteEntry[]> {
  const detailed = await withDetails(source, rows);
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]));
  const before = rows.filter((row) => row.previous_hash === null && !hashes.has(row.seq - 1n));
  const [first] = before;
  if (first) {
    const { project_id, environment } = first;
    const seqs = before.map(({ seq }) => seq - 1n);
    for (const each of await readHashes(source.db, { project_id, environment, seqs }))
      hashes.set(each.seq, each.hash);
  }
  return detailed.map((row) => ({
    ...row,
    previous_hash: row.previous_hash ?? hashes.get(row.seq - 1n) ?? GENESIS_HASH,
  }));
}

/** Entries with their details; each statement reads those of many. */
export async function withDetails<Row extends AuditRow>(
  { db, subject_details }: EntrySource,
  rows: Row[],
): Promise<(Row & { details: string })[]> {
  const left_out = rows.filter(({ details }) => details === null);
  const found = new Map<string, string>();
  for (const [action, entries] of groupBy(left_out, (row) => row.action)) {
    const read = await subject_details[action]?.(
      db,
      entries.map(({ subject, of_subjects }) => ({ subject, of_subjects: of_subjects ?? 1 })),
    );
    for (const { id, subject } of entries) {
      const details = read?.get(subject);
      if (details) found.set(id, canonicalJson(details));
    }
  }
  return rows.map((row) => ({ ...row, details: row.details ?? found.get(row.id) ?? UNKNOWN }));
}
