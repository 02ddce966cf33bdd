/**
 * The columns of lists, by the name of their rows (`lists` in cli/generated/operations.ts): the most important first, because
 * those at the end are left out where there is no room. `member.full_name` is a field of an inner object. `fields`: rows that
 * are shown one below the other, because they have many fields or lists of their own.
 */
export const COLUMNS: Record<string, readonly string[] | 'fields'> = {
  Payment: ['id', 'status', 'amount', 'currency', 'reference', 'provider', 'created_at'],
  PaymentEvent: ['id', 'type', 'at', 'from', 'to', 'cause'],
  Refund: ['id', 'status', 'amount', 'currency', 'payment_id', 'reason', 'created_at'],
  PaymentLink: ['id', 'status', 'amount', 'currency', 'title', 'url'],
  'UssdIntent.intents': ['provider', 'dial_string', 'name', 'tel_uri'],

  Notification: ['id', 'status', 'channel', 'to', 'template', 'text', 'segments', 'cost', 'created_at'],
  NotificationTemplate: 'fields',
  MessageSender: 'fields',

  Account: ['id', 'kind', 'currency', 'balance', 'available', 'subaccount_id'],
  Transfer: ['id', 'kind', 'amount', 'currency', 'created_at', 'debit_account_id', 'credit_account_id'],
  Hold: ['id', 'status', 'amount', 'captured', 'currency', 'expires_at'],
  Posting: ['payment_id', 'status', 'attempts', 'error', 'posted_at'],
  'Report.currencies': ['currency', 'payments', 'collected', 'refunded', 'net', 'paid_out', 'provider_fees'],
  'TrialBalance.currencies': 'fields',
  'TrialBalance.currencies.rows': [
    'kind',
    'code',
    'opening_balance',
    'debits',
    'credits',
    'closing_balance',
    'name',
  ],
  'TrialBalance.currencies.rows.parts': ['name', 'opening_balance', 'debits', 'credits', 'closing_balance'],
  LedgerLine: ['date', 'account_kind', 'debit', 'credit', 'currency', 'memo', 'reference', 'transfer_id'],
  'IncomeStatement.currencies': 'fields',
  'IncomeStatement.currencies.accounts': ['kind', 'code', 'name', 'amount'],
  'BalanceSheet.currencies': 'fields',
  'BalanceSheet.currencies.assets.kinds': ['kind', 'code', 'name', 'amount'],
  'BalanceSheet.currencies.liabilities.kinds': ['kind', 'code', 'name', 'amount'],
  'BalanceSheet.currencies.equity.kinds': ['kind', 'code', 'name', 'amount'],
  'BalanceSheet.currencies.assets.kinds.parts': ['name', 'amount'],
  'BalanceSheet.currencies.liabilities.kinds.parts': ['name', 'amount'],
  'BalanceSheet.currencies.equity.kinds.parts': ['name', 'amount'],
  ChartAccount: ['code', 'name', 'kind', 'currency', 'balance', 'active', 'id'],
  AccountingPeriod: ['id', 'status', 'start_date', 'end_date', 'closed_at', 'memo'],

  Customer: ['id', 'status', 'kyc_status', 'kyc_tier', 'full_name', 'phone'],
  CustomerEvent: ['id', 'type', 'at', 'actor'],
  Document: ['id', 'status', 'doc_type', 'number_last4', 'expires_on'],
  'KycRequirements.missing': ['requirement', 'any_of'],
  KycLimit: ['tier', 'currency', 'max_balance', 'max_single', 'max_daily_out'],
  Wallet: ['id', 'currency', 'balance', 'available', 'created_at'],
  Topup: ['payment_id', 'status', 'amount', 'currency', 'reason', 'customer_id'],

  Member: ['id', 'member_no', 'status', 'full_name', 'savings', 'shares'],
  SavingsProduct: ['id', 'name', 'kind', 'status', 'min_balance', 'notice_days', 'monthly_fee', 'rate_bps'],
  SavingsAccount: ['id', 'product_name', 'kind', 'status', 'balance', 'available'],
  SavingsNotice: ['id', 'status', 'amount', 'remaining', 'ripe_on'],
  'SavingsFeeReport.products': ['product_name', 'fee', 'charged', 'charged_total', 'skipped', 'pending'],
  'Statement.accounts': 'fields',
  'Statement.accounts.movements': ['date', 'kind', 'amount', 'balance_after', 'description', 'entry_id'],
  Entry: ['id', 'kind', 'status', 'amount', 'currency', 'member.member_no', 'created_at'],
  'BalanceHistory.accounts': ['kind', 'product_name', 'savings_account_id'],
  'BalanceHistory.accounts.balances': 'fields',
  TimelineItem: ['at', 'kind', 'what', 'status', 'amount', 'text', 'id'],
  'Entry.lines': ['account.code', 'account.name', 'debit', 'credit'],
  Till: ['id', 'name', 'branch', 'active', 'balance', 'session'],
  TillSession: ['id', 'status', 'till_name', 'teller', 'opening', 'expected', 'difference', 'created_at'],
  'TillSession.by_kind': ['kind', 'entries', 'in', 'out'],
  'TillSessionDetails.by_kind': ['kind', 'entries', 'in', 'out'],
  TillCount: ['id', 'expected', 'counted', 'difference', 'counted_at'],
  'Summary.cash_on_hand_parts': ['name', 'balance'],
  'Treasury.cash_on_hand_parts': ['name', 'balance'],
  Approval: ['id', 'kind', 'status', 'amount', 'requested_at', 'summary'],
  'ApprovalEffect.accounts': [
    'kind',
    'member_no',
    'account.code',
    'till',
    'balance_before',
    'balance_after',
    'available_after',
  ],
  'ApprovalEffect.changes': ['field', 'from', 'to'],
  'ApprovalEffect.warnings': ['code', 'blocking', 'short', 'message'],
  'Home.approvals.ages': ['from_days', 'waiting'],
  'Home.cooperative.months': ['month_end', 'savings', 'shares', 'outstanding', 'par30', 'cash', 'banks'],
  'Home.cooperative.largest_arrears': [
    'loan_id',
    'member.full_name',
    'days_past_due',
    'overdue',
    'outstanding',
  ],
  'Home.cooperative.collections': 'fields',
  'PaymentsHome.providers': [
    'provider',
    'payments',
    'completed',
    'failed',
    'under_way',
    'success_bps',
    'p95_ms',
  ],
  'PaymentsHome.queues': 'fields',
  'PaymentsHome.api_errors.by_code': 'fields',
  'Trends.months': ['month_end', 'savings', 'shares', 'due', 'collected'],
  'Trends.days': ['date', 'cash_in', 'cash_out', 'cash'],
  'Trends.providers': ['provider'],
  'Trends.providers.months': ['month_end', 'received', 'paid_out'],
  LoanProduct: ['id', 'status', 'name', 'rate_bps', 'method', 'frequency', 'min_amount', 'max_amount'],
  LoanSummary: ['id', 'status', 'principal', 'outstanding', 'days_past_due', 'member.member_no'],
  Installment: ['no', 'due_date', 'principal', 'interest', 'unpaid', 'status', 'paid', 'penalty'],
  Guarantor: ['member_id', 'member.full_name', 'amount', 'status', 'called', 'consent.status'],
  'LoanHistory.installments': ['no', 'due_date', 'paid_date'],
  'LoanHistory.installments.payments': ['date', 'amount', 'entry_id'],
  'LoanHistory.arrears': ['from', 'to', 'days', 'installments'],
  'LoanPreview.checks': ['check', 'met', 'message'],
  DividendSummary: ['id', 'status', 'label', 'total', 'currency', 'period_start', 'period_end'],
  DividendLine: [
    'member.member_no',
    'member.full_name',
    'amount',
    'status',
    'shares',
    'interest_paid',
    'error',
  ],
  'SaccoSettings.savings_interest_plans': ['product_id', 'frequency', 'rate_bps', 'basis', 'since'],
  'SaccoSettings.withholding': ['kind', 'bps', 'from'],
  SavingsInterestSummary: ['id', 'status', 'label', 'total', 'currency', 'period_start', 'period_end'],
  SavingsInterestLine: ['member.member_no', 'member.full_name', 'gross', 'tax', 'net', 'status', 'error'],
  'WithholdingReport.rows': ['member_no', 'full_name', 'tax_number', 'kind', 'gross', 'tax'],
  'ContributionReport.rows': [
    'member_no',
    'full_name',
    'arrears',
    'expected',
    'contributed',
    'amount',
    'frequency',
  ],
  'Ratios.ratios': [
    'code',
    'value_bps',
    'goal.at_least_bps',
    'goal.at_most_bps',
    'met',
    'missing',
    'numerator',
    'denominator',
  ],
  'ExpenseReport.categories': ['category', 'amount'],
  'ProvisioningTable.classes': ['name', 'from_days', 'rate_bps'],
  'Ageing.classes': ['name', 'from_days', 'loans', 'outstanding', 'overdue', 'provision', 'rate_bps'],
  'Arrears.arrears': [
    'loan_id',
    'member_no',
    'full_name',
    'days_past_due',
    'overdue',
    'outstanding',
    'phone',
  ],
  'Arrears.arrears.guarantors': ['member_id', 'full_name', 'amount', 'phone'],
  'CollectionSheet.loans': ['loan_id', 'member_no', 'full_name', 'due', 'overdue', 'total', 'phone'],
  'PortfolioGroups.groups': ['name', 'loans', 'outstanding', 'overdue', 'par30', 'key'],
  'PortfolioHistory.history': ['month_end', 'active_loans', 'principal_outstanding', 'par30', 'par90'],

  CutOverImport: ['id', 'status', 'cut_over_date', 'members', 'loans', 'error_count', 'created_at'],
  'CutOverImport.errors': ['file', 'line_no', 'column', 'message'],
  MovementBatch: ['id', 'status', 'total', 'currency', 'lines', 'failed_lines', 'source', 'memo'],
  'MovementBatch.errors': ['line_no', 'column', 'message'],
  MovementBatchLine: ['line_no', 'named', 'kind', 'amount', 'status', 'error', 'member.full_name'],
  Employer: ['id', 'code', 'name', 'pay_day'],
  'Advice.rows': ['payroll_no', 'full_name', 'contribution', 'total', 'member_no'],
  'Advice.rows.loans': ['loan_id', 'due_date', 'amount'],
  'Remittance.errors': ['line_no', 'column', 'message'],
  'Remittance.shortages': ['payroll_no', 'member.full_name', 'expected', 'remitted', 'short'],
  'CheckOff.employers': ['code', 'name', 'expected', 'remitted', 'short', 'unknown'],
  'CheckOff.members': ['employer_code', 'payroll_no', 'full_name', 'expected', 'remitted', 'short'],

  ListSum: ['field', 'currency', 'amount'],

  Receipt: [
    'id',
    'status',
    'amount',
    'unallocated',
    'account_number',
    'payer_name',
    'payer_phone',
    'received_at',
  ],
  Payout: ['id', 'status', 'provider', 'amount', 'currency', 'reference', 'created_at'],
  PayoutEvent: ['at', 'type', 'from', 'to', 'cause'],
  PaybillConfirmation: ['id', 'status', 'provider', 'transaction_id', 'amount', 'account_number', 'error'],

  Run: ['id', 'status', 'provider', 'period_start', 'period_end', 'lines', 'resolved', 'currency'],
  'Run.missing_on_statement': ['payment_id', 'amount', 'completed_at', 'reference'],
  'Run.error.details': ['line_no', 'message', 'path'],
  Line: ['line_no', 'provider_txn_id', 'state', 'match_status', 'kind', 'amount', 'reference', 'id'],
  LineResult: ['line_no', 'error', 'message', 'id'],
  StatementPreset: ['name', 'title'],

  WebhookEndpoint: ['id', 'mode', 'status', 'url', 'events'],
  WebhookDelivery: ['id', 'status', 'type', 'created_at', 'webhook_id', 'endpoint_id'],
  'WebhookDelivery.attempts': ['at', 'status_code', 'error'],
  'WebhookDeliveryDetails.attempts': ['at', 'status_code', 'error'],

  UserProject: ['id', 'name', 'role'],
  ApiKey: ['id', 'environment', 'name', 'last_used_at', 'prefix', 'revoked_at'],
  StaffMember: ['user_id', 'role', 'name', 'email', 'added_at'],
  ProviderConfig: ['name', 'configured', 'title', 'currencies', 'circuit'],
  'ProviderConfig.credential_fields': ['name', 'secret', 'optional'],
  KnownUser: ['id', 'email', 'name', 'operator', 'second_factor', 'projects', 'created_at'],
  KnownProject: ['id', 'name', 'owner_email', 'staff', 'created_at'],
  ServiceProcess: ['machine', 'process_id', 'runs', 'started_at', 'seen_at', 'version'],
  AuditEntry: ['id', 'at', 'action', 'actor', 'subject'],

  // Of the tool itself.
  Profile: ['name', 'in_use', 'url', 'credential', 'project', 'environment'],
};

type Row = Record<string, unknown>;

const FIRST_FIELDS = 6;

/**
 * The columns of a list that its rows have.
 * @param rows_name see `COLUMNS`; a service that is newer than the tool has others, whose first fields are shown
 */
export function columnsOf(rows_name: string | undefined, rows: readonly Row[]): readonly string[] {
  const columns = COLUMNS[rows_name ?? ''];
  if (columns !== undefined && columns !== 'fields')
    return columns.filter((column) => rows.some((row) => fieldAt(row, column) !== undefined));
  const [first = {}] = rows;
  return Object.keys(first)
    .filter((name) => !isMinorTwin(first, name) && !Array.isArray(first[name]))
    .slice(0, FIRST_FIELDS);
}

/** The object with the field, and its name in it: `member.full_name` is `full_name` of the member. */
export function fieldAt(row: Row, column: string): unknown {
  return column.split('.').reduce<unknown>((at, name) => (at as Row | null | undefined)?.[name], row);
}

/** Is the field the amount in minor units of another field? */
export function isMinorTwin(row: Row, name: string): boolean {
  return name.endsWith('_minor') && name.slice(0, -'_minor'.length) in row;
}

/** The id of a row, or the field that identifies it instead. */
export function idOf(row: Row): string | null {
  const id = row['id'] ?? row['payment_id'] ?? row['user_id'] ?? row['name'];
  return typeof id === 'string' ? id : null;
}
