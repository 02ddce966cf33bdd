/** The page of what an id names. Pure. */

/** By the beginning of the id. */
const PAGES: Readonly<Record<string, string>> = {
  mem: '/members/',
  loan: '/loans/',
  cus: '/customers/',
  ent: '/entries/',
  pay: '/payments/',
  pyo: '/payouts/',
  div: '/dividends/',
  sin: '/interest/',
  rec: '/reconciliation/',
  bat: '/batches/',
};

const ID = /\b(?<kind>[a-z]+)_[0-9A-Z]{26}\b/;

/** @param text that may hold an id @returns null where it names nothing that has a page */
export function pageOfId(text: string): string | null {
  const match = ID.exec(text);
  const page = PAGES[match?.groups?.['kind'] ?? ''];
  return match && page ? `${page}${match[0]}` : null;
}
