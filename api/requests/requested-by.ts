/** The list filter `requested_by=me`: the caller's own requests. */
import joi from 'joi';
import type { Actor } from '../../core/scope.ts';

export const me = joi.string().valid('me').description('Only requests of the caller');

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
