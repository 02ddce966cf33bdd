/** Messages to members as stored, with what became of each. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { Channel, Language } from './languages.rules.ts';
import type { NotificationError, NotificationStatus } from './notification.rules.ts';
import type { Template } from './templates/templates.rules.ts';

export class Notification extends TableModel {
  static override tableName = 'notifications';
  static override label = 'notification';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  declare channel: Channel;
  declare template: Template;
  declare language: Language;
  /** The id of what it tells, with a part of it where it has several. */
  declare cause: string;
  declare entry_id: string | null;
  declare sender_id: string;
  /** A phone, or an address. */
  declare recipient: string;
  /** Of an e-mail. */
  declare subject: string | null;
  /** Where it holds a secret, this has none; the whole text is encrypted until it is sent. */
  declare text: string;
  declare text_sealed: string | null;
  /** Of an SMS. */
  declare segments: number | null;
  declare status: NotificationStatus;
  declare error: NotificationError | null;
  /** The same as a sentence. */
  declare reason: string | null;
  /** What the sender says that it costs, in ten-thousandths. */
  declare cost_e4: bigint | null;
  declare cost_currency: string | null;
  /** The sender's own id of it. */
  declare provider_id: string | null;
  declare created_at: Date;
  declare attempts: number;
  /** All in system time; null once nothing more will be tried. */
  declare next_attempt_at: Date | null;
  /** Right before it was given to the sender. */
  declare handed_over_at: Date | null;
  declare ended_at: Date | null;
}

export type NotificationRow = ModelObject<Notification>;
