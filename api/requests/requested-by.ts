/** The filter `requested_by=me` of lists: what the caller asked for. */
import joi from 'joi';
import type { Actor } from '../../core/scope.ts';

export const me = joi.string().valid('me').description('Only what the caller asked for');

export interface RequestedByMe {
  requested_by?: 'me';
}

/** The same query with the caller in place of `me`. */
export function byActor<Query extends RequestedByMe>(
  { requested_by, ...query }: Query,
  actor: Actor,
): Omit<Query, 'requested_by'> & { requested_by?: Actor } {
  return requested_by === undefined ? query : { ...query, requested_by: actor };
}
