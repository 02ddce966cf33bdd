/** Provisions: the allowance for loan losses is brought to what the loan book requires. A checker decides. */
import { unavailable } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { formatMoney } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { getSettings, serializeOnSettings, type SettingsRow } from '../../cooperative/index.ts';
import {
  always,
  defineMovement,
  requestEntry,
  SaccoEntry,
  type Decision,
  type EntryRow,
  type RequestedEntry,
} from '../../movements/index.ts';
import type { Caller } from '../../platform/unit.ts';
import { missingAllowance } from '../book/ageing.ts';
import { ALLOWANCE_DOWN, ALLOWANCE_UP } from './provisioning.rules.ts';

const provisionDecision: Decision = {
  // Of two that are approved at the same time, the later one sees that the earlier one is being booked.
  lock: serializeOnSettings,

  async plan({ db, scope }, entry) {
    const other = await SaccoEntry.query(db)
      .inScope(scope)
      .where({ kind: 'loan_provision', status: 'posting' })
      .whereNot({ id: entry.id })
      .first();
    if (other) throw unavailable('allowance, of which another change is being booked,');
    return changeOfAllowance(db, scope, await getSettings(db, scope));
  },
};

const approval = always(provisionDecision);
export const PROVISIONS = [
  defineMovement({ ...ALLOWANCE_UP, title: 'Provision for loan losses', approval }),
  defineMovement({ ...ALLOWANCE_DOWN, title: 'Provision released', approval }),
];

/**
 * Requests that the allowance is brought to what is required. How much that is, and whether more is provided for or some is
 * released, counts once it is approved; until then the entry says what it would be now.
 * @throws AppError `sacco_not_set_up`, `idempotency_key_reused`
 */
export function requestProvision(
  caller: Caller,
  body: { idempotency_key: string; memo: string },
): Promise<RequestedEntry> {
  const { memo } = body;
  return requestEntry(caller, {
    operation: ['POST sacco provisions'],
    body,
    async entry(settings) {
      const change = await changeOfAllowance(caller.ctx.db, caller.scope, settings);
      return { kind: 'loan_provision', member_id: null, ...change, memo };
    },
    summary: ({ entry: { direction, amount_minor }, currency }) =>
      `${direction === 'in' ? 'Provision' : 'Release of the provision'} for loan losses, ${formatMoney(amount_minor, currency)} as it stands: ${memo}`,
  });
}

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
