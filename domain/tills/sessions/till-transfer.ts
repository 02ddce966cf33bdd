/** Cash that is carried between the vault and tills, and from till to till; somebody else confirms it. */
import { forbidden, invalidField, notFound, refusal } from '../../../core/errors.ts';
import { formatMoney } from '../../../core/money.ts';
import { getSettings } from '../../cooperative/index.ts';
import {
  type entries,
  always,
  cash,
  defineMovement,
  requestEntry,
  type Decision,
  type EntryRow,
  type EntryTransfer,
  type MovementRequest,
  type RequestedEntry,
} from '../../movements/index.ts';
import type { Caller, ScopedUnit } from '../../platform/unit.ts';
import { DECIDERS, roleOf } from '../../staff/index.ts';
import { namesOfTills } from '../tills/tills.ts';
import { dropCount, recordTillTransfers } from './session-effects.ts';
import { TillSession, type TillSessionRow } from './session.model.ts';
import type { SessionStatus } from './session.rules.ts';

/** The entry says which way it goes, and where the other end is. */
function carried(entry: EntryRow): { before: EntryTransfer[]; after: EntryTransfer[] } {
  const { till_id, other_till_id, direction } = entry;
  const places =
    direction === 'in' ? { from: other_till_id, to: till_id } : { from: till_id, to: other_till_id };
  return { before: [], after: [cash.transferBetween(entry, places)] };
}

/** Sessions are locked in id order, which avoids deadlocks. */
const decision: Decision = {
  lock: async ({ trx }, entry) =>
    TillSession.query(trx).whereIn('id', sessionIdsOf(entry)).orderBy('id').forShare().select('id'),

  async plan({ db }, entry) {
    const sessions = await TillSession.query(db).whereIn('id', sessionIdsOf(entry));
    const expected = sessions.every((session) => session.status === statusFor(session, entry));
    return expected ? {} : refusal('session_not_open', 'A session that it is about is no longer open.');
  },

  onDropped: dropCount,
};

function sessionIdsOf({ session_id, other_session_id }: EntryRow): string[] {
  return [session_id, other_session_id].flatMap((id) => id ?? []);
}

/** In which state a session takes that transfer. */
function statusFor({ float_entry_id, return_entry_id }: TillSessionRow, { id }: EntryRow): SessionStatus {
  return float_entry_id === id ? 'opening' : return_entry_id === id ? 'closing' : 'open';
}

const transfer = (direction: entries.Direction, title: string) =>
  defineMovement({
    title,
    kind: 'till_transfer',
    direction,
    legs: [],
    transfers: carried,
    approval: always(decision),
    onEnded: recordTillTransfers,
  });

export const TILL_TRANSFERS = [transfer('in', 'Cash into a till'), transfer('out', 'Cash out of a till')];

/** Where cash is: in the vault, or in a till. */
export const VAULT = 'vault';

export interface TillTransferRequest extends MovementRequest {
  /** A till's id, or `vault`. */
  from: string;
  to: string;
  memo: string;
}

/**
 * Requests that cash is carried; both tills must have an open session.
 * @throws AppError VALIDATION_ERROR for one place, NOT_FOUND, `no_open_till`, `tills_off`; FORBIDDEN for a teller of neither till
 *   who is no checker; what `requestEntry` throws
 */
export async function requestTillTransfer(
  caller: Caller,
  body: TillTransferRequest,
): Promise<RequestedEntry> {
  const { ctx, scope } = caller;
  const { from, to, amount_minor, memo } = body;
  if (from === to) throw invalidField('to', '"to" must be another place than "from"');
  const tills = [from, to].filter((place) => place !== VAULT);
  const names = await namesOfTills(ctx.db, scope, tills);
  if (tills.some((id) => !names.has(id))) throw notFound('till');
  const nameOf = (place: string): string => names.get(place) ?? 'the vault';
  const [till_id = '', other_till_id = null] = to === VAULT ? [from] : from === VAULT ? [to] : [from, to];
  return requestEntry(caller, {
    operation: ['POST sacco till-transfers'],
    body,
    entry: {
      kind: 'till_transfer',
      direction: till_id === to ? 'in' : 'out',
      member_id: null,
      amount_minor,
      memo,
      till_id,
      other_till_id,
    },
    summary: ({ currency }) =>
      `${formatMoney(amount_minor, currency)} from ${nameOf(from)} to ${nameOf(to)}: ${memo}`,
    async prepare(unit) {
      await requireTills(unit);
      const sessions = await lockOpenSessions(unit, names);
      await requireTellerOrKeeper(caller, sessions);
      const sessionAt = (id: string | null) => sessions.find((each) => each.till_id === id)?.id ?? null;
      return { session_id: sessionAt(till_id), other_session_id: sessionAt(other_till_id) };
    },
  });
}

/** @throws AppError `tills_off` */
export async function requireTills({ trx, scope }: ScopedUnit): Promise<void> {
  const { tills } = await getSettings(trx, scope);
  if (tills === 'off') throw refusal('tills_off', 'Set `tills` to `on` first.');
}

/** @throws AppError `no_open_till` */
async function lockOpenSessions(
  { trx }: ScopedUnit,
  names: ReadonlyMap<string, string>,
): Promise<TillSessionRow[]> {
  const sessions = await TillSession.query(trx)
    .whereIn('till_id', [...names.keys()])
    .where({ status: 'open' })
    .orderBy('id')
    .forShare();
  for (const [id, name] of names)
    if (!sessions.some(({ till_id }) => till_id === id))
      throw refusal('no_open_till', `Nobody has an open session at ${name}.`);
  return sessions;
}

async function requireTellerOrKeeper(
  { ctx, scope, actor }: Caller,
  sessions: readonly TillSessionRow[],
): Promise<void> {
  if (sessions.some(({ user_id }) => user_id === actor.id)) return;
  const role = await roleOf(ctx.db, scope.project_id, actor.id);
  if (!role || !DECIDERS.includes(role))
    throw forbidden('Only a teller of one of the tills, or a checker, can move cash between them.');
}
