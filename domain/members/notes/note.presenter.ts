/** Notes about members as clients see them. */
import { actorSchema } from '../../../core/common-schemas.ts';
import { boolean, dateTime, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter } from '../../staff/index.ts';
import type { MemberNoteRow } from './note.model.ts';

export const noteSchema = resource('MemberNote', 'What somebody has written down about a member', {
  id: string,
  member_id: string,
  text: string,
  written_by: actorSchema,
  created_at: dateTime,
  replayed: boolean,
});

/** @param replayed whether this answers a repeated request */
export async function presentNote(
  db: Queryable,
  note: MemberNoteRow,
  replayed: boolean,
): Promise<Wire<typeof noteSchema>> {
  const { id, project_id, member_id, text, written_by_type, written_by_id, created_at } = note;
  const { present } = await actorPresenter(db, [{ project_id, type: written_by_type, id: written_by_id }]);
  const written_by = present(written_by_type, written_by_id);
  return { id, member_id, text, written_by, created_at, replayed };
}
