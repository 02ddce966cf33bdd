/** A session is closed: its cash is counted, the difference is booked once somebody else agrees, and the rest returns to the vault. */
import { forbidden, invalidField, refusal } from '../../../core/errors.ts';
import { formatMoney } from '../../../core/money.ts';
import { currencyChanged, getSettings, lockSettings } from '../../cooperative/index.ts';
import { approvals, newEntry } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { claimKey, refuseReservedKey } from '../../platform/idempotency.ts';
import type { Caller, CallerUnit } from '../../platform/unit.ts';
import { DECIDERS, roleOf } from '../../staff/index.ts';
import { namesOfTills } from '../tills/tills.ts';
import {
  compareCount,
  lockSession,
  onceBooked,
  type Counted,
  type CountedCash,
  type SessionPath,
} from './count-cash.ts';
import { changeSession, returnRest } from './session-effects.ts';
import type { TillSessionRow } from './session.model.ts';
import { readSession, type SessionView } from './sessions.ts';

export type CloseRequest = Counted & {
  /** Why what was counted differs; needed where it does. */
  memo?: string;
  /** Without one a repeat is refused: the session is no longer open. */
  idempotency_key?: string;
};

/**
 * @throws AppError NOT_FOUND, `session_not_open`; VALIDATION_ERROR for unknown pieces, and for a difference without a memo;
 *   FORBIDDEN for somebody else who is no checker; SERVICE_UNAVAILABLE while movements of the session cannot be booked
 */
export async function closeSession(
  caller: Caller,
  path: SessionPath,
  { idempotency_key, ...body }: CloseRequest,
): Promise<{ session: SessionView; replayed: boolean }> {
  if (idempotency_key !== undefined) refuseReservedKey(idempotency_key);
  const { till_id, session_id } = path;
  const request = ['POST sacco till session close', till_id, session_id, body];
  const replayed = await onceBooked(caller, async (unit) => {
    if (idempotency_key !== undefined) {
      const earlier = await claimKey(unit, { key: idempotency_key, request }, session_id);
      if (earlier) return true;
    }
    await close(unit, path, body);
    return false;
  });
  return { session: await readSession(caller, session_id), replayed };
}

async function close(unit: CallerUnit, path: SessionPath, body: CloseRequest): Promise<void> {
  const session = await lockSession(unit, path);
  await requireTellerOrKeeper(unit, session);
  if (session.status !== 'open') throw refusal('session_not_open', `The session is ${session.status}.`);
  const settings = await lockSettings(unit);
  if (settings?.currency !== session.currency) throw currencyChanged();
  const figures = await compareCount(unit, session, body);
  const difference_minor = figures.counted_minor - figures.expected_minor;
  const { memo = null } = body;
  if (difference_minor !== 0n && memo === null)
    throw invalidField('memo', '"memo" must say why the count differs from what the books expect');
  const closing = await changeSession(unit, session, {
    status: 'closing',
    ...figures,
    memo,
    closed_by_id: unit.actor.id,
  });
  await audit(unit, 'sacco.till_session_counted', session.id, {
    ...auditable(figures),
    difference_minor,
    memo,
  });
  if (difference_minor === 0n) await returnRest(unit, closing);
  else await requestDifference(unit, closing, difference_minor);
}

const auditable = ({ expected_minor, counted_minor }: CountedCash) => ({ expected_minor, counted_minor });

/** Who keeps the vault may close the session of a teller who is away. @throws AppError FORBIDDEN */
async function requireTellerOrKeeper(
  { trx, scope, actor }: CallerUnit,
  { user_id }: TillSessionRow,
): Promise<void> {
  if (user_id === actor.id) return;
  const role = await roleOf(trx, scope.project_id, actor.id);
  if (!role || !DECIDERS.includes(role))
    throw forbidden('Only its teller, or a checker, can close a session.');
}

/** @param difference_minor what was counted, less what was expected */
async function requestDifference(
  unit: CallerUnit,
  session: TillSessionRow,
  difference_minor: bigint,
): Promise<void> {
  const { trx, scope, actor } = unit;
  const { currency, till_id, memo } = session;
  const { utc_offset_minutes } = await getSettings(trx, scope);
  const direction = difference_minor > 0n ? 'in' : 'out';
  const amount_minor = difference_minor > 0n ? difference_minor : -difference_minor;
  const entry = newEntry(
    { scope, actor },
    { currency, utc_offset_minutes },
    {
      kind: 'cash_adjustment',
      direction,
      member_id: null,
      amount_minor,
      till_id,
      session_id: session.id,
      memo,
    },
  );
  const names = await namesOfTills(trx, scope, [till_id]);
  await approvals.storeWaiting(unit, entry, {
    summary: `${formatMoney(amount_minor, currency)} ${direction === 'in' ? 'too much' : 'too little'} counted at ${names.get(till_id)}: ${memo}`,
  });
  await changeSession(unit, session, { difference_entry_id: entry.id });
}
