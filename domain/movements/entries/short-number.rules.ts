/** The short number of an entry: receipts print it, people say it, and entries are found by it. Pure. */
const LENGTH = 6;

/** Ids and what is mistaken for their letters. */
export const SHORT_NUMBER = new RegExp(`^[0-9A-Za-z]{${LENGTH}}$`);

export function shortNumberOf(entry_id: string): string {
  return entry_id.slice(-LENGTH);
}
