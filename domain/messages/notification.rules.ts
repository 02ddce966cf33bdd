/** The states of a message, and how they follow each other. Pure. */

export const NOTIFICATION_STATUSES = ['queued', 'sent', 'delivered', 'failed', 'suppressed'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** Why a message failed, as a sentence. */
export const NOTIFICATION_ERRORS = {
  refused: 'The sender refused the message.',
  not_taken: 'The sender could not be reached, or took nothing, at every attempt.',
  outcome_unknown:
    'The sender gave no answer: the message may have arrived. It is not sent again, because nobody shall get it twice.',
  undelivered: 'The sender could not deliver the message.',
  sender_off: 'The sender was turned off before the message was sent.',
  unreadable: 'The text cannot be decrypted: the server has another ENCRYPTION_KEY.',
} as const;
export type NotificationError = keyof typeof NOTIFICATION_ERRORS;
export const NOTIFICATION_ERROR_CODES = Object.keys(NOTIFICATION_ERRORS) as NotificationError[];

/** Why a message is not sent, as a sentence. */
export const SUPPRESSED_BECAUSE = {
  opted_out: 'The member has opted out.',
  gone: 'The member has another phone or address now, or the phone is not verified.',
  settled: 'The installment is paid, or its loan is not open any more.',
  reversed: 'The movement was reversed.',
  stale: 'It waited for more than 24 hours, and is no news any more.',
} as const;

/** What a delivery report may say. */
export const REPORT_STATUSES = ['sent', 'delivered', 'failed'] as const satisfies NotificationStatus[];
export type ReportStatus = (typeof REPORT_STATUSES)[number];
