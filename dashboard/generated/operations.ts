// Written by `npm run sdk` from docs/reference/openapi.json.
import type {
  Account,
  AccountBalance,
  AccountKind,
  AccountingPeriod,
  Advice,
  Ageing,
  ApiKey,
  Approval,
  ApprovalDetails,
  Approved,
  Arrears,
  AuditEntry,
  BalanceHistory,
  BalanceSheet,
  Chart,
  ChartAccount,
  CheckOff,
  CollectionSheet,
  Contribution,
  ContributionFrequency,
  ContributionReport,
  Currency,
  Customer,
  CustomerEvent,
  CutOverImport,
  Demo,
  Dividend,
  DividendAccount,
  DividendPreview,
  DividendSummary,
  DocType,
  Document,
  Employer,
  Entry,
  EntryKind,
  EntryReceipt,
  EntryStatus,
  Environment,
  ExpenseReport,
  File,
  Guarantee,
  GuarantorConsent,
  Hold,
  Home,
  IncomeStatement,
  Invitation,
  KnownProject,
  KnownUser,
  KycDecision,
  KycLimit,
  KycRequirements,
  LedgerLine,
  Line,
  LineResults,
  ListTotals,
  Loan,
  LoanHistory,
  LoanMethod,
  LoanPreview,
  LoanProduct,
  LoanSummary,
  Me,
  Member,
  MemberDividend,
  MemberNote,
  MemberPreferences,
  MemberTax,
  MessageSender,
  MovementBatch,
  MovementBatchLine,
  Notification,
  NotificationTemplate,
  OpenSession,
  Paybill,
  PaybillConfirmation,
  Payment,
  PaymentEvent,
  PaymentLink,
  PaymentsHome,
  Payout,
  PayoutEvent,
  PayoutSettings,
  PolledEvents,
  Portfolio,
  PortfolioGroups,
  PortfolioHistory,
  Posting,
  Project,
  ProviderConfig,
  ProvisioningTable,
  Ratios,
  Receipt,
  Refund,
  Remittance,
  RepaymentSplit,
  Report,
  Run,
  SaccoSettings,
  SavingsAccount,
  SavingsFeeReport,
  SavingsInterest,
  SavingsInterestSummary,
  SavingsKind,
  SavingsNotice,
  SavingsProduct,
  ServiceProcess,
  Session,
  StaffAppointment,
  StaffMember,
  Statement,
  StatementPreset,
  Summary,
  TestClock,
  Till,
  TillCount,
  TillSession,
  TillSessionDetails,
  TillSessionStatus,
  TimelineItem,
  TimelineKind,
  Topup,
  TotpEnrolment,
  TotpStatus,
  Transfer,
  TransferBatch,
  TransferKind,
  Treasury,
  Trends,
  TrialBalance,
  UserProject,
  UssdIntent,
  Version,
  Wallet,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WithholdingReport,
} from './wire.ts';

/** By operation id: what it takes (path, query and body in one, by the names of the wire) and what it answers. */
export interface Operations {
  'service.version': {
    input: {};
    answer: Version;
  };
  'accounting.trialBalance': {
    input: {
      /**
       * First day; by default 1 January of the year of the last day
       */
      from?: string;
      /**
       * Last day, by default today; at most 366 days
       */
      to?: string;
      currency?: Currency;
    };
    answer: TrialBalance;
  };
  'accounting.generalLedger': {
    input: {
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
      account_kind?: AccountKind;
      /**
       * Id of a member, loan, customer or subaccount
       */
      owner?: string;
      /**
       * One account alone
       */
      account_id?: string;
    };
    answer: {
      lines: LedgerLine[];
      next_after: string | null;
    };
    page: 'lines';
  };
  'accounting.incomeStatement': {
    input: {
      /**
       * First day; by default 1 January of the year of the last day
       */
      from?: string;
      /**
       * Last day, by default today; at most 366 days
       */
      to?: string;
    };
    answer: IncomeStatement;
  };
  'accounting.balanceSheet': {
    input: {
      /**
       * By default today
       */
      as_of?: string;
    };
    answer: BalanceSheet;
  };
  'accounting.periods.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      periods: AccountingPeriod[];
      next_after: string | null;
    };
    page: 'periods';
  };
  'accounting.periods.close': {
    input: {
      end_date: string;
      /**
       * The reason, for the second person
       */
      memo: string;
    };
    answer: AccountingPeriod;
  };
  'accounting.periods.get': {
    input: {
      period: string;
    };
    answer: AccountingPeriod;
  };
  'accounting.periods.reopen': {
    input: {
      period: string;
      /**
       * The reason, for the second person
       */
      memo: string;
    };
    answer: AccountingPeriod;
  };
  'accounting.chart.get': {
    input: {
      currency?: Currency;
    };
    answer: Chart;
  };
  'accounting.chart.update': {
    input: {
      current_code: string;
      code?: string;
      name?: string;
    };
    answer: ChartAccount;
  };
  'accounting.accounts.create': {
    input: {
      code: string;
      name: string;
      kind:
        | 'bank'
        | 'general_asset'
        | 'general_liability'
        | 'general_equity'
        | 'general_income'
        | 'general_expense'
        | (string & {});
      currency: Currency;
    };
    answer: ChartAccount;
  };
  'accounting.accounts.update': {
    input: {
      chart_account: string;
      code?: string;
      name?: string;
      active?: boolean;
    };
    answer: ChartAccount;
  };
  'auth.register': {
    input: {
      email: string;
      password: string;
      name: string;
    };
    answer: Session;
  };
  'auth.login': {
    input: {
      email: string;
      password: string;
      /**
       * 6 digits, or a recovery code
       */
      code?: string;
    };
    answer: Session;
  };
  'auth.logout': {
    input: {};
  };
  'auth.me': {
    input: {};
    answer: Me;
  };
  'auth.changePassword': {
    input: {
      current_password: string;
      new_password: string;
      /**
       * 6 digits, or a recovery code
       */
      code?: string;
    };
    answer: Session;
  };
  'auth.forgotPassword': {
    input: {
      email: string;
    };
    answer: {
      delivery: 'email' | 'operator' | (string & {});
    };
  };
  'auth.resetPassword': {
    input: {
      token: string;
      new_password: string;
    };
  };
  'auth.sendVerification': {
    input: {};
  };
  'auth.verifyEmail': {
    input: {
      token: string;
    };
  };
  'auth.sessions.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      sessions: OpenSession[];
      next_after: string | null;
    };
    page: 'sessions';
  };
  'auth.sessions.revokeAll': {
    input: {};
  };
  'auth.sessions.revoke': {
    input: {
      session: string;
    };
  };
  'auth.totp.get': {
    input: {};
    answer: TotpStatus;
  };
  'auth.totp.begin': {
    input: {};
    answer: TotpEnrolment;
  };
  'auth.totp.confirm': {
    input: {
      /**
       * 6 digits, or a recovery code
       */
      code: string;
    };
    answer: TotpStatus;
  };
  'auth.totp.disable': {
    input: {
      password: string;
      /**
       * 6 digits, or a recovery code
       */
      code: string;
    };
    answer: TotpStatus;
  };
  'auth.invitations.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      invitations: Invitation[];
      next_after: string | null;
    };
    page: 'invitations';
  };
  'auth.invitations.accept': {
    input: {
      invitation: string;
    };
    answer: UserProject;
  };
  'auth.invitations.decline': {
    input: {
      invitation: string;
    };
  };
  'projects.create': {
    input: {
      name: string;
    };
    answer: Project;
  };
  'projects.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      projects: UserProject[];
      next_after: string | null;
    };
    page: 'projects';
  };
  'projects.get': {
    input: {
      project: string;
    };
    answer: Project;
  };
  'projects.update': {
    input: {
      project: string;
      /**
       * Whether staff need a second factor to approve, to reveal numbers, and to change what the project relies on
       */
      require_totp?: boolean;
      /**
       * Whether nobody decides who became able to decide after the request, and changes that weaken approvals wait for a second person
       */
      strict_approvals?: boolean;
    };
    answer: Project;
  };
  'operators.users.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * Only the user with this address, in any letter case
       */
      email?: string;
    };
    answer: {
      users: KnownUser[];
      next_after: string | null;
    };
    page: 'users';
  };
  'operators.projects.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      projects: KnownProject[];
      next_after: string | null;
    };
    page: 'projects';
  };
  'operators.processes.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      processes: ServiceProcess[];
      next_after: string | null;
    };
    page: 'processes';
  };
  'projects.apiKeys.create': {
    input: {
      project: string;
      environment: Environment;
      name?: string;
      /**
       * The key is refused from then on
       */
      expires_at?: string | null;
      /**
       * `read`: all read-only requests; the others: their part of the API. All if omitted
       */
      scopes?:
        | (
            | 'read'
            | 'payments'
            | 'ledger'
            | 'customers'
            | 'sacco'
            | 'reconciliation'
            | 'payouts'
            | (string & {})
          )[]
        | null;
      /**
       * Addresses and ranges from which it is accepted, like 192.0.2.0/24. Any if omitted
       */
      allowed_ips?: string[] | null;
    };
    answer: ApiKey;
  };
  'projects.apiKeys.list': {
    input: {
      project: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      api_keys: ApiKey[];
      next_after: string | null;
    };
    page: 'api_keys';
  };
  'projects.apiKeys.revoke': {
    input: {
      project: string;
      key_id: string;
    };
  };
  'projects.staff.put': {
    input: {
      project: string;
      email: string;
      role: 'admin' | 'checker' | 'maker' | (string & {});
    };
    answer: StaffMember;
    preview: StaffAppointment;
  };
  'projects.staff.list': {
    input: {
      project: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      staff: StaffMember[];
      next_after: string | null;
    };
    page: 'staff';
  };
  'projects.staff.remove': {
    input: {
      project: string;
      user_id: string;
      /**
       * Whether the API keys that the user issued here are revoked; by default they are
       */
      revoke_keys?: boolean;
    };
    answer: {
      user_id: string;
      api_keys: ApiKey[];
    };
  };
  'projects.testClock.get': {
    input: {
      project: string;
    };
    answer: TestClock;
  };
  'projects.testClock.move': {
    input: {
      project: string;
      now: string;
    };
    answer: TestClock;
  };
  'projects.demo.get': {
    input: {
      project: string;
    };
    answer: Demo;
  };
  'projects.demo.fill': {
    input: {
      project: string;
    };
    answer: Demo;
  };
  'projects.auditLog.list': {
    input: {
      project: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      environment?: Environment;
      /**
       * Only what this person or API key did, by id; `ushirika` is the service itself
       */
      actor?: string;
      /**
       * Only what was done so, like `sacco.settings_changed`
       */
      action?: string;
      /**
       * Only what was done to the thing with this id; several transfers by their first
       */
      subject?: string;
    };
    answer: {
      totals?: ListTotals;
      audit_log: AuditEntry[];
      next_after: string | null;
    };
    page: 'audit_log';
  };
  'projects.providers.list': {
    input: {
      project: string;
      environment?: Environment;
    };
    answer: {
      providers: ProviderConfig[];
    };
  };
  'projects.providers.put': {
    input: {
      project: string;
      provider: string;
      credentials: {
        [k: string]: unknown;
      };
      environment?: Environment;
    };
    answer: ProviderConfig;
  };
  'projects.providers.delete': {
    input: {
      project: string;
      provider: string;
      environment?: Environment;
    };
  };
  'projects.senders.list': {
    input: {
      project: string;
      environment?: Environment;
    };
    answer: {
      senders: MessageSender[];
    };
  };
  'projects.senders.put': {
    input: {
      project: string;
      channel: string;
      environment: Environment;
      sender: 'sandbox' | 'africastalking' | 'http' | 'smtp' | 'none' | (string & {});
      credentials?: {
        [k: string]: unknown;
      };
      /**
       * Of members who have chosen none
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
      /**
       * Local times between which nothing is sent
       */
      quiet_hours?: {
        from: string;
        to: string;
      } | null;
      /**
       * Of one segment, where the sender does not tell what a message costs
       */
      segment_price?: string;
      segment_currency?: Currency;
    };
    answer: MessageSender;
  };
  'projects.providers.paybill': {
    input: {
      project: string;
      provider: string;
      environment: Environment;
      enabled: boolean;
      reject_unknown?: boolean;
    };
    answer: Paybill;
  };
  'sandbox.paybill': {
    input: {
      transaction_id: string;
      amount_minor: number;
      currency: Currency;
      /**
       * What the payer types, e.g. a member number
       */
      account_number: string;
      /**
       * Of the payer
       */
      phone: string;
      /**
       * Of the payer
       */
      name?: string;
    };
    answer: PaybillConfirmation;
  };
  'paybillConfirmations.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?: 'pending' | 'confirmed' | 'refused' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      confirmations: PaybillConfirmation[];
      next_after: string | null;
    };
    page: 'confirmations';
  };
  'paybillConfirmations.create': {
    input: {
      /**
       * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
       */
      provider: string;
      transaction_id: string;
    };
    answer: PaybillConfirmation;
  };
  'paybillConfirmations.get': {
    input: {
      paybill_confirmation: string;
    };
    answer: PaybillConfirmation;
  };
  'paybillConfirmations.sync': {
    input: {
      paybill_confirmation: string;
    };
    answer: PaybillConfirmation;
  };
  'payments.create': {
    input: {
      /**
       * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
       */
      provider: string;
      /**
       * Hundredths, in every currency
       */
      amount_minor: number;
      currency: Currency;
      /**
       * Unique per provider and environment
       */
      reference: string;
      /**
       * Required by providers that ask the payer by phone
       */
      customer_phone?: string;
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
        subaccount_id: string;
        share_bps: number;
      };
    };
    answer: Payment;
  };
  'payments.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
      payment_link?: string;
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
      utc_offset_minutes?: number;
    };
    answer: {
      totals?: ListTotals;
      payments: Payment[];
      next_after: string | null;
    };
    page: 'payments';
  };
  'payments.home': {
    input: {};
    answer: PaymentsHome;
  };
  'payments.get': {
    input: {
      payment: string;
    };
    answer: Payment;
  };
  'payments.listEvents': {
    input: {
      payment: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      events: PaymentEvent[];
      next_after: string | null;
    };
    page: 'events';
  };
  'payments.cancel': {
    input: {
      payment: string;
    };
    answer: Payment;
  };
  'payments.sync': {
    input: {
      payment: string;
    };
    answer: Payment;
  };
  'payments.ussdIntent': {
    input: {
      /**
       * Hundredths, in every currency
       */
      amount_minor: number;
      currency: Currency;
      reference: string;
    };
    answer: UssdIntent;
  };
  'paymentLinks.create': {
    input: {
      title: string;
      /**
       * Hundredths, in every currency
       */
      amount_minor: number;
      currency: Currency;
      reusable?: boolean;
      /**
       * Refund a payment that completes although another did; for one-time links
       */
      refund_overpaid?: boolean;
    };
    answer: PaymentLink;
  };
  'paymentLinks.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
    };
    answer: {
      totals?: ListTotals;
      payment_links: PaymentLink[];
      next_after: string | null;
    };
    page: 'payment_links';
  };
  'paymentLinks.get': {
    input: {
      payment_link: string;
    };
    answer: PaymentLink;
  };
  'paymentLinks.disable': {
    input: {
      payment_link: string;
    };
    answer: PaymentLink;
  };
  'payments.refunds.create': {
    input: {
      payment: string;
      amount_minor?: number;
      reason?: string;
    };
    answer: Refund;
  };
  'payments.refunds.list': {
    input: {
      payment: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
    };
    answer: {
      totals?: ListTotals;
      refunds: Refund[];
      next_after: string | null;
    };
    page: 'refunds';
  };
  'refunds.get': {
    input: {
      refund: string;
    };
    answer: Refund;
  };
  'refunds.mark': {
    input: {
      refund: string;
      status: 'succeeded' | 'failed' | 'cancelled' | (string & {});
      note?: string;
    };
    answer: Refund;
  };
  'payouts.create': {
    input: {
      /**
       * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
       */
      provider: string;
      amount_minor: number;
      currency: Currency;
      /**
       * A phone, with a bank_code where the provider needs that of its wallet, or an account of a bank
       */
      to: {
        phone?: string;
        account_number?: string;
        /**
         * Required with an account number
         */
        account_name?: string;
        /**
         * The provider's code of the bank, which an account number needs, or of the wallet of the phone
         */
        bank_code?: string;
      };
      /**
       * Of one payout that was requested here, of the project and environment, and was or may still be paid
       */
      reference: string;
      /**
       * For who is paid, where the provider shows it
       */
      narration?: string;
    };
    answer: Payout;
  };
  'payouts.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
      utc_offset_minutes?: number;
    };
    answer: {
      totals?: ListTotals;
      payouts: Payout[];
      next_after: string | null;
    };
    page: 'payouts';
  };
  'payouts.get': {
    input: {
      payout: string;
    };
    answer: Payout;
  };
  'payouts.listEvents': {
    input: {
      payout: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      events: PayoutEvent[];
      next_after: string | null;
    };
    page: 'events';
  };
  'payouts.sync': {
    input: {
      payout: string;
    };
    answer: Payout;
  };
  'payouts.cancel': {
    input: {
      payout: string;
    };
    answer: Payout;
  };
  'payouts.mark': {
    input: {
      payout: string;
      status: 'succeeded' | 'failed' | (string & {});
      /**
       * How it is known
       */
      note: string;
    };
    answer: Payout;
  };
  'projects.providers.getPayouts': {
    input: {
      project: string;
      provider: string;
      environment?: Environment;
    };
    answer: PayoutSettings;
  };
  'projects.providers.putPayouts': {
    input: {
      project: string;
      provider: string;
      environment: Environment;
      enabled: boolean;
      /**
       * Of one payout, whatever its currency; null: no limit; left out: as it is
       */
      max_minor?: number | null;
      /**
       * Of the payouts of a UTC day in each currency; null: no limit; left out: as it is
       */
      daily_max_minor?: number | null;
      /**
       * A larger payout waits for a second person; null: none does; left out: as it is
       */
      approval_above_minor?: number | null;
    };
    answer: PayoutSettings;
  };
  'customers.create': {
    input: {
      kind?: 'individual' | 'business' | (string & {});
      full_name: string;
      phone?: string | null;
      email?: string | null;
      date_of_birth?: string | null;
      external_ref?: string | null;
    };
    answer: Customer;
  };
  'customers.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * Words of name, email and reference; phone numbers
       */
      q?: string;
      status?: 'active' | 'frozen' | 'closed' | (string & {});
      kyc_status?: 'unverified' | 'in_review' | 'verified' | 'rejected' | (string & {});
    };
    answer: {
      customers: Customer[];
      next_after: string | null;
    };
    page: 'customers';
  };
  'customers.get': {
    input: {
      customer: string;
    };
    answer: Customer;
  };
  'customers.update': {
    input: {
      customer: string;
      kind?: 'individual' | 'business' | (string & {});
      full_name?: string;
      phone?: string | null;
      email?: string | null;
      date_of_birth?: string | null;
      external_ref?: string | null;
    };
    answer: Customer;
  };
  'customers.listEvents': {
    input: {
      customer: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      events: CustomerEvent[];
      next_after: string | null;
    };
    page: 'events';
  };
  'customers.freeze': {
    input: {
      customer: string;
    };
    answer: Customer;
  };
  'customers.unfreeze': {
    input: {
      customer: string;
    };
    answer: Customer;
  };
  'customers.close': {
    input: {
      customer: string;
    };
    answer: Customer;
  };
  'files.upload': {
    input: {
      /**
       * What it is for, and can be given to; anything by default
       */
      purpose?: 'kyc_document' | 'member_photo' | 'member_signature' | 'signed_form' | 'logo' | (string & {});
    };
    answer: File;
  };
  'files.get': {
    input: {
      file: string;
    };
    answer: File;
  };
  'files.content': {
    input: {
      file: string;
    };
  };
  'customers.documents.create': {
    input: {
      customer: string;
      doc_type: DocType;
      number: string;
      issuing_country?: string | null;
      /**
       * Its last day of validity
       */
      expires_on?: string | null;
      /**
       * An uploaded file, in place of `file_url`
       */
      file_id?: string | null;
      file_url?: string | null;
      file_sha256?: string | null;
    };
    answer: Document;
  };
  'customers.documents.list': {
    input: {
      customer: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      documents: Document[];
      next_after: string | null;
    };
    page: 'documents';
  };
  'customers.documents.review': {
    input: {
      customer: string;
      document: string;
      decision: 'accept' | 'reject' | (string & {});
      /**
       * Required to reject
       */
      note?: string | null;
    };
    answer: Document;
  };
  'projects.customers.documents.revealNumber': {
    input: {
      project: string;
      customer: string;
      document: string;
      environment?: Environment;
    };
    answer: {
      number: string;
    };
  };
  'customers.kyc.requirements': {
    input: {
      customer: string;
      tier: number;
    };
    answer: KycRequirements;
  };
  'customers.kyc.decide': {
    input: {
      customer: string;
      decision: 'approve' | 'reject' | (string & {});
      /**
       * Required to approve
       */
      tier?: number;
      /**
       * Required to reject
       */
      note?: string | null;
    };
    answer: KycDecision;
  };
  'kycLimits.put': {
    input: {
      tier: number;
      currency: Currency;
      max_balance_minor?: number | null;
      max_single_minor?: number | null;
      max_daily_out_minor?: number | null;
    };
    answer: KycLimit;
  };
  'kycLimits.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      limits: KycLimit[];
      next_after: string | null;
    };
    page: 'limits';
  };
  'ledger.accounts.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      kind?: AccountKind;
      currency?: Currency;
    };
    answer: {
      backend: string;
      environment: Environment;
      accounts: Account[];
      next_after: string | null;
    };
    page: 'accounts';
  };
  'ledger.accounts.open': {
    input: {
      kind: 'provider_clearing' | 'merchant_available' | 'subaccount' | 'adjustments' | (string & {});
      currency: Currency;
      /**
       * Required for a subaccount, forbidden otherwise
       */
      subaccount_id?: string;
    };
    answer: Account;
  };
  'ledger.accounts.get': {
    input: {
      account: string;
    };
    answer: Account;
  };
  'ledger.accounts.listTransfers': {
    input: {
      account: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      transfers: Transfer[];
      next_after: string | null;
    };
    page: 'transfers';
  };
  'ledger.accounts.balance': {
    input: {
      account: string;
      at: string;
    };
    answer: AccountBalance;
  };
  'ledger.transfers.create': {
    input: {
      debit_account_id: string;
      credit_account_id: string;
      amount_minor: number;
      memo?: string;
    };
    answer: Transfer;
  };
  'ledger.transfers.createBatch': {
    input: {
      transfers: {
        debit_account_id: string;
        credit_account_id: string;
        amount_minor: number;
        memo?: string;
      }[];
    };
    answer: TransferBatch;
  };
  'ledger.holds.create': {
    input: {
      debit_account_id: string;
      credit_account_id: string;
      amount_minor: number;
      memo?: string;
      /**
       * Seconds until it expires; without it, never
       */
      timeout_secs?: number;
    };
    answer: Hold;
  };
  'ledger.holds.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?: 'pending' | 'captured' | 'voided' | 'expired' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      holds: Hold[];
      next_after: string | null;
    };
    page: 'holds';
  };
  'ledger.holds.get': {
    input: {
      hold: string;
    };
    answer: Hold;
  };
  'ledger.holds.capture': {
    input: {
      hold: string;
      /**
       * By default the whole amount
       */
      amount_minor?: number;
    };
    answer: Hold;
  };
  'ledger.holds.void': {
    input: {
      hold: string;
    };
    answer: Hold;
  };
  'ledger.postings.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?: 'pending' | 'posted' | 'failed' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      postings: Posting[];
      next_after: string | null;
    };
    page: 'postings';
  };
  'ledger.postings.retry': {
    input: {
      payment: string;
    };
    answer: Posting;
  };
  'ledger.report': {
    input: {
      from: string;
      to: string;
    };
    answer: Report;
  };
  'customers.wallets.open': {
    input: {
      customer: string;
      currency: Currency;
    };
    answer: Wallet;
  };
  'customers.wallets.list': {
    input: {
      customer: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      wallets: Wallet[];
      next_after: string | null;
    };
    page: 'wallets';
  };
  'customers.wallets.deposit': {
    input: {
      customer: string;
      currency: Currency;
      amount_minor: number;
    };
    answer: Transfer;
  };
  'customers.wallets.withdraw': {
    input: {
      customer: string;
      currency: Currency;
      amount_minor: number;
    };
    answer: Transfer;
  };
  'walletTransfers.create': {
    input: {
      from_customer_id: string;
      to_customer_id: string;
      currency: Currency;
      amount_minor: number;
    };
    answer: Transfer;
  };
  'walletTopups.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?: 'pending' | 'credited' | 'blocked' | 'refunded' | 'reversed' | 'cancelled' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      topups: Topup[];
      next_after: string | null;
    };
    page: 'topups';
  };
  'walletTopups.get': {
    input: {
      payment: string;
    };
    answer: Topup;
  };
  'walletTopups.retry': {
    input: {
      payment: string;
    };
    answer: Topup;
  };
  'walletTopups.reverse': {
    input: {
      payment: string;
    };
    answer: Topup;
  };
  'sacco.settings.get': {
    input: {};
    answer: SaccoSettings;
  };
  'sacco.settings.put': {
    input: {
      currency?: Currency;
      min_kyc_tier?: number;
      entrance_fee_minor?: number;
      min_share_capital_minor?: number;
      utc_offset_minutes?: number;
      withdrawal_approval_minor?: number | null;
      tills?: 'off' | 'on' | (string & {});
      paybill_match_phone?: boolean;
      paybill_waterfall?: ('overdue_loans' | 'current_loans' | 'shares' | 'savings' | (string & {}))[];
      savings_product_id?: string;
      /**
       * Interest on deposits that is declared at the end of each period; null: none by itself
       */
      savings_interest?: {
        /**
         * A year, in hundredths of a percent
         */
        rate_bps: number;
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
        credit_to?: 'same_account' | 'default_account' | (string & {});
        frequency: 'monthly' | 'quarterly' | 'yearly' | (string & {});
        /**
         * In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
         */
        withholding_tax_bps?: number | null;
        product_id?: string | null;
      } | null;
      /**
       * The same for other savings products, one for each. The list takes the place of the present one
       */
      savings_interest_plans?: {
        /**
         * A year, in hundredths of a percent
         */
        rate_bps: number;
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
        credit_to?: 'same_account' | 'default_account' | (string & {});
        frequency: 'monthly' | 'quarterly' | 'yearly' | (string & {});
        /**
         * In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
         */
        withholding_tax_bps?: number | null;
        product_id: string;
      }[];
      withholding?: {
        kind: 'deposit_interest' | 'dividend' | (string & {});
        bps: number;
        from: string;
      }[];
    };
    answer: SaccoSettings;
  };
  'sacco.logo.put': {
    input: {
      /**
       * Null: none
       */
      logo_file_id: string | null;
    };
    answer: SaccoSettings;
  };
  'sacco.expenses.create': {
    input: {
      amount_minor: number;
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
      paid_from?: 'cash' | 'bank' | (string & {});
      /**
       * Code or id of an account of the chart of accounts
       */
      account?: string;
      /**
       * The bank's reference; with `paid_from: "bank"` alone
       */
      reference?: string;
    };
    answer: Entry;
  };
  'sacco.reports.expenses': {
    input: {
      /**
       * First local date; by default 1 January
       */
      from?: string;
      /**
       * Last local date; by default today
       */
      to?: string;
    };
    answer: ExpenseReport;
  };
  'sacco.bankings.create': {
    input: {
      amount_minor: number;
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
    };
    answer: Entry;
  };
  'accounting.journals.create': {
    input: {
      lines: {
        /**
         * Code or id of an account of the chart of accounts
         */
        account: string;
        debit?: string;
        debit_minor?: number;
        credit?: string;
        credit_minor?: number;
      }[];
      memo: string;
      /**
       * Of a document
       */
      reference?: string;
    };
    answer: Entry;
  };
  'sacco.unallocated.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
    };
    answer: {
      totals?: ListTotals;
      receipts: Receipt[];
      next_after: string | null;
    };
    page: 'receipts';
  };
  'sacco.unallocated.create': {
    input: {
      amount_minor: number;
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
    };
    answer: Entry;
  };
  'sacco.unallocated.get': {
    input: {
      receipt: string;
    };
    answer: Receipt;
  };
  'sacco.unallocated.allocate': {
    input: {
      receipt: string;
      member_id: string;
      purpose: 'savings' | 'shares' | 'loan_repayment' | (string & {});
      /**
       * Required to repay a loan
       */
      loan_id?: string;
      /**
       * With the purpose savings: which account; by default the default one
       */
      savings_account_id?: string;
      memo: string;
    };
    answer: Entry;
  };
  'sacco.unallocated.refund': {
    input: {
      receipt: string;
      memo: string;
    };
    answer: Receipt;
  };
  'sacco.imports.create': {
    input: {
      /**
       * The local day whose balances the files have
       */
      cut_over_date: string;
      /**
       * CSV; the columns are those of the template
       */
      members_csv: string;
      loans_csv?: string;
      /**
       * Banks and general accounts: `code`, and `debit` or `credit`
       */
      accounts_csv?: string;
      guarantors_csv?: string;
      cash_on_hand_minor?: number;
      /**
       * Only checks the files
       */
      dry_run?: boolean;
      /**
       * Required unless it is a dry run
       */
      memo?: string;
    };
    answer: CutOverImport;
  };
  'sacco.imports.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
    };
    answer: {
      totals?: ListTotals;
      imports: CutOverImport[];
      next_after: string | null;
    };
    page: 'imports';
  };
  'sacco.imports.template': {
    input: {
      file: 'members' | 'loans' | 'accounts' | 'guarantors' | (string & {});
    };
  };
  'sacco.imports.get': {
    input: {
      import_id: string;
    };
    answer: CutOverImport;
  };
  'sacco.imports.errors': {
    input: {
      import_id: string;
    };
  };
  'sacco.movementBatches.create': {
    input: {
      /**
       * The text of the file
       */
      csv: string;
      /**
       * `cash` comes into the vault, where the cooperative has tills
       */
      source: 'cash' | 'bank' | (string & {});
      /**
       * Code or id of the bank account; only with `source: bank`
       */
      account?: string;
      /**
       * The bank's; lines may have their own
       */
      reference?: string;
      /**
       * What the lines have to add up to
       */
      total_minor: number;
      /**
       * Only checks the file
       */
      dry_run?: boolean;
      /**
       * Required unless it is a dry run
       */
      memo?: string;
    };
    answer: MovementBatch;
  };
  'sacco.movementBatches.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
    };
    answer: {
      totals?: ListTotals;
      movement_batches: MovementBatch[];
      next_after: string | null;
    };
    page: 'movement_batches';
  };
  'sacco.movementBatches.get': {
    input: {
      batch: string;
    };
    answer: MovementBatch;
  };
  'sacco.movementBatches.lines': {
    input: {
      batch: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      status?: 'pending' | 'posted' | 'failed' | (string & {});
    };
    answer: {
      lines: MovementBatchLine[];
      next_after: string | null;
    };
    page: 'lines';
  };
  'sacco.employers.create': {
    input: {
      name: string;
      code: string;
      /**
       * Of the month; the last day of a shorter month
       */
      pay_day: number;
    };
    answer: Employer;
  };
  'sacco.employers.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
    };
    answer: {
      totals?: ListTotals;
      employers: Employer[];
      next_after: string | null;
    };
    page: 'employers';
  };
  'sacco.employers.get': {
    input: {
      employer: string;
    };
    answer: Employer;
  };
  'sacco.employers.update': {
    input: {
      employer: string;
      name?: string;
      code?: string;
      /**
       * Of the month; the last day of a shorter month
       */
      pay_day?: number;
    };
    answer: Employer;
  };
  'sacco.members.update': {
    input: {
      member: string;
      /**
       * Null: nobody any more
       */
      employer_id?: string | null;
      payroll_no?: string | null;
      contribution?: string;
      contribution_minor?: number;
    };
    answer: Member;
  };
  'sacco.members.get': {
    input: {
      member: string;
    };
    answer: Member;
  };
  'sacco.employers.advice': {
    input: {
      employer: string;
      month: string;
    };
    answer: Advice;
  };
  'sacco.employers.remittances.create': {
    input: {
      employer: string;
      month: string;
      /**
       * The text of the file
       */
      csv: string;
      /**
       * Code or id of the bank account that it came into
       */
      account: string;
      /**
       * The bank's
       */
      reference?: string;
      /**
       * What the lines have to add up to
       */
      total_minor: number;
      memo: string;
    };
    answer: Remittance;
  };
  'sacco.employers.remittances.list': {
    input: {
      employer: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
    };
    answer: {
      totals?: ListTotals;
      remittances: MovementBatch[];
      next_after: string | null;
    };
    page: 'remittances';
  };
  'sacco.employers.remittances.get': {
    input: {
      employer: string;
      remittance: string;
    };
    answer: Remittance;
  };
  'sacco.reports.checkOff': {
    input: {
      month: string;
      /**
       * Left out: all employers
       */
      employer_id?: string;
    };
    answer: CheckOff;
  };
  'sacco.home': {
    input: {};
    answer: Home;
  };
  'sacco.treasury': {
    input: {};
    answer: Treasury;
  };
  'sacco.summary': {
    input: {};
    answer: Summary;
  };
  'sacco.reports.trends': {
    input: {};
    answer: Trends;
  };
  'sacco.reports.ratios': {
    input: {
      /**
       * By default today
       */
      as_of?: string;
    };
    answer: Ratios;
  };
  'notifications.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      member_id?: string;
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
    };
    answer: {
      totals?: ListTotals;
      notifications: Notification[];
      next_after: string | null;
    };
    page: 'notifications';
  };
  'notifications.get': {
    input: {
      notification: string;
    };
    answer: Notification;
  };
  'sandbox.outbox': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      member_id?: string;
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
    };
    answer: {
      totals?: ListTotals;
      notifications: Notification[];
      next_after: string | null;
    };
    page: 'notifications';
  };
  'sacco.members.preferences.get': {
    input: {
      member: string;
    };
    answer: MemberPreferences;
  };
  'sacco.members.preferences.put': {
    input: {
      member: string;
      language?: 'en' | 'sw' | 'am' | (string & {});
      sms?: boolean;
      email?: boolean;
    };
    answer: MemberPreferences;
  };
  'sacco.notificationTemplates.list': {
    input: {
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
    };
    answer: {
      notification_templates: NotificationTemplate[];
    };
  };
  'sacco.notificationTemplates.get': {
    input: {
      template: string;
      language: string;
    };
    answer: NotificationTemplate;
  };
  'sacco.notificationTemplates.put': {
    input: {
      template: string;
      language: string;
      text: string;
      /**
       * Of e-mails; null: ours
       */
      subject?: string | null;
      /**
       * Stores nothing: the answer has the preview
       */
      dry_run?: boolean;
    };
    answer: NotificationTemplate;
  };
  'sacco.tills.create': {
    input: {
      name: string;
      branch?: string;
    };
    answer: Till;
  };
  'sacco.tills.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      active?: boolean;
    };
    answer: {
      tills: Till[];
      next_after: string | null;
    };
    page: 'tills';
  };
  'sacco.tills.get': {
    input: {
      till: string;
    };
    answer: Till;
  };
  'sacco.tills.change': {
    input: {
      till: string;
      name?: string;
      branch?: string | null;
      active?: boolean;
    };
    answer: Till;
  };
  'sacco.tillTransfers.create': {
    input: {
      amount_minor: number;
      /**
       * The id of a till, or `vault`
       */
      from: string;
      /**
       * The id of a till, or `vault`
       */
      to: string;
      memo: string;
    };
    answer: Entry;
  };
  'sacco.tills.openSession': {
    input: {
      till: string;
      /**
       * From the vault
       */
      float?: string;
      float_minor?: number;
      memo?: string;
    };
    answer: TillSession;
  };
  'sacco.tills.closeSession': {
    input: {
      till: string;
      till_session: string;
      /**
       * Pieces by denomination, such as `{ "1000.00": 12 }`
       */
      count?: {};
      counted?: string;
      counted_minor?: number;
      memo?: string;
    };
    answer: TillSession;
  };
  'sacco.tills.count': {
    input: {
      till: string;
      till_session: string;
      /**
       * Pieces by denomination, such as `{ "1000.00": 12 }`
       */
      count?: {};
      counted?: string;
      counted_minor?: number;
      memo?: string;
    };
    answer: TillCount;
  };
  'sacco.tillSessions.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
    };
    answer: {
      totals?: ListTotals;
      till_sessions: TillSession[];
      next_after: string | null;
    };
    page: 'till_sessions';
  };
  'sacco.tillSessions.get': {
    input: {
      till_session: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * Of the PDF; by default `en`
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
    };
    answer: TillSessionDetails;
  };
  'sacco.members.join': {
    input: {
      customer_id: string;
      /**
       * Books the entrance fee as paid in cash
       */
      pay_entrance_fee?: boolean;
      /**
       * By default the next number
       */
      member_no?: string;
      /**
       * The till at which an API key takes the fee, where the cooperative has tills
       */
      till?: string;
    };
    answer: Member;
  };
  'sacco.members.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?:
        | 'created_at'
        | '-created_at'
        | 'member_no'
        | '-member_no'
        | 'full_name'
        | '-full_name'
        | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?: 'active' | 'suspended' | 'exiting' | 'exited' | (string & {});
      q?: string;
    };
    answer: {
      totals?: ListTotals;
      members: Member[];
      next_after: string | null;
    };
    page: 'members';
  };
  'sacco.members.suspend': {
    input: {
      member: string;
    };
    answer: Member;
  };
  'sacco.members.reactivate': {
    input: {
      member: string;
    };
    answer: Member;
  };
  'sacco.members.putFiles': {
    input: {
      member: string;
      /**
       * Null: none
       */
      photo_file_id?: string | null;
      /**
       * Null: none
       */
      signature_file_id?: string | null;
    };
    answer: Member;
  };
  'sacco.members.statement': {
    input: {
      member: string;
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
      savings_account_id?: string;
      /**
       * Of the PDF; by default `en`
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
    };
    answer: Statement;
  };
  'sacco.members.timeline': {
    input: {
      member: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      kind?: TimelineKind;
    };
    answer: {
      timeline: TimelineItem[];
      next_after: string | null;
    };
    page: 'timeline';
  };
  'sacco.members.writeNote': {
    input: {
      member: string;
      text: string;
    };
    answer: MemberNote;
  };
  'sacco.members.balances': {
    input: {
      member: string;
    };
    answer: BalanceHistory;
  };
  'sacco.members.deposit': {
    input: {
      member: string;
      amount_minor: number;
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
      savings_account_id?: string;
    };
    answer: Entry;
  };
  'sacco.members.withdraw': {
    input: {
      member: string;
      amount_minor: number;
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
      savings_account_id?: string;
    };
    answer: Entry;
  };
  'sacco.members.buyShares': {
    input: {
      member: string;
      amount_minor: number;
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
      savings_account_id?: string;
    };
    answer: Entry;
  };
  'sacco.members.exit': {
    input: {
      member: string;
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
    };
    answer: Entry;
  };
  'sacco.cashAdjustments.create': {
    input: {
      amount_minor: number;
      memo: string;
      /**
       * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
       */
      till?: string;
      direction: 'in' | 'out' | (string & {});
    };
    answer: Entry;
  };
  'sacco.members.listEntries': {
    input: {
      member: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
      requested_by?: 'me' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      entries: Entry[];
      next_after: string | null;
    };
    page: 'entries';
  };
  'sacco.entries.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
      requested_by?: 'me' | (string & {});
      /**
       * The number that the receipt prints: the last six characters of the id. Case does not matter, `O` is read as `0`, `I` and `L` as `1`
       */
      short_no?: string;
    };
    answer: {
      totals?: ListTotals;
      entries: Entry[];
      next_after: string | null;
    };
    page: 'entries';
  };
  'sacco.entries.get': {
    input: {
      entry: string;
    };
    answer: Entry;
  };
  'sacco.entries.receipt': {
    input: {
      entry: string;
      /**
       * Of the PDF: a roll, which is the default, or a page
       */
      size?: '80mm' | 'a5' | (string & {});
      /**
       * Of the PDF; by default `en`
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
    };
    answer: EntryReceipt;
  };
  'sacco.entries.reverse': {
    input: {
      entry: string;
      memo: string;
      /**
       * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
       */
      till?: string;
    };
    answer: Entry;
  };
  'sacco.savingsProducts.define': {
    input: {
      name: string;
      kind: SavingsKind;
      /**
       * By default the cooperative's, and no other one
       */
      currency?: Currency;
      min_balance?: string;
      min_balance_minor?: number;
      min_opening?: string;
      min_opening_minor?: number;
      monthly_fee?: string;
      monthly_fee_minor?: number;
      withdrawal_fee?: string;
      withdrawal_fee_minor?: number;
      notice_days?: number;
      early_fee_bps?: number;
      /**
       * By default of every kind but fixed
       */
      counts_for_multiple?: boolean;
      rate_bps?: number;
      term_days?: number | null;
      /**
       * Of a fixed product: by default pay_out
       */
      at_maturity?: 'pay_out' | 'renew_principal' | 'renew_all' | (string & {});
    };
    answer: SavingsProduct;
  };
  'sacco.savingsProducts.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      status?: 'active' | 'retired' | (string & {});
    };
    answer: {
      savings_products: SavingsProduct[];
      next_after: string | null;
    };
    page: 'savings_products';
  };
  'sacco.savingsProducts.get': {
    input: {
      savings_product: string;
    };
    answer: SavingsProduct;
  };
  'sacco.savingsProducts.retire': {
    input: {
      savings_product: string;
    };
    answer: SavingsProduct;
  };
  'sacco.savingsAccounts.open': {
    input: {
      member: string;
      product_id: string;
      amount_minor?: number;
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
    };
    answer: SavingsAccount;
  };
  'sacco.savingsAccounts.list': {
    input: {
      member: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      savings_accounts: SavingsAccount[];
      next_after: string | null;
    };
    page: 'savings_accounts';
  };
  'sacco.savingsAccounts.get': {
    input: {
      member: string;
      savings_account: string;
    };
    answer: SavingsAccount;
  };
  'sacco.savingsAccounts.close': {
    input: {
      member: string;
      savings_account: string;
    };
    answer: SavingsAccount;
  };
  'sacco.savingsAccounts.giveNotice': {
    input: {
      member: string;
      savings_account: string;
      amount_minor: number;
    };
    answer: SavingsNotice;
  };
  'sacco.savingsAccounts.listNotices': {
    input: {
      member: string;
      savings_account: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      notices: SavingsNotice[];
      next_after: string | null;
    };
    page: 'notices';
  };
  'sacco.members.transferSavings': {
    input: {
      member: string;
      amount_minor: number;
      /**
       * What the movement is about, such as a slip's number
       */
      memo?: string;
      from_savings_account_id: string;
      to_savings_account_id: string;
    };
    answer: Entry;
  };
  'sacco.reports.fees': {
    input: {
      /**
       * As 2027-01
       */
      month: string;
    };
    answer: SavingsFeeReport;
  };
  'sacco.loanProducts.define': {
    input: {
      name: string;
      rate_bps: number;
      method: LoanMethod;
      frequency: ContributionFrequency;
      min_amount_minor: number;
      max_amount_minor: number;
      min_term: number;
      max_term: number;
      savings_multiple_bps?: number | null;
      min_guarantors?: number;
      guarantee_coverage_bps?: number;
      /**
       * Whether guarantors must consent before a loan is approved
       */
      guarantor_consent?: GuarantorConsent;
      fee_bps?: number;
      penalty_bps?: number;
      grace_days?: number;
    };
    answer: LoanProduct;
  };
  'sacco.loanProducts.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      status?: 'active' | 'retired' | (string & {});
    };
    answer: {
      loan_products: LoanProduct[];
      next_after: string | null;
    };
    page: 'loan_products';
  };
  'sacco.loanProducts.get': {
    input: {
      loan_product: string;
    };
    answer: LoanProduct;
  };
  'sacco.loanProducts.retire': {
    input: {
      loan_product: string;
    };
    answer: LoanProduct;
  };
  'sacco.loans.apply': {
    input: {
      amount_minor: number;
      member_id: string;
      product_id: string;
      term: number;
      purpose?: string | null;
      /**
       * The staff member responsible for the loan; by default the user who applies
       */
      officer_user_id?: string;
      /**
       * By default into the member's savings; or to the member's phone
       */
      disburse_to?: 'savings' | 'mobile' | (string & {});
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
      savings_account_id?: string;
      guarantors?: {
        member_id: string;
        amount_minor: number;
      }[];
    };
    answer: Loan;
    preview: LoanPreview;
  };
  'sacco.loans.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
      member_id?: string;
      /**
       * Only loans that this member guarantees, or has guaranteed
       */
      guarantor_id?: string;
    };
    answer: {
      totals?: ListTotals;
      loans: LoanSummary[];
      next_after: string | null;
    };
    page: 'loans';
  };
  'sacco.loans.get': {
    input: {
      loan: string;
      /**
       * Of the PDF; by default `en`
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
    };
    answer: Loan;
  };
  'sacco.loans.guarantee': {
    input: {
      loan: string;
      member: string;
      /**
       * Of the PDF; by default `en`
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
    };
    answer: Guarantee;
  };
  'sacco.loans.decideConsent': {
    input: {
      loan: string;
      member: string;
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
      file_id?: string;
    };
    answer: Guarantee;
  };
  'sacco.loans.requestConsent': {
    input: {
      loan: string;
      member: string;
    };
    answer: Guarantee;
  };
  'sacco.loans.writeOff': {
    input: {
      loan: string;
      memo: string;
    };
    answer: Entry;
  };
  'sacco.portfolio': {
    input: {};
    answer: Portfolio;
  };
  'sacco.portfolioHistory': {
    input: {
      /**
       * First month
       */
      from: string;
      /**
       * Last month; at most 60 months in total
       */
      to: string;
    };
    answer: PortfolioHistory;
  };
  'sacco.loans.repay': {
    input: {
      loan: string;
      amount_minor: number;
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
      savings_account_id?: string;
    };
    answer: Entry;
  };
  'sacco.loans.split': {
    input: {
      loan: string;
      amount_minor: number;
    };
    answer: RepaymentSplit;
  };
  'sacco.loans.history': {
    input: {
      loan: string;
    };
    answer: LoanHistory;
  };
  'sacco.provisioningTable.get': {
    input: {};
    answer: ProvisioningTable;
  };
  'sacco.provisioningTable.put': {
    input: {
      classes: {
        name: string;
        from_days: number;
        rate_bps: number;
      }[];
    };
    answer: ProvisioningTable;
  };
  'sacco.provisions.create': {
    input: {
      memo: string;
    };
    answer: Entry;
  };
  'sacco.reports.ageing': {
    input: {};
    answer: Ageing;
  };
  'sacco.reports.arrears': {
    input: {
      /**
       * Only loans with at least this many days past due
       */
      min_days?: number;
      product_id?: string;
      /**
       * Only loans of this officer
       */
      officer_user_id?: string;
    };
    answer: Arrears;
  };
  'sacco.reports.collectionSheet': {
    input: {
      /**
       * By default today; at most 366 days ahead
       */
      date?: string;
      /**
       * Only loans of this officer
       */
      officer_user_id?: string;
      /**
       * All by default
       */
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: CollectionSheet;
  };
  'sacco.reports.portfolio': {
    input: {
      group_by: 'product' | 'officer' | 'class' | (string & {});
    };
    answer: PortfolioGroups;
  };
  'sacco.dividends.declare': {
    input: {
      label: string;
      period_start: string;
      period_end: string;
      share_rate_bps: number;
      interest_rebate_bps: number;
      paid_from: 'interest_income' | 'fee_income' | (string & {});
      /**
       * In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
       */
      withholding_tax_bps?: number;
    };
    answer: Dividend;
    preview: DividendPreview;
  };
  'sacco.dividends.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?:
        'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      dividends: DividendSummary[];
      next_after: string | null;
    };
    page: 'dividends';
  };
  'sacco.dividends.get': {
    input: {
      dividend: string;
    };
    answer: Dividend;
  };
  'sacco.dividends.line': {
    input: {
      dividend: string;
      member: string;
      /**
       * Of the PDF; by default `en`
       */
      language?: 'en' | 'sw' | 'am' | (string & {});
    };
    answer: MemberDividend;
  };
  'sacco.dividends.retry': {
    input: {
      dividend: string;
    };
    answer: Dividend;
  };
  'sacco.members.dividendAccount.get': {
    input: {
      member: string;
    };
    answer: DividendAccount;
  };
  'sacco.members.dividendAccount.put': {
    input: {
      member: string;
      savings_account_id: string;
    };
    answer: DividendAccount;
  };
  'sacco.savingsInterest.declare': {
    input: {
      label: string;
      period_start: string;
      /**
       * A day that is over; the period has at most 366 days
       */
      period_end: string;
      /**
       * A year, in hundredths of a percent
       */
      rate_bps: number;
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
      credit_to?: 'same_account' | 'default_account' | (string & {});
      /**
       * By default the product of the account that every member has
       */
      product_id?: string;
      /**
       * In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
       */
      withholding_tax_bps?: number;
    };
    answer: SavingsInterest;
  };
  'sacco.savingsInterest.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?:
        'declared' | 'paid' | 'paid_with_exceptions' | 'failed' | 'rejected' | 'cancelled' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      savings_interest: SavingsInterestSummary[];
      next_after: string | null;
    };
    page: 'savings_interest';
  };
  'sacco.savingsInterest.get': {
    input: {
      savings_interest: string;
    };
    answer: SavingsInterest;
  };
  'sacco.savingsInterest.retry': {
    input: {
      savings_interest: string;
    };
    answer: SavingsInterest;
  };
  'sacco.members.tax.get': {
    input: {
      member: string;
    };
    answer: MemberTax;
  };
  'sacco.members.tax.put': {
    input: {
      member: string;
      tax_number?: string | null;
      exempt?: boolean;
      /**
       * Why the member is exempt
       */
      reason?: string | null;
    };
    answer: MemberTax;
  };
  'sacco.reports.withholding': {
    input: {
      /**
       * First local date; by default 1 January
       */
      from?: string;
      /**
       * Last local date; by default today
       */
      to?: string;
    };
    answer: WithholdingReport;
  };
  'sacco.taxRemittances.create': {
    input: {
      amount_minor: number;
      memo: string;
      /**
       * The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
       */
      till?: string;
      /**
       * By default cash
       */
      paid_from?: 'cash' | 'bank' | (string & {});
      /**
       * Code or id of an account of the chart of accounts
       */
      account?: string;
      /**
       * The bank's reference; with `paid_from: "bank"` alone
       */
      reference?: string;
    };
    answer: Entry;
  };
  'sacco.members.contribution.get': {
    input: {
      member: string;
    };
    answer: Contribution;
  };
  'sacco.members.contribution.put': {
    input: {
      member: string;
      amount_minor: number;
      frequency: ContributionFrequency;
      /**
       * Of the first one; monthly ones fall due on the same day, or the last one of a shorter month
       */
      start_date: string;
    };
    answer: Contribution;
  };
  'sacco.reports.contributions': {
    input: {
      /**
       * By default today; that day counts
       */
      date?: string;
    };
    answer: ContributionReport;
  };
  'approvals.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
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
      requested_by?: 'me' | (string & {});
    };
    answer: {
      totals?: ListTotals;
      approvals: Approval[];
      next_after: string | null;
    };
    page: 'approvals';
  };
  'approvals.get': {
    input: {
      approval: string;
    };
    answer: ApprovalDetails;
  };
  'approvals.approve': {
    input: {
      approval: string;
      note?: string | null;
    };
    answer: Approved;
  };
  'approvals.reject': {
    input: {
      approval: string;
      note: string;
    };
    answer: Approval;
  };
  'approvals.cancel': {
    input: {
      approval: string;
    };
    answer: Approval;
  };
  'reconciliation.runs.import': {
    input: {
      /**
       * One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
       */
      provider: string;
      currency: Currency;
      period_start: string;
      /**
       * Inclusive
       */
      period_end: string;
      /**
       * Determines which payments fall in the period; by default `+00:00`
       */
      utc_offset?: string;
      /**
       * The name of the file
       */
      source_name?: string;
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
      default_kind?:
        | 'payment'
        | 'refund'
        | 'payout'
        | 'payout_reversal'
        | 'fee'
        | 'fee_reversal'
        | 'other'
        | (string & {});
      amount_unit?: 'major' | 'minor' | (string & {});
      decimal_separator?: '.' | ',' | (string & {});
      delimiter?: ',' | ';' | '|' | '\t' | (string & {});
      /**
       * Tokens: YYYY YY MM MMM DD HH hh mm ss A
       */
      date_format?: string;
      /**
       * Number of lines before the header
       */
      skip_rows?: number;
      status_column?: string;
      /**
       * Rows with another status are skipped
       */
      ok_statuses?: string[];
      /**
       * The reference is the part after this text in its column
       */
      reference_after?: string;
      /**
       * Returns the run and stores nothing
       */
      dry_run?: boolean;
    };
    answer: Run;
  };
  'reconciliation.runs.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
    };
    answer: {
      totals?: ListTotals;
      runs: Run[];
      next_after: string | null;
    };
    page: 'runs';
  };
  'reconciliation.presets': {
    input: {};
    answer: {
      presets: StatementPreset[];
    };
  };
  'reconciliation.runs.get': {
    input: {
      run: string;
    };
    answer: Run;
  };
  'reconciliation.lines.list': {
    input: {
      run: string;
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      match_status?:
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
    };
    answer: {
      lines: Line[];
      next_after: string | null;
    };
    page: 'lines';
  };
  'reconciliation.runs.close': {
    input: {
      run: string;
    };
    answer: Run;
  };
  'reconciliation.lines.resolve': {
    input: {
      run: string;
      line: string;
      action: 'settle_payment' | 'book_payout' | 'book_fee' | 'ignore' | (string & {});
      /**
       * Code or id of an account of the chart of accounts
       */
      bank_account?: string;
      /**
       * Of a fee: the SACCO bears it, instead of the merchant's balance
       */
      as?: 'expense' | (string & {});
      /**
       * Required to ignore a line
       */
      note?: string | null;
    };
    answer: Line;
  };
  'reconciliation.runs.resolveAll': {
    input: {
      run: string;
      action: 'settle_payment' | 'book_payout' | 'book_fee' | (string & {});
      /**
       * Code or id of an account of the chart of accounts
       */
      bank_account?: string;
      /**
       * Of a fee: the SACCO bears it, instead of the merchant's balance
       */
      as?: 'expense' | (string & {});
      note?: string | null;
    };
    answer: LineResults;
  };
  'webhookEndpoints.create': {
    input: {
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
    };
    answer: WebhookEndpoint;
  };
  'webhookEndpoints.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
    };
    answer: {
      webhook_endpoints: WebhookEndpoint[];
      next_after: string | null;
    };
    page: 'webhook_endpoints';
  };
  'webhookEndpoints.listEvents': {
    input: {
      webhook_endpoint: string;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * How long to wait for an event if there is none
       */
      wait_seconds?: number;
    };
    answer: PolledEvents;
  };
  'webhookEndpoints.delete': {
    input: {
      webhook_endpoint: string;
    };
  };
  'webhookEndpoints.rotateSecret': {
    input: {
      webhook_endpoint: string;
    };
    answer: WebhookEndpoint;
  };
  'webhookDeliveries.list': {
    input: {
      limit?: number;
      /**
       * `next_after` of the previous page
       */
      after?: string;
      /**
       * What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
       */
      sort?: 'created_at' | '-created_at' | (string & {});
      /**
       * Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
       */
      totals?: boolean;
      status?: 'pending' | 'delivered' | 'failed' | (string & {});
      endpoint_id?: string;
    };
    answer: {
      totals?: ListTotals;
      webhook_deliveries: WebhookDelivery[];
      next_after: string | null;
    };
    page: 'webhook_deliveries';
  };
  'webhookDeliveries.get': {
    input: {
      webhook_delivery: string;
    };
    answer: WebhookDeliveryDetails;
  };
  'webhookDeliveries.redeliver': {
    input: {
      webhook_delivery: string;
    };
    answer: WebhookDelivery;
  };
}

export type OperationId = keyof Operations;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Belongs to a project and an environment, which are sent as headers. */
  in_project?: true;
  /** Names that go into the query; of a GET all do. */
  query?: readonly string[];
  /** A list: the name under which the answer holds its rows. */
  page?: string;
  /** A list that is CSV, too. */
  csv?: true;
  /** By what the list can be sorted; such a list has totals, too. */
  sorts?: readonly string[];
  /** Where the idempotency key goes; left out: it takes none. */
  key?: 'header' | 'body';
  /** `amount_minor` is sent as `amount`, a JSON number of major units. */
  major_units?: true;
}

export const ROUTES: Record<OperationId, Route> = {
  'service.version': { method: 'GET', path: '/api/version' },
  'accounting.trialBalance': { method: 'GET', path: '/api/v1/accounting/trial-balance', in_project: true },
  'accounting.generalLedger': {
    method: 'GET',
    path: '/api/v1/accounting/general-ledger',
    in_project: true,
    page: 'lines',
    csv: true,
  },
  'accounting.incomeStatement': {
    method: 'GET',
    path: '/api/v1/accounting/income-statement',
    in_project: true,
  },
  'accounting.balanceSheet': { method: 'GET', path: '/api/v1/accounting/balance-sheet', in_project: true },
  'accounting.periods.list': {
    method: 'GET',
    path: '/api/v1/accounting/periods',
    in_project: true,
    page: 'periods',
    csv: true,
  },
  'accounting.periods.close': {
    method: 'POST',
    path: '/api/v1/accounting/periods',
    in_project: true,
    key: 'body',
  },
  'accounting.periods.get': { method: 'GET', path: '/api/v1/accounting/periods/{period}', in_project: true },
  'accounting.periods.reopen': {
    method: 'POST',
    path: '/api/v1/accounting/periods/{period}/reopen',
    in_project: true,
    key: 'body',
  },
  'accounting.chart.get': { method: 'GET', path: '/api/v1/accounting/chart', in_project: true },
  'accounting.chart.update': {
    method: 'PATCH',
    path: '/api/v1/accounting/chart/{current_code}',
    in_project: true,
  },
  'accounting.accounts.create': { method: 'POST', path: '/api/v1/accounting/accounts', in_project: true },
  'accounting.accounts.update': {
    method: 'PATCH',
    path: '/api/v1/accounting/accounts/{chart_account}',
    in_project: true,
  },
  'auth.register': { method: 'POST', path: '/api/auth/register' },
  'auth.login': { method: 'POST', path: '/api/auth/login' },
  'auth.logout': { method: 'POST', path: '/api/auth/logout' },
  'auth.me': { method: 'GET', path: '/api/auth/me' },
  'auth.changePassword': { method: 'POST', path: '/api/auth/password' },
  'auth.forgotPassword': { method: 'POST', path: '/api/auth/password/forgot' },
  'auth.resetPassword': { method: 'POST', path: '/api/auth/password/reset' },
  'auth.sendVerification': { method: 'POST', path: '/api/auth/email/send-verification' },
  'auth.verifyEmail': { method: 'POST', path: '/api/auth/email/verify' },
  'auth.sessions.list': { method: 'GET', path: '/api/auth/sessions', page: 'sessions' },
  'auth.sessions.revokeAll': { method: 'DELETE', path: '/api/auth/sessions' },
  'auth.sessions.revoke': { method: 'DELETE', path: '/api/auth/sessions/{session}' },
  'auth.totp.get': { method: 'GET', path: '/api/auth/totp' },
  'auth.totp.begin': { method: 'POST', path: '/api/auth/totp' },
  'auth.totp.confirm': { method: 'POST', path: '/api/auth/totp/confirm' },
  'auth.totp.disable': { method: 'POST', path: '/api/auth/totp/disable' },
  'auth.invitations.list': { method: 'GET', path: '/api/auth/invitations', page: 'invitations' },
  'auth.invitations.accept': { method: 'POST', path: '/api/auth/invitations/{invitation}/accept' },
  'auth.invitations.decline': { method: 'POST', path: '/api/auth/invitations/{invitation}/decline' },
  'projects.create': { method: 'POST', path: '/api/projects' },
  'projects.list': { method: 'GET', path: '/api/projects', page: 'projects' },
  'projects.get': { method: 'GET', path: '/api/projects/{project}' },
  'projects.update': { method: 'PATCH', path: '/api/projects/{project}' },
  'operators.users.list': { method: 'GET', path: '/api/operators/users', page: 'users' },
  'operators.projects.list': { method: 'GET', path: '/api/operators/projects', page: 'projects' },
  'operators.processes.list': { method: 'GET', path: '/api/operators/processes', page: 'processes' },
  'projects.apiKeys.create': { method: 'POST', path: '/api/projects/{project}/api-keys' },
  'projects.apiKeys.list': { method: 'GET', path: '/api/projects/{project}/api-keys', page: 'api_keys' },
  'projects.apiKeys.revoke': { method: 'DELETE', path: '/api/projects/{project}/api-keys/{key_id}' },
  'projects.staff.put': { method: 'POST', path: '/api/projects/{project}/staff' },
  'projects.staff.list': { method: 'GET', path: '/api/projects/{project}/staff', page: 'staff' },
  'projects.staff.remove': {
    method: 'DELETE',
    path: '/api/projects/{project}/staff/{user_id}',
    query: ['revoke_keys'],
  },
  'projects.testClock.get': { method: 'GET', path: '/api/projects/{project}/test-clock' },
  'projects.testClock.move': { method: 'POST', path: '/api/projects/{project}/test-clock' },
  'projects.demo.get': { method: 'GET', path: '/api/projects/{project}/demo' },
  'projects.demo.fill': { method: 'POST', path: '/api/projects/{project}/demo' },
  'projects.auditLog.list': {
    method: 'GET',
    path: '/api/projects/{project}/audit-log',
    page: 'audit_log',
    csv: true,
    sorts: ['created_at'],
  },
  'projects.providers.list': { method: 'GET', path: '/api/projects/{project}/providers' },
  'projects.providers.put': {
    method: 'PUT',
    path: '/api/projects/{project}/providers/{provider}',
    query: ['environment'],
  },
  'projects.providers.delete': {
    method: 'DELETE',
    path: '/api/projects/{project}/providers/{provider}',
    query: ['environment'],
  },
  'projects.senders.list': { method: 'GET', path: '/api/projects/{project}/senders' },
  'projects.senders.put': { method: 'PUT', path: '/api/projects/{project}/senders/{channel}' },
  'projects.providers.paybill': {
    method: 'PUT',
    path: '/api/projects/{project}/providers/{provider}/paybill',
  },
  'sandbox.paybill': { method: 'POST', path: '/api/v1/sandbox/paybill', in_project: true, major_units: true },
  'paybillConfirmations.list': {
    method: 'GET',
    path: '/api/v1/paybill-confirmations',
    in_project: true,
    page: 'confirmations',
    csv: true,
    sorts: ['created_at'],
  },
  'paybillConfirmations.create': { method: 'POST', path: '/api/v1/paybill-confirmations', in_project: true },
  'paybillConfirmations.get': {
    method: 'GET',
    path: '/api/v1/paybill-confirmations/{paybill_confirmation}',
    in_project: true,
  },
  'paybillConfirmations.sync': {
    method: 'POST',
    path: '/api/v1/paybill-confirmations/{paybill_confirmation}/sync',
    in_project: true,
  },
  'payments.create': {
    method: 'POST',
    path: '/api/v1/payments',
    in_project: true,
    key: 'header',
    major_units: true,
  },
  'payments.list': {
    method: 'GET',
    path: '/api/v1/payments',
    in_project: true,
    page: 'payments',
    csv: true,
    sorts: ['created_at'],
  },
  'payments.home': { method: 'GET', path: '/api/v1/payments/home', in_project: true },
  'payments.get': { method: 'GET', path: '/api/v1/payments/{payment}', in_project: true },
  'payments.listEvents': {
    method: 'GET',
    path: '/api/v1/payments/{payment}/events',
    in_project: true,
    page: 'events',
    csv: true,
  },
  'payments.cancel': { method: 'POST', path: '/api/v1/payments/{payment}/cancel', in_project: true },
  'payments.sync': { method: 'POST', path: '/api/v1/payments/{payment}/sync', in_project: true },
  'payments.ussdIntent': {
    method: 'POST',
    path: '/api/v1/payments/ussd-intent',
    in_project: true,
    major_units: true,
  },
  'paymentLinks.create': {
    method: 'POST',
    path: '/api/v1/payment-links',
    in_project: true,
    major_units: true,
  },
  'paymentLinks.list': {
    method: 'GET',
    path: '/api/v1/payment-links',
    in_project: true,
    page: 'payment_links',
    csv: true,
    sorts: ['created_at'],
  },
  'paymentLinks.get': { method: 'GET', path: '/api/v1/payment-links/{payment_link}', in_project: true },
  'paymentLinks.disable': {
    method: 'POST',
    path: '/api/v1/payment-links/{payment_link}/disable',
    in_project: true,
  },
  'payments.refunds.create': {
    method: 'POST',
    path: '/api/v1/payments/{payment}/refunds',
    in_project: true,
    key: 'body',
  },
  'payments.refunds.list': {
    method: 'GET',
    path: '/api/v1/payments/{payment}/refunds',
    in_project: true,
    page: 'refunds',
    csv: true,
    sorts: ['created_at'],
  },
  'refunds.get': { method: 'GET', path: '/api/v1/refunds/{refund}', in_project: true },
  'refunds.mark': { method: 'POST', path: '/api/v1/refunds/{refund}/mark', in_project: true },
  'payouts.create': { method: 'POST', path: '/api/v1/payouts', in_project: true, key: 'body' },
  'payouts.list': {
    method: 'GET',
    path: '/api/v1/payouts',
    in_project: true,
    page: 'payouts',
    csv: true,
    sorts: ['created_at'],
  },
  'payouts.get': { method: 'GET', path: '/api/v1/payouts/{payout}', in_project: true },
  'payouts.listEvents': {
    method: 'GET',
    path: '/api/v1/payouts/{payout}/events',
    in_project: true,
    page: 'events',
    csv: true,
  },
  'payouts.sync': { method: 'POST', path: '/api/v1/payouts/{payout}/sync', in_project: true },
  'payouts.cancel': { method: 'POST', path: '/api/v1/payouts/{payout}/cancel', in_project: true },
  'payouts.mark': { method: 'POST', path: '/api/v1/payouts/{payout}/mark', in_project: true },
  'projects.providers.getPayouts': {
    method: 'GET',
    path: '/api/projects/{project}/providers/{provider}/payouts',
  },
  'projects.providers.putPayouts': {
    method: 'PUT',
    path: '/api/projects/{project}/providers/{provider}/payouts',
  },
  'customers.create': { method: 'POST', path: '/api/v1/customers', in_project: true },
  'customers.list': {
    method: 'GET',
    path: '/api/v1/customers',
    in_project: true,
    page: 'customers',
    csv: true,
  },
  'customers.get': { method: 'GET', path: '/api/v1/customers/{customer}', in_project: true },
  'customers.update': { method: 'PATCH', path: '/api/v1/customers/{customer}', in_project: true },
  'customers.listEvents': {
    method: 'GET',
    path: '/api/v1/customers/{customer}/events',
    in_project: true,
    page: 'events',
    csv: true,
  },
  'customers.freeze': { method: 'POST', path: '/api/v1/customers/{customer}/freeze', in_project: true },
  'customers.unfreeze': { method: 'POST', path: '/api/v1/customers/{customer}/unfreeze', in_project: true },
  'customers.close': { method: 'POST', path: '/api/v1/customers/{customer}/close', in_project: true },
  'files.upload': { method: 'POST', path: '/api/v1/files', in_project: true, query: ['purpose'] },
  'files.get': { method: 'GET', path: '/api/v1/files/{file}', in_project: true },
  'files.content': { method: 'GET', path: '/api/v1/files/{file}/content', in_project: true },
  'customers.documents.create': {
    method: 'POST',
    path: '/api/v1/customers/{customer}/documents',
    in_project: true,
  },
  'customers.documents.list': {
    method: 'GET',
    path: '/api/v1/customers/{customer}/documents',
    in_project: true,
    page: 'documents',
    csv: true,
  },
  'customers.documents.review': {
    method: 'POST',
    path: '/api/v1/customers/{customer}/documents/{document}/review',
    in_project: true,
  },
  'projects.customers.documents.revealNumber': {
    method: 'GET',
    path: '/api/projects/{project}/customers/{customer}/documents/{document}/number',
  },
  'customers.kyc.requirements': {
    method: 'GET',
    path: '/api/v1/customers/{customer}/kyc/requirements',
    in_project: true,
  },
  'customers.kyc.decide': { method: 'POST', path: '/api/v1/customers/{customer}/kyc', in_project: true },
  'kycLimits.put': { method: 'PUT', path: '/api/v1/kyc/limits', in_project: true },
  'kycLimits.list': {
    method: 'GET',
    path: '/api/v1/kyc/limits',
    in_project: true,
    page: 'limits',
    csv: true,
  },
  'ledger.accounts.list': {
    method: 'GET',
    path: '/api/v1/ledger/accounts',
    in_project: true,
    page: 'accounts',
    csv: true,
  },
  'ledger.accounts.open': { method: 'POST', path: '/api/v1/ledger/accounts', in_project: true },
  'ledger.accounts.get': { method: 'GET', path: '/api/v1/ledger/accounts/{account}', in_project: true },
  'ledger.accounts.listTransfers': {
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/transfers',
    in_project: true,
    page: 'transfers',
    csv: true,
  },
  'ledger.accounts.balance': {
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/balance',
    in_project: true,
  },
  'ledger.transfers.create': {
    method: 'POST',
    path: '/api/v1/ledger/transfers',
    in_project: true,
    key: 'body',
  },
  'ledger.transfers.createBatch': {
    method: 'POST',
    path: '/api/v1/ledger/transfer-batches',
    in_project: true,
    key: 'body',
  },
  'ledger.holds.create': { method: 'POST', path: '/api/v1/ledger/holds', in_project: true, key: 'body' },
  'ledger.holds.list': {
    method: 'GET',
    path: '/api/v1/ledger/holds',
    in_project: true,
    page: 'holds',
    csv: true,
    sorts: ['created_at'],
  },
  'ledger.holds.get': { method: 'GET', path: '/api/v1/ledger/holds/{hold}', in_project: true },
  'ledger.holds.capture': { method: 'POST', path: '/api/v1/ledger/holds/{hold}/capture', in_project: true },
  'ledger.holds.void': { method: 'POST', path: '/api/v1/ledger/holds/{hold}/void', in_project: true },
  'ledger.postings.list': {
    method: 'GET',
    path: '/api/v1/ledger/postings',
    in_project: true,
    page: 'postings',
    csv: true,
    sorts: ['created_at'],
  },
  'ledger.postings.retry': {
    method: 'POST',
    path: '/api/v1/ledger/postings/{payment}/retry',
    in_project: true,
  },
  'ledger.report': { method: 'GET', path: '/api/v1/ledger/report', in_project: true },
  'customers.wallets.open': {
    method: 'POST',
    path: '/api/v1/customers/{customer}/wallets',
    in_project: true,
  },
  'customers.wallets.list': {
    method: 'GET',
    path: '/api/v1/customers/{customer}/wallets',
    in_project: true,
    page: 'wallets',
    csv: true,
  },
  'customers.wallets.deposit': {
    method: 'POST',
    path: '/api/v1/customers/{customer}/wallets/deposit',
    in_project: true,
    key: 'body',
  },
  'customers.wallets.withdraw': {
    method: 'POST',
    path: '/api/v1/customers/{customer}/wallets/withdraw',
    in_project: true,
    key: 'body',
  },
  'walletTransfers.create': {
    method: 'POST',
    path: '/api/v1/wallet-transfers',
    in_project: true,
    key: 'body',
  },
  'walletTopups.list': {
    method: 'GET',
    path: '/api/v1/wallet-topups',
    in_project: true,
    page: 'topups',
    csv: true,
    sorts: ['created_at'],
  },
  'walletTopups.get': { method: 'GET', path: '/api/v1/wallet-topups/{payment}', in_project: true },
  'walletTopups.retry': { method: 'POST', path: '/api/v1/wallet-topups/{payment}/retry', in_project: true },
  'walletTopups.reverse': {
    method: 'POST',
    path: '/api/v1/wallet-topups/{payment}/reverse',
    in_project: true,
  },
  'sacco.settings.get': { method: 'GET', path: '/api/v1/sacco/settings', in_project: true },
  'sacco.settings.put': { method: 'PUT', path: '/api/v1/sacco/settings', in_project: true },
  'sacco.logo.put': { method: 'PUT', path: '/api/v1/sacco/logo', in_project: true },
  'sacco.expenses.create': { method: 'POST', path: '/api/v1/sacco/expenses', in_project: true, key: 'body' },
  'sacco.reports.expenses': { method: 'GET', path: '/api/v1/sacco/reports/expenses', in_project: true },
  'sacco.bankings.create': { method: 'POST', path: '/api/v1/sacco/bankings', in_project: true, key: 'body' },
  'accounting.journals.create': {
    method: 'POST',
    path: '/api/v1/accounting/journals',
    in_project: true,
    key: 'body',
  },
  'sacco.unallocated.list': {
    method: 'GET',
    path: '/api/v1/sacco/unallocated',
    in_project: true,
    page: 'receipts',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.unallocated.create': {
    method: 'POST',
    path: '/api/v1/sacco/unallocated',
    in_project: true,
    key: 'body',
  },
  'sacco.unallocated.get': { method: 'GET', path: '/api/v1/sacco/unallocated/{receipt}', in_project: true },
  'sacco.unallocated.allocate': {
    method: 'POST',
    path: '/api/v1/sacco/unallocated/{receipt}/allocate',
    in_project: true,
    key: 'body',
  },
  'sacco.unallocated.refund': {
    method: 'POST',
    path: '/api/v1/sacco/unallocated/{receipt}/refund',
    in_project: true,
    key: 'body',
  },
  'sacco.imports.create': { method: 'POST', path: '/api/v1/sacco/imports', in_project: true, key: 'body' },
  'sacco.imports.list': {
    method: 'GET',
    path: '/api/v1/sacco/imports',
    in_project: true,
    page: 'imports',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.imports.template': { method: 'GET', path: '/api/v1/sacco/imports/template', in_project: true },
  'sacco.imports.get': { method: 'GET', path: '/api/v1/sacco/imports/{import_id}', in_project: true },
  'sacco.imports.errors': {
    method: 'GET',
    path: '/api/v1/sacco/imports/{import_id}/errors',
    in_project: true,
  },
  'sacco.movementBatches.create': {
    method: 'POST',
    path: '/api/v1/sacco/movement-batches',
    in_project: true,
    key: 'body',
  },
  'sacco.movementBatches.list': {
    method: 'GET',
    path: '/api/v1/sacco/movement-batches',
    in_project: true,
    page: 'movement_batches',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.movementBatches.get': {
    method: 'GET',
    path: '/api/v1/sacco/movement-batches/{batch}',
    in_project: true,
  },
  'sacco.movementBatches.lines': {
    method: 'GET',
    path: '/api/v1/sacco/movement-batches/{batch}/lines',
    in_project: true,
    page: 'lines',
    csv: true,
  },
  'sacco.employers.create': { method: 'POST', path: '/api/v1/sacco/employers', in_project: true },
  'sacco.employers.list': {
    method: 'GET',
    path: '/api/v1/sacco/employers',
    in_project: true,
    page: 'employers',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.employers.get': { method: 'GET', path: '/api/v1/sacco/employers/{employer}', in_project: true },
  'sacco.employers.update': { method: 'PATCH', path: '/api/v1/sacco/employers/{employer}', in_project: true },
  'sacco.members.update': { method: 'PATCH', path: '/api/v1/sacco/members/{member}', in_project: true },
  'sacco.members.get': { method: 'GET', path: '/api/v1/sacco/members/{member}', in_project: true },
  'sacco.employers.advice': {
    method: 'GET',
    path: '/api/v1/sacco/employers/{employer}/advice',
    in_project: true,
  },
  'sacco.employers.remittances.create': {
    method: 'POST',
    path: '/api/v1/sacco/employers/{employer}/remittances',
    in_project: true,
    key: 'body',
  },
  'sacco.employers.remittances.list': {
    method: 'GET',
    path: '/api/v1/sacco/employers/{employer}/remittances',
    in_project: true,
    page: 'remittances',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.employers.remittances.get': {
    method: 'GET',
    path: '/api/v1/sacco/employers/{employer}/remittances/{remittance}',
    in_project: true,
  },
  'sacco.reports.checkOff': { method: 'GET', path: '/api/v1/sacco/reports/check-off', in_project: true },
  'sacco.home': { method: 'GET', path: '/api/v1/sacco/home', in_project: true },
  'sacco.treasury': { method: 'GET', path: '/api/v1/sacco/treasury', in_project: true },
  'sacco.summary': { method: 'GET', path: '/api/v1/sacco/summary', in_project: true },
  'sacco.reports.trends': { method: 'GET', path: '/api/v1/sacco/reports/trends', in_project: true },
  'sacco.reports.ratios': { method: 'GET', path: '/api/v1/sacco/reports/ratios', in_project: true },
  'notifications.list': {
    method: 'GET',
    path: '/api/v1/notifications',
    in_project: true,
    page: 'notifications',
    csv: true,
    sorts: ['created_at'],
  },
  'notifications.get': { method: 'GET', path: '/api/v1/notifications/{notification}', in_project: true },
  'sandbox.outbox': {
    method: 'GET',
    path: '/api/v1/sandbox/outbox',
    in_project: true,
    page: 'notifications',
    sorts: ['created_at'],
  },
  'sacco.members.preferences.get': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/preferences',
    in_project: true,
  },
  'sacco.members.preferences.put': {
    method: 'PUT',
    path: '/api/v1/sacco/members/{member}/preferences',
    in_project: true,
  },
  'sacco.notificationTemplates.list': {
    method: 'GET',
    path: '/api/v1/sacco/notification-templates',
    in_project: true,
  },
  'sacco.notificationTemplates.get': {
    method: 'GET',
    path: '/api/v1/sacco/notification-templates/{template}/{language}',
    in_project: true,
  },
  'sacco.notificationTemplates.put': {
    method: 'PUT',
    path: '/api/v1/sacco/notification-templates/{template}/{language}',
    in_project: true,
  },
  'sacco.tills.create': { method: 'POST', path: '/api/v1/sacco/tills', in_project: true },
  'sacco.tills.list': {
    method: 'GET',
    path: '/api/v1/sacco/tills',
    in_project: true,
    page: 'tills',
    csv: true,
  },
  'sacco.tills.get': { method: 'GET', path: '/api/v1/sacco/tills/{till}', in_project: true },
  'sacco.tills.change': { method: 'PATCH', path: '/api/v1/sacco/tills/{till}', in_project: true },
  'sacco.tillTransfers.create': {
    method: 'POST',
    path: '/api/v1/sacco/till-transfers',
    in_project: true,
    key: 'body',
  },
  'sacco.tills.openSession': {
    method: 'POST',
    path: '/api/v1/sacco/tills/{till}/sessions',
    in_project: true,
    key: 'body',
  },
  'sacco.tills.closeSession': {
    method: 'POST',
    path: '/api/v1/sacco/tills/{till}/sessions/{till_session}/close',
    in_project: true,
    key: 'body',
  },
  'sacco.tills.count': {
    method: 'POST',
    path: '/api/v1/sacco/tills/{till}/sessions/{till_session}/counts',
    in_project: true,
    key: 'body',
  },
  'sacco.tillSessions.list': {
    method: 'GET',
    path: '/api/v1/sacco/till-sessions',
    in_project: true,
    page: 'till_sessions',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.tillSessions.get': {
    method: 'GET',
    path: '/api/v1/sacco/till-sessions/{till_session}',
    in_project: true,
  },
  'sacco.members.join': { method: 'POST', path: '/api/v1/sacco/members', in_project: true },
  'sacco.members.list': {
    method: 'GET',
    path: '/api/v1/sacco/members',
    in_project: true,
    page: 'members',
    csv: true,
    sorts: ['created_at', 'member_no', 'full_name'],
  },
  'sacco.members.suspend': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/suspend',
    in_project: true,
  },
  'sacco.members.reactivate': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/reactivate',
    in_project: true,
  },
  'sacco.members.putFiles': { method: 'PUT', path: '/api/v1/sacco/members/{member}/files', in_project: true },
  'sacco.members.statement': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/statement',
    in_project: true,
  },
  'sacco.members.timeline': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/timeline',
    in_project: true,
    page: 'timeline',
    csv: true,
  },
  'sacco.members.writeNote': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/notes',
    in_project: true,
    key: 'body',
  },
  'sacco.members.balances': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/balances',
    in_project: true,
  },
  'sacco.members.deposit': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/deposits',
    in_project: true,
    key: 'body',
  },
  'sacco.members.withdraw': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/withdrawals',
    in_project: true,
    key: 'body',
  },
  'sacco.members.buyShares': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/shares',
    in_project: true,
    key: 'body',
  },
  'sacco.members.exit': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/exit',
    in_project: true,
    key: 'body',
  },
  'sacco.cashAdjustments.create': {
    method: 'POST',
    path: '/api/v1/sacco/cash-adjustments',
    in_project: true,
    key: 'body',
  },
  'sacco.members.listEntries': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/entries',
    in_project: true,
    page: 'entries',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.entries.list': {
    method: 'GET',
    path: '/api/v1/sacco/entries',
    in_project: true,
    page: 'entries',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.entries.get': { method: 'GET', path: '/api/v1/sacco/entries/{entry}', in_project: true },
  'sacco.entries.receipt': { method: 'GET', path: '/api/v1/sacco/entries/{entry}/receipt', in_project: true },
  'sacco.entries.reverse': {
    method: 'POST',
    path: '/api/v1/sacco/entries/{entry}/reverse',
    in_project: true,
    key: 'body',
  },
  'sacco.savingsProducts.define': {
    method: 'POST',
    path: '/api/v1/sacco/savings-products',
    in_project: true,
  },
  'sacco.savingsProducts.list': {
    method: 'GET',
    path: '/api/v1/sacco/savings-products',
    in_project: true,
    page: 'savings_products',
    csv: true,
  },
  'sacco.savingsProducts.get': {
    method: 'GET',
    path: '/api/v1/sacco/savings-products/{savings_product}',
    in_project: true,
  },
  'sacco.savingsProducts.retire': {
    method: 'POST',
    path: '/api/v1/sacco/savings-products/{savings_product}/retire',
    in_project: true,
  },
  'sacco.savingsAccounts.open': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/savings-accounts',
    in_project: true,
    key: 'body',
  },
  'sacco.savingsAccounts.list': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/savings-accounts',
    in_project: true,
    page: 'savings_accounts',
    csv: true,
  },
  'sacco.savingsAccounts.get': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}',
    in_project: true,
  },
  'sacco.savingsAccounts.close': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/close',
    in_project: true,
  },
  'sacco.savingsAccounts.giveNotice': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices',
    in_project: true,
    key: 'body',
  },
  'sacco.savingsAccounts.listNotices': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices',
    in_project: true,
    page: 'notices',
    csv: true,
  },
  'sacco.members.transferSavings': {
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/savings-transfers',
    in_project: true,
    key: 'body',
  },
  'sacco.reports.fees': { method: 'GET', path: '/api/v1/sacco/reports/fees', in_project: true },
  'sacco.loanProducts.define': { method: 'POST', path: '/api/v1/sacco/loan-products', in_project: true },
  'sacco.loanProducts.list': {
    method: 'GET',
    path: '/api/v1/sacco/loan-products',
    in_project: true,
    page: 'loan_products',
    csv: true,
  },
  'sacco.loanProducts.get': {
    method: 'GET',
    path: '/api/v1/sacco/loan-products/{loan_product}',
    in_project: true,
  },
  'sacco.loanProducts.retire': {
    method: 'POST',
    path: '/api/v1/sacco/loan-products/{loan_product}/retire',
    in_project: true,
  },
  'sacco.loans.apply': { method: 'POST', path: '/api/v1/sacco/loans', in_project: true, key: 'body' },
  'sacco.loans.list': {
    method: 'GET',
    path: '/api/v1/sacco/loans',
    in_project: true,
    page: 'loans',
    csv: true,
    sorts: ['created_at', 'principal', 'outstanding'],
  },
  'sacco.loans.get': { method: 'GET', path: '/api/v1/sacco/loans/{loan}', in_project: true },
  'sacco.loans.guarantee': {
    method: 'GET',
    path: '/api/v1/sacco/loans/{loan}/guarantors/{member}',
    in_project: true,
  },
  'sacco.loans.decideConsent': {
    method: 'POST',
    path: '/api/v1/sacco/loans/{loan}/guarantors/{member}/consent',
    in_project: true,
  },
  'sacco.loans.requestConsent': {
    method: 'POST',
    path: '/api/v1/sacco/loans/{loan}/guarantors/{member}/consent-request',
    in_project: true,
  },
  'sacco.loans.writeOff': {
    method: 'POST',
    path: '/api/v1/sacco/loans/{loan}/write-off',
    in_project: true,
    key: 'body',
  },
  'sacco.portfolio': { method: 'GET', path: '/api/v1/sacco/portfolio', in_project: true },
  'sacco.portfolioHistory': { method: 'GET', path: '/api/v1/sacco/portfolio/history', in_project: true },
  'sacco.loans.repay': {
    method: 'POST',
    path: '/api/v1/sacco/loans/{loan}/repayments',
    in_project: true,
    key: 'body',
  },
  'sacco.loans.split': {
    method: 'GET',
    path: '/api/v1/sacco/loans/{loan}/repayment-split',
    in_project: true,
  },
  'sacco.loans.history': { method: 'GET', path: '/api/v1/sacco/loans/{loan}/history', in_project: true },
  'sacco.provisioningTable.get': {
    method: 'GET',
    path: '/api/v1/sacco/provisioning-table',
    in_project: true,
  },
  'sacco.provisioningTable.put': {
    method: 'PUT',
    path: '/api/v1/sacco/provisioning-table',
    in_project: true,
  },
  'sacco.provisions.create': {
    method: 'POST',
    path: '/api/v1/sacco/provisions',
    in_project: true,
    key: 'body',
  },
  'sacco.reports.ageing': { method: 'GET', path: '/api/v1/sacco/reports/ageing', in_project: true },
  'sacco.reports.arrears': { method: 'GET', path: '/api/v1/sacco/reports/arrears', in_project: true },
  'sacco.reports.collectionSheet': {
    method: 'GET',
    path: '/api/v1/sacco/reports/collection-sheet',
    in_project: true,
  },
  'sacco.reports.portfolio': { method: 'GET', path: '/api/v1/sacco/reports/portfolio', in_project: true },
  'sacco.dividends.declare': {
    method: 'POST',
    path: '/api/v1/sacco/dividends',
    in_project: true,
    key: 'body',
  },
  'sacco.dividends.list': {
    method: 'GET',
    path: '/api/v1/sacco/dividends',
    in_project: true,
    page: 'dividends',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.dividends.get': { method: 'GET', path: '/api/v1/sacco/dividends/{dividend}', in_project: true },
  'sacco.dividends.line': {
    method: 'GET',
    path: '/api/v1/sacco/dividends/{dividend}/lines/{member}',
    in_project: true,
  },
  'sacco.dividends.retry': {
    method: 'POST',
    path: '/api/v1/sacco/dividends/{dividend}/retry',
    in_project: true,
  },
  'sacco.members.dividendAccount.get': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/dividend-account',
    in_project: true,
  },
  'sacco.members.dividendAccount.put': {
    method: 'PUT',
    path: '/api/v1/sacco/members/{member}/dividend-account',
    in_project: true,
  },
  'sacco.savingsInterest.declare': {
    method: 'POST',
    path: '/api/v1/sacco/savings-interest',
    in_project: true,
    key: 'body',
  },
  'sacco.savingsInterest.list': {
    method: 'GET',
    path: '/api/v1/sacco/savings-interest',
    in_project: true,
    page: 'savings_interest',
    csv: true,
    sorts: ['created_at'],
  },
  'sacco.savingsInterest.get': {
    method: 'GET',
    path: '/api/v1/sacco/savings-interest/{savings_interest}',
    in_project: true,
  },
  'sacco.savingsInterest.retry': {
    method: 'POST',
    path: '/api/v1/sacco/savings-interest/{savings_interest}/retry',
    in_project: true,
  },
  'sacco.members.tax.get': { method: 'GET', path: '/api/v1/sacco/members/{member}/tax', in_project: true },
  'sacco.members.tax.put': { method: 'PUT', path: '/api/v1/sacco/members/{member}/tax', in_project: true },
  'sacco.reports.withholding': { method: 'GET', path: '/api/v1/sacco/reports/withholding', in_project: true },
  'sacco.taxRemittances.create': {
    method: 'POST',
    path: '/api/v1/sacco/tax-remittances',
    in_project: true,
    key: 'body',
  },
  'sacco.members.contribution.get': {
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/contribution',
    in_project: true,
  },
  'sacco.members.contribution.put': {
    method: 'PUT',
    path: '/api/v1/sacco/members/{member}/contribution',
    in_project: true,
  },
  'sacco.reports.contributions': {
    method: 'GET',
    path: '/api/v1/sacco/reports/contributions',
    in_project: true,
  },
  'approvals.list': {
    method: 'GET',
    path: '/api/v1/approvals',
    in_project: true,
    page: 'approvals',
    csv: true,
    sorts: ['created_at'],
  },
  'approvals.get': { method: 'GET', path: '/api/v1/approvals/{approval}', in_project: true },
  'approvals.approve': { method: 'POST', path: '/api/v1/approvals/{approval}/approve', in_project: true },
  'approvals.reject': { method: 'POST', path: '/api/v1/approvals/{approval}/reject', in_project: true },
  'approvals.cancel': { method: 'POST', path: '/api/v1/approvals/{approval}/cancel', in_project: true },
  'reconciliation.runs.import': {
    method: 'POST',
    path: '/api/v1/reconciliation/runs',
    in_project: true,
    key: 'header',
  },
  'reconciliation.runs.list': {
    method: 'GET',
    path: '/api/v1/reconciliation/runs',
    in_project: true,
    page: 'runs',
    csv: true,
    sorts: ['created_at'],
  },
  'reconciliation.presets': { method: 'GET', path: '/api/v1/reconciliation/presets', in_project: true },
  'reconciliation.runs.get': { method: 'GET', path: '/api/v1/reconciliation/runs/{run}', in_project: true },
  'reconciliation.lines.list': {
    method: 'GET',
    path: '/api/v1/reconciliation/runs/{run}/lines',
    in_project: true,
    page: 'lines',
    csv: true,
  },
  'reconciliation.runs.close': {
    method: 'POST',
    path: '/api/v1/reconciliation/runs/{run}/close',
    in_project: true,
  },
  'reconciliation.lines.resolve': {
    method: 'POST',
    path: '/api/v1/reconciliation/runs/{run}/lines/{line}/resolve',
    in_project: true,
  },
  'reconciliation.runs.resolveAll': {
    method: 'POST',
    path: '/api/v1/reconciliation/runs/{run}/resolve-all',
    in_project: true,
  },
  'webhookEndpoints.create': { method: 'POST', path: '/api/v1/webhook-endpoints', in_project: true },
  'webhookEndpoints.list': {
    method: 'GET',
    path: '/api/v1/webhook-endpoints',
    in_project: true,
    page: 'webhook_endpoints',
    csv: true,
  },
  'webhookEndpoints.listEvents': {
    method: 'GET',
    path: '/api/v1/webhook-endpoints/{webhook_endpoint}/events',
    in_project: true,
  },
  'webhookEndpoints.delete': {
    method: 'DELETE',
    path: '/api/v1/webhook-endpoints/{webhook_endpoint}',
    in_project: true,
  },
  'webhookEndpoints.rotateSecret': {
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret',
    in_project: true,
  },
  'webhookDeliveries.list': {
    method: 'GET',
    path: '/api/v1/webhook-deliveries',
    in_project: true,
    page: 'webhook_deliveries',
    csv: true,
    sorts: ['created_at'],
  },
  'webhookDeliveries.get': {
    method: 'GET',
    path: '/api/v1/webhook-deliveries/{webhook_delivery}',
    in_project: true,
  },
  'webhookDeliveries.redeliver': {
    method: 'POST',
    path: '/api/v1/webhook-deliveries/{webhook_delivery}/redeliver',
    in_project: true,
  },
};
