/**
 * What follows in a session from the movements that open and close it: the float opens it; the difference that was counted is
 * booked before the rest returns to the vault, which closes it. Whatever is rejected, or fails, leaves it as it was before.
 */
import { formatMoney } from '../../../core/money.ts';
import { groupBy } from '../../../core/group-by.ts';
import { getSettings } from '../../cooperative/index.ts';
import { approvals, newEntry, type EndedEntry, type EntryRow } from '../../movements/index.ts';
import type { ScopedUnit, Unit } from '../../platform/unit.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { namesOfTills } from '../tills/tills.ts';
import { NOT_COUNTED, TillSession, type TillSessionRow } from './session.model.ts';
import { presentSessions } from './session.presenter.ts';
import { describeSessions } from './sessions.ts';

/** Results of transfers of cash between the vault and tills. */
export async function recordTillTransfers(unit: Unit, ended: EndedEntry[]): Promise<void> {
  for (const { of, session, entry } of await lockSessionsOf(unit, ended)) {
    const is_posted = entry.status === 'posted';
    if (session.float_entry_id === entry.id)
      await (is_posted
        ? changeSession(of, session, { status: 'open', opened_at: entry.posted_at })
        : changeSession(of, session, { status: 'cancelled' }));
    if (session.return_entry_id === entry.id)
      await (is_posted ? endSession(of, session) : dropCountOf(of, session));
  }
}

/** Results of counted differences. */
export async function recordDifferences(unit: Unit, ended: EndedEntry[]): Promise<void> {
  for (const { of, session, entry } of await lockSessionsOf(unit, ended)) {
    if (session.difference_entry_id !== entry.id) continue;
    await (entry.status === 'posted' ? returnRest(of, session) : dropCountOf(of, session));
  }
}

/** A request of a session is rejected or cancelled: without its float it ends, and what was counted is counted again. */
export async function dropCount(unit: ScopedUnit, entry: EntryRow): Promise<void> {
  const [found] = await lockSessionsOf(unit, [{ scope: unit.scope, entry }]);
  if (!found) return;
  const { session } = found;
  if (session.float_entry_id === entry.id) await changeSession(unit, session, { status: 'cancelled' });
  if (session.return_entry_id === entry.id || session.difference_entry_id === entry.id)
    await dropCountOf(unit, session);
}

/**
 * Requests that what was counted returns to the vault, where anything was; otherwise the session has ended.
 * @param session that is being closed; locked
 */
export async function returnRest(unit: ScopedUnit, session: TillSessionRow): Promise<TillSessionRow> {
  const { trx, scope } = unit;
  const amount_minor = session.counted_minor ?? 0n;
  if (amount_minor === 0n) return endSession(unit, session);
  const { currency, till_id } = session;
  const { utc_offset_minutes } = await getSettings(trx, scope);
  const names = await namesOfTills(trx, scope, [till_id]);
  const closer = { type: 'user', id: session.closed_by_id as string } as const;
  const entry = newEntry(
    { scope, actor: closer },
    { currency, utc_offset_minutes },
    {
      kind: 'till_transfer',
      direction: 'out',
      member_id: null,
      amount_minor,
      till_id,
      session_id: session.id,
      memo: session.memo,
    },
  );
  await approvals.storeWaiting(unit, entry, {
    summary: `${formatMoney(amount_minor, currency)} from ${names.get(till_id)} back to the vault`,
  });
  return changeSession(unit, session, { return_entry_id: entry.id });
}

function endSession(unit: ScopedUnit, session: TillSessionRow): Promise<TillSessionRow> {
  return changeSession(unit, session, { status: 'closed', closed_at: unit.scope.clock.now() });
}

/** The session is open again, and its cash is to be counted anew. */
async function dropCountOf(unit: ScopedUnit, session: TillSessionRow): Promise<void> {
  await changeSession(unit, session, { status: 'open', ...NOT_COUNTED });
}

const EVENT_OF_STATUS = { open: 'till_session.opened', closed: 'till_session.closed' } as const;

/** Changes a session that is locked. @returns it as it then is */
export async function changeSession(
  unit: ScopedUnit,
  session: TillSessionRow,
  change: Partial<TillSessionRow>,
): Promise<TillSessionRow> {
  const { ctx, trx, scope } = unit;
  await TillSession.query(trx).where({ id: session.id }).patch(change);
  const changed = { ...session, ...change };
  const { status } = change;
  const is_told = status === 'closed' || (status === 'open' && session.status === 'opening');
  if (is_told)
    await recordEvents(unit, [{ scope, type: EVENT_OF_STATUS[status], row: changed }], async (rows) =>
      presentSessions(trx, await describeSessions({ ctx, scope, db: trx }, rows)),
    );
  return changed;
}

interface EndedOfSession {
  of: ScopedUnit;
  session: TillSessionRow;
  entry: EntryRow;
}

/** Sessions are locked in id order, which avoids deadlocks. */
async function lockSessionsOf(unit: Unit, ended: readonly EndedEntry[]): Promise<EndedOfSession[]> {
  const by_session = groupBy(
    ended.filter(({ entry }) => entry.session_id !== null),
    ({ entry }) => entry.session_id as string,
  );
  if (by_session.size === 0) return [];
  const sessions: TillSessionRow[] = await TillSession.query(unit.trx)
    .whereIn('id', [...by_session.keys()])
    .orderBy('id')
    .forUpdate();
  return sessions.flatMap((session) =>
    (by_session.get(session.id) ?? []).map(({ scope, entry }) => ({
      of: { ...unit, scope },
      session,
      entry,
    })),
  );
}
