/** Local dates as date fields write them. Pure. */

/** A field that is half filled in holds no date. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** The first day of its month. */
export function monthOf(date: string): string {
  return `${date.slice(0, 8)}01`;
}
