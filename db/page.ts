/** Pages of lists: the cursor is the id after which the next page begins. */

import { invalidField } from '../core/errors.ts';

/** Default and maximum rows of a page (contract). */
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

/** Rows that are counted while somebody waits: a few milliseconds' worth. */
export const MAX_COUNTED = 10_000;

export interface PageRequest {
  limit: number;
  after?: string | undefined;
  /** What orders the rows, with a `-` in front: descending. Left out: newest first. */
  sort?: string | undefined;
  /** Whether all rows of the filter are counted, and their amounts summed up. */
  totals?: boolean | undefined;
}

/** The days of creation of a list. */
export interface CreationDays {
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Where these days begin and end, in minutes east of UTC. */
  utc_offset_minutes?: number | undefined;
}

/** Orders by when a row was made. */
export const CREATED = 'created_at';

export interface Order {
  by: string;
  is_descending: boolean;
}

export function orderOf({ sort = `-${CREATED}` }: Pick<PageRequest, 'sort'>): Order {
  const is_descending = sort.startsWith('-');
  return { by: is_descending ? sort.slice(1) : sort, is_descending };
}

/** A search ends with what it finds first. @throws AppError VALIDATION_ERROR when that should be sorted or counted */
export function refuseWithSearch({ sort, totals }: Pick<PageRequest, 'sort' | 'totals'>): void {
  if (sort !== undefined)
    throw invalidField('sort', '"sort" is not possible with "q": leave one of them out');
  if (totals) throw invalidField('totals', '"totals" is not possible with "q": leave one of them out');
}

/** Of the rows of a filter in one currency. */
export interface Sum {
  /** The column of the amount. */
  column: string;
  currency: string;
  amount_minor: bigint;
}

/** What all rows of a filter come to, whatever the page shows. */
export interface Totals {
  count: number;
  /** There are more rows than are counted: at least `count`, whose sums nobody wants. */
  is_capped: boolean;
  /** Of rows that have amounts. */
  sums: Sum[];
}

export interface Page<Item> {
  items: Item[];
  /** null on the last page. */
  next_after: string | null;
  /** Where they were asked for. */
  totals?: Totals;
}

/** A page of rows that were read with `limit + 1`; the extra row shows that there are more. */
export function page<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_after: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/**
 * One page of several lists in the order of their ids, each of which was read along an index of its own with a limit that is one
 * higher (`withOneMore`). They have no row in common.
 */
export function mergedPage<Row extends { id: string }>(
  pages: readonly Page<Row>[],
  request: PageRequest,
): Page<Row> {
  const { is_descending } = orderOf(request);
  const rows = pages
    .flatMap(({ items }) => items)
    .toSorted((a, b) => (a.id < b.id === is_descending ? 1 : -1));
  const totals = pages.flatMap((each) => each.totals ?? []);
  return {
    ...page(rows, request.limit, ({ id }) => id),
    ...(request.totals === true && { totals: totals.reduce(added) }),
  };
}

export function withOneMore<Request extends PageRequest>(request: Request): Request {
  return { ...request, limit: request.limit + 1 };
}

function added(one: Totals, other: Totals): Totals {
  const count = one.count + other.count;
  if (one.is_capped || other.is_capped || count > MAX_COUNTED)
    return { count: Math.min(count, MAX_COUNTED), is_capped: true, sums: [] };
  const sums = new Map(one.sums.map((sum) => [sumName(sum), sum]));
  for (const sum of other.sums) {
    const { amount_minor = 0n } = sums.get(sumName(sum)) ?? {};
    sums.set(sumName(sum), { ...sum, amount_minor: amount_minor + sum.amount_minor });
  }
  return { count, is_capped: false, sums: [...sums.values()] };
}

function sumName({ column, currency }: Sum): string {
  return `${column} ${currency}`;
}
