/** What orders the rows of a list: a name of the API, with `-` in front where it is descending. */

export const NEWEST_FIRST = '-created_at';

export type Direction = 'ascending' | 'descending';

/** @returns null where something else orders the rows */
export function directionOf(name: string, sort: string): Direction | null {
  if (sort === name) return 'ascending';
  return sort === `-${name}` ? 'descending' : null;
}

/** What a press on the head of a column asks for: the other direction, or first what people look for most. */
export function sortAfter(name: string, sort: string, { isFigure = false } = {}): string {
  const direction = directionOf(name, sort);
  const is_descending = direction === null ? isFigure : direction === 'ascending';
  return is_descending ? `-${name}` : name;
}
