/** Who sends a project's messages on a channel, as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Channel, Language } from '../languages.rules.ts';
import type { SenderName } from './sender.port.ts';

export class MessageSender extends TableModel {
  static override tableName = 'message_senders';
  static override label = 'sender';
  static override jsonAttributes = ['credentials_masked'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare channel: Channel;
  declare sender: SenderName;
  /** Encrypted; null where it needs none. */
  declare credentials_sealed: string | null;
  declare credentials_masked: Record<string, string>;
  /** Of members who have chosen none. */
  declare language: Language;
  /** Local times between which nothing is sent: `21:00:00`. */
  declare quiet_from: string | null;
  declare quiet_to: string | null;
  /** Of one segment, where the sender does not tell what a message costs; in ten-thousandths. */
  declare segment_price_e4: bigint | null;
  declare segment_currency: string | null;
  /** Of the token in the address of delivery reports. */
  declare token_hash: string;
  declare token_sealed: string;
  declare created_at: Date;
  declare updated_at: Date;
}

export type SenderRow = ModelObject<MessageSender>;
