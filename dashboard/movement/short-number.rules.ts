/** The number of a movement that people say and search by. Pure. */

const LENGTH = 6;

/** As somebody types it. */
export const SHORT_NUMBER = new RegExp(`^[0-9a-z]{${LENGTH}}$`, 'i');

/** The end of the id. */
export function shortNumber(entry_id: string): string {
  return entry_id.slice(-LENGTH);
}
