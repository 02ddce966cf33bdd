/** Files as clients see them: everything but their content. */
import { actorSchema } from '../../core/common-schemas.ts';
import { FILE_TYPES } from '../../core/files/file-types.rules.ts';
import { dateTime, integer, object, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import { actorPresenter } from '../staff/index.ts';
import { FILE_PURPOSES, FILE_SUBJECTS, type FileRow } from './file.model.ts';

export const fileSchema = resource('File', 'An uploaded file', {
  id: string,
  purpose: oneOf(FILE_PURPOSES)
    .nullable()
    .describe('What it is for. Null: it may be given to anything, which it is for from then on'),
  name: string.describe('As it was called when it was uploaded'),
  content_type: oneOf(FILE_TYPES).describe('Told by the content, not by the name'),
  size_bytes: integer,
  sha256: string.describe('Of the content, in hexadecimal'),
  belongs_to: object({ type: oneOf(FILE_SUBJECTS), id: string })
    .nullable()
    .describe('Null: nothing yet. A file that belongs to nothing is deleted after 24 hours'),
  created_by: actorSchema,
  created_at: dateTime,
});

/** @param file is stored */
export async function presentFile(db: Queryable, file: FileRow): Promise<Wire<typeof fileSchema>> {
  const { project_id, created_by_type: type, created_by_id: id, subject_type, subject_id } = file;
  const actors = await actorPresenter(db, [{ project_id, type, id }]);
  return {
    id: file.id,
    purpose: file.purpose,
    name: file.name,
    content_type: file.content_type,
    size_bytes: file.size_bytes as number,
    sha256: file.sha256 as string,
    belongs_to: subject_type && subject_id ? { type: subject_type, id: subject_id } : null,
    created_by: actors.present(type, id),
    created_at: file.created_at,
  };
}
