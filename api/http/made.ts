/** The ids of resources that an answer reports as created, for the log line of its request. */
import type { Answer } from './route.ts';

/** More would not help readers of the line; the rows are found by the first ones. */
const MAX_IDS = 100;
/** Stored JSON begins with the id of its resource. */
const FIRST_ID = /^\{"id":"([\w-]{1,64})"/;

/** @returns the ids of the resources in a 201; none for other answers */
export function idsMade({ status, body, json }: Answer): string[] {
  if (status !== 201) return [];
  if (json !== undefined) return FIRST_ID.exec(json)?.slice(1) ?? [];
  const ids: string[] = [];
  addIds(ids, body, 2);
  return ids.slice(0, MAX_IDS);
}

/** Adds the ids of a resource, its members and its lists. It allocates nothing, because every answer passes through it. */
function addIds(ids: string[], value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) addIds(ids, each, levels);
    return;
  }
  const { id } = value as { id?: unknown };
  if (typeof id === 'string') ids.push(id);
  if (levels > 1) for (const each of Object.values(value)) addIds(ids, each, levels - 1);
}
