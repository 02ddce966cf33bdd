/** Which requests can be decided together: of one kind, asked for by others, and not too many. */
import type { Approval } from '../../../generated/wire.ts';

/** Each is a decision of its own, one after the other, while somebody waits. */
export const MOST_TOGETHER = 50;

type Choosable = Pick<Approval, 'id' | 'kind' | 'status' | 'requested_by'>;

/** Can it be chosen beside those that are? */
export function fitsChoice(
  request: Choosable,
  chosen: readonly Choosable[],
  user_id: string | undefined,
): boolean {
  if (chosen.some(({ id }) => id === request.id)) return true;
  return (
    chosen.length < MOST_TOGETHER &&
    request.status === 'pending' &&
    !(request.requested_by.type === 'user' && request.requested_by.id === user_id) &&
    (chosen[0] === undefined || chosen[0].kind === request.kind)
  );
}

/** Those that are chosen, and the others of their kind, as many as can be. */
export function wholeKind<Request extends Choosable>(
  requests: readonly Request[],
  chosen: readonly Request[],
  user_id: string | undefined,
): Request[] {
  const all = [...chosen];
  for (const request of requests)
    if (!all.includes(request) && fitsChoice(request, all, user_id)) all.push(request);
  return all;
}
