/** A note about a member, which stays in the member's timeline. */
import { newId } from '../../../core/ids.ts';
import { scopeColumns } from '../../../db/model.ts';
import { getMember } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { MemberNote, type MemberNoteRow } from './note.model.ts';

/** Of any member, also of one who has left. @throws AppError NOT_FOUND */
export function writeNote(caller: Caller, member_id: string, text: string): Promise<MemberNoteRow> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope, actor } = unit;
    await getMember(trx, scope, member_id);
    const note = {
      id: newId('member_note'),
      ...scopeColumns(scope),
      member_id,
      text,
      written_by_type: actor.type,
      written_by_id: actor.id,
      created_at: scope.clock.now(),
    };
    await MemberNote.query(trx).insert(note);
    // The text is in the note alone: the log shows that it was written.
    await audit(unit, 'sacco.member_note_written', member_id, { note_id: note.id });
    return note;
  });
}
