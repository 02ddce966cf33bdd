/** What the product of a savings account lets a movement do. Pure; amounts are minor units. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { shareOf } from '../../../core/formula.ts';
import { formatMoney, type Currency } from '../../../core/money.ts';
import type { EntryRow } from '../../movements/index.ts';
import type { SavingsProductRow } from '../products/product.model.ts';

type EntryKind = EntryRow['kind'];

export type ProductRules = Pick<
  SavingsProductRow,
  | 'kind'
  | 'min_balance_minor'
  | 'min_opening_minor'
  | 'notice_days'
  | 'early_fee_bps'
  | 'withdrawal_fee_minor'
>;

/** Movements that members ask for: they leave what the account is to keep, and nothing leaves a restricted account by them. */
const ASKED_FOR: ReadonlySet<EntryKind> = new Set([
  'withdrawal',
  'savings_transfer',
  'term_deposit',
  'share_purchase',
  'loan_repayment',
]);
/** Of these, those after which the money is at hand: they need notice. */
const NEEDS_NOTICE: ReadonlySet<EntryKind> = new Set(['withdrawal', 'savings_transfer', 'term_deposit']);
/** Movements that may pay into an account that is fixed. */
const OF_TERMS: ReadonlySet<EntryKind> = new Set(['term_deposit', 'term_maturity', 'reversal']);
/** Movements whose maker can bring more: the first of them opens an account with at least the minimum. */
const OPENS: ReadonlySet<EntryKind> = new Set(['deposit', 'savings_transfer']);

/** What an entry takes from an account, and what must hold of it. */
export interface AppliedRules {
  fee_minor: bigint;
  notice_minor: bigint;
  keep_minor: bigint;
}

/**
 * @param ripe_minor what ripe notices cover that no other movement uses
 * @returns or why money may not leave the account by this movement
 */
export function takingOut(
  {
    kind,
    amount_minor,
    currency,
    fee_minor,
  }: Pick<EntryRow, 'kind' | 'amount_minor' | 'currency' | 'fee_minor'>,
  rules: ProductRules,
  ripe_minor: bigint,
): AppliedRules | AppError {
  if (!ASKED_FOR.has(kind)) return { fee_minor, notice_minor: 0n, keep_minor: 0n };
  if (rules.kind === 'restricted') return refusal('not_withdrawable');
  if (rules.kind === 'fixed') return refusal('savings_account_fixed');
  const keep_minor = rules.min_balance_minor;
  const withdrawal_fee = kind === 'withdrawal' ? rules.withdrawal_fee_minor : 0n;
  const needs_notice = rules.notice_days > 0 && NEEDS_NOTICE.has(kind);
  if (!needs_notice) return { fee_minor: withdrawal_fee, notice_minor: 0n, keep_minor };
  if (ripe_minor >= amount_minor)
    return { fee_minor: withdrawal_fee, notice_minor: amount_minor, keep_minor };
  if (rules.early_fee_bps === 0) return refusal('notice_running', noticeMessage(ripe_minor, rules, currency));
  const early_fee = shareOf(amount_minor, rules.early_fee_bps);
  return { fee_minor: withdrawal_fee + early_fee, notice_minor: 0n, keep_minor };
}

function noticeMessage(ripe_minor: bigint, { notice_days }: ProductRules, currency: Currency): string {
  return (
    `Notices that are ripe cover ${formatMoney(ripe_minor, currency)} of this account; ` +
    `a notice ripens after ${notice_days} days.`
  );
}

/** Why money may not be paid into an account; null when it may. @param is_new nothing was ever paid in */
export function payingIn(
  { kind, source, amount_minor, currency }: Pick<EntryRow, 'kind' | 'source' | 'amount_minor' | 'currency'>,
  rules: ProductRules,
  is_new: boolean,
): AppError | null {
  if (rules.kind === 'fixed' && !OF_TERMS.has(kind)) return refusal('savings_account_fixed');
  // Money that a provider has collected is there, however little it is.
  const may_open = OPENS.has(kind) && source !== 'payment' && source !== 'unallocated';
  if (!is_new || !may_open) return null;
  return belowOpening(amount_minor, rules.min_opening_minor, currency);
}

/** Why so much does not open an account; null when it does. */
export function belowOpening(
  amount_minor: bigint,
  min_opening_minor: bigint,
  currency: Currency,
): AppError | null {
  return amount_minor >= min_opening_minor
    ? null
    : refusal(
        'below_minimum',
        `This account is opened with at least ${formatMoney(min_opening_minor, currency)}.`,
      );
}

/**
 * Why an account that has so much available does not keep enough; null when it does, and also where it does not even hold what is taken
 * out: then the movement fails for that.
 */
export function belowMinimum(
  {
    amount_minor,
    fee_minor,
    keep_minor,
    currency,
  }: Pick<EntryRow, 'amount_minor' | 'fee_minor' | 'keep_minor' | 'currency'>,
  available_minor: bigint,
): AppError | null {
  const left = available_minor - amount_minor - fee_minor;
  if (left < 0n || left >= keep_minor) return null;
  return refusal(
    'below_minimum',
    `${formatMoney(left, currency)} would be left in the account, which keeps at least ${formatMoney(keep_minor, currency)}.`,
  );
}
