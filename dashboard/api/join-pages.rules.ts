/** Pages of a list that were read one after the other become one, which one request reads again. Pure. */

/** What the API answers at most, and where no other number is asked for. */
const MOST_ROWS = 1_000;
const USUAL_ROWS = 50;

/** Which page of a list: after which row it begins, and how many rows it has where others were joined to it. */
export interface PagePlace {
  after?: string;
  limit?: number;
}

/** As react-query keeps them. */
export interface Pages<Answer> {
  pages: Answer[];
  pageParams: PagePlace[];
}

export interface ListShape {
  /** The field with the rows; undefined where an answer has several: such pages are not joined. */
  rows: string | undefined;
  /** Rows of a page, where another number is asked for. */
  limit: number | undefined;
}

/** @returns the same where its first page has as many rows as the API answers at once */
export function joinPages<Answer>(
  read: Pages<Answer>,
  { rows, limit: per_page = USUAL_ROWS }: ListShape,
): Pages<Answer> {
  const [first, second, ...others] = read.pages;
  const limit = (read.pageParams[0]?.limit ?? per_page) + per_page;
  if (rows === undefined || first === undefined || second === undefined || limit > MOST_ROWS) return read;
  const rowsOf = (answer: Answer): unknown[] => (answer as Record<string, unknown[]>)[rows] ?? [];
  return {
    pages: [{ ...second, [rows]: [...rowsOf(first), ...rowsOf(second)] }, ...others],
    pageParams: [{ limit }, ...read.pageParams.slice(2)],
  };
}

/** How many pages they were before they were joined. */
export function countPages(
  { pageParams }: Pages<unknown>,
  { limit: per_page = USUAL_ROWS }: ListShape,
): number {
  return pageParams.reduce((sum, { limit = per_page }) => sum + limit / per_page, 0);
}
