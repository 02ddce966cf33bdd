/** Messages to members as clients see them. A secret in a text is masked; only the outbox of the sandbox shows it. */
import { dateTime, fieldsOf, integer, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Context } from '../platform/context.ts';
import { CHANNELS, LANGUAGES } from './languages.rules.ts';
import type { NotificationRow } from './notification.model.ts';
import { NOTIFICATION_ERROR_CODES, NOTIFICATION_STATUSES } from './notification.rules.ts';
import { priceText } from './price.rules.ts';
import { TEMPLATES } from './templates/templates.rules.ts';

export const notificationSchema = resource('Notification', 'A message to a member, and what became of it', {
  id: string,
  member_id: string,
  channel: oneOf(CHANNELS),
  to: string.describe('The phone or the address'),
  language: oneOf(LANGUAGES),
  template: oneOf(TEMPLATES),
  subject: string.nullable().describe('Of an e-mail'),
  text: string.describe('Links and codes of a consent request are masked'),
  segments: integer.nullable().describe('The parts in which an SMS is sent; null for an e-mail'),
  entry_id: string.nullable(),
  status: oneOf(NOTIFICATION_STATUSES),
  error: oneOf(NOTIFICATION_ERROR_CODES).nullable(),
  reason: string.nullable().describe('The same as a sentence'),
  cost: string.nullable().describe('What the sender says that it costs, with four decimals'),
  cost_currency: string.nullable(),
  created_at: dateTime,
  ended_at: dateTime.nullable().describe('When it was sent, delivered, failed or suppressed, in system time'),
});

export function presentNotification(row: NotificationRow): Wire<typeof notificationSchema> {
  const { recipient: to, cost_e4, ...rest } = row;
  return fieldsOf(notificationSchema, { ...rest, to, cost: cost_e4 === null ? null : priceText(cost_e4) });
}

/** As the sandbox sent it: with its secrets. */
export function presentOutboxMessage(
  { secrets }: Pick<Context, 'secrets'>,
  row: NotificationRow,
): Wire<typeof notificationSchema> {
  const { id, text_sealed } = row;
  const text = text_sealed === null ? row.text : secrets.open(text_sealed, id);
  return presentNotification({ ...row, text });
}
