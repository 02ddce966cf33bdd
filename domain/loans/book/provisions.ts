/** Provisions: the allowance for loan losses is brought to what the loan book requires. A checker decides. */
import { unavailable } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { formatMoney } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import {
  getSettings,
  newEntry,
  requestWithApproval,
  SaccoEntry,
  serializeOnSettings,
  type ApprovalAction,
  type EntryRow,
  type RequestedEntry,
  type SettingsRow,
} from '../../sacco/index.ts';
import { missingAllowance } from './ageing.ts';

/**
 * Asks for the allowance to be brought to what is required. How much that is, and whether more is provided for or some is
 * released, counts once it is approved; until then the entry says what it would be now.
 * @throws AppError `sacco_not_set_up`, `idempotency_key_reused`
 */
export async function requestProvision(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  { idempotency_key, memo }: { idempotency_key: string; memo: string },
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const change = await changeOfAllowance(ctx.db, scope, settings);
  return requestWithApproval(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, { kind: 'loan_provision', member_id: null, ...change, memo }),
    flow: null,
    idempotency: { key: idempotency_key, request: ['POST sacco provisions', { memo }] },
    summary: (_member, { direction, amount_minor }) =>
      `${direction === 'in' ? 'Provision' : 'Release of the provision'} for loan losses, ${formatMoney(amount_minor, settings.currency)} as it stands: ${memo}`,
  });
}

export const provision: ApprovalAction = {
  // Of two that are approved at once, the later one sees that the earlier one is being booked.
  lock: serializeOnSettings,

  async plan(db, scope, entry) {
    const other = await SaccoEntry.query(db)
      .inScope(scope)
      .where({ kind: 'loan_provision', status: 'posting' })
      .whereNot({ id: entry.id })
      .first();
    if (other) throw unavailable('allowance, of which another change is being booked,');
    return changeOfAllowance(db, scope, await getSettings(db, scope));
  },

  onDropped: () => Promise.resolve(),
};

/** What is required less what the allowance holds; nothing is booked where that is 0. */
async function changeOfAllowance(
  db: Queryable,
  scope: Scope,
  { utc_offset_minutes }: SettingsRow,
): Promise<Pick<EntryRow, 'direction' | 'amount_minor'>> {
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const change_minor = await missingAllowance(db, scope, today);
  return change_minor < 0n
    ? { direction: 'out', amount_minor: -change_minor }
    : { direction: 'in', amount_minor: change_minor };
}
