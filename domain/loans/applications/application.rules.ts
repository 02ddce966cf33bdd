/** The checks of a loan application. Each has its own reason, and all can be reported together. Pure. */
import type { Reason } from '../../../core/errors.ts';
import { formatMoney, type Currency } from '../../../core/money.ts';
import type { LoanProductRow } from '../products/product.model.ts';

export const MAX_GUARANTORS = 10;

/** A pledge with the guarantor's figures, in minor units. */
export interface PledgeFacts {
  /** The guarantor's name. */
  full_name: string;
  amount_minor: bigint;
  /** Why this member cannot guarantee this loan; null when there is no reason. */
  problem: string | null;
  /** What the savings account of the pledge has available, less pledges on waiting applications. */
  available_minor: bigint;
  /** That account; null: the default one. */
  savings_account_id: string | null;
}

export interface ApplicationFacts {
  product: LoanProductRow;
  currency: Currency;
  principal_minor: bigint;
  term: number;
  /** The member's share capital, and the minimum for borrowing. */
  shares_minor: bigint;
  min_share_capital_minor: bigint;
  /** Available in the accounts whose products count for loans. */
  savings_available_minor: bigint;
  /** Payoffs of the member's open loans. */
  owed_minor: bigint;
  /** Principals of the member's other waiting applications. */
  applied_minor: bigint;
  pledges: readonly PledgeFacts[];
}

export interface ApplicationCheck {
  check: Reason;
  met: boolean;
  message: string;
}

/** All checks, in order: the first unmet one refuses an application. */
export function applicationChecks(facts: ApplicationFacts): ApplicationCheck[] {
  const { product, currency, principal_minor, term, pledges } = facts;
  const pledged = pledges.reduce((total, { amount_minor }) => total + amount_minor, 0n);
  const cover = coverWanted(principal_minor, product.guarantee_coverage_bps);
  const limit = savingsLimit(facts);
  const total = facts.owed_minor + facts.applied_minor + principal_minor;
  const invalid = pledges.find(({ problem }) => problem !== null);
  const short = pledges.find(({ amount_minor, available_minor }) => amount_minor > available_minor);
  return [
    check(
      'product_retired',
      product.status === 'active',
      `The product ${product.name} is ${product.status}.`,
    ),
    check(
      'amount_out_of_bounds',
      principal_minor >= product.min_amount_minor && principal_minor <= product.max_amount_minor,
      `${product.name} lends ${formatMoney(product.min_amount_minor, currency)} to ${formatMoney(product.max_amount_minor, currency)}.`,
    ),
    check(
      'term_out_of_bounds',
      term >= product.min_term && term <= product.max_term,
      `${product.name} runs over ${product.min_term} to ${product.max_term} installments.`,
    ),
    check(
      'share_capital_insufficient',
      facts.shares_minor >= facts.min_share_capital_minor,
      `The member holds shares of ${formatMoney(facts.shares_minor, currency)}; borrowing needs ${formatMoney(facts.min_share_capital_minor, currency)}.`,
    ),
    check(
      'savings_multiple_exceeded',
      limit === null || total <= limit,
      limit === null
        ? 'Savings set no limit.'
        : `With this loan the member would owe ${formatMoney(total, currency)}; savings allow ${formatMoney(limit, currency)}.`,
    ),
    check(
      'guarantors_insufficient',
      pledges.length >= product.min_guarantors,
      `${product.name} needs ${product.min_guarantors} guarantors; there are ${pledges.length}.`,
    ),
    check('guarantor_invalid', !invalid, invalid?.problem ?? 'Every guarantor can guarantee this loan.'),
    check(
      'coverage_insufficient',
      pledged >= cover,
      `Pledges come to ${formatMoney(pledged, currency)}; together they must cover ${formatMoney(cover, currency)}.`,
    ),
    check(
      'guarantee_unavailable',
      !short,
      short
        ? `${short.full_name} can pledge ${formatMoney(short.available_minor > 0n ? short.available_minor : 0n, currency)}, not ${formatMoney(short.amount_minor, currency)}.`
        : 'Every pledge is covered by available savings.',
    ),
  ];
}

function check(reason: Reason, met: boolean, message: string): ApplicationCheck {
  return { check: reason, met, message };
}

/** ceil(principal * coverage) */
function coverWanted(principal_minor: bigint, coverage_bps: number): bigint {
  return (principal_minor * BigInt(coverage_bps) + 9_999n) / 10_000n;
}

/** floor((savings available - what the member owes) * multiple), never below 0; null without a multiple. */
function savingsLimit({ product, savings_available_minor, owed_minor }: ApplicationFacts): bigint | null {
  if (product.savings_multiple_bps === null) return null;
  const own = savings_available_minor - owed_minor;
  return own <= 0n ? 0n : (own * BigInt(product.savings_multiple_bps)) / 10_000n;
}
