/** The time and the password that every push and every query of one carry. Pure. */

/** East Africa Time, all year, in Kenya and in Ethiopia. */
const UTC_OFFSET_MS = 3 * 3_600_000;

/** @returns `YYYYMMDDHHmmss` in Nairobi's time */
export function timestampOf(at: Date): string {
  const local = new Date(at.getTime() + UTC_OFFSET_MS).toISOString();
  return local.slice(0, 19).replaceAll(/\D/g, '');
}

/** @param timestamp the request's own `Timestamp` */
export function passwordOf(shortcode: string, passkey: string, timestamp: string): string {
  return Buffer.from(`${shortcode}${passkey}${timestamp}`, 'utf8').toString('base64');
}
