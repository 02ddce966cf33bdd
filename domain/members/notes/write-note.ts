/** A note about a member, which stays in the member's timeline. */
import { newId } from '../../../core/ids.ts';
import { scopeColumns } from '../../../db/model.ts';
import { getMember } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { claimKey, refuseReservedKey } from '../../platform/idempotency.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { MemberNote, type MemberNoteRow } from './note.model.ts';

export interface NoteRequest {
  text: string;
  /** Left out: a repeat is another note. */
  idempotency_key?: string;
}

/** Of any member, also of one who has left. @throws AppError NOT_FOUND, `idempotency_key_reused`, `idempotency_key_reserved` */
export function writeNote(
  caller: Caller,
  member_id: string,
  { text, idempotency_key: key }: NoteRequest,
): Promise<{ note: MemberNoteRow; replayed: boolean }> {
  if (key !== undefined) refuseReservedKey(key);
  return inTransaction(caller, async (unit) => {
    const { trx, scope, actor } = unit;
    await getMember(trx, scope, member_id);
    const id = newId('member_note');
    const request = ['POST sacco members notes', member_id, text];
    const earlier = key === undefined ? null : await claimKey(unit, { key, request }, id);
    if (earlier)
      return { note: await MemberNote.query(trx).findInScope(scope, earlier.subject_id), replayed: true };
    const note = {
      id,
      ...scopeColumns(scope),
      member_id,
      text,
      written_by_type: actor.type,
      written_by_id: actor.id,
      created_at: scope.clock.now(),
    };
    await MemberNote.query(trx).insert(note);
    // The text is in the note alone: the log shows that it was written.
    await audit(unit, 'sacco.member_note_written', member_id, { note_id: id });
    return { note, replayed: false };
  });
}
