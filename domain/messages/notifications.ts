/** Messages to members: lists, and the outbox of the sandbox. */
import { refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import type { SealedTable } from '../platform/rotate-encryption.ts';
import type { Channel } from './languages.rules.ts';
import { Notification, type NotificationRow } from './notification.model.ts';
import type { NotificationStatus } from './notification.rules.ts';
import { MessageSender } from './senders/sender.model.ts';
import type { Template } from './templates/templates.rules.ts';

export interface NotificationFilter extends PageRequest {
  member_id?: string | undefined;
  channel?: Channel | undefined;
  template?: Template | undefined;
  status?: NotificationStatus | undefined;
}

/** Newest first. */
export function listNotifications(
  db: Db,
  scope: Scope,
  { member_id, channel, template, status, ...request }: NotificationFilter,
): Promise<Page<NotificationRow>> {
  return Notification.query(db)
    .inScope(scope)
    .whereGiven('member_id', member_id)
    .whereGiven('channel', channel)
    .whereGiven('template', template)
    .whereGiven('status', status)
    .paginate(request);
}

/** @throws AppError NOT_FOUND */
export function getNotification(db: Db, scope: Scope, id: string): Promise<NotificationRow> {
  return Notification.query(db).findInScope(scope, id);
}

/** What the sandbox has sent, newest first. @throws AppError `no_outbox` in the live environment */
export async function listOutbox(
  db: Db,
  scope: Scope,
  { member_id, channel, template, ...request }: Omit<NotificationFilter, 'status'>,
): Promise<Page<NotificationRow>> {
  if (scope.environment !== 'test') throw refusal('no_outbox');
  const sandboxes = MessageSender.query(db).inScope(scope).where({ sender: 'sandbox' }).select('id');
  return Notification.query(db)
    .inScope(scope)
    .whereIn('sender_id', sandboxes)
    .whereIn('status', ['delivered', 'failed'])
    .whereGiven('member_id', member_id)
    .whereGiven('channel', channel)
    .whereGiven('template', template)
    .paginate(request);
}

/** Texts with secrets are encrypted until they are sent. */
export const sealedMessages: SealedTable = {
  table: Notification.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, text_sealed } = row as unknown as NotificationRow;
    const anew = text_sealed === null ? null : reseal(text_sealed, id);
    return anew === null ? {} : { text_sealed: anew };
  },
};
