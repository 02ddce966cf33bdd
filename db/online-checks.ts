/**
 * Checks of tables that may be large. A migration adds them `not valid`, for the rows that are written from then on; the rows of
 * before are read afterwards and outside its transaction, so that the old version can go on writing meanwhile.
 */
import type { Db } from './connection.ts';

const ONLINE_CHECKS: readonly { table: string; checks: readonly string[] }[] = [
  {
    table: 'sacco_entries',
    checks: [
      'sacco_entries_source_check',
      'sacco_entries_direction_check',
      'sacco_entries_bank_check',
      'sacco_entries_lines_check',
      'sacco_entries_status_check',
      'sacco_entries_mobile_check',
      'sacco_entries_savings_check',
      'sacco_entries_amount_check',
    ],
  },
  {
    table: 'payments',
    checks: ['payments_origin_check', 'payments_account_number_check', 'payments_credit_to_check'],
  },
  {
    table: 'sacco_loans',
    checks: [
      'sacco_loans_disburse_to_check',
      'sacco_loans_term_check',
      'sacco_loans_opening_check',
      'sacco_loans_consent_check',
    ],
  },
  { table: 'sacco_loan_guarantees', checks: ['sacco_loan_guarantees_status_check'] },
  { table: 'sacco_dividends', checks: ['sacco_dividends_tax_check'] },
  { table: 'sacco_dividend_lines', checks: ['sacco_dividend_lines_tax_check'] },
  { table: 'sacco_papers', checks: ['sacco_papers_kind_check'] },
  { table: 'projects', checks: ['projects_test_clock_offset_ms_check'] },
  { table: 'files', checks: ['files_purpose_check', 'files_subject_type_check'] },
  { table: 'sacco_members', checks: ['sacco_members_payroll_check'] },
  { table: 'reconciliation_lines', checks: ['reconciliation_lines_match_status_check'] },
];

/**
 * Nothing happens to a check that is validated; safe to run from several processes concurrently, and after a crash.
 * @param db not a transaction
 */
export async function validateOnlineChecks(db: Db): Promise<void> {
  for (const { table, checks } of ONLINE_CHECKS)
    for (const check of checks) await db.raw('alter table ?? validate constraint ??', [table, check]);
}
