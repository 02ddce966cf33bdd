/** Money between two savings accounts of one member. */
import { invalidField } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import { savingsIds } from '../cooperative/index.ts';
import {
  savingsMoves,
  defineMovement,
  leg,
  requestEntry,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';
import { findFixedAccount } from './terms/fixed-account.ts';
import { breakingTerm } from './terms/break-term.ts';

export const SAVINGS_TRANSFER = defineMovement({
  title: 'Transfer between savings accounts',
  kind: 'savings_transfer',
  // Nothing leaves the cooperative, but a suspended member's savings stay what they are.
  flow: 'pay_out',
  legs: [
    savingsMoves.leg('credit', 'other', leg('member_savings', 'member_savings')),
    leg('member_savings', 'fee_income', 'fee'),
  ],
  reversal: {},
});

export interface SavingsTransferRequest extends MovementRequest {
  from_savings_account_id: string;
  to_savings_account_id: string;
}

/**
 * From a fixed account all of it is moved, which breaks its term: a checker decides.
 * @throws AppError VALIDATION_ERROR for one account, NOT_FOUND, `account_inactive`, `not_withdrawable`, `notice_running`,
 *   `below_minimum`, `savings_account_fixed`; as `requestEntry`
 */
export function transferSavings(
  caller: Caller,
  member_id: string,
  body: SavingsTransferRequest,
): Promise<RequestedEntry> {
  const { from_savings_account_id: from, to_savings_account_id: to, amount_minor, memo = null } = body;
  if (from === to)
    throw invalidField(
      'to_savings_account_id',
      '"to_savings_account_id" must be another account than "from_savings_account_id"',
    );
  return requestEntry(caller, {
    operation: ['POST sacco savings-transfers', member_id],
    body,
    async entry() {
      const fixed = await findFixedAccount(caller, member_id, from);
      return {
        kind: fixed ? 'term_withdrawal' : 'savings_transfer',
        member_id,
        savings_account_id: savingsIds.storedId(member_id, from),
        to_savings_account_id: savingsIds.storedId(member_id, to),
        amount_minor,
        memo,
      };
    },
    summary: ({ member, currency }) =>
      `${formatMoney(amount_minor, currency)} of ${member?.member_no} ${member?.full_name}` +
      ' from a fixed account before its term ends, to another account of the member',
    ...breakingTerm,
  });
}
