/** What other modules tell members with. */
export { amountText, queueMessages, type NewMessage } from './queue-messages.ts';

/** Messages, and what they say. */
export { CHANNELS, LANGUAGES, type Channel, type Language } from './languages.rules.ts';
export { NOTIFICATION_STATUSES } from './notification.rules.ts';
export { notificationSchema, presentNotification, presentOutboxMessage } from './notification.presenter.ts';
export { getNotification, listNotifications, listOutbox, type NotificationFilter } from './notifications.ts';
export { TEMPLATES, type MovementTemplate, type Template } from './templates/templates.rules.ts';
export { presentTemplate, templateSchema } from './templates/template.presenter.ts';
export { getTemplate, listTemplates, putTemplate, type TemplateChange } from './templates/templates.ts';
export {
  getPreferences,
  preferencesSchema,
  presentPreferences,
  setPreferences,
  type PreferenceChange,
} from './preferences/preferences.ts';

/** Who sends them. */
export { parsePrice } from './price.rules.ts';
export { SENDER_NAMES } from './senders/sender.port.ts';
export { presentSender, senderSchema } from './senders/sender.presenter.ts';
export { listSenders, putSender, type SenderChange } from './senders/senders.ts';
export { pruneReports, receiveReport } from './sending/reports.ts';
export { countDueMessages, sendMessages, sweepMessages } from './sending/send-messages.ts';

/** What the service is put together from. */
export { messageInvariants } from './invariants.ts';
export { sealedMessages } from './notifications.ts';
export { sealedSenders } from './senders/senders.ts';
