/** What the product of a savings account lets a movement do. Pure; amounts are minor units. */
import { refusal, type AppError } from '../../../core/errors.ts';
import { shareOf } from '../../../core/formula.ts';
import { formatMoney, type Currency } from '../../../core/money.ts';
import type { EntryRow } from '../../movements/index.ts';
import { lesser } from '../notices/open-notices.rules.ts';
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
  /** What ripe notices cover of it. */
  covered_minor: bigint;
  /** What the account keeps. */
  keep_minor: bigint;
}

/** Whether a movement of that kind leaves what the account is to keep. */
export const keepsMinimum = (kind: EntryKind): boolean => ASKED_FOR.has(kind);

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
  if (!keepsMinimum(kind)) return { fee_minor, covered_minor: 0n, keep_minor: 0n };
  if (rules.kind === 'restricted') return refusal('not_withdrawable');
  if (rules.kind === 'fixed') return refusal('savings_account_fixed');
  const keep_minor = rules.min_balance_minor;
  const withdrawal_fee = kind === 'withdrawal' ? rules.withdrawal_fee_minor : 0n;
  const needs_notice = rules.notice_days > 0 && NEEDS_NOTICE.has(kind);
  if (!needs_notice) return { fee_minor: withdrawal_fee, covered_minor: 0n, keep_minor };
  const covered_minor = lesser(ripe_minor, amount_minor);
  const early_minor = amount_minor - covered_minor;
  if (early_minor > 0n && rules.early_fee_bps === 0)
    return refusal('notice_running', noticeMessage(ripe_minor, rules, currency));
  return {
    fee_minor: withdrawal_fee + shareOf(early_minor, rules.early_fee_bps),
    covered_minor,
    keep_minor,
  };
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

/** What an account holds, in minor units. */
export interface Held {
  balance_minor: bigint;
  available_minor: bigint;
  /** What of the balance is on hold because it is leaving; the rest that is on hold is pledged, and stays. */
  leaving_minor: bigint;
}

/**
 * Why an account does not keep enough, pledged money included; null when it does, and also where it does not even hold what is taken
 * out: then the movement fails for that.
 */
export function belowMinimum(
  { amount_minor, fee_minor, currency }: Pick<EntryRow, 'amount_minor' | 'fee_minor' | 'currency'>,
  keep_minor: bigint,
  { balance_minor, available_minor, leaving_minor }: Held,
): AppError | null {
  const taken = amount_minor + fee_minor;
  const left = balance_minor - leaving_minor - taken;
  if (available_minor < taken || left >= keep_minor) return null;
  return refusal(
    'below_minimum',
    `${formatMoney(left, currency)} would be left in the account, which keeps at least ${formatMoney(keep_minor, currency)}.`,
  );
}

/** What must be free in an account besides what is pledged, so that it keeps enough. */
export function freeToKeep(
  keep_minor: bigint,
  { balance_minor, available_minor, leaving_minor }: Held,
): bigint {
  const pledged = balance_minor - available_minor - leaving_minor;
  const free = pledged > 0n ? keep_minor - pledged : keep_minor;
  return free > 0n ? free : 0n;
}
