/** Use cases with their presenters, by what they are about. */
export * as messageSenders from './senders/index.ts';
export * as messageTemplates from './templates/index.ts';
export * as preferences from './preferences/index.ts';

/** What other modules tell members with. */
export { amountText, queueMessages } from './queue-messages.ts';
export { withdrawMessages } from './withdraw-messages.ts';
export type { MovementTemplate, Template } from './templates/templates.rules.ts';

/** Messages themselves. */
export { CHANNELS, LANGUAGES, type Channel, type Language } from './languages.rules.ts';
export { NOTIFICATION_STATUSES } from './notification.rules.ts';
export { notificationSchema, presentNotification, presentOutboxMessage } from './notification.presenter.ts';
export { getNotification, listNotifications, listOutbox, type NotificationFilter } from './notifications.ts';
export { parsePrice } from './price.rules.ts';
export { pruneReports, receiveReport } from './sending/reports.ts';
export { countDueMessages, sendMessages, sweepMessages } from './sending/send-messages.ts';

/** What the service is put together from. */
export { messageInvariants } from './invariants.ts';
export { sealedMessages } from './notifications.ts';
export { sealedSenders } from './senders/senders.ts';
