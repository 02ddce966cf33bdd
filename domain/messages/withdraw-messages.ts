/** Takes back messages that were given to nobody yet: what they say is true no more. */
import { systemNow } from '../../core/clock.ts';
import { columnsOf } from '../../db/columns-of.ts';
import type { Transaction } from '../../db/connection.ts';
import type { NotificationRow } from './notification.model.ts';
import { withdrawQueued } from './sending/suppress.sql.ts';
import type { Template } from './templates/templates.rules.ts';

type Withdrawn = Pick<NotificationRow, 'project_id' | 'environment' | 'member_id' | 'cause'>;

/** @param reason as a sentence */
export async function withdrawMessages(
  trx: Transaction,
  { template, reason }: { template: Template; reason: string },
  messages: readonly Withdrawn[],
): Promise<void> {
  if (messages.length === 0) return;
  await withdrawQueued(trx, {
    ...columnsOf(messages, 'project_id', 'environment', 'member_id', 'cause'),
    template,
    reason,
    now: systemNow(),
  });
}
