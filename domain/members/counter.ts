/** The movements of members at the counter: deposits, withdrawals and shares. */
import { invalidField } from '../../core/errors.ts';
import { parseId } from '../../core/ids.ts';
import { instantsOf } from '../../core/local-date.ts';
import { formatMoney } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { getMember, lockMember, memberRefusal, savingsIds } from '../cooperative/index.ts';
import {
  type savingsMoves,
  aboveThreshold,
  always,
  bankMoney,
  defineMovement,
  leg,
  mobileMoney,
  receiptRows,
  requestEntry,
  type Decision,
  type EntryRow,
  type MovementRequest,
  type RequestedEntry,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';
import { breakingTerm, findFixedAccount, requirePayable } from '../savings/index.ts';
import { sumWithdrawals } from './counter.sql.ts';

/** A withdrawal that waits is not paid out once its member, or the customer, may be paid nothing. */
const withdrawalDecision: Decision = {
  lock: (unit, { member_id }) => lockMember(unit, member_id as string, 'share'),
  plan: async ({ db, scope }, { member_id }) =>
    memberRefusal('pay_out', await getMember(db, scope, member_id as string)) ?? {},
};

/** Withdrawals of the local day above the threshold of the settings wait for a checker. */
const DAYS_THRESHOLD: Parameters<typeof aboveThreshold>[0] = {
  threshold: ({ withdrawal_approval_minor }) => withdrawal_approval_minor,
  async earlier({ trx }, { member_id, local_date }, { utc_offset_minutes }) {
    const day = instantsOf(local_date, local_date, utc_offset_minutes);
    const [found] = await sumWithdrawals(trx, { member_id: member_id as string, ...day });
    return BigInt(found?.withdrawn ?? 0);
  },
};

/** On top of what is paid out, where the product of the savings account has a fee. */
const WITHDRAWAL_FEE = leg('member_savings', 'fee_income', 'fee');

export const COUNTER_MOVEMENTS = [
  defineMovement({
    title: 'Cash deposit',
    kind: 'deposit',
    source: 'cash',
    flow: 'pay_in',
    message: 'deposit',
    legs: [leg('cash_on_hand', 'member_savings')],
    reversal: {},
  }),
  defineMovement({
    title: 'Mobile-money deposit',
    kind: 'deposit',
    source: 'payment',
    flow: 'pay_in',
    message: 'deposit',
    legs: [leg('merchant_available', 'member_savings')],
    payment: { purpose: 'savings', read: accountFromMetadata, validate: requireOpenAccount },
  }),
  defineMovement({
    title: 'Deposit from the bank',
    kind: 'deposit',
    source: 'bank',
    flow: 'pay_in',
    message: 'deposit',
    legs: [leg('bank', 'member_savings')],
    reversal: {},
  }),
  defineMovement({
    title: 'Deposit of unallocated money',
    kind: 'deposit',
    source: 'unallocated',
    flow: 'pay_in',
    message: 'deposit',
    legs: [leg('unallocated', 'member_savings')],
    approval: always(receiptRows.decision),
  }),
  defineMovement({
    title: 'Cash withdrawal',
    kind: 'withdrawal',
    source: 'savings',
    flow: 'pay_out',
    message: 'withdrawal',
    legs: [leg('member_savings', 'cash_on_hand'), WITHDRAWAL_FEE],
    approval: aboveThreshold(DAYS_THRESHOLD, withdrawalDecision),
    reversal: {},
  }),
  defineMovement({
    title: 'Withdrawal to the bank',
    kind: 'withdrawal',
    source: 'bank',
    flow: 'pay_out',
    message: 'withdrawal',
    legs: [leg('member_savings', 'bank'), WITHDRAWAL_FEE],
    approval: always(withdrawalDecision),
    reversal: {},
  }),
  defineMovement({
    title: 'Withdrawal by mobile money',
    kind: 'withdrawal',
    source: 'mobile',
    flow: 'pay_out',
    message: 'payout',
    legs: [leg('member_savings', 'provider_clearing'), WITHDRAWAL_FEE],
    approval: aboveThreshold(
      { ...DAYS_THRESHOLD, orElse: mobileMoney.exceedsProvidersThreshold },
      withdrawalDecision,
    ),
    is_sent: true,
  }),
  defineMovement({
    title: 'Shares from cash',
    kind: 'share_purchase',
    source: 'cash',
    flow: 'pay_in',
    legs: [leg('cash_on_hand', 'member_shares')],
    reversal: {},
  }),
  defineMovement({
    title: 'Shares from savings',
    kind: 'share_purchase',
    source: 'savings',
    // Nothing leaves the cooperative, but a suspended member's savings stay what they are.
    flow: 'pay_out',
    legs: [leg('member_savings', 'member_shares')],
    reversal: {},
  }),
  defineMovement({
    title: 'Shares from the bank',
    kind: 'share_purchase',
    source: 'bank',
    flow: 'pay_in',
    legs: [leg('bank', 'member_shares')],
    reversal: {},
  }),
  defineMovement({
    title: 'Shares by mobile money',
    kind: 'share_purchase',
    source: 'payment',
    flow: 'pay_in',
    legs: [leg('merchant_available', 'member_shares')],
    payment: { purpose: 'shares' },
  }),
  defineMovement({
    title: 'Shares from unallocated money',
    kind: 'share_purchase',
    source: 'unallocated',
    flow: 'pay_in',
    legs: [leg('unallocated', 'member_shares')],
    approval: always(receiptRows.decision),
  }),
];

/** @throws AppError VALIDATION_ERROR */
function accountFromMetadata({
  sacco_member_id,
  sacco_savings_account_id: id,
}: Record<string, unknown>): Pick<EntryRow, 'savings_account_id'> {
  if (id === undefined) return { savings_account_id: null };
  if (typeof id !== 'string' || !parseId('savings_account', id))
    throw invalidField(
      'metadata.sacco_savings_account_id',
      '"metadata.sacco_savings_account_id" must be an id like sav_…',
    );
  return { savings_account_id: savingsIds.storedId(sacco_member_id as string, id) };
}

/** @throws AppError NOT_FOUND, `account_inactive`, `savings_account_fixed` unless money can be paid into it */
async function requireOpenAccount(
  db: Queryable,
  scope: Scope,
  { member_id, savings_account_id }: Partial<EntryRow>,
): Promise<void> {
  if (savings_account_id)
    await requirePayable(db, scope, { member_id: member_id as string, id: savings_account_id });
}

/** What came in cash, or into the bank account that is named with its reference. */
interface PaidIn<From extends string>
  extends MovementRequest, bankMoney.BankMoney, savingsMoves.NamesAccount {
  from?: From;
}

/** Cash over the counter, or money that came into the bank, into the member's savings. @throws AppError as `requestEntry` */
export function deposit(
  caller: Caller,
  member_id: string,
  body: PaidIn<'cash' | 'bank'>,
): Promise<RequestedEntry> {
  const { amount_minor, memo = null, from: source = 'cash' } = body;
  return requestEntry(caller, {
    operation: ['POST sacco deposits', member_id],
    body,
    entry: { kind: 'deposit', source, member_id, amount_minor, memo },
  });
}

/** Shares from cash, from savings, or from money that came into the bank. @throws AppError as `requestEntry` */
export function buyShares(
  caller: Caller,
  member_id: string,
  body: PaidIn<'cash' | 'savings' | 'bank'> & { from: 'cash' | 'savings' | 'bank' },
): Promise<RequestedEntry> {
  const { amount_minor, memo = null, from: source } = body;
  return requestEntry(caller, {
    operation: ['POST sacco shares', member_id],
    body,
    entry: { kind: 'share_purchase', source, member_id, amount_minor, memo },
  });
}

/** From where the money of a withdrawal comes, by where it goes. */
const WITHDRAWN_TO = { cash: 'savings', bank: 'bank', mobile: 'mobile' } as const;

interface WithdrawalRequest
  extends MovementRequest, bankMoney.BankMoney, mobileMoney.MobileMoney, savingsMoves.NamesAccount {
  to?: keyof typeof WITHDRAWN_TO;
}

/**
 * Savings paid out in cash or to the member's phone, where above the day's threshold a checker decides; or by the bank, where one
 * always does. A fixed account is paid out as a whole, which breaks its term.
 * @throws AppError `not_withdrawable`, `notice_running`, `below_minimum`, `savings_account_fixed`, `term_over`; as `requestEntry`
 */
export function withdraw(
  caller: Caller,
  member_id: string,
  body: WithdrawalRequest,
): Promise<RequestedEntry> {
  const { amount_minor, memo = null, to = 'cash' } = body;
  return requestEntry(caller, {
    operation: ['POST sacco withdrawals', member_id],
    body,
    async entry() {
      const fixed = await findFixedAccount(caller, member_id, body.savings_account_id);
      return {
        kind: fixed ? 'term_withdrawal' : 'withdrawal',
        source: WITHDRAWN_TO[to],
        member_id,
        amount_minor,
        memo,
      };
    },
    summary({ member, entry, currency, accounts }) {
      const what =
        entry.kind === 'withdrawal' ? 'Withdrawal' : 'Withdrawal from a fixed account before its term ends';
      return (
        `${what} of ${formatMoney(amount_minor, currency)}` +
        `${bankMoney.inSummary(accounts)}${mobileMoney.inSummary(entry)}` +
        ` by ${member?.member_no} ${member?.full_name}`
      );
    },
    ...breakingTerm,
  });
}
