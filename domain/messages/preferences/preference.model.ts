/** What members want to be told, and in which language, as stored: one row for each member who has chosen something. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Language } from '../languages.rules.ts';

export class MemberPreference extends TableModel {
  static override tableName = 'member_preferences';
  static override idColumn = 'member_id';
  static override label = 'preferences';

  declare member_id: string;
  declare project_id: string;
  declare environment: Environment;
  /** Null: the sender's. */
  declare language: Language | null;
  /** Null: not decided. Then SMS are sent, and e-mails are not. */
  declare sms: boolean | null;
  declare email: boolean | null;
  declare updated_at: Date;
}

export type PreferenceRow = ModelObject<MemberPreference>;
