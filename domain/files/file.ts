/** Finding files, and giving them to what they belong to. */
import { systemTimeIn } from '../../core/clock.ts';
import { notFound, refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { SealedTable } from '../platform/rotate-encryption.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import {
  CHECKED_PURPOSES,
  StoredFile,
  type FilePurpose,
  type FileRow,
  type FileSubject,
} from './file.model.ts';

/** @throws AppError NOT_FOUND also for files of other projects and environments, and those that are not whole */
export async function getFile(db: Queryable, scope: Scope, id: string): Promise<FileRow> {
  const file = await StoredFile.query(db).inScope(scope).where({ id, status: 'stored' }).first();
  if (!file) throw notFound(StoredFile.label);
  return file;
}

export interface Belonging {
  /** What it must have been uploaded for, or for nothing named. */
  purpose: FilePurpose;
  subject_type: FileSubject;
  subject_id: string;
}

/**
 * From now on the file belongs to the subject. A repeat for the same one changes nothing.
 * @throws AppError NOT_FOUND, `file_purpose_differs`, `file_taken`
 */
export async function attachFile(
  { trx, scope }: ScopedUnit,
  id: string,
  { purpose, subject_type, subject_id }: Belonging,
): Promise<FileRow> {
  const file: FileRow | undefined = await StoredFile.query(trx)
    .forUpdate()
    .inScope(scope)
    .where({ id, status: 'stored' })
    .first();
  if (!file) throw notFound(StoredFile.label);
  const is_free = file.purpose === null && !CHECKED_PURPOSES.has(purpose);
  if (!is_free && file.purpose !== purpose) throw refusal('file_purpose_differs', differs(file, purpose));
  if (file.subject_id !== null && file.subject_id !== subject_id) throw refusal('file_taken');
  const change = { purpose, subject_type, subject_id, due_at: null };
  await StoredFile.query(trx).inScope(scope).where({ id }).patch(change);
  return { ...file, ...change };
}

function differs(file: FileRow, purpose: FilePurpose): string {
  return file.purpose === null
    ? `A file to be used as ${purpose} is checked when it is uploaded. Upload it with "purpose" ${purpose}.`
    : `This file was uploaded as ${file.purpose}, not as ${purpose}.`;
}

/** The file goes with what it belonged to; null: there is none. */
export async function releaseFile({ trx, scope }: ScopedUnit, id: string | null): Promise<void> {
  if (id === null) return;
  await StoredFile.query(trx)
    .inScope(scope)
    .where({ id })
    .patch({ status: 'deleting', subject_type: null, subject_id: null, due_at: systemTimeIn(0) });
}

/** Its name in the file store. */
export function contentName({
  project_id,
  environment,
  id,
}: Pick<FileRow, 'project_id' | 'environment' | 'id'>): string {
  return `${project_id}/${environment}/${id}`;
}

/** Binds the sealed key to its row. */
export function sealContext({ id }: Pick<FileRow, 'id'>): string {
  return `file:${id}`;
}

/** The keys of files: the contents stay as they are. */
export const sealedFileKeys: SealedTable = {
  table: StoredFile.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, key_sealed } = row as unknown as FileRow;
    const resealed = reseal(key_sealed, sealContext({ id }));
    return resealed === null ? {} : { key_sealed: resealed };
  },
};
