/** Pages of lists: the cursor is the id after which the next page begins. */

/** Default and maximum rows of a page (contract). */
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

export interface PageRequest {
  limit: number;
  after?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** null on the last page. */
  next_after: string | null;
}

/** A page of rows that were read with `limit + 1`; the extra row shows that there are more. */
export function page<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_after: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
