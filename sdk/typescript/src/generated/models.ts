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
  subaccountId?: string;
  debitsPosted: string;
  debitsPostedMinor: number | bigint;
  creditsPosted: string;
  creditsPostedMinor: number | bigint;
  debitsPending: string;
  debitsPendingMinor: number | bigint;
  creditsPending: string;
  creditsPendingMinor: number | bigint;
  balance: string;
  balanceMinor: number | bigint;
  available: string;
  availableMinor: number | bigint;
  createdAt: string;
  /**
   * In the answer to opening it: it was open already
   */
  replayed?: boolean;
}

/**
 * What an account held at a past moment
 */
export interface AccountBalance {
  accountId: string;
  currency: Currency;
  at: string;
  debitsPosted: string;
  debitsPostedMinor: number | bigint;
  creditsPosted: string;
  creditsPostedMinor: number | bigint;
  debitsPending: string;
  debitsPendingMinor: number | bigint;
  creditsPending: string;
  creditsPendingMinor: number | bigint;
  balance: string;
  balanceMinor: number | bigint;
  available: string;
  availableMinor: number | bigint;
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
  startDate: string;
  endDate: string;
  /**
   * `closing` and `reopening` wait for a second person
   */
  status: 'closing' | 'closed' | 'reopening' | 'open' | (string & {});
  memo: string;
  /**
   * As it was when the period was closed
   */
  trialBalance: TrialBalance | null;
  /**
   * Of the trial balance as compact JSON, in hexadecimal
   */
  figuresSha256: string | null;
  requestedBy: Actor;
  /**
   * Of the latest request about it
   */
  approvalId: string;
  createdAt: string;
  closedAt: string | null;
  reopenedAt: string | null;
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
  employerId: string;
  /**
   * YYYY-MM
   */
  month: string;
  currency: Currency;
  /**
   * In the order of the payroll numbers
   */
  rows: {
    payrollNo: string | null;
    memberId: string;
    memberNo: string;
    fullName: string;
    contribution: string;
    contributionMinor: number | bigint;
    /**
     * What is unpaid of the installments of the month, and of those that are overdue
     */
    loans: {
      loanId: string;
      /**
       * Of the oldest installment that is asked for
       */
      dueDate: string;
      amount: string;
      amountMinor: number | bigint;
    }[];
    total: string;
    totalMinor: number | bigint;
  }[];
  total: string;
  totalMinor: number | bigint;
}

/**
 * Open loans by how late they are, and what is to be provided for
 */
export interface Ageing {
  asOf: string;
  currency: Currency;
  classes: {
    name: string;
    /**
     * Days past due from which a loan is of this class
     */
    fromDays: number;
    /**
     * Share of the outstanding principal that is provided for
     */
    rateBps: number;
    loans: number;
    outstanding: string;
    outstandingMinor: number | bigint;
    overdue: string;
    overdueMinor: number | bigint;
    provision: string;
    provisionMinor: number | bigint;
  }[];
  outstanding: string;
  outstandingMinor: number | bigint;
  provision: string;
  provisionMinor: number | bigint;
  allowance: string;
  allowanceMinor: number | bigint;
  rescheduled: {
    loans: number;
    outstanding: string;
    outstandingMinor: number | bigint;
  };
  par30: string;
  par30Minor: number | bigint;
  /**
   * Share of the outstanding principal that is 30 days late
   */
  par30Bps: number;
  par90: string;
  par90Minor: number | bigint;
  /**
   * The same for 90 days
   */
  par90Bps: number;
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
  entryId: string | null;
  loanId: string | null;
  dividendId: string | null;
  savingsInterestId: string | null;
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
  amountMinor: number | bigint;
  /**
   * The SACCO's where it is about no money; null where there is none, too
   */
  currency: Currency | null;
  memo: string | null;
  member: MemberSummary | null;
  requestedBy: Actor;
  requestedAt: string;
  decidedBy: Actor | null;
  decidedAt: string | null;
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
  entryId: string | null;
  loanId: string | null;
  dividendId: string | null;
  savingsInterestId: string | null;
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
  amountMinor: number | bigint;
  /**
   * The SACCO's where it is about no money; null where there is none, too
   */
  currency: Currency | null;
  memo: string | null;
  member: MemberSummary | null;
  requestedBy: Actor;
  requestedAt: string;
  decidedBy: Actor | null;
  decidedAt: string | null;
  note: string | null;
  /**
   * Whether the caller may approve or reject it now
   */
  mayDecide: boolean;
  /**
   * Null once it is decided
   */
  effect: ApprovalEffect | null;
}

/**
 * What approving a request would do at this moment. Reading it moves nothing
 */
export interface ApprovalEffect {
  computedAt: string;
  /**
   * Whether approving it now would book it
   */
  carriesOut: boolean;
  /**
   * What changes; nothing where it cannot be carried out
   */
  accounts: {
    kind: AccountKind;
    /**
     * Null of the SACCO's own account, and of all accounts of a kind together
     */
    memberNo: string | null;
    /**
     * Of savings: which account
     */
    savingsAccountId?: string;
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
    balanceBefore: string;
    balanceBeforeMinor: number | bigint;
    balanceAfter: string;
    balanceAfterMinor: number | bigint;
    availableAfter: string;
    availableAfterMinor: number | bigint;
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
    shortMinor: number | null;
  }[];
}

/**
 * Loans of which something is late, the longest first
 */
export interface Arrears {
  arrears: {
    loanId: string;
    memberId: string;
    memberNo: string;
    fullName: string;
    phone: string | null;
    daysPastDue: number;
    /**
     * Of the provisioning table
     */
    class: string;
    overduePrincipal: string;
    overduePrincipalMinor: number | bigint;
    overdueCharges: string;
    overdueChargesMinor: number | bigint;
    overdue: string;
    overdueMinor: number | bigint;
    outstanding: string;
    outstandingMinor: number | bigint;
    guarantors: {
      memberId: string;
      fullName: string;
      phone: string | null;
      amount: string;
      amountMinor: number;
    }[];
  }[];
}

/**
 * What a member held at the ends of the last twelve months, and holds today
 */
export interface BalanceHistory {
  memberId: string;
  currency: Currency;
  accounts: {
    kind: 'savings' | 'shares' | (string & {});
    /**
     * Of savings
     */
    savingsAccountId: string | null;
    /**
     * Of savings
     */
    productName: string | null;
    /**
     * At the end of each local day, oldest first; the last one is today
     */
    balances: {
      date: string;
      balance: string;
      balanceMinor: number | bigint;
    }[];
  }[];
}

/**
 * What is owned and owed at the end of a day. The total of equity includes the accumulated surplus
 */
export interface BalanceSheet {
  asOf: string;
  currencies: {
    currency: Currency;
    assets: {
      total: string;
      totalMinor: number | bigint;
      kinds: {
        kind: AccountKind;
        /**
         * Of a bank or general account
         */
        accountId?: string;
        /**
         * Its code in the chart of accounts
         */
        code?: string;
        name?: string;
        amount: string;
        amountMinor: number | bigint;
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
          amountMinor: number | bigint;
        }[];
      }[];
    };
    liabilities: {
      total: string;
      totalMinor: number | bigint;
      kinds: {
        kind: AccountKind;
        /**
         * Of a bank or general account
         */
        accountId?: string;
        /**
         * Its code in the chart of accounts
         */
        code?: string;
        name?: string;
        amount: string;
        amountMinor: number | bigint;
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
          amountMinor: number | bigint;
        }[];
      }[];
    };
    equity: {
      total: string;
      totalMinor: number | bigint;
      kinds: {
        kind: AccountKind;
        /**
         * Of a bank or general account
         */
        accountId?: string;
        /**
         * Its code in the chart of accounts
         */
        code?: string;
        name?: string;
        amount: string;
        amountMinor: number | bigint;
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
          amountMinor: number | bigint;
        }[];
      }[];
    };
    accumulatedSurplus: string;
    accumulatedSurplusMinor: number | bigint;
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
  balanceMinor: number | bigint;
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
    employerId: string;
    code: string;
    name: string;
    expected: string;
    expectedMinor: number | bigint;
    remitted: string;
    remittedMinor: number | bigint;
    short: string;
    shortMinor: number | bigint;
    unknown: string;
    unknownMinor: number | bigint;
  }[];
  members: {
    employerCode: string;
    payrollNo: string | null;
    memberId: string;
    memberNo: string;
    fullName: string;
    expected: string;
    expectedMinor: number | bigint;
    remitted: string;
    remittedMinor: number | bigint;
    short: string;
    shortMinor: number | bigint;
  }[];
  memberCount: number;
}

/**
 * What is to be collected on a day, loan by loan; of a day ahead, if nothing is paid until then
 */
export interface CollectionSheet {
  date: string;
  loans: {
    loanId: string;
    memberId: string;
    memberNo: string;
    fullName: string;
    phone: string | null;
    due: string;
    dueMinor: number | bigint;
    overdue: string;
    overdueMinor: number | bigint;
    total: string;
    totalMinor: number | bigint;
  }[];
  /**
   * Null where there is no further page, as without `limit`
   */
  nextAfter: string | null;
}

/**
 * A guarantor is asked for consent. `link` and `code` are sent, and masked wherever the event is shown
 */
export interface ConsentRequest {
  loanId: string;
  memberId: string;
  fullName: string;
  /**
   * Null: there is none, or it was changed and not verified since
   */
  phone: string | null;
  borrowerName: string;
  amount: string;
  amountMinor: number | bigint;
  loanAmount: string;
  loanAmountMinor: number | bigint;
  currency: Currency;
  link: string;
  code: string;
  expiresAt: string;
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
  memberId: string;
  amount: string;
  amountMinor: number;
  frequency: ContributionFrequency;
  startDate: string;
  updatedAt: string;
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
    memberId: string;
    memberNo: string;
    fullName: string;
    amount: string;
    amountMinor: number;
    frequency: ContributionFrequency;
    startDate: string;
    expected: string;
    expectedMinor: number | bigint;
    contributed: string;
    contributedMinor: number | bigint;
    arrears: string;
    arrearsMinor: number | bigint;
  }[];
  totalArrears: string;
  totalArrearsMinor: number | bigint;
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
  fullName: string;
  /**
   * E.164
   */
  phone: string | null;
  email: string | null;
  dateOfBirth: string | null;
  /**
   * The merchant's own reference, unique per environment
   */
  externalRef: string | null;
  status: 'active' | 'frozen' | 'closed' | (string & {});
  kycStatus: 'unverified' | 'in_review' | 'verified' | 'rejected' | (string & {});
  /**
   * The tier whose requirements are met today
   */
  kycTier: number;
  createdAt: string;
  updatedAt: string;
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
  dryRun: boolean;
  cutOverDate: string;
  currency: Currency;
  members: number;
  loans: number;
  /**
   * What it brings to all accounts of a kind together, as `<account kind>_minor`; opening balances take the difference
   */
  totals: {
    [k: string]: number | bigint;
  };
  errorCount: number;
  /**
   * The first 100; not in lists
   */
  errors: {
    file: 'members' | 'loans' | 'accounts' | 'guarantors' | (string & {});
    /**
     * The header is line 1
     */
    lineNo: number;
    /**
     * Null: the line as a whole
     */
    column: string | null;
    message: string;
  }[];
  memo: string | null;
  requestedBy: Actor;
  approvalId: string | null;
  createdAt: string;
  /**
   * When all of it was booked
   */
  finishedAt: string | null;
  replayed?: boolean;
}

/**
 * A share of the income for every member
 */
export interface Dividend {
  id: string;
  label: string;
  periodStart: string;
  periodEnd: string;
  /**
   * On shares, in hundredths of a percent
   */
  shareRateBps: number;
  /**
   * On interest paid, in hundredths of a percent
   */
  interestRebateBps: number;
  paidFrom: 'interest_income' | 'fee_income' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholdingTaxBps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  totalMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  failed: string;
  failedMinor: number | bigint;
  entryId: string;
  approvalId: string | null;
  createdAt: string;
  paidAt: string | null;
  lines: DividendLine[];
  /**
   * In a webhook of a dividend with many lines: how many follow those that it has
   */
  linesOmitted?: number;
  replayed: boolean;
}

/**
 * Where dividends of a member are paid
 */
export interface DividendAccount {
  memberId: string;
  /**
   * By default the account that every member has
   */
  savingsAccountId: string;
}

/**
 * What one member gets of a dividend
 */
export interface DividendLine {
  memberId: string;
  member: MemberSummary;
  shares: string;
  sharesMinor: number | bigint;
  interestPaid: string;
  interestPaidMinor: number | bigint;
  amount: string;
  amountMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  net: string;
  netMinor: number | bigint;
  /**
   * The savings account that it is paid into; where that is closed by then, the one that every member has
   */
  savingsAccountId: string;
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
  withholdingTaxBps: number;
  total: string;
  totalMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  net: string;
  netMinor: number | bigint;
  available: string;
  availableMinor: number | bigint;
  left: string;
  leftMinor: number | bigint;
}

/**
 * A dividend without its lines
 */
export interface DividendSummary {
  id: string;
  label: string;
  periodStart: string;
  periodEnd: string;
  /**
   * On shares, in hundredths of a percent
   */
  shareRateBps: number;
  /**
   * On interest paid, in hundredths of a percent
   */
  interestRebateBps: number;
  paidFrom: 'interest_income' | 'fee_income' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholdingTaxBps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  totalMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  failed: string;
  failedMinor: number | bigint;
  entryId: string;
  approvalId: string | null;
  createdAt: string;
  paidAt: string | null;
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
  docType: DocType;
  /**
   * The end of its number; the whole is sealed
   */
  numberLast4: string;
  /**
   * ISO 3166 alpha-2
   */
  issuingCountry: string | null;
  /**
   * The last day on which it is valid (UTC)
   */
  expiresOn: string | null;
  /**
   * Of the uploaded file
   */
  fileId: string | null;
  /**
   * Where the client keeps the file, if it was not uploaded
   */
  fileUrl: string | null;
  /**
   * Of an uploaded file it is computed here
   */
  fileSha256: string | null;
  status: 'pending' | 'accepted' | 'rejected' | 'superseded' | (string & {});
  /**
   * The reviewer's
   */
  note: string | null;
  reviewedBy: Actor | null;
  reviewedAt: string | null;
  createdAt: string;
}

/**
 * Who deducts contributions and installments from wages
 */
export interface Employer {
  id: string;
  name: string;
  code: string;
  payDay: number;
  createdAt: string;
}

/**
 * One movement of the SACCO, from its request to its outcome
 */
export interface Entry {
  id: string;
  kind: EntryKind;
  memberId: string | null;
  member: MemberSummary | null;
  loanId: string | null;
  dividendId: string | null;
  savingsInterestId: string | null;
  paymentId: string | null;
  /**
   * Of money that came without a prompt
   */
  receiptId: string | null;
  /**
   * Of a movement of savings: the account
   */
  savingsAccountId: string | null;
  /**
   * Of a movement between two savings accounts of the member: the other one
   */
  toSavingsAccountId: string | null;
  /**
   * Of what opens a fixed account
   */
  savingsProductId: string | null;
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
  payoutId: string | null;
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
        debitMinor: number | bigint;
        credit: string;
        creditMinor: number | bigint;
      }[]
    | null;
  amount: string;
  amountMinor: number;
  fee: string;
  feeMinor: number;
  interest: string;
  interestMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
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
  failureCode: string | null;
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
  otherTill: string | null;
  requestedBy: Actor;
  approvalId: string | null;
  /**
   * Of a reversal: the entry that it takes back
   */
  reversesEntryId: string | null;
  /**
   * Of a reversal: what that is
   */
  reversesKind: EntryKind | null;
  /**
   * The reversal that took it back; it stays posted
   */
  reversedByEntryId: string | null;
  reversedAt: string | null;
  /**
   * Whether it is posted, of a kind that can be reversed, and not reversed yet
   */
  reversible: boolean;
  /**
   * What the member held right after it; null unless it is posted and of a member. Of a single entry: in the answer to `GET`, and of the request that posted it; and in the list of a member
   */
  balancesAfter?: {
    savings: string;
    savingsMinor: number | bigint;
    shares: string;
    sharesMinor: number | bigint;
  } | null;
  createdAt: string;
  postedAt: string | null;
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
  receiptNo: string;
  /**
   * The end of it, by which the entry is found
   */
  shortNo: string;
  kind: EntryKind;
  memberNo: string | null;
  fullName: string | null;
  amount: string;
  amountMinor: number;
  currency: Currency;
  /**
   * Which balance is told; null: it is of no member
   */
  balanceOf: 'savings' | 'shares' | null | (string & {});
  balanceAfter: string | null;
  balanceAfterMinor: number | bigint | null;
  memo: string | null;
  teller: string;
  /**
   * When it was posted
   */
  at: string;
  reversed: boolean;
  reversedAt: string | null;
  /**
   * Stands on the paper
   */
  checkCode: string;
  /**
   * Tells whoever holds the paper member number, amount and date
   */
  checkUrl: string;
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
    amountMinor: number | bigint;
  }[];
  total: string;
  totalMinor: number | bigint;
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
  contentType: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | (string & {});
  sizeBytes: number;
  /**
   * Of the content, in hexadecimal
   */
  sha256: string;
  /**
   * Null: nothing yet. A file that belongs to nothing is deleted after 24 hours
   */
  belongsTo: {
    type: 'document' | 'member' | 'consent' | 'cooperative' | (string & {});
    id: string;
  } | null;
  createdBy: Actor;
  createdAt: string;
}

/**
 * What one member answers for of one loan
 */
export interface Guarantee {
  loanId: string;
  borrower: MemberSummary;
  memberId: string;
  member: MemberSummary;
  amount: string;
  amountMinor: number;
  status: 'requested' | 'pledged' | 'declined' | 'expired' | 'held' | 'released' | 'called' | (string & {});
  called: string;
  calledMinor: number;
  /**
   * Null: the guarantor was not asked
   */
  consent: {
    status: ConsentStatus;
    requestedAt: string;
    expiresAt: string;
    /**
     * How the guarantor answered
     */
    method: 'link' | 'code' | 'in_person' | null | (string & {});
    decidedAt: string | null;
    memo: string | null;
    /**
     * The signed form
     */
    fileId: string | null;
  } | null;
  loanPrincipal: string;
  loanPrincipalMinor: number;
  currency: Currency;
  rateBps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /**
   * In installments
   */
  term: number;
  /**
   * When the loan was applied for
   */
  appliedAt: string;
}

/**
 * A member who answers for a part of a loan with savings
 */
export interface Guarantor {
  memberId: string;
  member: MemberSummary;
  amount: string;
  amountMinor: number;
  status: 'requested' | 'pledged' | 'declined' | 'expired' | 'held' | 'released' | 'called' | (string & {});
  called: string;
  calledMinor: number;
  /**
   * Null: the guarantor was not asked
   */
  consent: {
    status: ConsentStatus;
    requestedAt: string;
    expiresAt: string;
    /**
     * How the guarantor answered
     */
    method: 'link' | 'code' | 'in_person' | null | (string & {});
    decidedAt: string | null;
    memo: string | null;
    /**
     * The signed form
     */
    fileId: string | null;
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
  debitAccountId: string;
  creditAccountId: string;
  amount: string;
  amountMinor: number;
  captured: string;
  capturedMinor: number;
  currency: Currency;
  reference: string;
  memo: string | null;
  /**
   * null: it never expires
   */
  timeoutSecs: number | null;
  expiresAt: string | null;
  createdAt: string;
  /**
   * In the answer to creating or capturing it
   */
  replayed?: boolean;
}

/**
 * What somebody's first page shows, by role
 */
export interface Home {
  asOf: string;
  today: string;
  currency: Currency;
  cashOnHand: string;
  cashOnHandMinor: number | bigint;
  /**
   * Null for API keys
   */
  myDay: {
    /**
     * Requested today by the caller, in any status
     */
    entries: number;
    /**
     * Members of whom any of them is posted and not reversed
     */
    membersServed: number;
    in: string;
    inMinor: number | bigint;
    out: string;
    outMinor: number | bigint;
    /**
     * The caller's session at a till, as in the list of sessions; null without one that is not closed
     */
    drawer: {
      sessionId: string;
      tillName: string;
      in: string;
      inMinor: number | bigint;
      out: string;
      outMinor: number | bigint;
      expected: string | null;
      expectedMinor: number | bigint | null;
    } | null;
  } | null;
  /**
   * The loans whose officer the caller is; null where there are none, and for API keys
   */
  myLoans: {
    /**
     * That wait for a decision
     */
    applications: number;
    openLoans: number;
    /**
     * Of which anything is overdue
     */
    lateLoans: number;
    overdue: string;
    overdueMinor: number | bigint;
    /**
     * Of which anything falls due today or in the six days after it
     */
    dueLoans: number;
    due: string;
    dueMinor: number | bigint;
  } | null;
  /**
   * Requests that wait for a second person, by age
   */
  approvals: {
    waiting: number;
    oldestRequestedAt: string | null;
    ages: {
      /**
       * The fewest whole days that they have waited
       */
      fromDays: number;
      waiting: number;
    }[];
  };
  /**
   * For owners, admins, checkers and API keys. At most ten seconds old, as is `myLoans`
   */
  cooperative: {
    /**
     * Thirteen, oldest first: a year, and the month before it
     */
    months: {
      /**
       * The last day of the month. Of the month under way the figures are those of now
       */
      monthEnd: string;
      savings: string;
      savingsMinor: number | bigint;
      shares: string;
      sharesMinor: number | bigint;
      cash: string;
      cashMinor: number | bigint;
      banks: string;
      banksMinor: number | bigint;
      providers: string;
      providersMinor: number | bigint;
      outstanding: string;
      outstandingMinor: number | bigint;
      par30: string;
      par30Minor: number | bigint;
      /**
       * Share of the principal outstanding that is 30 days late
       */
      par30Bps: number;
    }[];
    /**
     * Five loans at most
     */
    largestArrears: {
      loanId: string;
      member: MemberSummary;
      daysPastDue: number;
      overdue: string;
      overdueMinor: number | bigint;
      outstanding: string;
      outstandingMinor: number | bigint;
    }[];
    /**
     * Eight weeks from Monday to Sunday, oldest first; the last one is under way
     */
    collections: {
      weekStart: string;
      weekEnd: string;
      due: string;
      dueMinor: number | bigint;
      collected: string;
      collectedMinor: number | bigint;
    }[];
    books: {
      /**
       * Whether debits equal credits in every currency
       */
      balanced: boolean;
      /**
       * The last day whose books are closed
       */
      closedUntil: string | null;
      /**
       * Of the open runs of reconciliation
       */
      unreconciledLines: number;
      unallocatedReceipts: number;
      unallocated: string;
      unallocatedMinor: number | bigint;
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
    interestIncome: string;
    interestIncomeMinor: number | bigint;
    feeIncome: string;
    feeIncomeMinor: number | bigint;
    savingsInterest: string;
    savingsInterestMinor: number | bigint;
    loanLosses: string;
    loanLossesMinor: number | bigint;
    operatingExpenses: string;
    operatingExpensesMinor: number | bigint;
    surplus: string;
    surplusMinor: number | bigint;
    distributed: string;
    distributedMinor: number | bigint;
    generalIncome: string;
    generalIncomeMinor: number | bigint;
    generalExpenses: string;
    generalExpensesMinor: number | bigint;
    /**
     * General income and expenses by account
     */
    accounts: {
      kind: AccountKind;
      /**
       * Of a bank or general account
       */
      accountId: string;
      /**
       * Its code in the chart of accounts
       */
      code: string;
      name: string;
      amount: string;
      amountMinor: number | bigint;
    }[];
  }[];
}

/**
 * A line of the schedule of a loan
 */
export interface Installment {
  no: number;
  dueDate: string;
  principal: string;
  principalMinor: number;
  interest: string;
  interestMinor: number;
  penalty: string;
  penaltyMinor: number;
  paid: string;
  paidMinor: number;
  unpaid: string;
  unpaidMinor: number;
  status: 'upcoming' | 'due' | 'overdue' | 'paid' | (string & {});
}

/**
 * The customer as the decision left it
 */
export interface KycDecision {
  id: string;
  kind: 'individual' | 'business' | (string & {});
  fullName: string;
  /**
   * E.164
   */
  phone: string | null;
  email: string | null;
  dateOfBirth: string | null;
  /**
   * The merchant's own reference, unique per environment
   */
  externalRef: string | null;
  status: 'active' | 'frozen' | 'closed' | (string & {});
  kycStatus: 'unverified' | 'in_review' | 'verified' | 'rejected' | (string & {});
  /**
   * The tier whose requirements are met today
   */
  kycTier: number;
  createdAt: string;
  updatedAt: string;
  decision: 'approve' | 'reject' | (string & {});
}

/**
 * What customers of a tier may hold and move in a currency; null does not apply
 */
export interface KycLimit {
  tier: number;
  currency: Currency;
  maxBalance: string | null;
  maxBalanceMinor: number | null;
  maxSingle: string | null;
  maxSingleMinor: number | null;
  maxDailyOut: string | null;
  maxDailyOutMinor: number | null;
  /**
   * Of a change that waits for a second person, in its answer
   */
  approvalId?: string;
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
    anyOf: DocType[];
  }[];
}

/**
 * One side of a transfer. Every transfer has two
 */
export interface LedgerLine {
  transferId: string;
  /**
   * The cooperative's day
   */
  date: string;
  at: string;
  kind: TransferKind;
  reference: string;
  accountId: string;
  accountKind: AccountKind;
  /**
   * Whose account it is: a member, loan, customer or subaccount
   */
  owner: string | null;
  debit: string;
  debitMinor: number | bigint;
  credit: string;
  creditMinor: number | bigint;
  currency: Currency;
  memo: string | null;
  /**
   * Of a member
   */
  ownerName: string | null;
}

/**
 * A line of a statement, and what was decided about it
 */
export interface Line {
  id: string;
  runId: string;
  /**
   * Line of the file, the first being 1
   */
  lineNo: number;
  kind:
    'payment' | 'refund' | 'payout' | 'payout_reversal' | 'fee' | 'fee_reversal' | 'other' | (string & {});
  amount: string;
  amountMinor: number;
  currency: Currency;
  matchStatus:
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
  matchNote: string;
  paymentId: string | null;
  refundId: string | null;
  payoutId: string | null;
  providerTxnId: string | null;
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
    approvalId: string | null;
    note: string | null;
    /**
     * Of a payout: the bank account that received it
     */
    bankAccount: {
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
    providerTxnId: string | null;
    amount: string;
    amountMinor: number;
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
  suggestedAction?: {
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
  lineNo: number;
  ok: boolean;
  /**
   * Of the request, where it waits for a second person
   */
  approvalId?: string;
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
  amountMinor: number | bigint;
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
  isCapped: boolean;
  /**
   * By currency, of lists whose rows have an amount: of all of them, whatever their status. Empty if `isCapped`
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
  paybillAccountNumber: string;
  memberId: string;
  member: MemberSummary;
  productId: string;
  entryId: string;
  approvalId: string | null;
  principal: string;
  principalMinor: number;
  fee: string;
  feeMinor: number;
  currency: Currency;
  rateBps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /**
   * In installments
   */
  term: number;
  penaltyBps: number;
  graceDays: number;
  purpose: string | null;
  guarantorConsent: GuarantorConsent;
  /**
   * Into the member's savings, or to the member's phone: then it is open once the money has arrived
   */
  disburseTo: 'savings' | 'mobile' | (string & {});
  /**
   * The savings account that it is disbursed into; null where it is not
   */
  savingsAccountId: string | null;
  /**
   * It began before the books were kept here: `principal` is what was outstanding at cut-over, and line 0 of the schedule what was overdue
   */
  isOpening: boolean;
  /**
   * The staff member who looks after it
   */
  officerUserId: string | null;
  status: 'applied' | 'open' | 'closed' | 'written_off' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  createdAt: string;
  disbursedAt: string | null;
  closedAt: string | null;
  outstanding: string;
  outstandingMinor: number | bigint;
  chargesDue: string;
  chargesDueMinor: number | bigint;
  payoff: string;
  payoffMinor: number | bigint;
  daysPastDue: number;
  /**
   * Of an open loan: when its oldest unpaid installment is due; it may be past
   */
  nextDueDate: string | null;
  schedule: Installment[];
  /**
   * In a webhook of a loan with many installments: how many follow those that it has
   */
  scheduleOmitted?: number;
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
  loanId: string;
  currency: Currency;
  installments: {
    no: number;
    dueDate: string;
    /**
     * When nothing of it was left to pay; null while anything is
     */
    paidDate: string | null;
    /**
     * The parts of repayments that it got; repayments that were reversed are left out
     */
    payments: {
      entryId: string;
      date: string;
      amount: string;
      amountMinor: number;
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
  feeMinor: number | bigint;
  disbursed: string;
  disbursedMinor: number | bigint;
  totalInterest: string;
  totalInterestMinor: number | bigint;
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
  rateBps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  minAmount: string;
  minAmountMinor: number;
  maxAmount: string;
  maxAmountMinor: number;
  /**
   * In installments
   */
  minTerm: number;
  /**
   * In installments
   */
  maxTerm: number;
  /**
   * How often the savings a member may owe; null: no limit
   */
  savingsMultipleBps: number | null;
  minGuarantors: number;
  guaranteeCoverageBps: number;
  /**
   * `required`: a loan is approved once every guarantor has consented
   */
  guarantorConsent: GuarantorConsent;
  feeBps: number;
  penaltyBps: number;
  graceDays: number;
  status: 'active' | 'retired' | (string & {});
  createdAt: string;
  retiredAt: string | null;
}

/**
 * A loan as lists have it: without its schedule
 */
export interface LoanSummary {
  id: string;
  /**
   * What the borrower types at a paybill: the end of the id
   */
  paybillAccountNumber: string;
  memberId: string;
  member: MemberSummary;
  productId: string;
  entryId: string;
  approvalId: string | null;
  principal: string;
  principalMinor: number;
  fee: string;
  feeMinor: number;
  currency: Currency;
  rateBps: number;
  method: LoanMethod;
  frequency: LoanFrequency;
  /**
   * In installments
   */
  term: number;
  penaltyBps: number;
  graceDays: number;
  purpose: string | null;
  guarantorConsent: GuarantorConsent;
  /**
   * Into the member's savings, or to the member's phone: then it is open once the money has arrived
   */
  disburseTo: 'savings' | 'mobile' | (string & {});
  /**
   * The savings account that it is disbursed into; null where it is not
   */
  savingsAccountId: string | null;
  /**
   * It began before the books were kept here: `principal` is what was outstanding at cut-over, and line 0 of the schedule what was overdue
   */
  isOpening: boolean;
  /**
   * The staff member who looks after it
   */
  officerUserId: string | null;
  status: 'applied' | 'open' | 'closed' | 'written_off' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  createdAt: string;
  disbursedAt: string | null;
  closedAt: string | null;
  outstanding: string;
  outstandingMinor: number | bigint;
  chargesDue: string;
  chargesDueMinor: number | bigint;
  payoff: string;
  payoffMinor: number | bigint;
  daysPastDue: number;
  /**
   * Of an open loan: when its oldest unpaid installment is due; it may be past
   */
  nextDueDate: string | null;
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
 * A member of the SACCO and what the member holds
 */
export interface Member {
  id: string;
  memberNo: string;
  customerId: string;
  fullName: string;
  phone: string | null;
  status: 'active' | 'suspended' | 'exiting' | 'exited' | (string & {});
  shares: string;
  sharesMinor: number | bigint;
  savings: string;
  savingsMinor: number | bigint;
  savingsAvailable: string;
  savingsAvailableMinor: number | bigint;
  savingsTotal: string;
  savingsTotalMinor: number | bigint;
  /**
   * Those that are open, the default one first
   */
  savingsAccounts: SavingsAccount[];
  entranceFeePaid: boolean;
  /**
   * Who deducts from the member's wages
   */
  employerId: string | null;
  /**
   * The number at that employer
   */
  payrollNo: string | null;
  /**
   * An uploaded picture
   */
  photoFileId: string | null;
  /**
   * The same of the signature
   */
  signatureFileId: string | null;
  joinedAt: string;
  /**
   * In the answer to joining
   */
  replayed?: boolean;
}

/**
 * One line with the dividend that it is of
 */
export interface MemberDividend {
  dividendId: string;
  label: string;
  periodStart: string;
  periodEnd: string;
  shareRateBps: number;
  interestRebateBps: number;
  currency: Currency;
  memberId: string;
  member: MemberSummary;
  shares: string;
  sharesMinor: number | bigint;
  interestPaid: string;
  interestPaidMinor: number | bigint;
  amount: string;
  amountMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  net: string;
  netMinor: number | bigint;
  /**
   * The savings account that it is paid into; where that is closed by then, the one that every member has
   */
  savingsAccountId: string;
  status: 'pending' | 'paid' | 'failed' | (string & {});
  error: Reason | null;
  /**
   * The entry that pays it, from when it is being booked
   */
  entryId: string | null;
}

/**
 * What somebody has written down about a member
 */
export interface MemberNote {
  id: string;
  memberId: string;
  text: string;
  writtenBy: Actor;
  createdAt: string;
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
  memberId: string;
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
  memberNo: string;
  fullName: string;
}

/**
 * A member's tax number, and whether tax is withheld
 */
export interface MemberTax {
  memberId: string;
  taxNumber: string | null;
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
  totalMinor: number | bigint;
  memo: string;
  lines: number;
  failedLines: number;
  failed: string;
  failedMinor: number | bigint;
  /**
   * Of a remittance
   */
  employerId: string | null;
  /**
   * Of a remittance: for which month, as YYYY-MM
   */
  month: string | null;
  /**
   * Of a dry run
   */
  errorCount?: number;
  /**
   * Of a dry run: the first 100
   */
  errors?: {
    /**
     * The header is line 1
     */
    lineNo: number;
    /**
     * Null: the line as a whole
     */
    column: string | null;
    message: string;
  }[];
  requestedBy?: Actor;
  approvalId: string | null;
  /**
   * What brings the money in, once it is approved
   */
  entryId: string | null;
  createdAt: string;
  postedAt: string | null;
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
  lineNo: number;
  /**
   * The member number, or the payroll number, as the file has it
   */
  named: string;
  member: MemberSummary | null;
  /**
   * `unallocated`: the file names nobody who is known
   */
  kind: 'deposit' | 'share_purchase' | 'loan_repayment' | 'fee' | 'unallocated' | (string & {});
  loanId: string | null;
  amount: string;
  amountMinor: number | bigint;
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
  receiptId: string | null;
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
  memberId: string;
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
  entryId: string | null;
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
  costCurrency: string | null;
  createdAt: string;
  /**
   * When it was sent, delivered, failed or suppressed, in system time
   */
  endedAt: string | null;
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
  isDefault: boolean;
  /**
   * What it says unless the cooperative has its own text
   */
  defaultText: string;
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
  updatedAt: string | null;
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
  transactionId: string;
  amount: string | null;
  amountMinor: number | null;
  currency: Currency;
  /**
   * As the confirmation claims; so are amount and payer, which are null where a person entered it
   */
  accountNumber: string;
  payerPhone: string | null;
  payerName: string | null;
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
  paymentId: string | null;
  receivedAt: string;
  /**
   * When the provider is asked next; null for a pending one that was asked too often: ask again
   */
  nextAttemptAt: string | null;
  endedAt: string | null;
}

/**
 * Money that a payer is asked for through a payment provider
 */
export interface Payment {
  id: string;
  provider: string;
  /**
   * Major units; `amountMinor` is the same as an integer
   */
  amount: number;
  amountMinor: number;
  currency: Currency;
  /**
   * The merchant's own, unique per provider and environment
   */
  reference: string;
  /**
   * `paybill`: the payer sent it by themselves, with `accountNumber`; the provider has confirmed it
   */
  origin: 'request' | 'paybill' | (string & {});
  /**
   * As the payer typed it; null unless `origin` is `paybill`
   */
  accountNumber: string | null;
  status: 'initiated' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | (string & {});
  /**
   * E.164
   */
  customerPhone: string | null;
  metadata: {
    [k: string]: unknown;
  };
  split: Split | null;
  nextAction: NextAction | null;
  providerTxnId: string | null;
  /**
   * One of not_approved, insufficient_funds, wrong_pin, expired, unreachable, subscriber_locked, push_error, system_busy, payer_not_found, payee_not_found, limit_reached, declined, cancelled, unspecified
   */
  failureCode: string | null;
  failureMessage: string | null;
  refundedMinor: number;
  /**
   * The link through whose checkout it was made
   */
  paymentLinkId: string | null;
  /**
   * Another payment had completed its one-time link before: it is to be refunded
   */
  overpaid: boolean;
  environment: Environment;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
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
  amountMinor: number;
  currency: Currency;
  /**
   * Takes any number of payments; else it completes with its first
   */
  reusable: boolean;
  /**
   * A payment that completes although another did is refunded at once; else it is only marked `overpaid`
   */
  refundOverpaid: boolean;
  /**
   * Payments that completed although another did
   */
  overpaidPayments: number;
  status: 'active' | 'completed' | 'disabled' | (string & {});
  createdAt: string;
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
    underWay: number;
    /**
     * Share of those that have ended that are completed; null where none has ended
     */
    successBps: number | null;
    /**
     * The milliseconds from creation to completion that 95 of 100 took at most
     */
    p95Ms: number | null;
  }[];
  queues: {
    queue: 'ledger-postings' | 'webhook-deliveries' | (string & {});
    waiting: number;
    /**
     * Seconds since the oldest one became due; 0 where none is
     */
    oldestDueS: number;
  }[];
  /**
   * Completed payments that could not be booked
   */
  postingsFailed: number;
  /**
   * Webhooks that failed at least once and are tried again
   */
  deliveriesRetried: number;
  /**
   * Webhooks that are no longer tried
   */
  deliveriesFailed: number;
  /**
   * Top-ups of wallets that wait for a decision
   */
  topupsBlocked: number;
  /**
   * Requests of this project that the API has refused. Each process adds its own every five seconds; requests without a valid credential are of no project
   */
  apiErrors: {
    /**
     * The beginning of the first of 24 hours that count, in real time
     */
    since: string;
    /**
     * The most frequent first
     */
    byCode: {
      code: string;
      errors: number;
      /**
       * Of the last one
       */
      lastAt: string;
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
  amountMinor: number;
  currency: Currency;
  to: {
    phone: string | null;
    bankCode: string | null;
    accountNumber: string | null;
    accountName: string | null;
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
  originId: string | null;
  /**
   * The provider's id of it
   */
  providerTxnId: string | null;
  fee: string | null;
  feeMinor: number | null;
  /**
   * The same for all providers, as of payments; or what was missing
   */
  failureCode: string | null;
  failureMessage: string | null;
  /**
   * Of the request that a second person decides
   */
  approvalId: string | null;
  requestedBy: Actor;
  /**
   * Who marked or cancelled it; null where the provider said how it ended
   */
  markedBy: Actor | null;
  /**
   * Of who marked it
   */
  note: string | null;
  createdAt: string;
  updatedAt: string;
  /**
   * When it was first given to the provider; null while it certainly was not
   */
  sentAt: string | null;
  completedAt: string | null;
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
  nextAfter: string;
}

/**
 * What members owe and how late they are
 */
export interface Portfolio {
  activeLoans: number;
  principalOutstanding: string;
  principalOutstandingMinor: number | bigint;
  chargesDue: string;
  chargesDueMinor: number | bigint;
  par30: string;
  par30Minor: number | bigint;
  /**
   * Share of the principal outstanding that is 30 days late
   */
  par30Bps: number;
  par90: string;
  par90Minor: number | bigint;
  /**
   * The same for 90 days
   */
  par90Bps: number;
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
    outstandingMinor: number | bigint;
    overdue: string;
    overdueMinor: number | bigint;
    par30: string;
    par30Minor: number | bigint;
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
    monthEnd: string;
    activeLoans: number;
    principalOutstanding: string;
    principalOutstandingMinor: number | bigint;
    par30: string;
    par30Minor: number | bigint;
    /**
     * Share of the principal outstanding that is 30 days late
     */
    par30Bps: number;
    par90: string;
    par90Minor: number | bigint;
    /**
     * The same for 90 days
     */
    par90Bps: number;
  }[];
}

/**
 * How far a completed payment has got on its way into the ledger
 */
export interface Posting {
  paymentId: string;
  transactionId: string;
  status: 'pending' | 'posted' | 'failed' | (string & {});
  attempts: number;
  error: string | null;
  createdAt: string;
  postedAt: string | null;
}

/**
 * Tell the payer this
 */
export interface PromptAction {
  type: 'prompt';
  message: string;
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
    fromDays: number;
    /**
     * Share of the outstanding principal that is provided for
     */
    rateBps: number;
  }[];
}

/**
 * Ratios of capital, liquidity and the loan book
 */
export interface Ratios {
  asOf: string;
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
    numeratorMinor: number | bigint | null;
    denominator: string | null;
    denominatorMinor: number | bigint | null;
    /**
     * Rounded to the nearest basis point; null where the books cannot tell
     */
    valueBps: number | bigint | null;
    goal: {
      atLeastBps: number | null;
      atMostBps: number | null;
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
  paymentId: string | null;
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
  amountMinor: number | bigint;
  credited: string;
  creditedMinor: number | bigint;
  unallocated: string;
  unallocatedMinor: number | bigint;
  currency: Currency;
  /**
   * As the payer typed it; empty where it came into a bank account
   */
  accountNumber: string;
  payerPhone: string | null;
  payerName: string | null;
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
  loanId: string | null;
  matchedBy: 'member_no' | 'loan' | 'phone' | null | (string & {});
  /**
   * Why it is, or was, unallocated
   */
  reason: Reason | null;
  /**
   * The movement that is being booked, waits for a checker, or was the last
   */
  entryId: string | null;
  /**
   * Of a refund: what a second person is to decide, or has decided
   */
  approvalId: string | null;
  /**
   * Of a refund: the payout that sends it
   */
  payoutId: string | null;
  receivedAt: string;
  resolvedAt: string | null;
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
  paymentId: string;
  amount: string;
  amountMinor: number;
  currency: Currency;
  status: 'pending' | 'processing' | 'succeeded' | 'failed' | 'cancelled' | (string & {});
  reason: string | null;
  /**
   * Null for refunds from before it was kept
   */
  requestedBy: Actor | null;
  /**
   * Who said how it ended; null where the provider did
   */
  markedBy: Actor | null;
  /**
   * The provider has no API for refunds: a person makes it and marks how it ended
   */
  manual: boolean;
  note: string | null;
  providerRefundId: string | null;
  /**
   * One of the payments' own
   */
  failureCode: string | null;
  failureMessage: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
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
  totalMinor: number | bigint;
  memo: string;
  lines: number;
  failedLines: number;
  failed: string;
  failedMinor: number | bigint;
  /**
   * Of a remittance
   */
  employerId: string | null;
  /**
   * Of a remittance: for which month, as YYYY-MM
   */
  month: string | null;
  /**
   * Of a dry run
   */
  errorCount?: number;
  /**
   * Of a dry run: the first 100
   */
  errors?: {
    /**
     * The header is line 1
     */
    lineNo: number;
    /**
     * Null: the line as a whole
     */
    column: string | null;
    message: string;
  }[];
  requestedBy?: Actor;
  approvalId: string | null;
  /**
   * What brings the money in, once it is approved
   */
  entryId: string | null;
  createdAt: string;
  postedAt: string | null;
  replayed?: boolean;
  /**
   * The first 100 members of whom less came by this file than was asked for
   */
  shortages: {
    member: MemberSummary | null;
    payrollNo: string | null;
    expected: string;
    expectedMinor: number | bigint;
    remitted: string;
    remittedMinor: number | bigint;
    short: string;
    shortMinor: number | bigint;
  }[];
}

/**
 * What a repayment would pay, made today
 */
export interface RepaymentSplit {
  currency: Currency;
  amount: string;
  amountMinor: number | bigint;
  penalty: string;
  penaltyMinor: number | bigint;
  interest: string;
  interestMinor: number | bigint;
  principal: string;
  principalMinor: number | bigint;
  payoffAfter: string;
  payoffAfterMinor: number | bigint;
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
    collectedMinor: number | bigint;
    /**
     * How many
     */
    refunds: number | bigint;
    refunded: string;
    refundedMinor: number | bigint;
    providerFees: string;
    providerFeesMinor: number | bigint;
    vendorSplits: string;
    vendorSplitsMinor: number | bigint;
    net: string;
    netMinor: number | bigint;
    paidOut: string;
    paidOutMinor: number | bigint;
    payouts: string;
    payoutsMinor: number | bigint;
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
  periodStart?: string;
  periodEnd?: string;
  /**
   * Which days the period has
   */
  utcOffset?: string;
  sourceName?: string | null;
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
  skippedRows?: number;
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
  missingOnStatement?: {
    paymentId: string;
    reference: string;
    amount: string;
    amountMinor: number;
    completedAt: string;
  }[];
  /**
   * Not in lists
   */
  missingOnStatementCount?: number;
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
      lineNo?: number;
      /**
       * The invalid column of that line; null: the line as a whole
       */
      column?: string | null;
      message: string;
    }[];
    /**
     * The number of causes that `details` leaves out
     */
    detailsOmitted?: number;
    /**
     * The page of this server that explains the error: its cause and remedy
     */
    docUrl: string;
  };
  importedBy?: Actor;
  createdAt?: string;
  closedAt?: string | null;
  /**
   * Nothing was stored
   */
  dryRun?: boolean;
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
  minKycTier: number;
  entranceFee: string;
  entranceFeeMinor: number;
  minShareCapital: string;
  minShareCapitalMinor: number;
  /**
   * East of UTC: what a local day is
   */
  utcOffsetMinutes: number;
  withdrawalApproval: string | null;
  withdrawalApprovalMinor: number | null;
  /**
   * Whether cash is kept in a vault and tills, with sessions of tellers
   */
  tills: 'off' | 'on' | (string & {});
  /**
   * Whether a phone, typed as the account number or that of the payer, names the member of a payment by paybill
   */
  paybillMatchPhone: boolean;
  /**
   * What a payment by paybill is for, in this order; the last takes the rest
   */
  paybillWaterfall: ('overdue_loans' | 'current_loans' | 'shares' | 'savings' | (string & {}))[];
  /**
   * The savings product of the account that every member has
   */
  savingsProductId: string;
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
  savingsInterest: {
    rateBps: number;
    basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
    counting: 'closing' | 'opening' | null | (string & {});
    creditTo: 'same_account' | 'default_account' | (string & {});
    frequency: 'monthly' | 'quarterly' | 'yearly' | (string & {});
    withholdingTaxBps: number | null;
    since: string;
    productId: string | null;
  } | null;
  /**
   * The same for other savings products, one for each
   */
  savingsInterestPlans: {
    rateBps: number;
    basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
    counting: 'closing' | 'opening' | null | (string & {});
    creditTo: 'same_account' | 'default_account' | (string & {});
    frequency: 'monthly' | 'quarterly' | 'yearly' | (string & {});
    withholdingTaxBps: number | null;
    since: string;
    productId: string;
  }[];
  /**
   * A picture for pages and papers, which `PUT /sacco/logo` changes; null: the name alone
   */
  logoFileId: string | null;
  /**
   * When the rules were changed
   */
  updatedAt: string;
  /**
   * Of a change that waits for a second person, in its answer
   */
  approvalId?: string;
}

/**
 * One savings account of a member
 */
export interface SavingsAccount {
  id: string;
  memberId: string;
  productId: string;
  productName: string;
  kind: SavingsKind;
  /**
   * It is meant wherever no account is named
   */
  isDefault: boolean;
  status: 'active' | 'closed' | (string & {});
  currency: Currency;
  balance: string;
  balanceMinor: number | bigint;
  available: string;
  availableMinor: number | bigint;
  /**
   * Of a fixed account: the term that runs
   */
  term: {
    /**
     * 1, and one more for each renewal
     */
    no: number;
    startsOn: string;
    maturesOn: string;
    principal: string;
    principalMinor: number;
    rateBps: number;
    atMaturity: 'pay_out' | 'renew_principal' | 'renew_all' | (string & {});
  } | null;
  /**
   * Null of the default account, which is as old as the membership
   */
  openedOn: string | null;
  closedAt: string | null;
  /**
   * Of a fixed account that was opened: its deposit
   */
  entryId?: string;
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
    productId: string;
    productName: string;
    fee: string;
    feeMinor: number;
    /**
     * Accounts that paid
     */
    charged: number;
    chargedTotal: string;
    chargedTotalMinor: number | bigint;
    /**
     * Accounts that held less than the fee, or whose member is leaving
     */
    skipped: number;
    skippedTotal: string;
    skippedTotalMinor: number | bigint;
    /**
     * Accounts whose fee is being booked
     */
    pending: number;
  }[];
  /**
   * Accounts that paid
   */
  charged: number;
  chargedTotal: string;
  chargedTotalMinor: number | bigint;
  /**
   * Accounts that held less than the fee, or whose member is leaving
   */
  skipped: number;
  skippedTotal: string;
  skippedTotalMinor: number | bigint;
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
  periodStart: string;
  periodEnd: string;
  /**
   * A year, in hundredths of a percent
   */
  rateBps: number;
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
  productId: string;
  creditTo: 'same_account' | 'default_account' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholdingTaxBps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  totalMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  failed: string;
  failedMinor: number | bigint;
  entryId: string;
  approvalId: string | null;
  createdAt: string;
  paidAt: string | null;
  /**
   * `balances` is the sum of the balances that count: one for each day, or for each whole month
   */
  lines: SavingsInterestLine[];
  /**
   * In a webhook of a run with many lines: how many follow those that it has
   */
  linesOmitted?: number;
  replayed: boolean;
}

/**
 * What one savings account earns
 */
export interface SavingsInterestLine {
  memberId: string;
  member: MemberSummary;
  /**
   * The account that earns it
   */
  savingsAccountId: string;
  balances: string;
  balancesMinor: number | bigint;
  gross: string;
  grossMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  net: string;
  netMinor: number | bigint;
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
  periodStart: string;
  periodEnd: string;
  /**
   * A year, in hundredths of a percent
   */
  rateBps: number;
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
  productId: string;
  creditTo: 'same_account' | 'default_account' | (string & {});
  /**
   * Withheld from lines of members who are not exempt, in hundredths of a percent
   */
  withholdingTaxBps: number;
  currency: Currency;
  status: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  total: string;
  totalMinor: number | bigint;
  tax: string;
  taxMinor: number | bigint;
  failed: string;
  failedMinor: number | bigint;
  entryId: string;
  approvalId: string | null;
  createdAt: string;
  paidAt: string | null;
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
  memberId: string;
  savingsAccountId: string;
  amount: string;
  amountMinor: number;
  remaining: string;
  remainingMinor: number | bigint;
  /**
   * Ripe: the remaining amount can be withdrawn
   */
  status: 'running' | 'ripe' | 'used' | (string & {});
  givenOn: string;
  /**
   * The first local day on which the money can be withdrawn
   */
  ripeOn: string;
  createdAt: string;
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
  minBalance: string;
  minBalanceMinor: number;
  minOpening: string;
  minOpeningMinor: number;
  /**
   * From a notice until its money can be withdrawn; 0: none is needed
   */
  noticeDays: number;
  /**
   * Of a withdrawal without a ripe notice; 0: there is none without
   */
  earlyFeeBps: number;
  /**
   * Whether its accounts count for loans, and can be pledged
   */
  countsForMultiple: boolean;
  monthlyFee: string;
  monthlyFeeMinor: number;
  withdrawalFee: string;
  withdrawalFeeMinor: number;
  /**
   * Interest of a year, in hundredths of a percent
   */
  rateBps: number;
  /**
   * Of a fixed account
   */
  termDays: number | null;
  /**
   * Of a fixed account: what becomes of the deposit and its interest
   */
  atMaturity: 'pay_out' | 'renew_principal' | 'renew_all' | null | (string & {});
  status: 'active' | 'retired' | (string & {});
  createdAt: string;
  retiredAt: string | null;
}

/**
 * The part of a payment that goes to a subaccount
 */
export interface Split {
  subaccountId: string;
  /**
   * Hundredths of a percent
   */
  shareBps: number;
}

/**
 * What each account of a member held, every movement with the balance after it, and what it holds then
 */
export interface Statement {
  memberId: string;
  memberNo: string;
  from: string;
  to: string;
  currency: Currency;
  accounts: {
    kind: 'member_savings' | 'member_shares' | 'loan_principal' | (string & {});
    /**
     * Of savings: which account
     */
    savingsAccountId?: string;
    /**
     * Of a savings account besides the default one
     */
    productName?: string;
    /**
     * Of the principal of a loan: which loan
     */
    loanId?: string;
    openingBalance: string;
    openingBalanceMinor: number | bigint;
    movements: {
      date: string;
      entryId: string;
      kind: EntryKind;
      description: string;
      amount: string;
      amountMinor: number;
      balanceAfter: string;
      balanceAfterMinor: number | bigint;
    }[];
    closingBalance: string;
    closingBalanceMinor: number | bigint;
  }[];
  /**
   * The next movements are asked for with `after` set to this; null when there are none
   */
  nextAfter: string | null;
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
  defaultKind?:
    'payment' | 'refund' | 'payout' | 'payout_reversal' | 'fee' | 'fee_reversal' | 'other' | (string & {});
  amountUnit?: 'major' | 'minor' | (string & {});
  decimalSeparator?: '.' | ',' | (string & {});
  delimiter?: ',' | ';' | '|' | '\t' | (string & {});
  dateFormat?: string;
  utcOffset?: string;
  /**
   * Lines before the header
   */
  skipRows?: number;
  statusColumn?: string;
  /**
   * Rows with another status are skipped
   */
  okStatuses?: string[];
  /**
   * The reference is what follows this text in its column
   */
  referenceAfter?: string;
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
  cashOnHandParts?: {
    /**
     * Null: the vault
     */
    till: string | null;
    name: string;
    balance: string;
    balanceMinor: number | bigint;
  }[];
  portfolio: Portfolio;
  /**
   * Whether the books balance
   */
  integrity: {
    totalDebitBalances: string;
    totalDebitBalancesMinor: number | bigint;
    totalCreditBalances: string;
    totalCreditBalancesMinor: number | bigint;
    balanced: boolean;
  };
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
  balanceMinor: number | bigint;
  /**
   * The session there that is not closed yet
   */
  session: string | null;
  createdAt: string;
}

/**
 * A surprise count, which closes nothing
 */
export interface TillCount {
  id: string;
  session: string;
  expected: string;
  expectedMinor: number | bigint;
  counted: string;
  countedMinor: number | bigint;
  difference: string;
  differenceMinor: number | bigint;
  count: {
    [k: string]: number;
  } | null;
  memo: string | null;
  countedBy: Actor;
  countedAt: string;
  replayed: boolean;
}

/**
 * The time in which one teller keeps the cash of a till
 */
export interface TillSession {
  id: string;
  till: string;
  tillName: string;
  teller: Actor;
  status: TillSessionStatus;
  currency: Currency;
  opening: string;
  openingMinor: number | bigint;
  in: string;
  inMinor: number | bigint;
  out: string;
  outMinor: number | bigint;
  expected: string | null;
  expectedMinor: number | null;
  counted: string | null;
  countedMinor: number | null;
  difference: string | null;
  differenceMinor: number | null;
  /**
   * Pieces by denomination, where they were counted
   */
  count: {
    [k: string]: number;
  } | null;
  /**
   * What was taken and paid, by kind of movement, without the float and what closes the session
   */
  byKind: {
    kind: EntryKind;
    entries: number;
    in: string;
    inMinor: number | bigint;
    out: string;
    outMinor: number | bigint;
  }[];
  /**
   * Of what a count is made in this currency
   */
  denominations: string[];
  memo: string | null;
  floatEntryId: string;
  differenceEntryId: string | null;
  returnEntryId: string | null;
  /**
   * Of what waits for confirmation: the float, the difference or the return
   */
  approvalId: string | null;
  createdAt: string;
  openedAt: string | null;
  closedAt: string | null;
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
  tillName: string;
  teller: Actor;
  status: TillSessionStatus;
  currency: Currency;
  opening: string;
  openingMinor: number | bigint;
  in: string;
  inMinor: number | bigint;
  out: string;
  outMinor: number | bigint;
  expected: string | null;
  expectedMinor: number | null;
  counted: string | null;
  countedMinor: number | null;
  difference: string | null;
  differenceMinor: number | null;
  /**
   * Pieces by denomination, where they were counted
   */
  count: {
    [k: string]: number;
  } | null;
  /**
   * What was taken and paid, by kind of movement, without the float and what closes the session
   */
  byKind: {
    kind: EntryKind;
    entries: number;
    in: string;
    inMinor: number | bigint;
    out: string;
    outMinor: number | bigint;
  }[];
  /**
   * Of what a count is made in this currency
   */
  denominations: string[];
  memo: string | null;
  floatEntryId: string;
  differenceEntryId: string | null;
  returnEntryId: string | null;
  /**
   * Of what waits for confirmation: the float, the difference or the return
   */
  approvalId: string | null;
  createdAt: string;
  openedAt: string | null;
  closedAt: string | null;
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
  nextAfter: string | null;
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
  amountMinor: number | null;
  currency: Currency | null;
  /**
   * The memo, the purpose, the note, or the text of the message
   */
  text: string | null;
  loanId: string | null;
  /**
   * Of a movement: what paid for it, as in the entry
   */
  source: string | null;
  /**
   * Of a reversal: the kind of movement that it takes back
   */
  reversesKind: string | null;
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
  paymentId: string;
  customerId: string;
  walletId: string;
  amount: string;
  amountMinor: number;
  currency: Currency;
  status: 'pending' | 'credited' | 'blocked' | 'refunded' | 'reversed' | 'cancelled' | (string & {});
  reason: Reason | null;
  createdAt: string;
  updatedAt: string;
  creditedAt: string | null;
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
 * Money moved from one ledger account to another
 */
export interface Transfer {
  id: string;
  kind: TransferKind;
  /**
   * `pending` holds, `post` captures, `void` releases; null for a plain transfer
   */
  phase: 'pending' | 'post' | 'void' | null | (string & {});
  debitAccountId: string;
  creditAccountId: string;
  amount: string;
  amountMinor: number;
  currency: Currency;
  reference: string;
  memo: string | null;
  /**
   * Of a post or void: the hold that it ends
   */
  holdId?: string;
  createdAt: string;
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
  cashOnHand: string;
  cashOnHandMinor: number | bigint;
  banks: string;
  banksMinor: number | bigint;
  cashAndBanks: string;
  cashAndBanksMinor: number | bigint;
  providers: string;
  providersMinor: number | bigint;
  providersAvailable: string;
  providersAvailableMinor: number | bigint;
  feeIncome: string;
  feeIncomeMinor: number | bigint;
  interestIncome: string;
  interestIncomeMinor: number | bigint;
  /**
   * Of what a count of cash is made in this currency
   */
  denominations: string[];
  /**
   * Where the cooperative has tills: the vault, then each till; together they are the cash on hand
   */
  cashOnHandParts?: {
    /**
     * Null: the vault
     */
    till: string | null;
    name: string;
    balance: string;
    balanceMinor: number | bigint;
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
    monthEnd: string;
    savings: string;
    savingsMinor: number | bigint;
    shares: string;
    sharesMinor: number | bigint;
    due: string;
    dueMinor: number | bigint;
    collected: string;
    collectedMinor: number | bigint;
  }[];
  /**
   * Cash that came in and went out, and cash at the end of the day
   */
  days: {
    date: string;
    cashIn: string;
    cashInMinor: number | bigint;
    cashOut: string;
    cashOutMinor: number | bigint;
    cash: string;
    cashMinor: number | bigint;
  }[];
  /**
   * What completed payments brought through each provider, and what refunds and payouts took out, by the day on which each ended; without fees
   */
  providers: {
    provider: string;
    months: {
      monthEnd: string;
      received: string;
      receivedMinor: number | bigint;
      paidOut: string;
      paidOutMinor: number | bigint;
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
      normalSide: 'debit' | 'credit' | (string & {});
      /**
       * How many accounts of the kind there are now
       */
      accounts: number;
      openingBalance: string;
      openingBalanceMinor: number | bigint;
      debits: string;
      debitsMinor: number | bigint;
      credits: string;
      creditsMinor: number | bigint;
      closingBalance: string;
      closingBalanceMinor: number | bigint;
      /**
       * Of a bank or general account
       */
      accountId?: string;
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
        openingBalance: string;
        openingBalanceMinor: number | bigint;
        debits: string;
        debitsMinor: number | bigint;
        credits: string;
        creditsMinor: number | bigint;
        closingBalance: string;
        closingBalanceMinor: number | bigint;
      }[];
    }[];
    totalDebits: string;
    totalDebitsMinor: number | bigint;
    totalCredits: string;
    totalCreditsMinor: number | bigint;
    /**
     * Whether debits equal credits, and the closing balances of both sides too
     */
    balanced: boolean;
  }[];
}

/**
 * What a payer dials to pay without internet
 */
export interface UssdIntent {
  amount: string;
  amountMinor: number;
  currency: Currency;
  reference: string;
  intents: {
    provider: string;
    name: string;
    /**
     * The template that is configured of the provider `manual`, filled in; the menu's code where there is none, or it cannot carry the amount or reference
     */
    dialString: string;
    /**
     * For a link
     */
    telUri: string;
    currencyMatches: boolean;
    steps: string[];
  }[];
}

/**
 * A customer's money in one currency
 */
export interface Wallet {
  id: string;
  customerId: string;
  accountId: string;
  currency: Currency;
  balance: string;
  balanceMinor: number | bigint;
  available: string;
  availableMinor: number | bigint;
  createdAt: string;
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
  webhookId: string;
  endpointId: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed' | (string & {});
  attempts: {
    at: string;
    statusCode: number | null;
    error: string | null;
  }[];
  nextAttemptAt: string | null;
  createdAt: string;
}

/**
 * A delivery with what is sent
 */
export interface WebhookDeliveryDetails {
  id: string;
  /**
   * As in the header webhook-id: the same for every attempt and redelivery
   */
  webhookId: string;
  endpointId: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed' | (string & {});
  attempts: {
    at: string;
    statusCode: number | null;
    error: string | null;
  }[];
  nextAttemptAt: string | null;
  createdAt: string;
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
  createdAt: string;
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
    memberNo: string;
    fullName: string;
    taxNumber: string | null;
    kind: 'deposit_interest' | 'dividend' | (string & {});
    gross: string;
    grossMinor: number | bigint;
    tax: string;
    taxMinor: number | bigint;
  }[];
  totalGross: string;
  totalGrossMinor: number | bigint;
  totalTax: string;
  totalTaxMinor: number | bigint;
}

export interface AccountingTrialBalanceParams {
  /**
   * First day; by default 1 January of the year of the last day
   */
  from?: string;
  /**
   * Last day, by default today; at most 366 days
   */
  to?: string;
  currency?: Currency;
}

export interface AccountingGeneralLedgerParams {
  limit?: number;
  after?: string;
  /**
   * First day; by default 1 January of the year of the last day
   */
  from?: string;
  /**
   * Last day, by default today; at most 366 days
   */
  to?: string;
  currency?: Currency;
  /**
   * Kind of the transfer
   */
  kind?: TransferKind;
  accountKind?: AccountKind;
  /**
   * Id of a member, loan, customer or subaccount
   */
  owner?: string;
  /**
   * One account alone
   */
  accountId?: string;
}

export interface AccountingIncomeStatementParams {
  /**
   * First day; by default 1 January of the year of the last day
   */
  from?: string;
  /**
   * Last day, by default today; at most 366 days
   */
  to?: string;
}

export interface AccountingBalanceSheetParams {
  /**
   * By default today
   */
  asOf?: string;
}

export interface AccountingPeriodsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface AccountingChartGetParams {
  currency?: Currency;
}

export interface SandboxPaybillParams {
  transactionId: string;
  amountMinor: number;
  currency: Currency;
  /**
   * What the payer types, e.g. a member number
   */
  accountNumber: string;
  /**
   * Of the payer
   */
  phone: string;
  /**
   * Of the payer
   */
  name?: string;
}

export interface PaybillConfirmationsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'pending' | 'confirmed' | 'refused' | (string & {});
}

export interface PaybillConfirmationsListPage {
  totals?: ListTotals;
}

export interface PaymentsCreateParams {
  /**
   * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
   */
  provider: string;
  /**
   * Hundredths, in every currency
   */
  amountMinor: number;
  currency: Currency;
  /**
   * Unique per provider and environment
   */
  reference: string;
  /**
   * Required by providers that ask the payer by phone
   */
  customerPhone?: string;
  /**
   * The merchant's own data, at most 8000 bytes
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Transfers a share, in basis points, to a subaccount
   */
  split?: {
    subaccountId: string;
    shareBps: number;
  };
}

export interface PaymentsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  /**
   * An amount, a phone number, the beginning of a reference, an id of the provider, or the id of a payment; newest first, without `sort` and `totals`. Of references that begin alike, the first 1,000 are found; other filters narrow the newest 1,000 of an amount or a phone
   */
  q?: string;
  status?: 'initiated' | 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | (string & {});
  provider?: string;
  reference?: string;
  /**
   * Payments that were made through this link
   */
  paymentLink?: string;
  /**
   * First day of creation
   */
  from?: string;
  /**
   * Last day of creation, inclusive
   */
  to?: string;
  /**
   * Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC
   */
  utcOffsetMinutes?: number;
}

export interface PaymentsListPage {
  totals?: ListTotals;
}

export interface PaymentsListEventsParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface PaymentsUssdIntentParams {
  /**
   * Hundredths, in every currency
   */
  amountMinor: number;
  currency: Currency;
  reference: string;
}

export interface PaymentLinksCreateParams {
  title: string;
  /**
   * Hundredths, in every currency
   */
  amountMinor: number;
  currency: Currency;
  reusable?: boolean;
  /**
   * Refund a payment that completes although another did; for one-time links
   */
  refundOverpaid?: boolean;
}

export interface PaymentLinksListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
}

export interface PaymentLinksListPage {
  totals?: ListTotals;
}

export interface PaymentsRefundsCreateParams {
  amountMinor?: number;
  reason?: string;
}

export interface PaymentsRefundsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
}

export interface PaymentsRefundsListPage {
  totals?: ListTotals;
}

export interface RefundsMarkParams {
  status: 'succeeded' | 'failed' | 'cancelled' | (string & {});
  note?: string;
}

export interface PayoutsCreateParams {
  /**
   * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
   */
  provider: string;
  amountMinor: number;
  currency: Currency;
  /**
   * A phone, with a bank_code where the provider needs that of its wallet, or an account of a bank
   */
  to: {
    phone?: string;
    accountNumber?: string;
    /**
     * Required with an account number
     */
    accountName?: string;
    /**
     * The provider's code of the bank, which an account number needs, or of the wallet of the phone
     */
    bankCode?: string;
  };
  /**
   * Of one payout that was requested here, of the project and environment, and was or may still be paid
   */
  reference: string;
  /**
   * For who is paid, where the provider shows it
   */
  narration?: string;
}

export interface PayoutsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?:
    | 'awaiting_approval'
    | 'held'
    | 'sending'
    | 'unknown'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | (string & {});
  provider?: string;
  reference?: string;
  /**
   * Whose money it is
   */
  origin?: 'merchant' | 'sacco' | 'paybill' | (string & {});
  /**
   * First day of creation
   */
  from?: string;
  /**
   * Last day of creation, inclusive
   */
  to?: string;
  /**
   * Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC
   */
  utcOffsetMinutes?: number;
}

export interface PayoutsListPage {
  totals?: ListTotals;
}

export interface PayoutsListEventsParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface CustomersCreateParams {
  kind?: 'individual' | 'business' | (string & {});
  fullName: string;
  phone?: string | null;
  email?: string | null;
  dateOfBirth?: string | null;
  externalRef?: string | null;
}

export interface CustomersListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * Words of name, email and reference; phone numbers
   */
  q?: string;
  status?: 'active' | 'frozen' | 'closed' | (string & {});
  kycStatus?: 'unverified' | 'in_review' | 'verified' | 'rejected' | (string & {});
}

export interface CustomersUpdateParams {
  kind?: 'individual' | 'business' | (string & {});
  fullName?: string;
  phone?: string | null;
  email?: string | null;
  dateOfBirth?: string | null;
  externalRef?: string | null;
}

export interface CustomersListEventsParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface CustomersDocumentsCreateParams {
  docType: DocType;
  number: string;
  issuingCountry?: string | null;
  /**
   * Its last day of validity
   */
  expiresOn?: string | null;
  /**
   * An uploaded file, in place of `fileUrl`
   */
  fileId?: string | null;
  fileUrl?: string | null;
  fileSha256?: string | null;
}

export interface CustomersDocumentsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface CustomersDocumentsReviewParams {
  decision: 'accept' | 'reject' | (string & {});
  /**
   * Required to reject
   */
  note?: string | null;
}

export interface CustomersKycRequirementsParams {
  tier: number;
}

export interface CustomersKycDecideParams {
  decision: 'approve' | 'reject' | (string & {});
  /**
   * Required to approve
   */
  tier?: number;
  /**
   * Required to reject
   */
  note?: string | null;
}

export interface KycLimitsPutParams {
  tier: number;
  currency: Currency;
  maxBalanceMinor?: number | null;
  maxSingleMinor?: number | null;
  maxDailyOutMinor?: number | null;
}

export interface KycLimitsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface LedgerAccountsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  kind?: AccountKind;
  currency?: Currency;
}

export interface LedgerAccountsListPage {
  backend: string;
  environment: Environment;
}

export interface LedgerAccountsOpenParams {
  kind: 'provider_clearing' | 'merchant_available' | 'subaccount' | 'adjustments' | (string & {});
  currency: Currency;
  /**
   * Required for a subaccount, forbidden otherwise
   */
  subaccountId?: string;
}

export interface LedgerAccountsListTransfersParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface LedgerAccountsBalanceParams {
  at: string;
}

export interface LedgerTransfersCreateParams {
  debitAccountId: string;
  creditAccountId: string;
  amountMinor: number;
  memo?: string;
}

export interface LedgerTransfersCreateBatchParams {
  transfers: {
    debitAccountId: string;
    creditAccountId: string;
    amountMinor: number;
    memo?: string;
  }[];
}

export interface LedgerHoldsCreateParams {
  debitAccountId: string;
  creditAccountId: string;
  amountMinor: number;
  memo?: string;
  /**
   * Seconds until it expires; without it, never
   */
  timeoutSecs?: number;
}

export interface LedgerHoldsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'pending' | 'captured' | 'voided' | 'expired' | (string & {});
}

export interface LedgerHoldsListPage {
  totals?: ListTotals;
}

export interface LedgerHoldsCaptureParams {
  /**
   * By default the whole amount
   */
  amountMinor?: number;
}

export interface LedgerPostingsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'pending' | 'posted' | 'failed' | (string & {});
}

export interface LedgerPostingsListPage {
  totals?: ListTotals;
}

export interface LedgerReportParams {
  from: string;
  to: string;
}

export interface CustomersWalletsOpenParams {
  currency: Currency;
}

export interface CustomersWalletsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface CustomersWalletsDepositParams {
  currency: Currency;
  amountMinor: number;
}

export interface CustomersWalletsWithdrawParams {
  currency: Currency;
  amountMinor: number;
}

export interface WalletTransfersCreateParams {
  fromCustomerId: string;
  toCustomerId: string;
  currency: Currency;
  amountMinor: number;
}

export interface WalletTopupsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'pending' | 'credited' | 'blocked' | 'refunded' | 'reversed' | 'cancelled' | (string & {});
}

export interface WalletTopupsListPage {
  totals?: ListTotals;
}

export interface SaccoExpensesCreateParams {
  amountMinor: number;
  memo: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  /**
   * The purpose; reports total by category
   */
  category: string;
  /**
   * By default cash
   */
  paidFrom?: 'cash' | 'bank' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `paid_from: "bank"` alone
   */
  reference?: string;
}

export interface SaccoReportsExpensesParams {
  /**
   * First local date; by default 1 January
   */
  from?: string;
  /**
   * Last local date; by default today
   */
  to?: string;
}

export interface SaccoBankingsCreateParams {
  amountMinor: number;
  memo: string;
  direction: 'till_to_bank' | 'bank_to_till' | 'provider_to_bank' | 'bank_to_provider' | (string & {});
  /**
   * Code or id of a bank account
   */
  account: string;
  /**
   * Of the bank's slip
   */
  reference: string;
}

export interface SaccoUnallocatedListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  /**
   * Left out: all of which some is unallocated
   */
  status?:
    | 'pending'
    | 'allocating'
    | 'allocated'
    | 'unallocated'
    | 'resolving'
    | 'refunding'
    | 'refunded'
    | (string & {});
}

export interface SaccoUnallocatedListPage {
  totals?: ListTotals;
}

export interface SaccoUnallocatedCreateParams {
  amountMinor: number;
  /**
   * What is known of it, such as the name of the sender
   */
  memo: string;
  /**
   * Code or id of a bank account
   */
  account: string;
  /**
   * The bank's
   */
  reference: string;
}

export interface SaccoUnallocatedAllocateParams {
  memberId: string;
  purpose: 'savings' | 'shares' | 'loan_repayment' | (string & {});
  /**
   * Required to repay a loan
   */
  loanId?: string;
  /**
   * With the purpose savings: which account; by default the default one
   */
  savingsAccountId?: string;
  memo: string;
}

export interface SaccoUnallocatedRefundParams {
  memo: string;
}

export interface SaccoImportsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
}

export interface SaccoImportsListPage {
  totals?: ListTotals;
}

export interface SaccoMovementBatchesListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?:
    | 'awaiting_approval'
    | 'posting'
    | 'posted'
    | 'posted_with_failures'
    | 'rejected'
    | 'cancelled'
    | (string & {});
}

export interface SaccoMovementBatchesListPage {
  totals?: ListTotals;
}

export interface SaccoMovementBatchesLinesParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  status?: 'pending' | 'posted' | 'failed' | (string & {});
}

export interface SaccoEmployersCreateParams {
  name: string;
  code: string;
  /**
   * Of the month; the last day of a shorter month
   */
  payDay: number;
}

export interface SaccoEmployersListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
}

export interface SaccoEmployersListPage {
  totals?: ListTotals;
}

export interface SaccoEmployersUpdateParams {
  name?: string;
  code?: string;
  /**
   * Of the month; the last day of a shorter month
   */
  payDay?: number;
}

export interface SaccoMembersUpdateParams {
  /**
   * Null: nobody any more
   */
  employerId?: string | null;
  payrollNo?: string | null;
  contribution?: string;
  contributionMinor?: number;
}

export interface SaccoEmployersAdviceParams {
  month: string;
}

export interface SaccoEmployersRemittancesListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
}

export interface SaccoEmployersRemittancesListPage {
  totals?: ListTotals;
}

export interface SaccoReportsCheckOffParams {
  month: string;
  /**
   * Left out: all employers
   */
  employerId?: string;
}

export interface SaccoReportsRatiosParams {
  /**
   * By default today
   */
  asOf?: string;
}

export interface NotificationsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  memberId?: string;
  channel?: 'sms' | 'email' | (string & {});
  template?:
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
  status?: 'queued' | 'sent' | 'delivered' | 'failed' | 'suppressed' | (string & {});
}

export interface NotificationsListPage {
  totals?: ListTotals;
}

export interface SandboxOutboxParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  memberId?: string;
  channel?: 'sms' | 'email' | (string & {});
  template?:
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
}

export interface SandboxOutboxPage {
  totals?: ListTotals;
}

export interface SaccoMembersPreferencesPutParams {
  language?: 'en' | 'sw' | 'am' | (string & {});
  sms?: boolean;
  email?: boolean;
}

export interface SaccoNotificationTemplatesListParams {
  template?:
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
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoNotificationTemplatesListResult {
  notificationTemplates: NotificationTemplate[];
}

export interface SaccoTillsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  active?: boolean;
}

export interface SaccoTillSessionsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  till?: string;
  status?: TillSessionStatus;
  /**
   * A user, or `me`
   */
  teller?: string;
}

export interface SaccoTillSessionsListPage {
  totals?: ListTotals;
}

export interface SaccoTillSessionsGetParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * Of the PDF; by default `en`
   */
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoMembersJoinParams {
  customerId: string;
  /**
   * Books the entrance fee as paid in cash
   */
  payEntranceFee?: boolean;
  /**
   * By default the next number
   */
  memberNo?: string;
  /**
   * The till at which an API key takes the fee, where the cooperative has tills
   */
  till?: string;
}

export interface SaccoMembersListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?:
    'created_at' | '-created_at' | 'member_no' | '-member_no' | 'full_name' | '-full_name' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'active' | 'suspended' | 'exiting' | 'exited' | (string & {});
  q?: string;
}

export interface SaccoMembersListPage {
  totals?: ListTotals;
}

export interface SaccoMembersPutFilesParams {
  /**
   * Null: none
   */
  photoFileId?: string | null;
  /**
   * Null: none
   */
  signatureFileId?: string | null;
}

export interface SaccoMembersStatementParams {
  from: string;
  to: string;
  /**
   * 1000 by default; all as CSV, up to 10000
   */
  limit?: number;
  after?: string;
  /**
   * One savings account alone
   */
  savingsAccountId?: string;
  /**
   * Of the PDF; by default `en`
   */
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoMembersTimelineParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  kind?: TimelineKind;
}

export interface SaccoMembersWriteNoteParams {
  text: string;
}

export interface SaccoMembersDepositParams {
  amountMinor: number;
  /**
   * What the movement is about, such as a slip's number
   */
  memo?: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  /**
   * By default cash
   */
  from?: 'cash' | 'bank' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `from: "bank"` alone
   */
  reference?: string;
  /**
   * Which savings account of the member; by default the default one
   */
  savingsAccountId?: string;
}

export interface SaccoMembersWithdrawParams {
  amountMinor: number;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  /**
   * By default cash
   */
  to?: 'cash' | 'bank' | 'mobile' | (string & {});
  /**
   * What the movement is about, such as a slip's number
   */
  memo?: string;
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `to: "bank"` alone
   */
  reference?: string;
  /**
   * The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `to: "mobile"` alone
   */
  provider?: string;
  /**
   * The member's own, which it is by default; with `to: "mobile"` alone
   */
  phone?: string;
  /**
   * Which savings account of the member; by default the default one
   */
  savingsAccountId?: string;
}

export interface SaccoMembersBuySharesParams {
  amountMinor: number;
  /**
   * What the movement is about, such as a slip's number
   */
  memo?: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  from: 'cash' | 'savings' | 'bank' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `from: "bank"` alone
   */
  reference?: string;
  /**
   * Which savings account of the member; by default the default one
   */
  savingsAccountId?: string;
}

export interface SaccoMembersExitParams {
  memo: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  /**
   * By default cash
   */
  to?: 'cash' | 'bank' | 'mobile' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `to: "bank"` alone
   */
  reference?: string;
  /**
   * The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `to: "mobile"` alone
   */
  provider?: string;
  /**
   * The member's own, which it is by default; with `to: "mobile"` alone
   */
  phone?: string;
}

export interface SaccoCashAdjustmentsCreateParams {
  amountMinor: number;
  memo: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  direction: 'in' | 'out' | (string & {});
}

export interface SaccoMembersListEntriesParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: EntryStatus;
  kind?: EntryKind;
  /**
   * First local date of requests
   */
  from?: string;
  /**
   * Last local date of requests
   */
  to?: string;
  /**
   * Only requests of the caller
   */
  requestedBy?: 'me' | (string & {});
}

export interface SaccoMembersListEntriesPage {
  totals?: ListTotals;
}

export interface SaccoEntriesListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: EntryStatus;
  kind?: EntryKind;
  /**
   * First local date of requests
   */
  from?: string;
  /**
   * Last local date of requests
   */
  to?: string;
  /**
   * Only requests of the caller
   */
  requestedBy?: 'me' | (string & {});
  /**
   * The number that the receipt prints: the last six characters of the id. Case does not matter, `O` is read as `0`, `I` and `L` as `1`
   */
  shortNo?: string;
}

export interface SaccoEntriesListPage {
  totals?: ListTotals;
}

export interface SaccoEntriesReceiptParams {
  /**
   * Of the PDF: a roll, which is the default, or a page
   */
  size?: '80mm' | 'a5' | (string & {});
  /**
   * Of the PDF; by default `en`
   */
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoEntriesReverseParams {
  memo: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
}

export interface SaccoSavingsProductsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  status?: 'active' | 'retired' | (string & {});
}

export interface SaccoSavingsAccountsOpenParams {
  productId: string;
  amountMinor?: number;
  /**
   * What the movement is about, such as a slip's number
   */
  memo?: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  /**
   * Of the deposit of a fixed account
   */
  from?: 'cash' | 'savings' | 'bank' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `from: "bank"` alone
   */
  reference?: string;
}

export interface SaccoSavingsAccountsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface SaccoSavingsAccountsGiveNoticeParams {
  amountMinor: number;
}

export interface SaccoSavingsAccountsListNoticesParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface SaccoMembersTransferSavingsParams {
  amountMinor: number;
  /**
   * What the movement is about, such as a slip's number
   */
  memo?: string;
  fromSavingsAccountId: string;
  toSavingsAccountId: string;
}

export interface SaccoReportsFeesParams {
  /**
   * As 2027-01
   */
  month: string;
}

export interface SaccoLoanProductsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  status?: 'active' | 'retired' | (string & {});
}

export interface SaccoLoansApplyParams {
  amountMinor: number;
  memberId: string;
  productId: string;
  term: number;
  purpose?: string | null;
  /**
   * The staff member responsible for the loan; by default the user who applies
   */
  officerUserId?: string;
  /**
   * By default into the member's savings; or to the member's phone
   */
  disburseTo?: 'savings' | 'mobile' | (string & {});
  /**
   * The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `disburse_to: "mobile"` alone
   */
  provider?: string;
  /**
   * The member's own, which it is by default; with `disburse_to: "mobile"` alone
   */
  phone?: string;
  /**
   * Which savings account of the member; by default the default one
   */
  savingsAccountId?: string;
  guarantors?: {
    memberId: string;
    amountMinor: number;
  }[];
}

export interface SaccoLoansListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?:
    | 'created_at'
    | '-created_at'
    | 'principal'
    | '-principal'
    | 'outstanding'
    | '-outstanding'
    | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?:
    'applied' | 'open' | 'closed' | 'written_off' | 'failed' | 'rejected' | 'cancelled' | (string & {});
  memberId?: string;
  /**
   * Only loans that this member guarantees, or has guaranteed
   */
  guarantorId?: string;
}

export interface SaccoLoansListPage {
  totals?: ListTotals;
}

export interface SaccoLoansGetParams {
  /**
   * Of the PDF; by default `en`
   */
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoLoansGuaranteeParams {
  /**
   * Of the PDF; by default `en`
   */
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoLoansDecideConsentParams {
  decision: 'consent' | 'decline' | (string & {});
  method?: 'code' | 'in_person' | (string & {});
  /**
   * The six digits that were sent to the guarantor; not in person
   */
  code?: string;
  /**
   * Required in person: how the guarantor decided
   */
  memo?: string;
  /**
   * In person: the signed form, uploaded before
   */
  fileId?: string;
}

export interface SaccoLoansWriteOffParams {
  memo: string;
}

export interface SaccoPortfolioHistoryParams {
  /**
   * First month
   */
  from: string;
  /**
   * Last month; at most 60 months in total
   */
  to: string;
}

export interface SaccoLoansRepayParams {
  amountMinor: number;
  /**
   * What the movement is about, such as a slip's number
   */
  memo?: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  from: 'cash' | 'savings' | 'bank' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `from: "bank"` alone
   */
  reference?: string;
  /**
   * Which savings account of the member; by default the default one
   */
  savingsAccountId?: string;
}

export interface SaccoLoansSplitParams {
  amountMinor: number;
}

export interface SaccoProvisionsCreateParams {
  memo: string;
}

export interface SaccoReportsArrearsParams {
  /**
   * Only loans with at least this many days past due
   */
  minDays?: number;
  productId?: string;
  /**
   * Only loans of this officer
   */
  officerUserId?: string;
}

export interface SaccoReportsCollectionSheetParams {
  /**
   * By default today; at most 366 days ahead
   */
  date?: string;
  /**
   * Only loans of this officer
   */
  officerUserId?: string;
  /**
   * All by default
   */
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface SaccoReportsPortfolioParams {
  groupBy: 'product' | 'officer' | 'class' | (string & {});
}

export interface SaccoDividendsDeclareParams {
  label: string;
  periodStart: string;
  periodEnd: string;
  shareRateBps: number;
  interestRebateBps: number;
  paidFrom: 'interest_income' | 'fee_income' | (string & {});
  /**
   * In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
   */
  withholdingTaxBps?: number;
}

export interface SaccoDividendsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
}

export interface SaccoDividendsListPage {
  totals?: ListTotals;
}

export interface SaccoDividendsLineParams {
  /**
   * Of the PDF; by default `en`
   */
  language?: 'en' | 'sw' | 'am' | (string & {});
}

export interface SaccoMembersDividendAccountPutParams {
  savingsAccountId: string;
}

export interface SaccoSavingsInterestDeclareParams {
  label: string;
  periodStart: string;
  /**
   * A day that is over; the period has at most 366 days
   */
  periodEnd: string;
  /**
   * A year, in hundredths of a percent
   */
  rateBps: number;
  /**
   * `daily_balance`: the balance at the end of each day; `minimum_monthly_balance`: the lowest of each whole month; `monthly`: one balance of each whole month
   */
  basis: 'daily_balance' | 'minimum_monthly_balance' | 'monthly' | (string & {});
  /**
   * With `basis: "monthly"` alone: which balance of each month counts
   */
  counting?: 'closing' | 'opening' | (string & {});
  /**
   * Into the account that earned it, or the one that every member has
   */
  creditTo?: 'same_account' | 'default_account' | (string & {});
  /**
   * By default the product of the account that every member has
   */
  productId?: string;
  /**
   * In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
   */
  withholdingTaxBps?: number;
}

export interface SaccoSavingsInterestListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
}

export interface SaccoSavingsInterestListPage {
  totals?: ListTotals;
}

export interface SaccoReportsWithholdingParams {
  /**
   * First local date; by default 1 January
   */
  from?: string;
  /**
   * Last local date; by default today
   */
  to?: string;
}

export interface SaccoTaxRemittancesCreateParams {
  amountMinor: number;
  memo: string;
  /**
   * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
   */
  till?: string;
  /**
   * By default cash
   */
  paidFrom?: 'cash' | 'bank' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  account?: string;
  /**
   * The bank's reference; with `paid_from: "bank"` alone
   */
  reference?: string;
}

export interface SaccoMembersContributionPutParams {
  amountMinor: number;
  frequency: ContributionFrequency;
  /**
   * Of the first one; monthly ones fall due on the same day, or the last one of a shorter month
   */
  startDate: string;
}

export interface SaccoReportsContributionsParams {
  /**
   * By default today; that day counts
   */
  date?: string;
}

export interface ApprovalsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  /**
   * `decided`: all except pending ones
   */
  status?: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'decided' | (string & {});
  /**
   * Only requests of the caller
   */
  requestedBy?: 'me' | (string & {});
}

export interface ApprovalsListPage {
  totals?: ListTotals;
}

export interface ReconciliationRunsImportParams {
  /**
   * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
   */
  provider: string;
  currency: Currency;
  periodStart: string;
  /**
   * Inclusive
   */
  periodEnd: string;
  /**
   * Determines which payments fall in the period; by default `+00:00`
   */
  utcOffset?: string;
  /**
   * The name of the file
   */
  sourceName?: string;
  /**
   * The text of the statement
   */
  csv: string;
  /**
   * Supplies the format of the statement; fields sent with it override it
   */
  preset?: 'mpesa_org' | 'mtn_momo' | 'airtel_ug' | (string & {});
  /**
   * Column names in the header: `amount`, or `credit` and `debit`, and optional columns
   */
  columns?: {
    amount?: string;
    credit?: string;
    debit?: string;
    reference?: string;
    provider_txn_id?: string;
    date?: string;
    kind?: string;
    description?: string;
  };
  /**
   * Values of the kind column; a `*` at the end matches all values with that prefix. Any other value is `other`
   */
  kinds?: {
    payment?: string[];
    refund?: string[];
    payout?: string[];
    payout_reversal?: string[];
    fee?: string[];
    fee_reversal?: string[];
  };
  /**
   * Kind of every line if there is no kind column; by default `payment`
   */
  defaultKind?:
    'payment' | 'refund' | 'payout' | 'payout_reversal' | 'fee' | 'fee_reversal' | 'other' | (string & {});
  amountUnit?: 'major' | 'minor' | (string & {});
  decimalSeparator?: '.' | ',' | (string & {});
  delimiter?: ',' | ';' | '|' | '\t' | (string & {});
  /**
   * Tokens: YYYY YY MM MMM DD HH hh mm ss A
   */
  dateFormat?: string;
  /**
   * Number of lines before the header
   */
  skipRows?: number;
  statusColumn?: string;
  /**
   * Rows with another status are skipped
   */
  okStatuses?: string[];
  /**
   * The reference is the part after this text in its column
   */
  referenceAfter?: string;
  /**
   * Returns the run and stores nothing
   */
  dryRun?: boolean;
}

export interface ReconciliationRunsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
}

export interface ReconciliationRunsListPage {
  totals?: ListTotals;
}

export interface ReconciliationPresetsResult {
  presets: StatementPreset[];
}

export interface ReconciliationLinesListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  matchStatus?:
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
   * `false`: what is left to do. A line is done when it is resolved, or matches what is completed already
   */
  done?: boolean;
}

export interface ReconciliationLinesResolveParams {
  action: 'settle_payment' | 'book_payout' | 'book_fee' | 'ignore' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  bankAccount?: string;
  /**
   * Of a fee: the SACCO bears it, instead of the merchant's balance
   */
  as?: 'expense' | (string & {});
  /**
   * Required to ignore a line
   */
  note?: string | null;
}

export interface ReconciliationRunsResolveAllParams {
  action: 'settle_payment' | 'book_payout' | 'book_fee' | (string & {});
  /**
   * Code or id of an account of the chart of accounts
   */
  bankAccount?: string;
  /**
   * Of a fee: the SACCO bears it, instead of the merchant's balance
   */
  as?: 'expense' | (string & {});
  note?: string | null;
}

export interface WebhookEndpointsCreateParams {
  mode?: 'push' | 'poll' | (string & {});
  /**
   * Required, except with `mode` `poll`, which has no URL
   */
  url?: string;
  /**
   * Required with `mode` `poll`; otherwise by default all
   */
  events?: (
    | '*'
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.cancelled'
    | 'payment_link.overpaid'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'topup.credited'
    | 'topup.blocked'
    | 'sacco.entry.posted'
    | 'sacco.entry.failed'
    | 'sacco.entry.reversed'
    | 'approval.created'
    | 'approval.decided'
    | 'loan.disbursed'
    | 'loan.closed'
    | 'loan.overdue'
    | 'loan.written_off'
    | 'guarantor.consent_requested'
    | 'guarantor.consent_decided'
    | 'dividend.paid'
    | 'savings_interest.paid'
    | 'webhook_endpoint.disabled'
    | 'reconciliation.completed'
    | 'reconciliation.line.resolved'
    | 'period.closed'
    | 'period.reopened'
    | 'import.finished'
    | 'batch.finished'
    | 'till_session.opened'
    | 'till_session.closed'
    | 'member.notification'
    | (string & {})
  )[];
}

export interface WebhookEndpointsListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
}

export interface WebhookEndpointsListEventsParams {
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * How long to wait for an event if there is none
   */
  waitSeconds?: number;
}

export interface WebhookDeliveriesListParams {
  limit?: number;
  /**
   * `nextAfter` of the previous page
   */
  after?: string;
  /**
   * What orders the rows; with `-` in front, descending. `createdAt` is the order in which they were made. By default `-created_at`.
   */
  sort?: 'created_at' | '-created_at' | (string & {});
  /**
   * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
   */
  totals?: boolean;
  status?: 'pending' | 'delivered' | 'failed' | (string & {});
  endpointId?: string;
}

export interface WebhookDeliveriesListPage {
  totals?: ListTotals;
}
