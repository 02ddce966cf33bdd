// Written by `npm run sdk` from docs/reference/openapi.json.
/**
 * A ledger account. `balance` is positive on the kind's normal side; `available` leaves out what holds have taken
 */
export interface Account {
  id: string;
  kind: AccountKind;
  currency: Currency;
  name: string;
  /**
   * Of a bank or general account: its code in the chart of accounts
   */
  code?: string;
  /**
   * Of a subaccount only
   */
  subaccount_id?: string;
  debits_posted: string;
  debits_posted_minor: number | bigint;
  credits_posted: string;
  credits_posted_minor: number | bigint;
  debits_pending: string;
  debits_pending_minor: number | bigint;
  credits_pending: string;
  credits_pending_minor: number | bigint;
  balance: string;
  balance_minor: number | bigint;
  available: string;
  available_minor: number | bigint;
  created_at: string;
  /**
   * In the answer to opening it: it was open already
   */
  replayed?: boolean;
}

/**
 * What an account held at a past moment
 */
export interface AccountBalance {
  account_id: string;
  currency: Currency;
  at: string;
  debits_posted: string;
  debits_posted_minor: number | bigint;
  credits_posted: string;
  credits_posted_minor: number | bigint;
  debits_pending: string;
  debits_pending_minor: number | bigint;
  credits_pending: string;
  credits_pending_minor: number | bigint;
  balance: string;
  balance_minor: number | bigint;
  available: string;
  available_minor: number | bigint;
}

/**
 * What a ledger account is for
 */
export type AccountKind =
  | 'provider_clearing'
  | 'merchant_available'
  | 'subaccount'
  | 'adjustments'
  | 'wallet'
  | 'cash_on_hand'
  | 'cash_adjustments'
  | 'member_savings'
  | 'member_shares'
  | 'loan_principal'
  | 'interest_receivable'
  | 'guarantee_clearing'
  | 'loan_losses'
  | 'interest_income'
  | 'fee_income'
  | 'operating_expenses'
  | 'opening_balances'
  | 'loan_loss_allowance'
  | 'tax_payable'
  | 'bank'
  | 'general_asset'
  | 'general_liability'
  | 'general_equity'
  | 'general_income'
  | 'general_expense'
  | 'unallocated'
  | 'deposit_interest'
  | (string & {});

/**
 * Days whose books are closed, or are asked to be. Closing freezes its figures; they stay after a reopening
 */
export interface AccountingPeriod {
  id: string;
  start_date: string;
  end_date: string;
  /**
   * `closing` and `reopening` wait for a second person
   */
  status: 'closing' | 'closed' | 'reopening' | 'open' | (string & {});
  memo: string;
  /**
   * As it was when the period was closed
   */
  trial_balance: TrialBalance | null;
  /**
   * Of the trial balance as compact JSON, in hexadecimal
   */
  figures_sha256: string | null;
  requested_by: Actor;
  /**
   * Of the latest request about it
   */
  approval_id: string;
  created_at: string;
  closed_at: string | null;
  reopened_at: string | null;
  replayed: boolean;
}

/**
 * Who did it: a user, an API key or the service itself
 */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | (string & {});
  id: string;
  /**
   * Of the person or the key; the service is called Ushirika
   */
  name: string;
}

/**
 * What an employer is to deduct for a month
 */
export interface Advice {
  employer_id: string;
  /**
   * YYYY-MM
   */
  month: string;
  currency: Currency;
  /**
   * In the order of the payroll numbers
   */
  rows: {
    payroll_no: string | null;
    member_id: string;
    member_no: string;
    full_name: string;
    contribution: string;
    contribution_minor: number | bigint;
    /**
     * What is unpaid of the installments of the month, and of those that are overdue
     */
    loans: {
      loan_id: string;
      /**
       * Of the oldest installment that is asked for
       */
      due_date: string;
      amount: string;
      amount_minor: number | bigint;
    }[];
    total: string;
    total_minor: number | bigint;
  }[];
  total: string;
  total_minor: number | bigint;
}

/**
 * Open loans by how late they are, and what is to be provided for
 */
export interface Ageing {
  as_of: string;
  currency: Currency;
  classes: {
    name: string;
    /**
     * Days past due from which a loan is of this class
     */
    from_days: number;
    /**
     * Share of the outstanding principal that is provided for
     */
    rate_bps: number;
    loans: number;
    outstanding: string;
    outstanding_minor: number | bigint;
    overdue: string;
    overdue_minor: number | bigint;
    provision: string;
    provision_minor: number | bigint;
  }[];
  outstanding: string;
  outstanding_minor: number | bigint;
  provision: string;
  provision_minor: number | bigint;
  allowance: string;
  allowance_minor: number | bigint;
  rescheduled: {
    loans: number;
    outstanding: string;
    outstanding_minor: number | bigint;
  };
  par30: string;
  par30_minor: number | bigint;
  /**
   * Share of the outstanding principal that is 30 days late
   */
  par30_bps: number;
  par90: string;
  par90_minor: number | bigint;
  /**
   * The same for 90 days
   */
  par90_bps: number;
}

/**
 * A credential of one environment of a project
 */
export interface ApiKey {
  id: string;
  /**
   * The key itself: in the answer to issuing it, and never again
   */
  key?: string;
  /**
   * How the key begins, to tell keys apart
   */
  prefix: string;
  environment: Environment;
  name: string;
  created_by: string;
  created_at: string;
  revoked_at: string | null;
  expires_at: string | null;
  /**
   * To the minute
   */
  last_used_at: string | null;
  /**
   * Null: all that a key may do
   */
  scopes:
    | (
        'read' | 'payments' | 'ledger' | 'customers' | 'sacco' | 'reconciliation' | 'payouts' | (string & {})
      )[]
    | null;
  /**
   * Addresses and ranges; null: from anywhere
   */
  allowed_ips: string[] | null;
}

/**
 * What one person asked for and a second one decides
 */
export interface Approval {
  id: string;
  kind:
    | 'withdrawal'
    | 'cash_adjustment'
    | 'member_exit'
    | 'loan_disbursement'
    | 'loan_write_off'
    | 'dividend'
    | 'savings_interest'
    | 'tax_remittance'
    | 'expense'
    | 'loan_provision'
    | 'journal'
    | 'banking'
    | 'reversal'
    | 'till_transfer'
    | 'term_withdrawal'
    | 'deposit'
    | 'share_purchase'
    | 'loan_repayment'
    | 'period_close'
    | 'period_reopen'
    | 'strict_approvals_off'
    | 'staff_appointment'
    | 'settings_change'
    | 'statement_settlement'
    | 'payout'
    | 'payout_mark'
    | 'receipt_refund'
    | 'import'
    | 'movement_batch'
    | (string & {});
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | (string & {});
  entry_id: string | null;
  loan_id: string | null;
  dividend_id: string | null;
  savings_interest_id: string | null;
  /**
   * What it is about, and what approving it answers under that name
   */
  subject: {
    type:
      | 'entry'
      | 'period'
      | 'project'
      | 'staff'
      | 'settings'
      | 'limits'
      | 'run'
      | 'payout'
      | 'payout_settings'
      | 'receipt'
      | 'import'
      | 'batch'
      | (string & {});
    id: string;
  };
  summary: string;
  amount: string;
  amount_minor: number | bigint;
  /**
   * The SACCO's where it is about no money; null where there is none, too
   */
  currency: Currency | null;
  memo: string | null;
  member: MemberSummary | null;
  requested_by: Actor;
  requested_at: string;
  decided_by: Actor | null;
  decided_at: string | null;
  note: string | null;
}

/**
 * A request waits for a second person
 */
export interface ApprovalCreatedEvent {
  type: 'approval.created';
  timestamp: string;
  data: Approval;
}

/**
 * The request was approved, rejected or cancelled
 */
export interface ApprovalDecidedEvent {
  type: 'approval.decided';
  timestamp: string;
  data: Approval;
}

/**
 * What one person asked for, and what approving it would do
 */
export interface ApprovalDetails {
  id: string;
  kind:
    | 'withdrawal'
    | 'cash_adjustment'
    | 'member_exit'
    | 'loan_disbursement'
    | 'loan_write_off'
    | 'dividend'
    | 'savings_interest'
    | 'tax_remittance'
    | 'expense'
    | 'loan_provision'
    | 'journal'
    | 'banking'
    | 'reversal'
    | 'till_transfer'
    | 'term_withdrawal'
    | 'deposit'
    | 'share_purchase'
    | 'loan_repayment'
    | 'period_close'
    | 'period_reopen'
    | 'strict_approvals_off'
    | 'staff_appointment'
    | 'settings_change'
    | 'statement_settlement'
    | 'payout'
    | 'payout_mark'
    | 'receipt_refund'
    | 'import'
    | 'movement_batch'
    | (string & {});
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | (string & {});
  entry_id: string | null;
  loan_id: string | null;
  dividend_id: string | null;
  savings_interest_id: string | null;
  /**
   * What it is about, and what approving it answers under that name
   */
  subject: {
    type:
      | 'entry'
      | 'period'
      | 'project'
      | 'staff'
      | 'settings'
      | 'limits'
      | 'run'
      | 'payout'
      | 'payout_settings'
      | 'receipt'
      | 'import'
      | 'batch'
      | (string & {});
    id: string;
  };
  summary: string;
  amount: string;
  amount_minor: number | bigint;
  /**
   * The SACCO's where it is about no money; null where there is none, too
   */
  currency: Currency | null;
  memo: string | null;
  member: MemberSummary | null;
  requested_by: Actor;
  requested_at: string;
  decided_by: Actor | null;
  decided_at: string | null;
  note: string | null;
  /**
   * Whether the caller may approve or reject it now
   */
  may_decide: boolean;
  /**
   * Null once it is decided
   */
  effect: ApprovalEffect | null;
}

/**
 * What approving a request would do at this moment. Reading it moves nothing
 */
export interface ApprovalEffect {
  computed_at: string;
  /**
   * Whether approving it now would book it
   */
  carries_out: boolean;
  /**
   * What changes; nothing where it cannot be carried out
   */
  accounts: {
    kind: AccountKind;
    /**
     * Null of the SACCO's own account, and of all accounts of a kind together
     */
    member_no: string | null;
    /**
     * Of savings: which account
     */
    savings_account_id?: string;
    /**
     * Whose account it is
     */
    member: MemberSummary | null;
    /**
     * Which one, where it is a bank or general account
     */
    account?: {
      /**
       * Null for the system's accounts
       */
      id: string | null;
      code: string;
      name: string;
      kind: AccountKind;
    };
    /**
     * The name of the till, where it is cash of one
     */
    till?: string;
    balance_before: string;
    balance_before_minor: number | bigint;
    balance_after: string;
    balance_after_minor: number | bigint;
    available_after: string;
    available_after_minor: number | bigint;
  }[];
  /**
   * Other values that change, such as a role or a threshold; null: none
   */
  changes: {
    field: string;
    from: string | null;
    to: string | null;
  }[];
  warnings: {
    code: Reason;
    /**
     * Approved now, it would fail with this reason
     */
    blocking: boolean;
    message: string;
    short: string | null;
    short_minor: number | null;
  }[];
}

/**
 * A decision and its result
 */
export interface Approved {
  approval: Approval;
  /**
   * For a movement
   */
  entry?: Entry;
  /**
   * For a loan or its write-off
   */
  loan?: Loan;
  /**
   * For a dividend
   */
  dividend?: Dividend;
  /**
   * For interest on deposits
   */
  savings_interest?: SavingsInterest;
  /**
   * For closing or reopening an accounting period
   */
  period?: AccountingPeriod;
  /**
   * For turning strict approvals off
   */
  project?: Project;
  /**
   * For a role
   */
  staff?: StaffMember;
  /**
   * For settings of the SACCO
   */
  settings?: SaccoSettings;
  /**
   * For limits of a KYC tier
   */
  limits?: KycLimit;
  /**
   * For the completion of payments by a statement
   */
  run?: Run;
  /**
   * For a payout, or the record of how it ended
   */
  payout?: Payout;
  /**
   * For payouts of a provider
   */
  payout_settings?: PayoutSettings;
  /**
   * For an import at cut-over
   */
  import?: CutOverImport;
  /**
   * For a batch of movements
   */
  batch?: MovementBatch;
  /**
   * For a refund of unallocated money
   */
  receipt?: Receipt;
}

/**
 * Loans of which something is late, the longest first
 */
export interface Arrears {
  arrears: {
    loan_id: string;
    member_id: string;
    member_no: string;
    full_name: string;
    phone: string | null;
    days_past_due: number;
    /**
     * Of the provisioning table
     */
    class: string;
    overdue_principal: string;
    overdue_principal_minor: number | bigint;
    overdue_charges: string;
    overdue_charges_minor: number | bigint;
    overdue: string;
    overdue_minor: number | bigint;
    outstanding: string;
    outstanding_minor: number | bigint;
    guarantors: {
      member_id: string;
      full_name: string;
      phone: string | null;
      amount: string;
      amount_minor: number;
    }[];
  }[];
}

/**
 * Something that was done, chained to what was done before
 */
export interface AuditEntry {
  id: string;
  at: string;
  actor: Actor;
  action: string;
  /**
   * Id of what was acted on
   */
  subject: string;
  details: {
    [k: string]: unknown;
  };
  /**
   * SHA-256 over the previous hash and everything that the entry says
   */
  hash: string;
  previous_hash: string;
}

/**
 * What a member held at the ends of the last twelve months, and holds today
 */
export interface BalanceHistory {
  member_id: string;
  currency: Currency;
  accounts: {
    kind: 'savings' | 'shares' | (string & {});
    /**
     * Of savings
     */
    savings_account_id: string | null;
    /**
     * Of savings
     */
    product_name: string | null;
    /**
     * At the end of each local day, oldest first; the last one is today
     */
    balances: {
      date: string;
      balance: string;
      balance_minor: number | bigint;
    }[];
  }[];
}

/**
 * What is owned and owed at the end of a day. The total of equity includes the accumulated surplus
 */
export interface BalanceSheet {
  as_of: string;
  currencies: {
    currency: Currency;
    assets: {
      total: string;
      total_minor: number | bigint;
      kinds: {
        kind: AccountKind;
        /**
         * Of a bank or general account
         */
        account_id?: string;
        /**
         * Its code in the chart of accounts
         */
        code?: string;
        name?: string;
        amount: string;
        amount_minor: number | bigint;
        /**
         * Of cash where the cooperative has tills: the vault, then each till
         */
        parts?: {
          /**
           * Null: the vault
           */
          till: string | null;
          name: string;
          amount: string;
          amount_minor: number | bigint;
        }[];
      }[];
    };
    liabilities: {
      total: string;
      total_minor: number | bigint;
      kinds: {
        kind: AccountKind;
        /**
         * Of a bank or general account
         */
        account_id?: string;
        /**
         * Its code in the chart of accounts
         */
        code?: string;
        name?: string;
        amount: string;
        amount_minor: number | bigint;
        /**
         * Of cash where the cooperative has tills: the vault, then each till
         */
        parts?: {
          /**
           * Null: the vault
           */
          till: string | null;
          name: string;
          amount: string;
          amount_minor: number | bigint;
        }[];
      }[];
    };
    equity: {
      total: string;
      total_minor: number | bigint;
      kinds: {
        kind: AccountKind;
        /**
         * Of a bank or general account
         */
        account_id?: string;
        /**
         * Its code in the chart of accounts
         */
        code?: string;
        name?: string;
        amount: string;
        amount_minor: number | bigint;
        /**
         * Of cash where the cooperative has tills: the vault, then each till
         */
        parts?: {
          /**
           * Null: the vault
           */
          till: string | null;
          name: string;
          amount: string;
          amount_minor: number | bigint;
        }[];
      }[];
    };
    accumulated_surplus: string;
    accumulated_surplus_minor: number | bigint;
    balanced: boolean;
  }[];
}

/**
 * Every line of an approved batch is booked, or has failed
 */
export interface BatchFinishedEvent {
  type: 'batch.finished';
  timestamp: string;
  data: MovementBatch;
}

/**
 * The chart of accounts, in the order of the codes
 */
export interface Chart {
  accounts: ChartAccount[];
}

/**
 * An account of the chart of accounts
 */
export interface ChartAccount {
  /**
   * Null for the system's accounts, which have their code
   */
  id: string | null;
  code: string;
  name: string;
  class: 'asset' | 'liability' | 'equity' | 'income' | 'expense' | (string & {});
  kind: AccountKind;
  /**
   * Whether the system opens the accounts of the kind; they have one code
   */
  system: boolean;
  currency: Currency;
  balance: string;
  balance_minor: number | bigint;
  /**
   * An inactive account takes no money
   */
  active: boolean;
}

/**
 * What employers were to remit for a month, and did
 */
export interface CheckOff {
  /**
   * YYYY-MM
   */
  month: string;
  currency: Currency;
  /**
   * `unknown`: what came under payroll numbers that nobody has
   */
  employers: {
    employer_id: string;
    code: string;
    name: string;
    expected: string;
    expected_minor: number | bigint;
    remitted: string;
    remitted_minor: number | bigint;
    short: string;
    short_minor: number | bigint;
    unknown: string;
    unknown_minor: number | bigint;
  }[];
  members: {
    employer_code: string;
    payroll_no: string | null;
    member_id: string;
    member_no: string;
    full_name: string;
    expected: string;
    expected_minor: number | bigint;
    remitted: string;
    remitted_minor: number | bigint;
    short: string;
    short_minor: number | bigint;
  }[];
  member_count: number;
}

/**
 * What is to be collected on a day, loan by loan; of a day ahead, if nothing is paid until then
 */
export interface CollectionSheet {
  date: string;
  loans: {
    loan_id: string;
    member_id: string;
    member_no: string;
    full_name: string;
    phone: string | null;
    due: string;
    due_minor: number | bigint;
    overdue: string;
    overdue_minor: number | bigint;
    total: string;
    total_minor: number | bigint;
  }[];
  /**
   * Null where there is no further page, as without `limit`
   */
  next_after: string | null;
}

/**
 * A guarantor is asked for consent. `link` and `code` are sent, and masked wherever the event is shown
 */
export interface ConsentRequest {
  loan_id: string;
  member_id: string;
  full_name: string;
  /**
   * Null: there is none, or it was changed and not verified since
   */
  phone: string | null;
  borrower_name: string;
  amount: string;
  amount_minor: number | bigint;
  loan_amount: string;
  loan_amount_minor: number | bigint;
  currency: Currency;
  link: string;
  code: string;
  expires_at: string;
}

/**
 * What became of asking a guarantor
 */
export type ConsentStatus =
  'requested' | 'consented' | 'declined' | 'expired' | 'replaced' | 'closed' | (string & {});

/**
 * What a member has agreed to save regularly
 */
export interface Contribution {
  member_id: string;
  amount: string;
  amount_minor: number;
  frequency: ContributionFrequency;
  start_date: string;
  updated_at: string;
}

/**
 * How often a contribution falls due
 */
export type ContributionFrequency = 'weekly' | 'biweekly' | 'monthly' | (string & {});

/**
 * What members were to save by a day, and what they have
 */
export interface ContributionReport {
  date: string;
  currency: Currency;
  /**
   * In the order of the numbers of members
   */
  rows: {
    member_id: string;
    member_no: string;
    full_name: string;
    amount: string;
    amount_minor: number;
    frequency: ContributionFrequency;
    start_date: string;
    expected: string;
    expected_minor: number | bigint;
    contributed: string;
    contributed_minor: number | bigint;
    arrears: string;
    arrears_minor: number | bigint;
  }[];
  total_arrears: string;
  total_arrears_minor: number | bigint;
}

/**
 * ISO 4217 code
 */
export type Currency =
  | 'ETB'
  | 'KES'
  | 'TZS'
  | 'UGX'
  | 'RWF'
  | 'NGN'
  | 'GHS'
  | 'ZAR'
  | 'EGP'
  | 'XOF'
  | 'XAF'
  | 'ZMW'
  | 'MWK'
  | 'MZN'
  | 'CDF'
  | 'USD'
  | 'EUR'
  | 'GBP'
  | (string & {});

/**
 * A person or business of the project
 */
export interface Customer {
  id: string;
  kind: 'individual' | 'business' | (string & {});
  full_name: string;
  /**
   * E.164
   */
  phone: string | null;
  email: string | null;
  date_of_birth: string | null;
  /**
   * The merchant's own reference, unique per environment
   */
  external_ref: string | null;
  status: 'active' | 'frozen' | 'closed' | (string & {});
  kyc_status: 'unverified' | 'in_review' | 'verified' | 'rejected' | (string & {});
  /**
   * The tier whose requirements are met today
   */
  kyc_tier: number;
  created_at: string;
  updated_at: string;
}

/**
 * Something that happened to a customer
 */
export interface CustomerEvent {
  id: string;
  type: string;
  at: string;
  actor: Actor;
  details: {
    [k: string]: unknown;
  };
}

/**
 * A cooperative's present members, loans and balances
 */
export interface CutOverImport {
  id: string;
  /**
   * `checking`: poll it; `checked`: a dry run without errors; `refused`: nothing was, or will be, imported
   */
  status:
    | 'checking'
    | 'checked'
    | 'refused'
    | 'awaiting_approval'
    | 'importing'
    | 'imported'
    | 'rejected'
    | 'cancelled'
    | (string & {});
  dry_run: boolean;
  cut_over_date: string;
  currency: Currency;
  members: number;
  loans: number;
  /**
   * What it brings to all accounts of a kind together, as `<account kind>_minor`; opening balances take the difference
   */
  totals: {
    [k: string]: number | bigint;
  };
  error_count: number;
  /**
   * The first 100; not in lists
   */
  errors: {
    file: 'members' | 'loans' | 'accounts' | 'guarantors' | (string & {});
    /**
     * The header is line 1
     */
    line_no: number;
    /**
     * Null: the line as a whole
     */
    column: string | null;
    message: string;
  }[];
  memo: string | null;
  requested_by: Actor;
  approval_id: string | null;
  created_at: string;
  /**
   * When all of it was booked
   */
  finished_at: string | null;
  replayed?: boolean;
}

/**
 * Whether a demo project has its data
 */
export interface Demo {
  status: 'empty' | 'filling' | 'filled' | (string & {});
  /**
   * Of its year, those that are done; 12 in all
   */
  months: number;
  filled_at: string | null;
}

/**
 * A share of the income for every member
 */
export interface Dividend {
  id: string;
  label: string;
  period_start: string;
  period_end: string;
  /**
   * On shares, in hundredths of a percent
   */
  share_rate_bps: number;
  /**
   * On interest paid, in hundredths of a percent
   */
  interest_rebate_bps: number;
  paid_from: 'interest_income' | 'fee_income' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholding_tax_bps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  total_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  failed: string;
  failed_minor: number | bigint;
  entry_id: string;
  approval_id: string | null;
  created_at: string;
  paid_at: string | null;
  lines: DividendLine[];
  /**
   * In a webhook of a dividend with many lines: how many follow those that it has
   */
  lines_omitted?: number;
  replayed: boolean;
}

/**
 * Where dividends of a member are paid
 */
export interface DividendAccount {
  member_id: string;
  /**
   * By default the account that every member has
   */
  savings_account_id: string;
}

/**
 * What one member gets of a dividend
 */
export interface DividendLine {
  member_id: string;
  member: MemberSummary;
  shares: string;
  shares_minor: number | bigint;
  interest_paid: string;
  interest_paid_minor: number | bigint;
  amount: string;
  amount_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  net: string;
  net_minor: number | bigint;
  /**
   * The savings account that it is paid into; where that is closed by then, the one that every member has
   */
  savings_account_id: string;
  status: 'pending' | 'paid' | 'failed' | (string & {});
  error: Reason | null;
}

/**
 * Every line was paid, or failed
 */
export interface DividendPaidEvent {
  type: 'dividend.paid';
  timestamp: string;
  data: Dividend;
}

/**
 * What a dividend would come to at this moment. Nothing was stored
 */
export interface DividendPreview {
  /**
   * Who would get something
   */
  members: number;
  currency: Currency;
  withholding_tax_bps: number;
  total: string;
  total_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  net: string;
  net_minor: number | bigint;
  available: string;
  available_minor: number | bigint;
  left: string;
  left_minor: number | bigint;
}

/**
 * A dividend without its lines
 */
export interface DividendSummary {
  id: string;
  label: string;
  period_start: string;
  period_end: string;
  /**
   * On shares, in hundredths of a percent
   */
  share_rate_bps: number;
  /**
   * On interest paid, in hundredths of a percent
   */
  interest_rebate_bps: number;
  paid_from: 'interest_income' | 'fee_income' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholding_tax_bps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  total_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  failed: string;
  failed_minor: number | bigint;
  entry_id: string;
  approval_id: string | null;
  created_at: string;
  paid_at: string | null;
}

/**
 * What a KYC document is
 */
export type DocType =
  | 'national_id'
  | 'kebele_id'
  | 'passport'
  | 'driving_licence'
  | 'residence_permit'
  | 'business_licence'
  | 'proof_of_address'
  | 'tin_certificate'
  | (string & {});

/**
 * A document that proves who a customer is
 */
export interface Document {
  id: string;
  doc_type: DocType;
  /**
   * The end of its number; the whole is sealed
   */
  number_last4: string;
  /**
   * ISO 3166 alpha-2
   */
  issuing_country: string | null;
  /**
   * The last day on which it is valid (UTC)
   */
  expires_on: string | null;
  /**
   * Of the uploaded file
   */
  file_id: string | null;
  /**
   * Where the client keeps the file, if it was not uploaded
   */
  file_url: string | null;
  /**
   * Of an uploaded file it is computed here
   */
  file_sha256: string | null;
  status: 'pending' | 'accepted' | 'rejected' | 'superseded' | (string & {});
  /**
   * The reviewer's
   */
  note: string | null;
  reviewed_by: Actor | null;
  reviewed_at: string | null;
  created_at: string;
}

/**
 * Who deducts contributions and installments from wages
 */
export interface Employer {
  id: string;
  name: string;
  code: string;
  pay_day: number;
  created_at: string;
}

/**
 * One movement of the SACCO, from its request to its outcome
 */
export interface Entry {
  id: string;
  kind: EntryKind;
  member_id: string | null;
  member: MemberSummary | null;
  loan_id: string | null;
  dividend_id: string | null;
  savings_interest_id: string | null;
  payment_id: string | null;
  /**
   * Of money that came without a prompt
   */
  receipt_id: string | null;
  /**
   * Of a movement of savings: the account
   */
  savings_account_id: string | null;
  /**
   * Of a movement between two savings accounts of the member: the other one
   */
  to_savings_account_id: string | null;
  /**
   * Of what opens a fixed account
   */
  savings_product_id: string | null;
  source: 'cash' | 'savings' | 'payment' | 'bank' | 'mobile' | 'unallocated' | 'batch' | null | (string & {});
  /**
   * Of counted cash; of a provision: whether more is provided for; of a banking: from where to where
   */
  direction:
    | 'in'
    | 'out'
    | 'till_to_bank'
    | 'bank_to_till'
    | 'provider_to_bank'
    | 'bank_to_provider'
    | null
    | (string & {});
  /**
   * Of money that came from a bank account or went to one: which one
   */
  account: {
    /**
     * Null for the system's accounts
     */
    id: string | null;
    code: string;
    name: string;
    kind: AccountKind;
  } | null;
  /**
   * The bank's, or of a journal's document
   */
  reference: string | null;
  /**
   * Of money that is sent: by which provider
   */
  provider: string | null;
  /**
   * The phone to which it is sent: the member's own at the request
   */
  phone: string | null;
  /**
   * What sends it, once the money is held for it
   */
  payout_id: string | null;
  /**
   * Of a journal, and of its reversal: the lines of the journal
   */
  lines:
    | {
        account: {
          /**
           * Null for the system's accounts
           */
          id: string | null;
          code: string;
          name: string;
          kind: AccountKind;
        } | null;
        debit: string;
        debit_minor: number | bigint;
        credit: string;
        credit_minor: number | bigint;
      }[]
    | null;
  amount: string;
  amount_minor: number;
  fee: string;
  fee_minor: number;
  interest: string;
  interest_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  currency: Currency;
  status: EntryStatus;
  /**
   * Why it failed
   */
  error: Reason | null;
  /**
   * The same as a sentence
   */
  reason: string | null;
  /**
   * Of a payout that failed: the code of its provider
   */
  failure_code: string | null;
  memo: string | null;
  /**
   * Of an expense, and of its reversal: what for
   */
  category: string | null;
  /**
   * The till whose cash it moves; null: the vault, or no cash. A request that waits pays on the till of its approval
   */
  till: string | null;
  /**
   * The session of the teller at that till
   */
  session: string | null;
  /**
   * Of a transfer between two tills: the other one
   */
  other_till: string | null;
  requested_by: Actor;
  approval_id: string | null;
  /**
   * Of a reversal: the entry that it takes back
   */
  reverses_entry_id: string | null;
  /**
   * Of a reversal: what that is
   */
  reverses_kind: EntryKind | null;
  /**
   * The reversal that took it back; it stays posted
   */
  reversed_by_entry_id: string | null;
  reversed_at: string | null;
  /**
   * Whether it is posted, of a kind that can be reversed, and not reversed yet
   */
  reversible: boolean;
  /**
   * What the member held right after it; null unless it is posted and of a member. Of a single entry: in the answer to `GET`, and of the request that posted it; and in the list of a member
   */
  balances_after?: {
    savings: string;
    savings_minor: number | bigint;
    shares: string;
    shares_minor: number | bigint;
  } | null;
  created_at: string;
  posted_at: string | null;
  replayed: boolean;
}

/**
 * What a movement of the SACCO is
 */
export type EntryKind =
  | 'deposit'
  | 'withdrawal'
  | 'share_purchase'
  | 'entrance_fee'
  | 'cash_adjustment'
  | 'loan_disbursement'
  | 'loan_repayment'
  | 'loan_charge'
  | 'loan_write_off'
  | 'dividend'
  | 'member_exit'
  | 'expense'
  | 'loan_provision'
  | 'journal'
  | 'banking'
  | 'till_transfer'
  | 'savings_transfer'
  | 'term_deposit'
  | 'term_maturity'
  | 'term_withdrawal'
  | 'savings_fee'
  | 'unallocated_receipt'
  | 'savings_interest'
  | 'tax_remittance'
  | 'opening_balance'
  | 'member_fee'
  | 'batch_receipt'
  | 'reversal'
  | (string & {});

/**
 * What was booked, for the member who holds the receipt
 */
export interface EntryReceipt {
  /**
   * The id of the entry
   */
  receipt_no: string;
  /**
   * The end of it, by which the entry is found
   */
  short_no: string;
  kind: EntryKind;
  member_no: string | null;
  full_name: string | null;
  amount: string;
  amount_minor: number;
  currency: Currency;
  /**
   * Which balance is told; null: it is of no member
   */
  balance_of: 'savings' | 'shares' | null | (string & {});
  balance_after: string | null;
  balance_after_minor: number | bigint | null;
  memo: string | null;
  teller: string;
  /**
   * When it was posted
   */
  at: string;
  reversed: boolean;
  reversed_at: string | null;
  /**
   * Stands on the paper
   */
  check_code: string;
  /**
   * Tells whoever holds the paper member number, amount and date
   */
  check_url: string;
}

/**
 * How far a movement has got
 */
export type EntryStatus =
  | 'pending'
  | 'posting'
  | 'awaiting_approval'
  | 'paying'
  | 'posted'
  | 'failed'
  | 'rejected'
  | 'cancelled'
  | (string & {});

/**
 * Test and live data never meet
 */
export type Environment = 'test' | 'live' | (string & {});

/**
 * Every response that is not a success
 */
export interface Error {
  error: {
    code:
      | 'VALIDATION_ERROR'
      | 'UNAUTHORIZED'
      | 'FORBIDDEN'
      | 'NOT_FOUND'
      | 'CONFLICT'
      | 'PAYLOAD_TOO_LARGE'
      | 'UNPROCESSABLE'
      | 'RATE_LIMITED'
      | 'INTERNAL'
      | 'SERVICE_UNAVAILABLE'
      | (string & {});
    /**
     * A sentence for people; never branch on it
     */
    message: string;
    reason?: Reason;
    /**
     * The causes where there are several: the first 20, or the first 100 lines of a file
     */
    details?: {
      /**
       * The invalid field
       */
      path?: string;
      /**
       * Of a request with several files: which of them
       */
      file?: string;
      /**
       * The invalid line of a file
       */
      line_no?: number;
      /**
       * The invalid column of that line; null: the line as a whole
       */
      column?: string | null;
      message: string;
    }[];
    /**
     * The number of causes that `details` leaves out
     */
    details_omitted?: number;
    /**
     * The page of this server that explains the error: its cause and remedy
     */
    doc_url: string;
    /**
     * As in the header X-Request-Id; quote it when you report a defect
     */
    request_id: string;
  };
}

/**
 * What was spent in a period, by category
 */
export interface ExpenseReport {
  from: string;
  to: string;
  /**
   * In the order of their names, less what was reversed in the period
   */
  categories: {
    category: string;
    amount: string;
    amount_minor: number | bigint;
  }[];
  total: string;
  total_minor: number | bigint;
}

/**
 * An uploaded file
 */
export interface File {
  id: string;
  /**
   * What it is for. Null: it may be given to anything, which it is for from then on
   */
  purpose:
    'kyc_document' | 'member_photo' | 'member_signature' | 'signed_form' | 'logo' | null | (string & {});
  /**
   * As it was called when it was uploaded
   */
  name: string;
  /**
   * Told by the content, not by the name
   */
  content_type: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | (string & {});
  size_bytes: number;
  /**
   * Of the content, in hexadecimal
   */
  sha256: string;
  /**
   * Null: nothing yet. A file that belongs to nothing is deleted after 24 hours
   */
  belongs_to: {
    type: 'document' | 'member' | 'consent' | 'cooperative' | (string & {});
    id: string;
  } | null;
  created_by: Actor;
  created_at: string;
}

/**
 * What one member answers for of one loan
 */
export interface Guarantee {
  loan_id: string;
  borrower: MemberSummary;
  member_id: string;
  member: MemberSummary;
  amount: string;
  amount_minor: number;
  status: 'requested' | 'pledged' | 'declined' | 'expired' | 'held' | 'released' | 'called' | (string & {});
  called: string;
  called_minor: number;
  /**
   * Null: the guarantor was not asked
   */
  consent: {
    status: ConsentStatus;
    requested_at: string;
    expires_at: string;
    /**
     * How the guarantor answered
     */
    method: 'link' | 'code' | 'in_person' | null | (string & {});
    decided_at: string | null;
    memo: string | null;
    /**
     * The signed form
     */
    file_id: string | null;
  } | null;
  loan_principal: string;
  loan_principal_minor: number;
  currency: Currency;
  rate_bps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /**
   * In installments
   */
  term: number;
  /**
   * When the loan was applied for
   */
  applied_at: string;
}

/**
 * A member who answers for a part of a loan with savings
 */
export interface Guarantor {
  member_id: string;
  member: MemberSummary;
  amount: string;
  amount_minor: number;
  status: 'requested' | 'pledged' | 'declined' | 'expired' | 'held' | 'released' | 'called' | (string & {});
  called: string;
  called_minor: number;
  /**
   * Null: the guarantor was not asked
   */
  consent: {
    status: ConsentStatus;
    requested_at: string;
    expires_at: string;
    /**
     * How the guarantor answered
     */
    method: 'link' | 'code' | 'in_person' | null | (string & {});
    decided_at: string | null;
    memo: string | null;
    /**
     * The signed form
     */
    file_id: string | null;
  } | null;
}

/**
 * Whether guarantors are asked for their consent
 */
export type GuarantorConsent = 'none' | 'required' | (string & {});

/**
 * A guarantor has consented or declined, or was not heard of in time
 */
export interface GuarantorConsentDecidedEvent {
  type: 'guarantor.consent_decided';
  timestamp: string;
  data: Guarantee;
}

/**
 * A guarantor is asked for consent; `link` and `code` are for the guarantor alone
 */
export interface GuarantorConsentRequestedEvent {
  type: 'guarantor.consent_requested';
  timestamp: string;
  data: ConsentRequest;
}

/**
 * Money set aside until it is captured, voided or expired
 */
export interface Hold {
  id: string;
  status: 'pending' | 'captured' | 'voided' | 'expired' | (string & {});
  debit_account_id: string;
  credit_account_id: string;
  amount: string;
  amount_minor: number;
  captured: string;
  captured_minor: number;
  currency: Currency;
  reference: string;
  memo: string | null;
  /**
   * null: it never expires
   */
  timeout_secs: number | null;
  expires_at: string | null;
  created_at: string;
  /**
   * In the answer to creating or capturing it
   */
  replayed?: boolean;
}

/**
 * What somebody's first page shows, by role
 */
export interface Home {
  as_of: string;
  today: string;
  currency: Currency;
  cash_on_hand: string;
  cash_on_hand_minor: number | bigint;
  /**
   * Null for API keys
   */
  my_day: {
    /**
     * Requested today by the caller, in any status
     */
    entries: number;
    /**
     * Members of whom any of them is posted and not reversed
     */
    members_served: number;
    in: string;
    in_minor: number | bigint;
    out: string;
    out_minor: number | bigint;
    /**
     * The caller's session at a till, as in the list of sessions; null without one that is not closed
     */
    drawer: {
      session_id: string;
      till_name: string;
      in: string;
      in_minor: number | bigint;
      out: string;
      out_minor: number | bigint;
      expected: string | null;
      expected_minor: number | bigint | null;
    } | null;
  } | null;
  /**
   * The loans whose officer the caller is; null where there are none, and for API keys
   */
  my_loans: {
    /**
     * That wait for a decision
     */
    applications: number;
    open_loans: number;
    /**
     * Of which anything is overdue
     */
    late_loans: number;
    overdue: string;
    overdue_minor: number | bigint;
    /**
     * Of which anything falls due today or in the six days after it
     */
    due_loans: number;
    due: string;
    due_minor: number | bigint;
  } | null;
  /**
   * Requests that wait for a second person, by age
   */
  approvals: {
    waiting: number;
    oldest_requested_at: string | null;
    ages: {
      /**
       * The fewest whole days that they have waited
       */
      from_days: number;
      waiting: number;
    }[];
  };
  /**
   * For owners, admins, checkers and API keys. At most ten seconds old, as is `my_loans`
   */
  cooperative: {
    /**
     * Thirteen, oldest first: a year, and the month before it
     */
    months: {
      /**
       * The last day of the month. Of the month under way the figures are those of now
       */
      month_end: string;
      savings: string;
      savings_minor: number | bigint;
      shares: string;
      shares_minor: number | bigint;
      cash: string;
      cash_minor: number | bigint;
      banks: string;
      banks_minor: number | bigint;
      providers: string;
      providers_minor: number | bigint;
      outstanding: string;
      outstanding_minor: number | bigint;
      par30: string;
      par30_minor: number | bigint;
      /**
       * Share of the principal outstanding that is 30 days late
       */
      par30_bps: number;
    }[];
    /**
     * Five loans at most
     */
    largest_arrears: {
      loan_id: string;
      member: MemberSummary;
      days_past_due: number;
      overdue: string;
      overdue_minor: number | bigint;
      outstanding: string;
      outstanding_minor: number | bigint;
    }[];
    /**
     * Eight weeks from Monday to Sunday, oldest first; the last one is under way
     */
    collections: {
      week_start: string;
      week_end: string;
      due: string;
      due_minor: number | bigint;
      collected: string;
      collected_minor: number | bigint;
    }[];
    books: {
      /**
       * Whether debits equal credits in every currency
       */
      balanced: boolean;
      /**
       * The last day whose books are closed
       */
      closed_until: string | null;
      /**
       * Of the open runs of reconciliation
       */
      unreconciled_lines: number;
      unallocated_receipts: number;
      unallocated: string;
      unallocated_minor: number | bigint;
    };
  } | null;
}

/**
 * An approved import at cut-over is booked, or was refused
 */
export interface ImportFinishedEvent {
  type: 'import.finished';
  timestamp: string;
  data: CutOverImport;
}

/**
 * What was earned and spent in a range of days. `surplus` is before dividends, which are `distributed`
 */
export interface IncomeStatement {
  from: string;
  to: string;
  currencies: {
    currency: Currency;
    interest_income: string;
    interest_income_minor: number | bigint;
    fee_income: string;
    fee_income_minor: number | bigint;
    savings_interest: string;
    savings_interest_minor: number | bigint;
    loan_losses: string;
    loan_losses_minor: number | bigint;
    operating_expenses: string;
    operating_expenses_minor: number | bigint;
    surplus: string;
    surplus_minor: number | bigint;
    distributed: string;
    distributed_minor: number | bigint;
    general_income: string;
    general_income_minor: number | bigint;
    general_expenses: string;
    general_expenses_minor: number | bigint;
    /**
     * General income and expenses by account
     */
    accounts: {
      kind: AccountKind;
      /**
       * Of a bank or general account
       */
      account_id: string;
      /**
       * Its code in the chart of accounts
       */
      code: string;
      name: string;
      amount: string;
      amount_minor: number | bigint;
    }[];
  }[];
}

/**
 * A line of the schedule of a loan
 */
export interface Installment {
  no: number;
  due_date: string;
  principal: string;
  principal_minor: number;
  interest: string;
  interest_minor: number;
  penalty: string;
  penalty_minor: number;
  paid: string;
  paid_minor: number;
  unpaid: string;
  unpaid_minor: number;
  status: 'upcoming' | 'due' | 'overdue' | 'paid' | (string & {});
}

/**
 * An offer to work in a project
 */
export interface Invitation {
  id: string;
  project: {
    id: string;
    name: string;
  };
  role: 'owner' | 'admin' | 'checker' | 'maker' | (string & {});
  invited_by: {
    id: string;
    name: string;
  };
  invited_at: string;
}

/**
 * A project, as a platform operator sees it
 */
export interface KnownProject {
  id: string;
  name: string;
  owner_email: string;
  require_totp: boolean;
  strict_approvals: boolean;
  /**
   * How many people work in it
   */
  staff: number;
  created_at: string;
}

/**
 * Somebody who signs in, as a platform operator sees it
 */
export interface KnownUser {
  id: string;
  email: string;
  name: string;
  operator: boolean;
  email_verified: boolean;
  /**
   * Whether signing in takes a code
   */
  second_factor: boolean;
  /**
   * In how many projects the user works
   */
  projects: number;
  created_at: string;
}

/**
 * The customer as the decision left it
 */
export interface KycDecision {
  id: string;
  kind: 'individual' | 'business' | (string & {});
  full_name: string;
  /**
   * E.164
   */
  phone: string | null;
  email: string | null;
  date_of_birth: string | null;
  /**
   * The merchant's own reference, unique per environment
   */
  external_ref: string | null;
  status: 'active' | 'frozen' | 'closed' | (string & {});
  kyc_status: 'unverified' | 'in_review' | 'verified' | 'rejected' | (string & {});
  /**
   * The tier whose requirements are met today
   */
  kyc_tier: number;
  created_at: string;
  updated_at: string;
  decision: 'approve' | 'reject' | (string & {});
}

/**
 * What customers of a tier may hold and move in a currency; null does not apply
 */
export interface KycLimit {
  tier: number;
  currency: Currency;
  max_balance: string | null;
  max_balance_minor: number | null;
  max_single: string | null;
  max_single_minor: number | null;
  max_daily_out: string | null;
  max_daily_out_minor: number | null;
  /**
   * Of a change that waits for a second person, in its answer
   */
  approval_id?: string;
}

/**
 * What a customer lacks for a tier
 */
export interface KycRequirements {
  tier: number;
  met: boolean;
  missing: {
    requirement: string;
    /**
     * One accepted document of these; none where it is no document
     */
    any_of: DocType[];
  }[];
}

/**
 * One side of a transfer. Every transfer has two
 */
export interface LedgerLine {
  transfer_id: string;
  /**
   * The cooperative's day
   */
  date: string;
  at: string;
  kind: TransferKind;
  reference: string;
  account_id: string;
  account_kind: AccountKind;
  /**
   * Whose account it is: a member, loan, customer or subaccount
   */
  owner: string | null;
  debit: string;
  debit_minor: number | bigint;
  credit: string;
  credit_minor: number | bigint;
  currency: Currency;
  memo: string | null;
  /**
   * Of a member
   */
  owner_name: string | null;
}

/**
 * A line of a statement, and what was decided about it
 */
export interface Line {
  id: string;
  run_id: string;
  /**
   * Line of the file, the first being 1
   */
  line_no: number;
  kind:
    'payment' | 'refund' | 'payout' | 'payout_reversal' | 'fee' | 'fee_reversal' | 'other' | (string & {});
  amount: string;
  amount_minor: number;
  currency: Currency;
  match_status:
    | 'matched'
    | 'unmatched'
    | 'duplicate'
    | 'amount_mismatch'
    | 'currency_mismatch'
    | 'status_mismatch'
    | 'not_applicable'
    | 'not_found'
    | (string & {});
  /**
   * Why, for people
   */
  match_note: string;
  payment_id: string | null;
  refund_id: string | null;
  payout_id: string | null;
  provider_txn_id: string | null;
  reference: string | null;
  date: string | null;
  description: string | null;
  state:
    | 'open'
    | 'awaiting_approval'
    | 'resolving:settle_payment'
    | 'resolving:book_payout'
    | 'resolving:book_fee'
    | 'resolved'
    | (string & {});
  resolution: {
    action: 'settle_payment' | 'book_payout' | 'book_fee' | 'ignore' | (string & {});
    status: 'awaiting_approval' | 'resolving' | 'done' | (string & {});
    /**
     * Where it waits, or waited, for a second person
     */
    approval_id: string | null;
    note: string | null;
    /**
     * Of a payout: the bank account that received it
     */
    bank_account: {
      /**
       * Null for the system's accounts
       */
      id: string | null;
      code: string;
      name: string;
      kind: AccountKind;
    } | null;
    /**
     * Of a fee: whether the cooperative bears it
     */
    as: 'expense' | null | (string & {});
    by: Actor;
    at: string;
  } | null;
  /**
   * It is resolved, or matches what is completed already; in lists and previews
   */
  done?: boolean;
  /**
   * What the line names in our books, as it is now, whether it matches or not; in lists and previews
   */
  ours?: {
    type: 'payment' | 'refund' | 'payout' | (string & {});
    id: string;
    reference: string | null;
    provider_txn_id: string | null;
    amount: string;
    amount_minor: number;
    currency: Currency;
    status: string;
    /**
     * When it was completed, else made, at the statement's UTC offset
     */
    date: string;
    /**
     * The customer or payee; the phone where no name is known
     */
    name: string | null;
  } | null;
  /**
   * What would resolve the line; null where nothing is left to do, or a person must look; in lists and previews
   */
  suggested_action?: {
    action: 'settle_payment' | 'book_payout' | 'book_fee' | (string & {});
    /**
     * `payment_not_completed`: it names a payment of this amount. `payout_not_paid`: it names a payout that failed in our books. `not_booked`: a payout or fee whose id is not booked. `without_id`: a payout or fee without an id, so whether it was booked before cannot be told
     */
    reason: 'payment_not_completed' | 'payout_not_paid' | 'not_booked' | 'without_id' | (string & {});
  } | null;
}

/**
 * What became of a decision about one of many lines
 */
export interface LineResult {
  id: string;
  line_no: number;
  ok: boolean;
  /**
   * Of the request, where it waits for a second person
   */
  approval_id?: string;
  /**
   * The reason why it is not resolved
   */
  error?: string;
  /**
   * The same for people
   */
  message?: string;
}

/**
 * What became of a decision about many lines
 */
export interface LineResults {
  results: LineResult[];
}

/**
 * What the rows of a list come to in one of their amounts
 */
export interface ListSum {
  /**
   * Of a row, without `_minor`
   */
  field: string;
  currency: Currency;
  amount: string;
  amount_minor: number | bigint;
}

/**
 * What all rows of a filter come to, whatever the page shows
 */
export interface ListTotals {
  /**
   * How many rows fit the filter, at most 10000
   */
  count: number;
  /**
   * More rows fit than are counted: there are more than `count`
   */
  is_capped: boolean;
  /**
   * By currency, of lists whose rows have an amount: of all of them, whatever their status. Empty if `is_capped`
   */
  sums: ListSum[];
}

/**
 * A loan to a member, from its application on
 */
export interface Loan {
  id: string;
  /**
   * What the borrower types at a paybill: the end of the id
   */
  paybill_account_number: string;
  member_id: string;
  member: MemberSummary;
  product_id: string;
  entry_id: string;
  approval_id: string | null;
  principal: string;
  principal_minor: number;
  fee: string;
  fee_minor: number;
  currency: Currency;
  rate_bps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /**
   * In installments
   */
  term: number;
  penalty_bps: number;
  grace_days: number;
  purpose: string | null;
  guarantor_consent: GuarantorConsent;
  /**
   * Into the member's savings, or to the member's phone: then it is open once the money has arrived
   */
  disburse_to: 'savings' | 'mobile' | (string & {});
  /**
   * The savings account that it is disbursed into; null where it is not
   */
  savings_account_id: string | null;
  /**
   * It began before the books were kept here: `principal` is what was outstanding at cut-over, and line 0 of the schedule what was overdue
   */
  is_opening: boolean;
  /**
   * The staff member who looks after it
   */
  officer_user_id: string | null;
  status: 'applied' | 'open' | 'closed' | 'written_off' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  created_at: string;
  disbursed_at: string | null;
  closed_at: string | null;
  outstanding: string;
  outstanding_minor: number | bigint;
  charges_due: string;
  charges_due_minor: number | bigint;
  payoff: string;
  payoff_minor: number | bigint;
  days_past_due: number;
  /**
   * Of an open loan: when its oldest unpaid installment is due; it may be past
   */
  next_due_date: string | null;
  schedule: Installment[];
  /**
   * In a webhook of a loan with many installments: how many follow those that it has
   */
  schedule_omitted?: number;
  guarantors: Guarantor[];
  replayed: boolean;
}

/**
 * The loan is paid off
 */
export interface LoanClosedEvent {
  type: 'loan.closed';
  timestamp: string;
  data: Loan;
}

/**
 * The loan was disbursed to the member
 */
export interface LoanDisbursedEvent {
  type: 'loan.disbursed';
  timestamp: string;
  data: Loan;
}

/**
 * How often an installment falls due
 */
export type LoanFrequency = 'weekly' | 'biweekly' | 'monthly' | (string & {});

/**
 * What was paid of a loan and when, and when it was late
 */
export interface LoanHistory {
  loan_id: string;
  currency: Currency;
  installments: {
    no: number;
    due_date: string;
    /**
     * When nothing of it was left to pay; null while anything is
     */
    paid_date: string | null;
    /**
     * The parts of repayments that it got; repayments that were reversed are left out
     */
    payments: {
      entry_id: string;
      date: string;
      amount: string;
      amount_minor: number;
    }[];
  }[];
  /**
   * Times in which anything was late, oldest first
   */
  arrears: {
    /**
     * The day after an installment was due
     */
    from: string;
    /**
     * The last day; null: it goes on
     */
    to: string | null;
    days: number;
    /**
     * How many were late in that time
     */
    installments: number;
  }[];
}

/**
 * On what interest is charged
 */
export type LoanMethod = 'flat' | 'declining' | (string & {});

/**
 * An installment was not paid by its due date
 */
export interface LoanOverdueEvent {
  type: 'loan.overdue';
  timestamp: string;
  data: Loan;
}

/**
 * What an application would come to
 */
export interface LoanPreview {
  /**
   * As it would be, were the loan disbursed today
   */
  schedule: Installment[];
  fee: string;
  fee_minor: number | bigint;
  disbursed: string;
  disbursed_minor: number | bigint;
  total_interest: string;
  total_interest_minor: number | bigint;
  /**
   * Items: An application is refused by the first one that is not met
   */
  checks: {
    check: Reason;
    met: boolean;
    message: string;
  }[];
}

/**
 * The terms on which loans are made
 */
export interface LoanProduct {
  id: string;
  name: string;
  /**
   * Interest, in hundredths of a percent
   */
  rate_bps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  min_amount: string;
  min_amount_minor: number;
  max_amount: string;
  max_amount_minor: number;
  /**
   * In installments
   */
  min_term: number;
  /**
   * In installments
   */
  max_term: number;
  /**
   * How often the savings a member may owe; null: no limit
   */
  savings_multiple_bps: number | null;
  min_guarantors: number;
  guarantee_coverage_bps: number;
  /**
   * `required`: a loan is approved once every guarantor has consented
   */
  guarantor_consent: GuarantorConsent;
  fee_bps: number;
  penalty_bps: number;
  grace_days: number;
  status: 'active' | 'retired' | (string & {});
  created_at: string;
  retired_at: string | null;
}

/**
 * A loan as lists have it: without its schedule
 */
export interface LoanSummary {
  id: string;
  /**
   * What the borrower types at a paybill: the end of the id
   */
  paybill_account_number: string;
  member_id: string;
  member: MemberSummary;
  product_id: string;
  entry_id: string;
  approval_id: string | null;
  principal: string;
  principal_minor: number;
  fee: string;
  fee_minor: number;
  currency: Currency;
  rate_bps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /**
   * In installments
   */
  term: number;
  penalty_bps: number;
  grace_days: number;
  purpose: string | null;
  guarantor_consent: GuarantorConsent;
  /**
   * Into the member's savings, or to the member's phone: then it is open once the money has arrived
   */
  disburse_to: 'savings' | 'mobile' | (string & {});
  /**
   * The savings account that it is disbursed into; null where it is not
   */
  savings_account_id: string | null;
  /**
   * It began before the books were kept here: `principal` is what was outstanding at cut-over, and line 0 of the schedule what was overdue
   */
  is_opening: boolean;
  /**
   * The staff member who looks after it
   */
  officer_user_id: string | null;
  status: 'applied' | 'open' | 'closed' | 'written_off' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  created_at: string;
  disbursed_at: string | null;
  closed_at: string | null;
  outstanding: string;
  outstanding_minor: number | bigint;
  charges_due: string;
  charges_due_minor: number | bigint;
  payoff: string;
  payoff_minor: number | bigint;
  days_past_due: number;
  /**
   * Of an open loan: when its oldest unpaid installment is due; it may be past
   */
  next_due_date: string | null;
  guarantors: Guarantor[];
  replayed: boolean;
}

/**
 * The loan was written off
 */
export interface LoanWrittenOffEvent {
  type: 'loan.written_off';
  timestamp: string;
  data: Loan;
}

/**
 * The caller, and in which projects with which role
 */
export interface Me {
  user: User;
  projects: {
    id: string;
    name: string;
    role: 'owner' | 'admin' | 'checker' | 'maker' | (string & {});
  }[];
}

/**
 * A member of the SACCO and what the member holds
 */
export interface Member {
  id: string;
  member_no: string;
  customer_id: string;
  full_name: string;
  phone: string | null;
  status: 'active' | 'suspended' | 'exiting' | 'exited' | (string & {});
  shares: string;
  shares_minor: number | bigint;
  savings: string;
  savings_minor: number | bigint;
  savings_available: string;
  savings_available_minor: number | bigint;
  savings_total: string;
  savings_total_minor: number | bigint;
  /**
   * Those that are open, the default one first
   */
  savings_accounts: SavingsAccount[];
  entrance_fee_paid: boolean;
  /**
   * Who deducts from the member's wages
   */
  employer_id: string | null;
  /**
   * The number at that employer
   */
  payroll_no: string | null;
  /**
   * An uploaded picture
   */
  photo_file_id: string | null;
  /**
   * The same of the signature
   */
  signature_file_id: string | null;
  joined_at: string;
  /**
   * In the answer to joining
   */
  replayed?: boolean;
}

/**
 * One line with the dividend that it is of
 */
export interface MemberDividend {
  dividend_id: string;
  label: string;
  period_start: string;
  period_end: string;
  share_rate_bps: number;
  interest_rebate_bps: number;
  currency: Currency;
  member_id: string;
  member: MemberSummary;
  shares: string;
  shares_minor: number | bigint;
  interest_paid: string;
  interest_paid_minor: number | bigint;
  amount: string;
  amount_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  net: string;
  net_minor: number | bigint;
  /**
   * The savings account that it is paid into; where that is closed by then, the one that every member has
   */
  savings_account_id: string;
  status: 'pending' | 'paid' | 'failed' | (string & {});
  error: Reason | null;
  /**
   * The entry that pays it, from when it is being booked
   */
  entry_id: string | null;
}

/**
 * What somebody has written down about a member
 */
export interface MemberNote {
  id: string;
  member_id: string;
  text: string;
  written_by: Actor;
  created_at: string;
  replayed: boolean;
}

/**
 * A message to a member was queued; secrets in its text are masked
 */
export interface MemberNotificationEvent {
  type: 'member.notification';
  timestamp: string;
  data: Notification;
}

/**
 * What a member wants to be told
 */
export interface MemberPreferences {
  member_id: string;
  /**
   * null: the sender's
   */
  language: 'en' | 'sw' | 'am' | null | (string & {});
  /**
   * Until the member opts out: true
   */
  sms: boolean;
  /**
   * Until the member asks for it: false
   */
  email: boolean;
}

/**
 * Which member something is about
 */
export interface MemberSummary {
  id: string;
  member_no: string;
  full_name: string;
}

/**
 * A member's tax number, and whether tax is withheld
 */
export interface MemberTax {
  member_id: string;
  tax_number: string | null;
  /**
   * Whether nothing is withheld from interest and dividends
   */
  exempt: boolean;
  /**
   * Why the member is exempt
   */
  reason: string | null;
}

/**
 * Who sends a project's messages on a channel
 */
export interface MessageSender {
  channel: 'sms' | 'email' | (string & {});
  sender: 'sandbox' | 'africastalking' | 'http' | 'smtp' | 'none' | (string & {});
  /**
   * Secrets masked; empty where there are none
   */
  credentials: {
    [k: string]: string;
  };
  /**
   * Of members who have chosen none
   */
  language: 'en' | 'sw' | 'am' | (string & {});
  quiet_hours: {
    from: string;
    to: string;
  } | null;
  /**
   * Of one segment, with four decimals, where the sender does not tell what a message costs
   */
  segment_price: string | null;
  segment_currency: string | null;
  /**
   * Enter this address at the sender, for its delivery reports. Null for all but managers
   */
  report_url: string | null;
  updated_at: string | null;
}

/**
 * One sum of money that came in, split among members
 */
export interface MovementBatch {
  /**
   * Of a dry run it names nothing
   */
  id: string;
  /**
   * `posted_with_failures`: the money of the lines that failed is unallocated; `checked` and `refused`: of a dry run
   */
  status:
    | 'awaiting_approval'
    | 'posting'
    | 'posted'
    | 'posted_with_failures'
    | 'rejected'
    | 'cancelled'
    | 'checked'
    | 'refused'
    | (string & {});
  source: 'cash' | 'bank' | (string & {});
  /**
   * The bank account that the money came into
   */
  account: {
    /**
     * Null for the system's accounts
     */
    id: string | null;
    code: string;
    name: string;
    kind: AccountKind;
  } | null;
  /**
   * The bank's
   */
  reference: string | null;
  currency: Currency;
  total: string;
  total_minor: number | bigint;
  memo: string;
  lines: number;
  failed_lines: number;
  failed: string;
  failed_minor: number | bigint;
  /**
   * Of a remittance
   */
  employer_id: string | null;
  /**
   * Of a remittance: for which month, as YYYY-MM
   */
  month: string | null;
  /**
   * Of a dry run
   */
  error_count?: number;
  /**
   * Of a dry run: the first 100
   */
  errors?: {
    /**
     * The header is line 1
     */
    line_no: number;
    /**
     * Null: the line as a whole
     */
    column: string | null;
    message: string;
  }[];
  requested_by?: Actor;
  approval_id: string | null;
  /**
   * What brings the money in, once it is approved
   */
  entry_id: string | null;
  created_at: string;
  posted_at: string | null;
  replayed?: boolean;
}

/**
 * What a batch brings to one member
 */
export interface MovementBatchLine {
  no: number;
  /**
   * Of the file
   */
  line_no: number;
  /**
   * The member number, or the payroll number, as the file has it
   */
  named: string;
  member: MemberSummary | null;
  /**
   * `unallocated`: the file names nobody who is known
   */
  kind: 'deposit' | 'share_purchase' | 'loan_repayment' | 'fee' | 'unallocated' | (string & {});
  loan_id: string | null;
  amount: string;
  amount_minor: number | bigint;
  currency: Currency;
  reference: string | null;
  status: 'pending' | 'posted' | 'failed' | (string & {});
  /**
   * What books it
   */
  entry: Entry | null;
  /**
   * Why it failed
   */
  error: Reason | null;
  /**
   * The same as a sentence
   */
  reason: string | null;
  /**
   * Of a line that failed: its money, which is unallocated
   */
  receipt_id: string | null;
}

/**
 * What the payer is to do next
 */
export type NextAction = RedirectAction | PromptAction;

/**
 * A message to a member, and what became of it
 */
export interface Notification {
  id: string;
  member_id: string;
  channel: 'sms' | 'email' | (string & {});
  /**
   * The phone or the address
   */
  to: string;
  language: 'en' | 'sw' | 'am' | (string & {});
  template:
    | 'deposit'
    | 'withdrawal'
    | 'payout'
    | 'loan_approved'
    | 'loan_disbursed'
    | 'installment_due'
    | 'installment_overdue'
    | 'dividend_paid'
    | 'consent_request'
    | (string & {});
  /**
   * Of an e-mail
   */
  subject: string | null;
  /**
   * Links and codes of a consent request are masked
   */
  text: string;
  /**
   * The parts in which an SMS is sent; null for an e-mail
   */
  segments: number | null;
  entry_id: string | null;
  status: 'queued' | 'sent' | 'delivered' | 'failed' | 'suppressed' | (string & {});
  error:
    | 'refused'
    | 'not_taken'
    | 'outcome_unknown'
    | 'undelivered'
    | 'sender_off'
    | 'unreadable'
    | null
    | (string & {});
  /**
   * The same as a sentence
   */
  reason: string | null;
  /**
   * What the sender says that it costs, with four decimals
   */
  cost: string | null;
  cost_currency: string | null;
  created_at: string;
  /**
   * When it was sent, delivered, failed or suppressed, in system time
   */
  ended_at: string | null;
}

/**
 * What messages of one kind say in one language
 */
export interface NotificationTemplate {
  template:
    | 'deposit'
    | 'withdrawal'
    | 'payout'
    | 'loan_approved'
    | 'loan_disbursed'
    | 'installment_due'
    | 'installment_overdue'
    | 'dividend_paid'
    | 'consent_request'
    | (string & {});
  language: 'en' | 'sw' | 'am' | (string & {});
  text: string;
  /**
   * Of e-mails
   */
  subject: string;
  /**
   * Each is written in double braces: `{{amount}}`
   */
  variables: string[];
  /**
   * Whether the cooperative has not written its own text
   */
  is_default: boolean;
  /**
   * What it says unless the cooperative has its own text
   */
  default_text: string;
  /**
   * With example values
   */
  preview: {
    text: string;
    subject: string;
    /**
     * `ucs2` where a character is not in the GSM alphabet
     */
    encoding: 'gsm7' | 'ucs2' | (string & {});
    /**
     * The parts in which the SMS is sent
     */
    segments: number;
  };
  updated_at: string | null;
}

/**
 * A sign-in that is not over
 */
export interface OpenSession {
  id: string;
  /**
   * Whether this is the session of the request
   */
  current: boolean;
  address: string | null;
  user_agent: string | null;
  created_at: string;
  /**
   * To the minute
   */
  last_used_at: string;
  expires_at: string;
}

/**
 * Whether a project takes payments that payers send by themselves
 */
export interface Paybill {
  provider: string;
  environment: Environment;
  enabled: boolean;
  /**
   * Whether the payer of an account number that belongs to nobody is refused at the provider
   */
  reject_unknown: boolean;
  /**
   * When the provider was last told the addresses; null before
   */
  registered_at: string | null;
  /**
   * The provider calls it after each payment. Keep it secret
   */
  confirmation_url: string;
  /**
   * The provider calls it before each payment, where it validates. Keep it secret
   */
  validation_url: string;
}

/**
 * What a provider said of a payment that its payer sent without a prompt
 */
export interface PaybillConfirmation {
  id: string;
  provider: string;
  /**
   * The provider's
   */
  transaction_id: string;
  amount: string | null;
  amount_minor: number | null;
  currency: Currency;
  /**
   * As the confirmation claims; so are amount and payer, which are null where a person entered it
   */
  account_number: string;
  payer_phone: string | null;
  payer_name: string | null;
  /**
   * `pending`: the provider is being asked; `refused`: it does not confirm it, and nothing is booked
   */
  status: 'pending' | 'confirmed' | 'refused' | (string & {});
  /**
   * Why it counts for nothing. `unknown`: the provider does not know it; `not_paid`: it failed or was reversed; `not_to_us`: the money went elsewhere; `amount_differs`: the payment that has this transaction is of another amount
   */
  error: 'unknown' | 'not_paid' | 'not_to_us' | 'amount_unreadable' | 'amount_differs' | null | (string & {});
  /**
   * The payment that it became
   */
  payment_id: string | null;
  received_at: string;
  /**
   * When the provider is asked next; null for a pending one that was asked too often: ask again
   */
  next_attempt_at: string | null;
  ended_at: string | null;
}

/**
 * Money that a payer is asked for through a payment provider
 */
export interface Payment {
  id: string;
  provider: string;
  /**
   * Major units; `amount_minor` is the same as an integer
   */
  amount: number;
  amount_minor: number;
  currency: Currency;
  /**
   * The merchant's own, unique per provider and environment
   */
  reference: string;
  /**
   * `paybill`: the payer sent it by themselves, with `account_number`; the provider has confirmed it
   */
  origin: 'request' | 'paybill' | (string & {});
  /**
   * As the payer typed it; null unless `origin` is `paybill`
   */
  account_number: string | null;
  status: 'initiated' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | (string & {});
  /**
   * E.164
   */
  customer_phone: string | null;
  metadata: {
    [k: string]: unknown;
  };
  split: Split | null;
  next_action: NextAction | null;
  provider_txn_id: string | null;
  /**
   * One of not_approved, insufficient_funds, wrong_pin, expired, unreachable, subscriber_locked, push_error, system_busy, payer_not_found, payee_not_found, limit_reached, declined, cancelled, unspecified
   */
  failure_code: string | null;
  failure_message: string | null;
  refunded_minor: number;
  /**
   * The link through whose checkout it was made
   */
  payment_link_id: string | null;
  /**
   * Another payment had completed its one-time link before: it is to be refunded
   */
  overpaid: boolean;
  environment: Environment;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  /**
   * In the answer to creating it
   */
  replayed?: boolean;
}

/**
 * The payment was cancelled
 */
export interface PaymentCancelledEvent {
  type: 'payment.cancelled';
  timestamp: string;
  data: Payment;
}

/**
 * The payer has paid
 */
export interface PaymentCompletedEvent {
  type: 'payment.completed';
  timestamp: string;
  data: Payment;
}

/**
 * Something that happened to a payment
 */
export interface PaymentEvent {
  id: string;
  type: string;
  from: 'initiated' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | null | (string & {});
  to: 'initiated' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | null | (string & {});
  cause: 'request' | 'callback' | 'poll' | 'statement' | 'person' | (string & {});
  at: string;
  details: {
    [k: string]: unknown;
  };
}

/**
 * The payer has not paid and no longer can
 */
export interface PaymentFailedEvent {
  type: 'payment.failed';
  timestamp: string;
  data: Payment;
}

/**
 * The address of a checkout page
 */
export interface PaymentLink {
  id: string;
  url: string;
  title: string;
  amount: string;
  amount_minor: number;
  currency: Currency;
  /**
   * Takes any number of payments; else it completes with its first
   */
  reusable: boolean;
  /**
   * A payment that completes although another did is refunded at once; else it is only marked `overpaid`
   */
  refund_overpaid: boolean;
  /**
   * Payments that completed although another did
   */
  overpaid_payments: number;
  status: 'active' | 'completed' | 'disabled' | (string & {});
  created_at: string;
}

/**
 * The payment completed although another had completed its one-time link; it is to be refunded
 */
export interface PaymentLinkOverpaidEvent {
  type: 'payment_link.overpaid';
  timestamp: string;
  data: Payment;
}

/**
 * Payments of the last 24 hours by provider, and what of the project waits or has failed. Counts of work end at 10001
 */
export interface PaymentsHome {
  /**
   * Payments that were created since then; at most 15 seconds old
   */
  since: string;
  providers: {
    provider: string;
    payments: number;
    completed: number;
    failed: number;
    cancelled: number;
    /**
     * Neither completed, failed nor cancelled
     */
    under_way: number;
    /**
     * Share of those that have ended that are completed; null where none has ended
     */
    success_bps: number | null;
    /**
     * The milliseconds from creation to completion that 95 of 100 took at most
     */
    p95_ms: number | null;
  }[];
  queues: {
    queue: 'ledger-postings' | 'webhook-deliveries' | (string & {});
    waiting: number;
    /**
     * Seconds since the oldest one became due; 0 where none is
     */
    oldest_due_s: number;
  }[];
  /**
   * Completed payments that could not be booked
   */
  postings_failed: number;
  /**
   * Webhooks that failed at least once and are tried again
   */
  deliveries_retried: number;
  /**
   * Webhooks that are no longer tried
   */
  deliveries_failed: number;
  /**
   * Top-ups of wallets that wait for a decision
   */
  topups_blocked: number;
  /**
   * Requests of this project that the API has refused. Each process adds its own every five seconds; requests without a valid credential are of no project
   */
  api_errors: {
    /**
     * The beginning of the first of 24 hours that count, in real time
     */
    since: string;
    /**
     * The most frequent first
     */
    by_code: {
      code: string;
      errors: number;
      /**
       * Of the last one
       */
      last_at: string;
    }[];
  };
}

/**
 * Money that a provider sends to a phone or a bank account
 */
export interface Payout {
  id: string;
  /**
   * `unknown`: no result came in time; the provider is asked, and it is not sent again
   */
  status:
    | 'awaiting_approval'
    | 'held'
    | 'sending'
    | 'unknown'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | (string & {});
  provider: string;
  amount: string;
  amount_minor: number;
  currency: Currency;
  to: {
    phone: string | null;
    bank_code: string | null;
    account_number: string | null;
    account_name: string | null;
  };
  reference: string;
  narration: string | null;
  /**
   * Whose money it is
   */
  origin: 'merchant' | 'sacco' | 'paybill' | (string & {});
  /**
   * What it is for; null for the merchant's own money
   */
  origin_id: string | null;
  /**
   * The provider's id of it
   */
  provider_txn_id: string | null;
  fee: string | null;
  fee_minor: number | null;
  /**
   * The same for all providers, as of payments; or what was missing
   */
  failure_code: string | null;
  failure_message: string | null;
  /**
   * Of the request that a second person decides
   */
  approval_id: string | null;
  requested_by: Actor;
  /**
   * Who marked or cancelled it; null where the provider said how it ended
   */
  marked_by: Actor | null;
  /**
   * Of who marked it
   */
  note: string | null;
  created_at: string;
  updated_at: string;
  /**
   * When it was first given to the provider; null while it certainly was not
   */
  sent_at: string | null;
  completed_at: string | null;
  /**
   * In the answer to creating it
   */
  replayed?: boolean;
}

/**
 * Something that happened to a payout
 */
export interface PayoutEvent {
  id: string;
  type: string;
  from:
    | 'awaiting_approval'
    | 'held'
    | 'sending'
    | 'unknown'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | null
    | (string & {});
  to:
    | 'awaiting_approval'
    | 'held'
    | 'sending'
    | 'unknown'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | null
    | (string & {});
  cause: 'request' | 'approval' | 'poll' | 'person' | (string & {});
  at: string;
  details: {
    [k: string]: unknown;
  };
}

/**
 * The money was not paid out; it is available again
 */
export interface PayoutFailedEvent {
  type: 'payout.failed';
  timestamp: string;
  data: Payout;
}

/**
 * Whether a provider may send money, and how much
 */
export interface PayoutSettings {
  provider: string;
  /**
   * Off: nothing is sent any more; what is under way is only asked for
   */
  enabled: boolean;
  /**
   * Of one payout, whatever its currency; null: no limit
   */
  max_minor: number | null;
  /**
   * Of the payouts of a UTC day in each currency; null: no limit
   */
  daily_max_minor: number | null;
  /**
   * A larger payout waits for a second person; null: none does
   */
  approval_above_minor: number | null;
  /**
   * Of the change that waits for a second person
   */
  approval_id?: string;
}

/**
 * The money was paid out
 */
export interface PayoutSucceededEvent {
  type: 'payout.succeeded';
  timestamp: string;
  data: Payout;
}

/**
 * The accounting period was closed
 */
export interface PeriodClosedEvent {
  type: 'period.closed';
  timestamp: string;
  data: AccountingPeriod;
}

/**
 * The accounting period was reopened
 */
export interface PeriodReopenedEvent {
  type: 'period.reopened';
  timestamp: string;
  data: AccountingPeriod;
}

/**
 * Events of an endpoint, the oldest first
 */
export interface PolledEvents {
  events: {
    /**
     * As in the header webhook-id of what is sent
     */
    id: string;
    type: string;
    timestamp: string;
    /**
     * The resource as GET answers it, at that moment
     */
    data: {
      [k: string]: unknown;
    };
  }[];
  /**
   * Where to go on: `after` of the next request
   */
  next_after: string;
}

/**
 * What members owe and how late they are
 */
export interface Portfolio {
  active_loans: number;
  principal_outstanding: string;
  principal_outstanding_minor: number | bigint;
  charges_due: string;
  charges_due_minor: number | bigint;
  par30: string;
  par30_minor: number | bigint;
  /**
   * Share of the principal outstanding that is 30 days late
   */
  par30_bps: number;
  par90: string;
  par90_minor: number | bigint;
  /**
   * The same for 90 days
   */
  par90_bps: number;
}

/**
 * Open loans by what they have in common
 */
export interface PortfolioGroups {
  groups: {
    /**
     * The id of the product or of the staff member, or the name of the class; null of loans that nobody looks after
     */
    key: string | null;
    name: string | null;
    loans: number;
    outstanding: string;
    outstanding_minor: number | bigint;
    overdue: string;
    overdue_minor: number | bigint;
    par30: string;
    par30_minor: number | bigint;
  }[];
}

/**
 * The portfolio at the end of each month
 */
export interface PortfolioHistory {
  history: {
    /**
     * The last day of the month. Of the month under way the figures are those of now
     */
    month_end: string;
    active_loans: number;
    principal_outstanding: string;
    principal_outstanding_minor: number | bigint;
    par30: string;
    par30_minor: number | bigint;
    /**
     * Share of the principal outstanding that is 30 days late
     */
    par30_bps: number;
    par90: string;
    par90_minor: number | bigint;
    /**
     * The same for 90 days
     */
    par90_bps: number;
  }[];
}

/**
 * How far a completed payment has got on its way into the ledger
 */
export interface Posting {
  payment_id: string;
  transaction_id: string;
  status: 'pending' | 'posted' | 'failed' | (string & {});
  attempts: number;
  error: string | null;
  created_at: string;
  posted_at: string | null;
}

/**
 * One cooperative or merchant
 */
export interface Project {
  id: string;
  name: string;
  /**
   * Whether staff need a second factor to approve, to reveal numbers, and to change what the project relies on
   */
  require_totp: boolean;
  /**
   * Whether nobody decides who became able to decide after the request, and changes that weaken approvals wait for a second person
   */
  strict_approvals: boolean;
  created_at: string;
  /**
   * Of the request to turn strict approvals off, in its answer
   */
  approval_id?: string;
}

/**
 * Tell the payer this
 */
export interface PromptAction {
  type: 'prompt';
  message: string;
}

/**
 * A payment provider and whether it can be used
 */
export interface ProviderConfig {
  name: string;
  /**
   * As people write its name
   */
  title: string;
  configured: boolean;
  /**
   * Whether an owner lets it send money in this environment
   */
  payouts_enabled: boolean;
  /**
   * Whether it needs the payer's phone
   */
  needs_phone: boolean;
  currencies: Currency[];
  /**
   * The smallest amount that it can charge or refund, and its multiples
   */
  amount_step_minor: number;
  capabilities: {
    status_api: boolean;
    refunds: boolean;
    partial_refunds: boolean;
    payouts: boolean;
    callbacks_signed: boolean;
  };
  /**
   * Live payments need an https `PUBLIC_URL` of this server
   */
  needs_callback: boolean;
  /**
   * What `credentials` are made of; empty where there is nothing to enter. With optional fields alone it works without
   */
  credential_fields: {
    name: string;
    optional: boolean;
    secret: boolean;
  }[];
  /**
   * By field, secrets masked; null where there are none
   */
  credentials: {
    [k: string]: string;
  } | null;
  /**
   * Payments that payers send by themselves; null where the provider does not tell this service about them
   */
  paybill: {
    enabled: boolean;
    /**
     * Whether the payer of an account number that belongs to nobody is refused at the provider
     */
    reject_unknown: boolean;
    /**
     * When the provider was last told the addresses; null before
     */
    registered_at: string | null;
  } | null;
  /**
   * Opens when the provider does not answer several calls in a row: it is then not called for a while. Null where nothing is called
   */
  circuit: {
    state: 'closed' | 'open' | 'half_open' | (string & {});
    opened_at: string | null;
    /**
     * When the next call is made to see whether it answers again
     */
    probe_at: string | null;
  } | null;
  /**
   * To be entered in the provider's dashboard; null where there is nothing to enter
   */
  webhook_url: string | null;
}

/**
 * How late loans are classed, and how much of each class is provided for
 */
export interface ProvisioningTable {
  classes: {
    name: string;
    /**
     * Days past due from which a loan is of this class
     */
    from_days: number;
    /**
     * Share of the outstanding principal that is provided for
     */
    rate_bps: number;
  }[];
}

/**
 * Ratios of capital, liquidity and the loan book
 */
export interface Ratios {
  as_of: string;
  currency: Currency;
  ratios: {
    /**
     * Of PEARLS where it is a letter and a number
     */
    code:
      | 'P1'
      | 'P2'
      | 'E1'
      | 'E5'
      | 'E7'
      | 'E8'
      | 'A1'
      | 'L1'
      | 'equity_to_assets'
      | 'equity_less_shares_to_assets'
      | 'equity_to_savings'
      | 'liquid_to_savings'
      | (string & {});
    numerator: string | null;
    numerator_minor: number | bigint | null;
    denominator: string | null;
    denominator_minor: number | bigint | null;
    /**
     * Rounded to the nearest basis point; null where the books cannot tell
     */
    value_bps: number | bigint | null;
    goal: {
      at_least_bps: number | null;
      at_most_bps: number | null;
    };
    met: boolean | null;
    /**
     * Why the books cannot tell it
     */
    missing: 'zero_denominator' | 'loans_of_the_past' | 'terms_of_liabilities' | null | (string & {});
  }[];
}

/**
 * The rule that rejected the request; stable, to branch on. More can be added
 */
export type Reason =
  | 'above_payoff'
  | 'above_surplus'
  | 'account_inactive'
  | 'account_not_empty'
  | 'account_not_found'
  | 'account_number_unknown'
  | 'account_refused'
  | 'action_not_applicable'
  | 'already_booked'
  | 'already_captured'
  | 'already_decided'
  | 'already_imported'
  | 'already_member'
  | 'already_reversed'
  | 'already_voided'
  | 'amount_not_supported'
  | 'amount_out_of_bounds'
  | 'batch_refused'
  | 'below_minimum'
  | 'busy'
  | 'clock_backwards'
  | 'code_taken'
  | 'combination_refused'
  | 'consent_by_applicant'
  | 'consent_closed'
  | 'consent_code_wrong'
  | 'consent_missing'
  | 'coverage_insufficient'
  | 'currency_locked'
  | 'currency_mismatch'
  | 'customer_not_active'
  | 'customer_unknown'
  | 'demo_not_empty'
  | 'email_taken'
  | 'email_unverified'
  | 'employer_code_taken'
  | 'empty_statement'
  | 'encryption_key_missing'
  | 'endpoint_disabled'
  | 'endpoint_not_polled'
  | 'entries_under_way'
  | 'exceeds_credits'
  | 'exceeds_debits'
  | 'exceeds_payment'
  | 'exceeds_pending_amount'
  | 'external_ref_taken'
  | 'file_purpose_differs'
  | 'file_taken'
  | 'file_type_refused'
  | 'guarantee_unavailable'
  | 'guarantor_invalid'
  | 'guarantors_insufficient'
  | 'hold_expired'
  | 'id_already_failed'
  | 'idempotency_key_reserved'
  | 'idempotency_key_reused'
  | 'import_refused'
  | 'income_insufficient'
  | 'insufficient_bank'
  | 'insufficient_cash'
  | 'insufficient_clearing'
  | 'insufficient_float'
  | 'insufficient_funds'
  | 'insufficient_savings'
  | 'insufficient_shares'
  | 'invalid_state'
  | 'key_address_refused'
  | 'key_scope_missing'
  | 'kyc_required'
  | 'label_taken'
  | 'limit_exceeded'
  | 'line_already_resolved'
  | 'line_resolving'
  | 'link_being_paid'
  | 'loan_not_open'
  | 'logo_refused'
  | 'mail_not_configured'
  | 'member_no_taken'
  | 'member_not_active'
  | 'member_unknown'
  | 'name_taken'
  | 'no_open_till'
  | 'no_outbox'
  | 'not_cancellable'
  | 'not_closable'
  | 'not_decider_at_request'
  | 'not_latest_movement'
  | 'not_paid'
  | 'not_posted'
  | 'not_refundable'
  | 'not_reversible'
  | 'not_withdrawable'
  | 'notice_not_needed'
  | 'notice_running'
  | 'overflow'
  | 'owner_protected'
  | 'paybill_not_supported'
  | 'paybill_refused'
  | 'payout_failed'
  | 'payout_limit_exceeded'
  | 'payouts_disabled'
  | 'payouts_not_supported'
  | 'payroll_no_taken'
  | 'payroll_no_unknown'
  | 'pdf_busy'
  | 'period_already_paid'
  | 'period_already_rebated'
  | 'period_closed'
  | 'period_not_closed'
  | 'period_not_latest'
  | 'period_not_over'
  | 'phone_not_members'
  | 'phone_not_supported'
  | 'phone_taken'
  | 'posting_not_failed'
  | 'product_in_use'
  | 'product_not_regular'
  | 'product_retired'
  | 'provider_id_differs'
  | 'provider_id_taken'
  | 'provider_not_configured'
  | 'provider_unknown'
  | 'public_url_required'
  | 'receipt_not_open'
  | 'reference_taken'
  | 'registration_closed'
  | 'reversal_pending'
  | 'run_closed'
  | 'sacco_not_set_up'
  | 'savings_account_exists'
  | 'savings_account_fixed'
  | 'savings_account_in_use'
  | 'savings_multiple_exceeded'
  | 'second_factor_required'
  | 'sender_unknown'
  | 'session_not_open'
  | 'session_open'
  | 'share_capital_insufficient'
  | 'term_out_of_bounds'
  | 'term_over'
  | 'till_inactive'
  | 'till_open'
  | 'tills_off'
  | 'token_invalid'
  | 'too_many_accounts'
  | 'too_many_endpoints'
  | 'too_many_movements'
  | 'too_many_secrets'
  | 'total_mismatch'
  | 'totp_already_enabled'
  | 'totp_required'
  | 'wallet_not_found'
  | 'wallet_unknown'
  | (string & {});

/**
 * Money that came without a prompt
 */
export interface Receipt {
  id: string;
  /**
   * Null where it came into a bank account
   */
  payment_id: string | null;
  /**
   * `unallocated`: it belongs to nobody yet; `resolving`: a second person decides whose it is; `refunding`: it is going back to its sender
   */
  status:
    | 'pending'
    | 'allocating'
    | 'allocated'
    | 'unallocated'
    | 'resolving'
    | 'refunding'
    | 'refunded'
    | (string & {});
  amount: string;
  amount_minor: number | bigint;
  credited: string;
  credited_minor: number | bigint;
  unallocated: string;
  unallocated_minor: number | bigint;
  currency: Currency;
  /**
   * As the payer typed it; empty where it came into a bank account
   */
  account_number: string;
  payer_phone: string | null;
  payer_name: string | null;
  /**
   * The provider's id of the transaction, or the bank's reference
   */
  reference: string | null;
  /**
   * Of money that came into the bank: what is known of it
   */
  memo: string | null;
  /**
   * Whose it is by the account number
   */
  member: MemberSummary | null;
  /**
   * The loan that the account number names
   */
  loan_id: string | null;
  matched_by: 'member_no' | 'loan' | 'phone' | null | (string & {});
  /**
   * Why it is, or was, unallocated
   */
  reason: Reason | null;
  /**
   * The movement that is being booked, waits for a checker, or was the last
   */
  entry_id: string | null;
  /**
   * Of a refund: what a second person is to decide, or has decided
   */
  approval_id: string | null;
  /**
   * Of a refund: the payout that sends it
   */
  payout_id: string | null;
  received_at: string;
  resolved_at: string | null;
  /**
   * In the answer to asking for a refund
   */
  replayed?: boolean;
}

/**
 * A statement was imported and compared with our records
 */
export interface ReconciliationCompletedEvent {
  type: 'reconciliation.completed';
  timestamp: string;
  data: Run;
}

/**
 * The decision about the line was carried out
 */
export interface ReconciliationLineResolvedEvent {
  type: 'reconciliation.line.resolved';
  timestamp: string;
  data: Line;
}

/**
 * Send the payer to this page
 */
export interface RedirectAction {
  type: 'redirect';
  url: string;
}

/**
 * All or part of a payment on its way back to the payer
 */
export interface Refund {
  id: string;
  payment_id: string;
  amount: string;
  amount_minor: number;
  currency: Currency;
  status: 'pending' | 'processing' | 'succeeded' | 'failed' | 'cancelled' | (string & {});
  reason: string | null;
  /**
   * Null for refunds from before it was kept
   */
  requested_by: Actor | null;
  /**
   * Who said how it ended; null where the provider did
   */
  marked_by: Actor | null;
  /**
   * The provider has no API for refunds: a person makes it and marks how it ended
   */
  manual: boolean;
  note: string | null;
  provider_refund_id: string | null;
  /**
   * One of the payments' own
   */
  failure_code: string | null;
  failure_message: string | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  /**
   * In the answer to creating it
   */
  replayed?: boolean;
}

/**
 * The money was not returned to the payer; it is available again
 */
export interface RefundFailedEvent {
  type: 'refund.failed';
  timestamp: string;
  data: Refund;
}

/**
 * The money was returned to the payer
 */
export interface RefundSucceededEvent {
  type: 'refund.succeeded';
  timestamp: string;
  data: Refund;
}

/**
 * What an employer has deducted for a month
 */
export interface Remittance {
  /**
   * Of a dry run it names nothing
   */
  id: string;
  /**
   * `posted_with_failures`: the money of the lines that failed is unallocated; `checked` and `refused`: of a dry run
   */
  status:
    | 'awaiting_approval'
    | 'posting'
    | 'posted'
    | 'posted_with_failures'
    | 'rejected'
    | 'cancelled'
    | 'checked'
    | 'refused'
    | (string & {});
  source: 'cash' | 'bank' | (string & {});
  /**
   * The bank account that the money came into
   */
  account: {
    /**
     * Null for the system's accounts
     */
    id: string | null;
    code: string;
    name: string;
    kind: AccountKind;
  } | null;
  /**
   * The bank's
   */
  reference: string | null;
  currency: Currency;
  total: string;
  total_minor: number | bigint;
  memo: string;
  lines: number;
  failed_lines: number;
  failed: string;
  failed_minor: number | bigint;
  /**
   * Of a remittance
   */
  employer_id: string | null;
  /**
   * Of a remittance: for which month, as YYYY-MM
   */
  month: string | null;
  /**
   * Of a dry run
   */
  error_count?: number;
  /**
   * Of a dry run: the first 100
   */
  errors?: {
    /**
     * The header is line 1
     */
    line_no: number;
    /**
     * Null: the line as a whole
     */
    column: string | null;
    message: string;
  }[];
  requested_by?: Actor;
  approval_id: string | null;
  /**
   * What brings the money in, once it is approved
   */
  entry_id: string | null;
  created_at: string;
  posted_at: string | null;
  replayed?: boolean;
  /**
   * The first 100 members of whom less came by this file than was asked for
   */
  shortages: {
    member: MemberSummary | null;
    payroll_no: string | null;
    expected: string;
    expected_minor: number | bigint;
    remitted: string;
    remitted_minor: number | bigint;
    short: string;
    short_minor: number | bigint;
  }[];
}

/**
 * What a repayment would pay, made today
 */
export interface RepaymentSplit {
  currency: Currency;
  amount: string;
  amount_minor: number | bigint;
  penalty: string;
  penalty_minor: number | bigint;
  interest: string;
  interest_minor: number | bigint;
  principal: string;
  principal_minor: number | bigint;
  payoff_after: string;
  payoff_after_minor: number | bigint;
}

/**
 * What came in, went back and was kept in a period, per currency
 */
export interface Report {
  from: string;
  to: string;
  currencies: {
    currency: Currency;
    /**
     * How many
     */
    payments: number | bigint;
    collected: string;
    collected_minor: number | bigint;
    /**
     * How many
     */
    refunds: number | bigint;
    refunded: string;
    refunded_minor: number | bigint;
    provider_fees: string;
    provider_fees_minor: number | bigint;
    vendor_splits: string;
    vendor_splits_minor: number | bigint;
    net: string;
    net_minor: number | bigint;
    paid_out: string;
    paid_out_minor: number | bigint;
    payouts: string;
    payouts_minor: number | bigint;
  }[];
}

/**
 * A statement of a provider, compared with our books line by line
 */
export interface Run {
  id: string;
  status: 'importing' | 'open' | 'closed' | 'failed' | (string & {});
  provider?: string;
  currency?: Currency;
  period_start?: string;
  period_end?: string;
  /**
   * Which days the period has
   */
  utc_offset?: string;
  source_name?: string | null;
  /**
   * Entries of the statement
   */
  lines?: number;
  /**
   * Lines by match status
   */
  counts?: {
    [k: string]: number;
  };
  /**
   * Signed sums by kind, as `<kind>_minor`
   */
  totals?: {
    [k: string]: number | bigint;
  };
  /**
   * Rows that are no entries
   */
  skipped_rows?: number;
  /**
   * Unresolved lines that some action other than ignore fits; not in lists
   */
  actionable?: number;
  /**
   * Not in lists
   */
  resolved?: number;
  /**
   * Lines that are resolved, or match what is completed already; not in lists
   */
  done?: number;
  /**
   * Payments completed in the period that the statement does not list: the first 500; not in lists
   */
  missing_on_statement?: {
    payment_id: string;
    reference: string;
    amount: string;
    amount_minor: number;
    completed_at: string;
  }[];
  /**
   * Not in lists
   */
  missing_on_statement_count?: number;
  /**
   * Why nothing was imported
   */
  error?: {
    code:
      | 'VALIDATION_ERROR'
      | 'UNAUTHORIZED'
      | 'FORBIDDEN'
      | 'NOT_FOUND'
      | 'CONFLICT'
      | 'PAYLOAD_TOO_LARGE'
      | 'UNPROCESSABLE'
      | 'RATE_LIMITED'
      | 'INTERNAL'
      | 'SERVICE_UNAVAILABLE'
      | (string & {});
    /**
     * A sentence for people; never branch on it
     */
    message: string;
    reason?: Reason;
    /**
     * The causes where there are several: the first 20, or the first 100 lines of a file
     */
    details?: {
      /**
       * The invalid field
       */
      path?: string;
      /**
       * Of a request with several files: which of them
       */
      file?: string;
      /**
       * The invalid line of a file
       */
      line_no?: number;
      /**
       * The invalid column of that line; null: the line as a whole
       */
      column?: string | null;
      message: string;
    }[];
    /**
     * The number of causes that `details` leaves out
     */
    details_omitted?: number;
    /**
     * The page of this server that explains the error: its cause and remedy
     */
    doc_url: string;
  };
  imported_by?: Actor;
  created_at?: string;
  closed_at?: string | null;
  /**
   * Nothing was stored
   */
  dry_run?: boolean;
  /**
   * Of a dry run: its first 20 lines; their ids name nothing
   */
  preview?: Line[];
  replayed?: boolean;
}

/**
 * The movement was refused; `error` gives the reason
 */
export interface SaccoEntryFailedEvent {
  type: 'sacco.entry.failed';
  timestamp: string;
  data: Entry;
}

/**
 * The movement was booked
 */
export interface SaccoEntryPostedEvent {
  type: 'sacco.entry.posted';
  timestamp: string;
  data: Entry;
}

/**
 * The movement was reversed
 */
export interface SaccoEntryReversedEvent {
  type: 'sacco.entry.reversed';
  timestamp: string;
  data: Entry;
}

/**
 * The rules of the SACCO
 */
export interface SaccoSettings {
  currency: Currency;
  /**
   * What a customer needs to become a member
   */
  min_kyc_tier: number;
  entrance_fee: string;
  entrance_fee_minor: number;
  min_share_capital: string;
  min_share_capital_minor: number;
  /**
   * East of UTC: what a local day is
   */
  utc_offset_minutes: number;
  withdrawal_approval: string | null;
  withdrawal_approval_minor: number | null;
  /**
   * Whether cash is kept in a vault and tills, with sessions of tellers
   */
  tills: 'off' | 'on' | (string & {});
  /**
   * Whether a phone, typed as the account number or that of the payer, names the member of a payment by paybill
   */
  paybill_match_phone: boolean;
  /**
   * What a payment by paybill is for, in this order; the last takes the rest
   */
  paybill_waterfall: ('overdue_loans' | 'current_loans' | 'shares' | 'savings' | (string & {}))[];
  /**
   * The savings product of the account that every member has
   */
  savings_product_id: string;
  /**
   * What is withheld from interest and dividends, each rate from a local date on
   */
  withholding: {
    kind: 'deposit_interest' | 'dividend' | (string & {});
    bps: number;
    from: string;
  }[];
  /**
   * The interest on deposits that is declared at the end of each period; null: none by itself
   */
  savings_interest: {
    rate_bps: number;
    basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
    counting: 'closing' | 'opening' | null | (string & {});
    credit_to: 'same_account' | 'default_account' | (string & {});
    frequency: 'monthly' | 'quarterly' | 'yearly' | (string & {});
    withholding_tax_bps: number | null;
    since: string;
    product_id: string | null;
  } | null;
  /**
   * The same for other savings products, one for each
   */
  savings_interest_plans: {
    rate_bps: number;
    basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
    counting: 'closing' | 'opening' | null | (string & {});
    credit_to: 'same_account' | 'default_account' | (string & {});
    frequency: 'monthly' | 'quarterly' | 'yearly' | (string & {});
    withholding_tax_bps: number | null;
    since: string;
    product_id: string;
  }[];
  /**
   * A picture for pages and papers, which `PUT /sacco/logo` changes; null: the name alone
   */
  logo_file_id: string | null;
  /**
   * When the rules were changed
   */
  updated_at: string;
  /**
   * Of a change that waits for a second person, in its answer
   */
  approval_id?: string;
}

/**
 * One savings account of a member
 */
export interface SavingsAccount {
  id: string;
  member_id: string;
  product_id: string;
  product_name: string;
  kind: SavingsKind;
  /**
   * It is meant wherever no account is named
   */
  is_default: boolean;
  status: 'active' | 'closed' | (string & {});
  currency: Currency;
  balance: string;
  balance_minor: number | bigint;
  available: string;
  available_minor: number | bigint;
  /**
   * Of a fixed account: the term that runs
   */
  term: {
    /**
     * 1, and one more for each renewal
     */
    no: number;
    starts_on: string;
    matures_on: string;
    principal: string;
    principal_minor: number;
    rate_bps: number;
    at_maturity: 'pay_out' | 'renew_principal' | 'renew_all' | (string & {});
  } | null;
  /**
   * Null of the default account, which is as old as the membership
   */
  opened_on: string | null;
  closed_at: string | null;
  /**
   * Of a fixed account that was opened: its deposit
   */
  entry_id?: string;
  /**
   * In the answer to opening it
   */
  replayed?: boolean;
}

/**
 * The monthly fees of savings accounts
 */
export interface SavingsFeeReport {
  month: string;
  currency: Currency;
  products: {
    product_id: string;
    product_name: string;
    fee: string;
    fee_minor: number;
    /**
     * Accounts that paid
     */
    charged: number;
    charged_total: string;
    charged_total_minor: number | bigint;
    /**
     * Accounts that held less than the fee, or whose member is leaving
     */
    skipped: number;
    skipped_total: string;
    skipped_total_minor: number | bigint;
    /**
     * Accounts whose fee is being booked
     */
    pending: number;
  }[];
  /**
   * Accounts that paid
   */
  charged: number;
  charged_total: string;
  charged_total_minor: number | bigint;
  /**
   * Accounts that held less than the fee, or whose member is leaving
   */
  skipped: number;
  skipped_total: string;
  skipped_total_minor: number | bigint;
  /**
   * Accounts whose fee is being booked
   */
  pending: number;
}

/**
 * Interest on deposits for a period
 */
export interface SavingsInterest {
  id: string;
  label: string;
  period_start: string;
  period_end: string;
  /**
   * A year, in hundredths of a percent
   */
  rate_bps: number;
  /**
   * Which balances count
   */
  basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
  /**
   * Of `monthly`: which balance of each month
   */
  counting: 'closing' | 'opening' | null | (string & {});
  /**
   * The savings product whose accounts earn it
   */
  product_id: string;
  credit_to: 'same_account' | 'default_account' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholding_tax_bps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  total_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  failed: string;
  failed_minor: number | bigint;
  entry_id: string;
  approval_id: string | null;
  created_at: string;
  paid_at: string | null;
  /**
   * `balances` is the sum of the balances that count: one for each day, or for each whole month
   */
  lines: SavingsInterestLine[];
  /**
   * In a webhook of a run with many lines: how many follow those that it has
   */
  lines_omitted?: number;
  replayed: boolean;
}

/**
 * What one savings account earns
 */
export interface SavingsInterestLine {
  member_id: string;
  member: MemberSummary;
  /**
   * The account that earns it
   */
  savings_account_id: string;
  balances: string;
  balances_minor: number | bigint;
  gross: string;
  gross_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  net: string;
  net_minor: number | bigint;
  status: 'pending' | 'paid' | 'failed' | (string & {});
  error: Reason | null;
}

/**
 * Every line was paid, or failed
 */
export interface SavingsInterestPaidEvent {
  type: 'savings_interest.paid';
  timestamp: string;
  data: SavingsInterest;
}

/**
 * Interest on deposits for a period, without its lines
 */
export interface SavingsInterestSummary {
  id: string;
  label: string;
  period_start: string;
  period_end: string;
  /**
   * A year, in hundredths of a percent
   */
  rate_bps: number;
  /**
   * Which balances count
   */
  basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
  /**
   * Of `monthly`: which balance of each month
   */
  counting: 'closing' | 'opening' | null | (string & {});
  /**
   * The savings product whose accounts earn it
   */
  product_id: string;
  credit_to: 'same_account' | 'default_account' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholding_tax_bps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  total_minor: number | bigint;
  tax: string;
  tax_minor: number | bigint;
  failed: string;
  failed_minor: number | bigint;
  entry_id: string;
  approval_id: string | null;
  created_at: string;
  paid_at: string | null;
}

/**
 * Whether money comes and goes, stays until the member leaves, or is there for a term
 */
export type SavingsKind = 'regular' | 'restricted' | 'fixed' | (string & {});

/**
 * A notice of taking money out of a savings account
 */
export interface SavingsNotice {
  id: string;
  member_id: string;
  savings_account_id: string;
  amount: string;
  amount_minor: number;
  remaining: string;
  remaining_minor: number | bigint;
  /**
   * Ripe: the remaining amount can be withdrawn
   */
  status: 'running' | 'ripe' | 'used' | (string & {});
  given_on: string;
  /**
   * The first local day on which the money can be withdrawn
   */
  ripe_on: string;
  created_at: string;
  /**
   * In the answer to giving it
   */
  replayed?: boolean;
}

/**
 * The terms of savings accounts
 */
export interface SavingsProduct {
  id: string;
  name: string;
  kind: SavingsKind;
  currency: Currency;
  min_balance: string;
  min_balance_minor: number;
  min_opening: string;
  min_opening_minor: number;
  /**
   * From a notice until its money can be withdrawn; 0: none is needed
   */
  notice_days: number;
  /**
   * Of a withdrawal without a ripe notice; 0: there is none without
   */
  early_fee_bps: number;
  /**
   * Whether its accounts count for loans, and can be pledged
   */
  counts_for_multiple: boolean;
  monthly_fee: string;
  monthly_fee_minor: number;
  withdrawal_fee: string;
  withdrawal_fee_minor: number;
  /**
   * Interest of a year, in hundredths of a percent
   */
  rate_bps: number;
  /**
   * Of a fixed account
   */
  term_days: number | null;
  /**
   * Of a fixed account: what becomes of the deposit and its interest
   */
  at_maturity: 'pay_out' | 'renew_principal' | 'renew_all' | null | (string & {});
  status: 'active' | 'retired' | (string & {});
  created_at: string;
  retired_at: string | null;
}

/**
 * A process of the service that runs
 */
export interface ServiceProcess {
  /**
   * Its host name
   */
  machine: string;
  process_id: number;
  version: string;
  /**
   * `web` where it answers requests, and the queues that it works on
   */
  runs: string[];
  started_at: string;
  /**
   * When it last said that it runs; it does so twice a minute
   */
  seen_at: string;
}

/**
 * A sign-in
 */
export interface Session {
  user: User;
  /**
   * Sent as `Authorization: Bearer`; shown this once
   */
  token: string;
  expires_at: string;
}

/**
 * The part of a payment that goes to a subaccount
 */
export interface Split {
  subaccount_id: string;
  /**
   * Hundredths of a percent
   */
  share_bps: number;
}

/**
 * A role that waits for a second person
 */
export interface StaffAppointment {
  user_id: string;
  email: string;
  role: 'owner' | 'admin' | 'checker' | 'maker' | (string & {});
  status: 'awaiting_approval' | (string & {});
  approval_id: string;
}

/**
 * A user who works in a project
 */
export interface StaffMember {
  user_id: string;
  email: string;
  /**
   * Null until an invitation is accepted
   */
  name: string | null;
  role: 'owner' | 'admin' | 'checker' | 'maker' | (string & {});
  /**
   * `invited`: without access until the invitation is accepted
   */
  status: 'active' | 'invited' | (string & {});
  added_at: string;
}

/**
 * What each account of a member held, every movement with the balance after it, and what it holds then
 */
export interface Statement {
  member_id: string;
  member_no: string;
  from: string;
  to: string;
  currency: Currency;
  accounts: {
    kind: 'member_savings' | 'member_shares' | 'loan_principal' | (string & {});
    /**
     * Of savings: which account
     */
    savings_account_id?: string;
    /**
     * Of a savings account besides the default one
     */
    product_name?: string;
    /**
     * Of the principal of a loan: which loan
     */
    loan_id?: string;
    opening_balance: string;
    opening_balance_minor: number | bigint;
    movements: {
      date: string;
      entry_id: string;
      kind: EntryKind;
      description: string;
      amount: string;
      amount_minor: number;
      balance_after: string;
      balance_after_minor: number | bigint;
    }[];
    closing_balance: string;
    closing_balance_minor: number | bigint;
  }[];
  /**
   * The next movements are asked for with `after` set to this; null when there are none
   */
  next_after: string | null;
}

/**
 * How the export of one provider is written
 */
export interface StatementPreset {
  name: 'mpesa_org' | 'mtn_momo' | 'airtel_ug' | (string & {});
  title: string;
  /**
   * Names in the header, by what the column holds
   */
  columns: {
    [k: string]: string;
  };
  /**
   * Values of the kind column; `*` at the end: all that begin so
   */
  kinds?: {
    [k: string]: string[];
  };
  default_kind?:
    'payment' | 'refund' | 'payout' | 'payout_reversal' | 'fee' | 'fee_reversal' | 'other' | (string & {});
  amount_unit?: 'major' | 'minor' | (string & {});
  decimal_separator?: '.' | ',' | (string & {});
  delimiter?: ',' | ';' | '|' | '\t' | (string & {});
  date_format?: string;
  utc_offset?: string;
  /**
   * Lines before the header
   */
  skip_rows?: number;
  status_column?: string;
  /**
   * Rows with another status are skipped
   */
  ok_statuses?: string[];
  /**
   * The reference is what follows this text in its column
   */
  reference_after?: string;
}

/**
 * The SACCO at a glance
 */
export interface Summary {
  /**
   * How many, by status
   */
  members: {
    active: number;
    suspended: number;
    exiting: number;
    exited: number;
  };
  /**
   * By kind of account (`<kind>_minor`), on its normal side
   */
  balances: {
    [k: string]: number | bigint;
  };
  /**
   * Where the cooperative has tills: the vault, then each till; together they are the cash on hand
   */
  cash_on_hand_parts?: {
    /**
     * Null: the vault
     */
    till: string | null;
    name: string;
    balance: string;
    balance_minor: number | bigint;
  }[];
  portfolio: Portfolio;
  /**
   * Whether the books balance
   */
  integrity: {
    total_debit_balances: string;
    total_debit_balances_minor: number | bigint;
    total_credit_balances: string;
    total_credit_balances_minor: number | bigint;
    balanced: boolean;
  };
}

/**
 * The test environment's time
 */
export interface TestClock {
  now: string;
  /**
   * Ahead of real time; below 0 while a demo project is filled with a year that ends now
   */
  offset_seconds: number;
}

/**
 * A drawer of cash, at which one teller has a session at a time
 */
export interface Till {
  id: string;
  name: string;
  branch: string | null;
  /**
   * Whether sessions can be opened there
   */
  active: boolean;
  balance: string;
  balance_minor: number | bigint;
  /**
   * The session there that is not closed yet
   */
  session: string | null;
  created_at: string;
}

/**
 * A surprise count, which closes nothing
 */
export interface TillCount {
  id: string;
  session: string;
  expected: string;
  expected_minor: number | bigint;
  counted: string;
  counted_minor: number | bigint;
  difference: string;
  difference_minor: number | bigint;
  count: {
    [k: string]: number;
  } | null;
  memo: string | null;
  counted_by: Actor;
  counted_at: string;
  replayed: boolean;
}

/**
 * The time in which one teller keeps the cash of a till
 */
export interface TillSession {
  id: string;
  till: string;
  till_name: string;
  teller: Actor;
  status: TillSessionStatus;
  currency: Currency;
  opening: string;
  opening_minor: number | bigint;
  in: string;
  in_minor: number | bigint;
  out: string;
  out_minor: number | bigint;
  expected: string | null;
  expected_minor: number | null;
  counted: string | null;
  counted_minor: number | null;
  difference: string | null;
  difference_minor: number | null;
  /**
   * Pieces by denomination, where they were counted
   */
  count: {
    [k: string]: number;
  } | null;
  /**
   * What was taken and paid, by kind of movement, without the float and what closes the session
   */
  by_kind: {
    kind: EntryKind;
    entries: number;
    in: string;
    in_minor: number | bigint;
    out: string;
    out_minor: number | bigint;
  }[];
  /**
   * Of what a count is made in this currency
   */
  denominations: string[];
  memo: string | null;
  float_entry_id: string;
  difference_entry_id: string | null;
  return_entry_id: string | null;
  /**
   * Of what waits for confirmation: the float, the difference or the return
   */
  approval_id: string | null;
  created_at: string;
  opened_at: string | null;
  closed_at: string | null;
  replayed: boolean;
}

/**
 * The session is closed, and its cash is back in the vault
 */
export interface TillSessionClosedEvent {
  type: 'till_session.closed';
  timestamp: string;
  data: TillSession;
}

/**
 * A session with its movements and counts
 */
export interface TillSessionDetails {
  id: string;
  till: string;
  till_name: string;
  teller: Actor;
  status: TillSessionStatus;
  currency: Currency;
  opening: string;
  opening_minor: number | bigint;
  in: string;
  in_minor: number | bigint;
  out: string;
  out_minor: number | bigint;
  expected: string | null;
  expected_minor: number | null;
  counted: string | null;
  counted_minor: number | null;
  difference: string | null;
  difference_minor: number | null;
  /**
   * Pieces by denomination, where they were counted
   */
  count: {
    [k: string]: number;
  } | null;
  /**
   * What was taken and paid, by kind of movement, without the float and what closes the session
   */
  by_kind: {
    kind: EntryKind;
    entries: number;
    in: string;
    in_minor: number | bigint;
    out: string;
    out_minor: number | bigint;
  }[];
  /**
   * Of what a count is made in this currency
   */
  denominations: string[];
  memo: string | null;
  float_entry_id: string;
  difference_entry_id: string | null;
  return_entry_id: string | null;
  /**
   * Of what waits for confirmation: the float, the difference or the return
   */
  approval_id: string | null;
  created_at: string;
  opened_at: string | null;
  closed_at: string | null;
  /**
   * Surprise counts, newest first
   */
  counts: TillCount[];
  /**
   * Newest first
   */
  entries: Entry[];
  /**
   * The cursor of the next page of entries; null on the last
   */
  next_after: string | null;
}

/**
 * The float was confirmed: the session is open
 */
export interface TillSessionOpenedEvent {
  type: 'till_session.opened';
  timestamp: string;
  data: TillSession;
}

/**
 * How far a session at a till has got
 */
export type TillSessionStatus = 'opening' | 'open' | 'closing' | 'closed' | 'cancelled' | (string & {});

/**
 * One thing that happened with a member
 */
export interface TimelineItem {
  kind: TimelineKind;
  /**
   * Of the entry, the loan, the document or file, the message, the note, or the event; of a guarantee the id of the loan
   */
  id: string;
  /**
   * When it was stored, by the clock of the environment
   */
  at: string;
  /**
   * Of a movement its kind, of a loan its product, of a guarantee the borrower, of a message its template, of others their type
   */
  what: string;
  /**
   * As it is today
   */
  status: string | null;
  amount: string | null;
  amount_minor: number | null;
  currency: Currency | null;
  /**
   * The memo, the purpose, the note, or the text of the message
   */
  text: string | null;
  loan_id: string | null;
  /**
   * Of a movement: what paid for it, as in the entry
   */
  source: string | null;
  /**
   * Of a reversal: the kind of movement that it takes back
   */
  reverses_kind: string | null;
  /**
   * Who did it, where that is known
   */
  by: Actor | null;
}

/**
 * What happened with a member
 */
export type TimelineKind =
  'movement' | 'loan' | 'guarantee' | 'document' | 'message' | 'note' | 'event' | (string & {});

/**
 * A payment on its way into a wallet
 */
export interface Topup {
  payment_id: string;
  customer_id: string;
  wallet_id: string;
  amount: string;
  amount_minor: number;
  currency: Currency;
  status: 'pending' | 'credited' | 'blocked' | 'refunded' | 'reversed' | 'cancelled' | (string & {});
  reason: Reason | null;
  created_at: string;
  updated_at: string;
  credited_at: string | null;
  /**
   * In the answer to reversing it
   */
  replayed?: boolean;
}

/**
 * The wallet cannot be credited; `reason` gives the reason
 */
export interface TopupBlockedEvent {
  type: 'topup.blocked';
  timestamp: string;
  data: Topup;
}

/**
 * The wallet was credited
 */
export interface TopupCreditedEvent {
  type: 'topup.credited';
  timestamp: string;
  data: Topup;
}

/**
 * What an authenticator app needs; shown this once
 */
export interface TotpEnrolment {
  /**
   * In base32
   */
  secret: string;
  /**
   * To be shown as a QR code
   */
  otpauth_url: string;
  /**
   * Each signs in once when the app is lost; keep them elsewhere
   */
  recovery_codes: string[];
}

/**
 * Whether signing in needs a second factor
 */
export interface TotpStatus {
  enabled: boolean;
  recovery_codes_left: number;
}

/**
 * Money moved from one ledger account to another
 */
export interface Transfer {
  id: string;
  kind: TransferKind;
  /**
   * `pending` holds, `post` captures, `void` releases; null for a plain transfer
   */
  phase: 'pending' | 'post' | 'void' | null | (string & {});
  debit_account_id: string;
  credit_account_id: string;
  amount: string;
  amount_minor: number;
  currency: Currency;
  reference: string;
  memo: string | null;
  /**
   * Of a post or void: the hold that it ends
   */
  hold_id?: string;
  created_at: string;
  replayed: boolean;
}

/**
 * Transfers that were made together, all or none
 */
export interface TransferBatch {
  /**
   * In the order of the request
   */
  transfers: Transfer[];
  replayed: boolean;
}

/**
 * What a transfer was made for
 */
export type TransferKind =
  | 'payment_settlement'
  | 'split'
  | 'manual'
  | 'refund'
  | 'wallet_topup'
  | 'wallet_deposit'
  | 'wallet_withdrawal'
  | 'wallet_transfer'
  | 'wallet_reversal'
  | 'payout'
  | 'payout_reversal'
  | 'fee'
  | 'fee_reversal'
  | 'provider_payout'
  | 'receipt_refund'
  | 'deposit'
  | 'withdrawal'
  | 'share_purchase'
  | 'entrance_fee'
  | 'cash_adjustment'
  | 'loan_disbursement'
  | 'loan_repayment'
  | 'loan_charge'
  | 'loan_write_off'
  | 'dividend'
  | 'member_exit'
  | 'reversal'
  | 'expense'
  | 'loan_provision'
  | 'journal'
  | 'banking'
  | 'till_transfer'
  | 'savings_transfer'
  | 'term_deposit'
  | 'term_maturity'
  | 'term_withdrawal'
  | 'savings_fee'
  | 'unallocated_receipt'
  | 'savings_interest'
  | 'tax_remittance'
  | 'opening_balance'
  | 'member_fee'
  | 'batch_receipt'
  | (string & {});

/**
 * What the tills, bank accounts and providers hold, and what was earned
 */
export interface Treasury {
  currency: Currency;
  cash_on_hand: string;
  cash_on_hand_minor: number | bigint;
  banks: string;
  banks_minor: number | bigint;
  cash_and_banks: string;
  cash_and_banks_minor: number | bigint;
  providers: string;
  providers_minor: number | bigint;
  providers_available: string;
  providers_available_minor: number | bigint;
  fee_income: string;
  fee_income_minor: number | bigint;
  interest_income: string;
  interest_income_minor: number | bigint;
  /**
   * Of what a count of cash is made in this currency
   */
  denominations: string[];
  /**
   * Where the cooperative has tills: the vault, then each till; together they are the cash on hand
   */
  cash_on_hand_parts?: {
    /**
     * Null: the vault
     */
    till: string | null;
    name: string;
    balance: string;
    balance_minor: number | bigint;
  }[];
}

/**
 * Figures of the last twelve months, and of the last thirty days
 */
export interface Trends {
  currency: Currency;
  /**
   * Savings and shares at the end; `due` is what fell due of loans that were open then, `collected` what was repaid, less what was reversed
   */
  months: {
    /**
     * The last day of the month; of the current one today
     */
    month_end: string;
    savings: string;
    savings_minor: number | bigint;
    shares: string;
    shares_minor: number | bigint;
    due: string;
    due_minor: number | bigint;
    collected: string;
    collected_minor: number | bigint;
  }[];
  /**
   * Cash that came in and went out, and cash at the end of the day
   */
  days: {
    date: string;
    cash_in: string;
    cash_in_minor: number | bigint;
    cash_out: string;
    cash_out_minor: number | bigint;
    cash: string;
    cash_minor: number | bigint;
  }[];
  /**
   * What completed payments brought through each provider, and what refunds and payouts took out, by the day on which each ended; without fees
   */
  providers: {
    provider: string;
    months: {
      month_end: string;
      received: string;
      received_minor: number | bigint;
      paid_out: string;
      paid_out_minor: number | bigint;
    }[];
  }[];
}

/**
 * What every kind of account held at the beginning and the end of days, and what was posted in between
 */
export interface TrialBalance {
  from: string;
  to: string;
  currencies: {
    currency: Currency;
    rows: {
      kind: AccountKind;
      class: 'asset' | 'liability' | 'equity' | 'income' | 'expense' | (string & {});
      /**
       * The side on which the balances are positive
       */
      normal_side: 'debit' | 'credit' | (string & {});
      /**
       * How many accounts of the kind there are now
       */
      accounts: number;
      opening_balance: string;
      opening_balance_minor: number | bigint;
      debits: string;
      debits_minor: number | bigint;
      credits: string;
      credits_minor: number | bigint;
      closing_balance: string;
      closing_balance_minor: number | bigint;
      /**
       * Of a bank or general account
       */
      account_id?: string;
      /**
       * Its code in the chart of accounts
       */
      code?: string;
      name?: string;
      /**
       * Of cash where the cooperative has tills: the vault, then each till
       */
      parts?: {
        /**
         * Null: the vault
         */
        till: string | null;
        name: string;
        opening_balance: string;
        opening_balance_minor: number | bigint;
        debits: string;
        debits_minor: number | bigint;
        credits: string;
        credits_minor: number | bigint;
        closing_balance: string;
        closing_balance_minor: number | bigint;
      }[];
    }[];
    total_debits: string;
    total_debits_minor: number | bigint;
    total_credits: string;
    total_credits_minor: number | bigint;
    /**
     * Whether debits equal credits, and the closing balances of both sides too
     */
    balanced: boolean;
  }[];
}

/**
 * Somebody who signs in
 */
export interface User {
  id: string;
  email: string;
  name: string;
  /**
   * Sees Bull Board and the health of the whole service
   */
  operator: boolean;
  /**
   * `false` while the address is to be confirmed; else left out
   */
  email_verified?: boolean;
  created_at: string;
}

/**
 * A project with the role of the caller in it
 */
export interface UserProject {
  id: string;
  name: string;
  created_at: string;
  role: 'owner' | 'admin' | 'checker' | 'maker' | (string & {});
}

/**
 * What a payer dials to pay without internet
 */
export interface UssdIntent {
  amount: string;
  amount_minor: number;
  currency: Currency;
  reference: string;
  intents: {
    provider: string;
    name: string;
    /**
     * The template that is configured of the provider `manual`, filled in; the menu's code where there is none, or it cannot carry the amount or reference
     */
    dial_string: string;
    /**
     * For a link
     */
    tel_uri: string;
    currency_matches: boolean;
    steps: string[];
  }[];
}

/**
 * The version of the service
 */
export interface Version {
  version: string;
  /**
   * The git commit of the build; null where it is not known
   */
  commit: string | null;
}

/**
 * A customer's money in one currency
 */
export interface Wallet {
  id: string;
  customer_id: string;
  account_id: string;
  currency: Currency;
  balance: string;
  balance_minor: number | bigint;
  available: string;
  available_minor: number | bigint;
  created_at: string;
  /**
   * In the answer to opening it: it was open already
   */
  replayed?: boolean;
}

/**
 * An event on its way to one endpoint
 */
export interface WebhookDelivery {
  id: string;
  /**
   * As in the header webhook-id: the same for every attempt and redelivery
   */
  webhook_id: string;
  endpoint_id: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed' | (string & {});
  attempts: {
    at: string;
    status_code: number | null;
    error: string | null;
  }[];
  next_attempt_at: string | null;
  created_at: string;
}

/**
 * A delivery with what is sent
 */
export interface WebhookDeliveryDetails {
  id: string;
  /**
   * As in the header webhook-id: the same for every attempt and redelivery
   */
  webhook_id: string;
  endpoint_id: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed' | (string & {});
  attempts: {
    at: string;
    status_code: number | null;
    error: string | null;
  }[];
  next_attempt_at: string | null;
  created_at: string;
  payload: {
    type: string;
    timestamp: string;
    /**
     * The resource as GET answers it, at that moment
     */
    data: {
      [k: string]: unknown;
    };
  };
}

/**
 * Where events are sent, or asked for
 */
export interface WebhookEndpoint {
  id: string;
  /**
   * `poll`: nothing is sent, its events are asked for
   */
  mode: 'push' | 'poll' | (string & {});
  url: string | null;
  /**
   * Types of events, or `*` for all
   */
  events: string[];
  status: 'enabled' | 'disabled' | (string & {});
  /**
   * Signs what is sent: in the answer to creating and rotating, and never again
   */
  secret?: string;
  created_at: string;
}

/**
 * The endpoint answered 410, or has not answered for five days
 */
export interface WebhookEndpointDisabledEvent {
  type: 'webhook_endpoint.disabled';
  timestamp: string;
  data: WebhookEndpoint;
}

/**
 * An event sent to webhook endpoints
 */
export type WebhookEvent =
  | PaymentCompletedEvent
  | PaymentFailedEvent
  | PaymentCancelledEvent
  | PaymentLinkOverpaidEvent
  | RefundSucceededEvent
  | RefundFailedEvent
  | PayoutSucceededEvent
  | PayoutFailedEvent
  | TopupCreditedEvent
  | TopupBlockedEvent
  | SaccoEntryPostedEvent
  | SaccoEntryFailedEvent
  | SaccoEntryReversedEvent
  | ApprovalCreatedEvent
  | ApprovalDecidedEvent
  | LoanDisbursedEvent
  | LoanClosedEvent
  | LoanOverdueEvent
  | LoanWrittenOffEvent
  | GuarantorConsentRequestedEvent
  | GuarantorConsentDecidedEvent
  | DividendPaidEvent
  | SavingsInterestPaidEvent
  | WebhookEndpointDisabledEvent
  | ReconciliationCompletedEvent
  | ReconciliationLineResolvedEvent
  | PeriodClosedEvent
  | PeriodReopenedEvent
  | ImportFinishedEvent
  | BatchFinishedEvent
  | TillSessionOpenedEvent
  | TillSessionClosedEvent
  | MemberNotificationEvent;

/**
 * Interest on deposits and dividends that were paid in a period, and the tax withheld from them
 */
export interface WithholdingReport {
  from: string;
  to: string;
  currency: Currency;
  /**
   * One for each member and kind, in the order of their numbers
   */
  rows: {
    member_no: string;
    full_name: string;
    tax_number: string | null;
    kind: 'deposit_interest' | 'dividend' | (string & {});
    gross: string;
    gross_minor: number | bigint;
    tax: string;
    tax_minor: number | bigint;
  }[];
  total_gross: string;
  total_gross_minor: number | bigint;
  total_tax: string;
  total_tax_minor: number | bigint;
}
