/** The terms of interest on deposits. Pure. */

export const INTEREST_BASES = ['daily_balance', 'minimum_monthly_balance', 'monthly'] as const;
export type InterestBasis = (typeof INTEREST_BASES)[number];

/** Of `monthly`: which balance of each month counts. */
export const INTEREST_COUNTINGS = ['closing', 'opening'] as const;
export type InterestCounting = (typeof INTEREST_COUNTINGS)[number];

/** Into which of the member's accounts interest is paid. */
export const INTEREST_CREDITED_TO = ['same_account', 'default_account'] as const;
export type InterestCreditedTo = (typeof INTEREST_CREDITED_TO)[number];

export const INTEREST_FREQUENCIES = ['monthly', 'quarterly', 'yearly'] as const;
export type InterestFrequency = (typeof INTEREST_FREQUENCIES)[number];

export interface InterestTerms {
  /** A year. */
  rate_bps: number;
  basis: InterestBasis;
  /** Null unless the basis is `monthly`. */
  counting: InterestCounting | null;
  credit_to: InterestCreditedTo;
}

/** What a cooperative declares by itself at the end of each period. */
export interface InterestPlan extends InterestTerms {
  frequency: InterestFrequency;
  /** Null: the product of the account that every member has. */
  product_id: string | null;
  /** Null: the rate of the settings that holds on the day of declaration. */
  withholding_tax_bps: number | null;
  /** The local date on which it was set: periods that ended before are not declared. */
  since: string;
}
