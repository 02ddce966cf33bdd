/** Which things an answer says were made, for the log line of its request. */
import type { Answer } from './route.ts';

/** More do not help whoever reads the line; the rows are found by the first ones. */
const MAX_IDS = 100;
/** JSON that was written before begins with the id of what it describes. */
const FIRST_ID = /^\{"id":"([\w-]{1,64})"/;

/** @returns the ids of resources that a 201 answers; none for other answers */
export function idsMade({ status, body, json }: Answer): string[] {
  if (status !== 201) return [];
  if (json !== undefined) return FIRST_ID.exec(json)?.slice(1) ?? [];
  const ids: string[] = [];
  addIds(ids, body, 2);
  return ids.slice(0, MAX_IDS);
}

/** Of a resource, of its members and of the lists in it. Nothing is made on the way, as every answer goes through it. */
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
