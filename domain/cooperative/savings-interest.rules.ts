/** The terms of interest on deposits. Pure. */

export const BASES = ['daily_balance', 'minimum_monthly_balance', 'monthly'] as const;
export type Basis = (typeof BASES)[number];

/** Of `monthly`: which balance of each month counts. */
export const COUNTINGS = ['closing', 'opening'] as const;
export type Counting = (typeof COUNTINGS)[number];

/** Into which of the member's accounts interest is paid. */
export const CREDITED_TO = ['same_account', 'default_account'] as const;
export type CreditedTo = (typeof CREDITED_TO)[number];

export const FREQUENCIES = ['monthly', 'quarterly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface Terms {
  /** A year. */
  rate_bps: number;
  basis: Basis;
  /** Null unless the basis is `monthly`. */
  counting: Counting | null;
  credit_to: CreditedTo;
}

/** What a cooperative declares by itself at the end of each period. */
export interface Plan extends Terms {
  frequency: Frequency;
  /** Null: the product of the account that every member has. */
  product_id: string | null;
  /** Null: the rate of the settings that holds on the day of declaration. */
  withholding_tax_bps: number | null;
  /** The local date on which it was set. */
  since: string;
  /** The first day that it declares. */
  from: string;
}

/** One of several, each for a product of its own. */
export interface ProductPlan extends Plan {
  product_id: string;
}

/** One that was changed or turned off, until what had ended by then is declared. */
export interface EndedPlan extends Plan {
  /** The local date of the change: periods that ended before are its own. */
  until: string;
}
