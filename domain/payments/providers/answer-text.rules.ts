/** Text out of providers' answers. Pure. */

/** A message of a provider is kept so far. */
const MAX_MESSAGE = 300;

/** Non-empty text, trimmed; numbers are text in answers already. PostgreSQL stores no NUL, so each is made visible instead. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().replaceAll('\0', '\uFFFD') : null;
}

/** A message from outside, fit to be stored and shown. */
export function shown(message: string): string {
  return message.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ').slice(0, MAX_MESSAGE);
}
