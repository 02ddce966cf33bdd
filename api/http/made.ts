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
  if (body === undefined) return [];
  const members = Object.values(body).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]));
  return [body, ...members].flatMap(idOf).slice(0, MAX_IDS);
}

function idOf(value: unknown): string[] {
  const id = (value as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? [id] : [];
}
