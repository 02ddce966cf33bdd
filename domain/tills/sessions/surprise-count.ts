/** Somebody who keeps the vault counts a till while its session is open. It is recorded, and closes nothing. */
import { forbidden, refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { expectOne } from '../../../db/rows.ts';
import { scopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit/audit.ts';
import { claimKey, refuseReservedKey } from '../../platform/idempotency.ts';
import type { Caller, CallerUnit } from '../../platform/unit.ts';
import { compareCount, lockSession, onceBooked, type Counted, type SessionPath } from './count-cash.ts';
import { TillCount, type TillCountRow } from './session.model.ts';

export type SurpriseCountRequest = Counted & { memo?: string; idempotency_key?: string };

/**
 * @throws AppError NOT_FOUND, `session_not_open`, VALIDATION_ERROR for unknown pieces; FORBIDDEN for its own teller;
 *   SERVICE_UNAVAILABLE while movements of the session cannot be booked
 */
export function countTill(
  caller: Caller,
  path: SessionPath,
  { idempotency_key, ...body }: SurpriseCountRequest,
): Promise<{ count: TillCountRow; replayed: boolean }> {
  if (idempotency_key !== undefined) refuseReservedKey(idempotency_key);
  const { till_id, session_id } = path;
  const request = ['POST sacco till session counts', till_id, session_id, body];
  return onceBooked(caller, async (unit) => {
    const id = newId('till_count');
    if (idempotency_key !== undefined) {
      const earlier = await claimKey(unit, { key: idempotency_key, request }, id);
      if (earlier) {
        const count = await TillCount.query(unit.trx).findInScope(unit.scope, earlier.subject_id);
        return { count, replayed: true };
      }
    }
    return { count: await store(unit, path, { id, body }), replayed: false };
  });
}

async function store(
  unit: CallerUnit,
  path: SessionPath,
  { id, body }: { id: string; body: SurpriseCountRequest },
): Promise<TillCountRow> {
  const { trx, scope, actor } = unit;
  const session = await lockSession(unit, path);
  if (session.user_id === actor.id) throw forbidden('A teller closes the session instead of counting it.');
  if (session.status !== 'open') throw refusal('session_not_open', `The session is ${session.status}.`);
  const { expected_minor, counted_minor, count } = await compareCount(unit, session, body);
  const { memo = null } = body;
  const stored = await TillCount.query(trx)
    .insert([
      {
        id,
        ...scopeColumns(scope),
        session_id: session.id,
        expected_minor,
        counted_minor,
        count,
        memo,
        counted_by_id: actor.id,
        counted_at: scope.clock.now(),
      },
    ])
    .returning('*');
  await audit(unit, 'sacco.till_counted', session.id, { count_id: id, expected_minor, counted_minor, memo });
  return expectOne(stored);
}
