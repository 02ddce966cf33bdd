/** A teller opens a session at a till: the float comes from the vault once somebody who keeps it has confirmed it. */
import { refusal } from '../../../core/errors.ts';
import { newId, newUuid } from '../../../core/ids.ts';
import { formatMoney } from '../../../core/money.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import { openMissingAccounts } from '../../ledger/index.ts';
import { requestEntry, type EntryRow } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Caller, ScopedUnit } from '../../platform/unit.ts';
import { lockTill, liveSession } from '../tills/tills.ts';
import { Till } from '../tills/till.model.ts';
import { TillSession } from './session.model.ts';
import { LIVE } from './session.rules.ts';
import { readSession, type SessionView } from './sessions.ts';
import { requireTills } from './till-transfer.ts';

export interface OpenRequest {
  /** The float. */
  float_minor: bigint;
  memo?: string;
  /** Without one a repeat is refused: the session is there. */
  idempotency_key?: string;
}

/**
 * Requests a session for whoever calls.
 * @throws AppError NOT_FOUND, `tills_off`, `till_inactive`, `till_open`, `session_open`; what `requestEntry` throws
 */
export async function openSession(
  caller: Caller,
  till_id: string,
  { idempotency_key = newUuid(), ...body }: OpenRequest,
): Promise<{ session: SessionView; replayed: boolean }> {
  const { float_minor: amount_minor, memo = null } = body;
  const { name } = await Till.query(caller.ctx.db).findInScope(caller.scope, till_id);
  const { entry, replayed } = await requestEntry(caller, {
    operation: ['POST sacco till sessions', till_id],
    body: { ...body, idempotency_key },
    entry: {
      kind: 'till_transfer',
      direction: 'in',
      member_id: null,
      amount_minor,
      memo,
      till_id,
      session_id: newId('till_session'),
    },
    summary: ({ currency }) => `Float of ${formatMoney(amount_minor, currency)} from the vault for ${name}`,
    async prepare(unit) {
      await requireTills(unit);
      await requireFree(unit, caller.actor.id, till_id);
      return {};
    },
    onWaiting: (unit, waiting) => storeSession(unit, caller, waiting),
  });
  return { session: await readSession(caller, entry.session_id as string), replayed };
}

/** Under the till's lock one of several requests finds it free. */
async function requireFree(unit: ScopedUnit, user_id: string, till_id: string): Promise<void> {
  const { trx, scope } = unit;
  const till = await lockTill(unit, till_id);
  if (!till.active) throw refusal('till_inactive');
  if (await liveSession(trx, till_id)) throw refusal('till_open');
  const own = await TillSession.query(trx)
    .inScope(scope)
    .where({ user_id })
    .whereIn('status', [...LIVE])
    .first();
  if (own) throw refusal('session_open');
}

async function storeSession(unit: ScopedUnit, { actor }: Caller, float: EntryRow): Promise<void> {
  const { ctx, trx, scope } = unit;
  const { currency, amount_minor } = float;
  const till_id = float.till_id as string;
  await openMissingAccounts(trx, ctx.ledger, [
    { scope, key: { kind: 'cash_on_hand', currency, owner: till_id } },
  ]);
  const session = {
    id: float.session_id as string,
    ...scopeColumns(scope),
    till_id,
    user_id: actor.id,
    currency,
    status: 'opening' as const,
    opening_minor: amount_minor,
    float_entry_id: float.id,
    created_at: float.created_at,
  };
  // The same person may have asked for another till at the same moment.
  const stored = await insertMany(trx, TillSession.tableName, [session], { answered: 'id' });
  if (stored.length === 0) throw refusal('session_open');
  await audit({ ...unit, actor }, 'sacco.till_session_requested', session.id, {
    till_id,
    opening_minor: amount_minor,
    entry_id: float.id,
  });
}
