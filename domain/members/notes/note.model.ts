/** Notes about members as stored: append-only. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class MemberNote extends TableModel {
  static override tableName = 'sacco_member_notes';
  static override label = 'note';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  declare text: string;
  declare written_by_type: Actor['type'];
  declare written_by_id: string;
  declare created_at: Date;
}

export type MemberNoteRow = ModelObject<MemberNote>;
