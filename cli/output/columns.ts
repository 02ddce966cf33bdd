/** The columns of the table of each list, the id first. Other lists show their first fields. */

const COLUMNS: Record<string, readonly string[]> = {
  payments: ['id', 'status', 'amount', 'currency', 'provider', 'reference', 'created_at'],
  refunds: ['id', 'status', 'amount', 'currency', 'payment_id', 'reason', 'created_at'],
  payment_links: ['id', 'status', 'amount', 'currency', 'title', 'url'],
  customers: ['id', 'status', 'kyc_status', 'kyc_tier', 'full_name', 'phone'],
  documents: ['id', 'status', 'doc_type', 'number_last4', 'expires_on'],
  events: ['id', 'type', 'at', 'from', 'to', 'cause'],
  limits: ['tier', 'currency', 'max_balance', 'max_single', 'max_daily_out'],
  wallets: ['id', 'currency', 'balance', 'available', 'created_at'],
  topups: ['payment_id', 'status', 'amount', 'currency', 'customer_id', 'reason'],
  accounts: ['id', 'kind', 'currency', 'balance', 'available', 'subaccount_id'],
  transfers: ['id', 'kind', 'amount', 'currency', 'debit_account_id', 'credit_account_id', 'created_at'],
  holds: ['id', 'status', 'amount', 'captured', 'currency', 'expires_at'],
  postings: ['payment_id', 'status', 'attempts', 'error', 'posted_at'],
  members: ['id', 'member_no', 'status', 'full_name', 'savings', 'shares'],
  entries: ['id', 'kind', 'status', 'amount', 'currency', 'member_id', 'created_at'],
  approvals: ['id', 'kind', 'status', 'summary', 'requested_at'],
  loan_products: ['id', 'status', 'name', 'rate_bps', 'method', 'frequency', 'min_amount', 'max_amount'],
  loans: ['id', 'status', 'principal', 'outstanding', 'days_past_due', 'member_id'],
  dividends: ['id', 'status', 'label', 'total', 'currency', 'period_start', 'period_end'],
  runs: ['id', 'status', 'provider', 'currency', 'period_start', 'period_end', 'lines', 'resolved'],
  lines: ['line_no', 'state', 'kind', 'match_status', 'amount', 'reference', 'id'],
  webhook_endpoints: ['id', 'mode', 'status', 'url', 'events'],
  webhook_deliveries: ['id', 'status', 'type', 'webhook_id', 'endpoint_id', 'created_at'],
  projects: ['id', 'name', 'role'],
  api_keys: ['id', 'environment', 'prefix', 'name', 'last_used_at', 'revoked_at'],
  staff: ['user_id', 'role', 'name', 'email', 'added_at'],
  audit_log: ['id', 'at', 'action', 'actor', 'subject'],
  presets: ['name', 'title'],
  schedule: ['no', 'due_date', 'principal', 'interest', 'penalty', 'paid', 'unpaid', 'status'],
  guarantors: ['member_id', 'amount', 'status', 'called'],
};

const FIRST_FIELDS = 6;

type Row = Record<string, unknown>;

/** The columns of a list that its rows have. */
export function columnsOf(plural: string, rows: readonly Row[]): string[] {
  const named = COLUMNS[plural]?.filter((column) => rows.length === 0 || rows.some((row) => column in row));
  if (named && named.length > 0) return named;
  const scalar = Object.entries(rows[0] ?? {}).filter(
    ([name, value]) => !isMinorTwin(rows[0] ?? {}, name) && !Array.isArray(value),
  );
  return scalar.slice(0, FIRST_FIELDS).map(([name]) => name);
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
