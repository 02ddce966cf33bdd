/** Movements as a till sees them: what leaves it is less than nothing. Pure. */
import type { Entry } from '../../generated/wire.ts';
import { cashOf } from '../desk/day.rules.ts';

export type TillMovement = Pick<
  Entry,
  'kind' | 'source' | 'direction' | 'amount_minor' | 'session' | 'reverses_kind'
>;

/** @param session_id whose till it is. @returns in minor units; of what waits or was reversed too */
export function ofTill(entry: TillMovement, session_id: string): bigint {
  const { kind, direction, session, reverses_kind, amount_minor } = entry;
  if (kind === 'till_transfer') {
    // Its direction is that of the till it names first.
    const comes_in = (direction === 'in') === (session === session_id);
    return comes_in ? BigInt(amount_minor) : -BigInt(amount_minor);
  }
  const moved = cashOf({
    ...entry,
    kind: reverses_kind ?? kind,
    status: 'posted',
    reversed_by_entry_id: null,
  });
  return reverses_kind === null ? moved : -moved;
}
