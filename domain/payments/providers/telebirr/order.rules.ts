/** The ids and titles of orders in the form that telebirr accepts. Pure. */

/** Characters that a title must not hold. */
const FORBIDDEN_IN_TITLE = /[~`!#$%^*()\-+=|/<>?;:"[\]{}\\&\p{Cc}]+/gu;
const MAX_TITLE = 100;

/**
 * An id of ours as telebirr accepts it, letters and digits alone: "pay_01K…" becomes "pay01K…". No two ids of one kind come
 * to the same, since their prefix is always the same, so nothing has to be stored to compare an answer's with.
 */
export function telebirrId(id: string): string {
  return id.replaceAll('_', '');
}

/** What the payer sees as the order's name. */
export function titleOf(reference: string): string {
  const title = reference
    .replace(FORBIDDEN_IN_TITLE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE)
    .trim();
  return title === '' ? 'Payment' : title;
}
