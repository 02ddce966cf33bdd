/** Languages and channels of messages to members. */
export const LANGUAGES = ['en', 'sw', 'am'] as const;
export type Language = (typeof LANGUAGES)[number];

export const CHANNELS = ['sms', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];
