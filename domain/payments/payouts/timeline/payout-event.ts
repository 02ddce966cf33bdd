/** The payout's timeline: every transition with its cause. */
import { newId } from '../../../../core/ids.ts';
import type { Scope } from '../../../../core/scope.ts';
import type { Db } from '../../../../db/connection.ts';
import { insertMany } from '../../../../db/insert-many.ts';
import { scopeColumns } from '../../../../db/model.ts';
import type { Page, PageRequest } from '../../../../db/page.ts';
import type { ScopedUnit } from '../../../platform/unit.ts';
import { getPayout } from '../payout.ts';
import { PayoutEvent, type PayoutEventRow } from './payout-event.model.ts';

type NewPayoutEvent = Pick<PayoutEventRow, 'payout_id' | 'type' | 'cause'> &
  Partial<Pick<PayoutEventRow, 'from' | 'to' | 'details'>>;

export async function recordPayoutEvent(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  { from = null, to = null, details = {}, ...event }: NewPayoutEvent,
): Promise<void> {
  const at = scope.clock.now();
  const row = { id: newId('event'), ...scopeColumns(scope), ...event, from, to, details, at };
  await insertMany(trx, 'payout_events', [row]);
}

/** Everything that happened to a payout, newest first. */
export async function listPayoutEvents(
  db: Db,
  scope: Scope,
  payout_id: string,
  request: PageRequest,
): Promise<Page<PayoutEventRow>> {
  await getPayout(db, scope, payout_id);
  return PayoutEvent.query(db).inScope(scope).where({ payout_id }).paginate(request);
}
