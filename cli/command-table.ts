/**
 * The commands for operations of the API: a line with the words and the operation, unless a command does more. One table,
 * as long as the API: whoever looks for a command finds it in one place.
 */
import type { ExtraFlag, OperationRow } from './command.ts';
import type { OperationId } from './generated/operations.ts';

function operation(
  words: string,
  id: OperationId,
  more: Omit<OperationRow, 'words' | 'operation'> = {},
): OperationRow {
  return { words, operation: id, ...more };
}

/** For operations that return an entry, a loan or a dividend, which may wait for a second person. */
const FAIL_ON_WAITING: ExtraFlag = {
  flags: '--fail-on-waiting',
  description: 'exit with 7 if it waits for a second person',
};
const WAIT: readonly ExtraFlag[] = [
  { flags: '--wait', description: 'wait until it is final' },
  { flags: '--wait-timeout <seconds>', description: 'maximum wait (60)' },
];
/** A report that is also available as CSV. */
const AS_CSV: Pick<OperationRow, 'extra_flags' | 'load'> = {
  extra_flags: [{ flags: '--csv', description: 'as CSV for spreadsheets' }],
  load: () => import('./commands/operations/as-file.ts'),
};

/** What is also available on paper. */
const AS_PAPER: Pick<OperationRow, 'extra_flags' | 'load'> = {
  extra_flags: [{ flags: '--output <file>', description: 'as PDF into this file; - for stdout' }],
  load: () => import('./commands/operations/as-file.ts'),
};
/** It has no other form than CSV. */
const AS_CSV_ALONE: Pick<OperationRow, 'load'> = {
  load: () => import('./commands/operations/print-csv.ts'),
};
/** Fields that are the texts of files. @param flags by the field */
function withFiles(flags: Record<string, string>): Pick<OperationRow, 'left_out' | 'extra_flags' | 'load'> {
  return {
    left_out: Object.keys(flags),
    extra_flags: [
      ...Object.values(flags).map((flag) => ({
        flags: flag,
        description: 'a file with CSV, or - for stdin',
      })),
      FAIL_ON_WAITING,
    ],
    load: () => import('./commands/operations/with-files.ts'),
  };
}
const MOVES = { extra_flags: [FAIL_ON_WAITING] };

export const COMMANDS: readonly OperationRow[] = [
  operation('payments home', 'payments.home'),
  operation('payments list', 'payments.list'),
  operation('payments get', 'payments.get'),
  operation('payments create', 'payments.create', {
    extra_flags: WAIT,
    load: () => import('./commands/operations/create-payment.ts'),
  }),
  operation('payments cancel', 'payments.cancel'),
  operation('payments sync', 'payments.sync'),
  operation('payments events', 'payments.listEvents'),
  operation('payments refund', 'payments.refunds.create'),
  operation('payments ussd-intent', 'payments.ussdIntent', { harmless: true }),
  operation('sandbox paybill', 'sandbox.paybill', {
    example:
      "sandbox paybill --transaction-id SBX1 --amount 500 --currency KES --account-number M00001 --phone '+254712345678'",
  }),
  operation('paybill-confirmations list', 'paybillConfirmations.list'),
  operation('paybill-confirmations get', 'paybillConfirmations.get'),
  operation('paybill-confirmations enter', 'paybillConfirmations.create', {
    example: 'paybill-confirmations enter --provider mpesa --transaction-id RKL0000001',
  }),
  operation('paybill-confirmations sync', 'paybillConfirmations.sync'),
  operation('refunds list', 'payments.refunds.list'),
  operation('refunds get', 'refunds.get'),
  operation('refunds mark', 'refunds.mark'),
  operation('payouts list', 'payouts.list'),
  operation('payouts get', 'payouts.get'),
  operation('payouts create', 'payouts.create', {
    example: `payouts create --provider mpesa --amount 400.00 --currency KES --to '{"phone":"+254712345678"}' --reference INV-17`,
  }),
  operation('payouts events', 'payouts.listEvents'),
  operation('payouts sync', 'payouts.sync'),
  operation('payouts cancel', 'payouts.cancel'),
  operation('payouts mark', 'payouts.mark'),
  operation('payment-links list', 'paymentLinks.list'),
  operation('payment-links get', 'paymentLinks.get'),
  operation('payment-links create', 'paymentLinks.create'),
  operation('payment-links disable', 'paymentLinks.disable'),
  operation('payment-links qr', 'paymentLinks.get', {
    load: () => import('./commands/operations/link-qr.ts'),
  }),

  operation('ledger accounts list', 'ledger.accounts.list'),
  operation('ledger accounts open', 'ledger.accounts.open'),
  operation('ledger accounts transfers', 'ledger.accounts.listTransfers'),
  operation('ledger accounts balance', 'ledger.accounts.balance'),
  operation('ledger accounts get', 'ledger.accounts.get'),
  operation('ledger transfers create', 'ledger.transfers.create'),
  operation('ledger transfers create-batch', 'ledger.transfers.createBatch'),
  operation('ledger holds list', 'ledger.holds.list'),
  operation('ledger holds get', 'ledger.holds.get'),
  operation('ledger holds create', 'ledger.holds.create'),
  operation('ledger holds capture', 'ledger.holds.capture'),
  operation('ledger holds void', 'ledger.holds.void'),
  operation('ledger postings list', 'ledger.postings.list'),
  operation('ledger postings retry', 'ledger.postings.retry'),
  operation('ledger report', 'ledger.report'),
  operation('accounting trial-balance', 'accounting.trialBalance', {
    ...AS_CSV,
    example: 'accounting trial-balance --from 2026-01-01 --to 2026-12-31 --csv',
  }),
  operation('accounting general-ledger', 'accounting.generalLedger', {
    ...AS_CSV,
    example: 'accounting general-ledger --from 2026-11-01 --to 2026-11-30 --account-kind cash_on_hand',
  }),
  operation('accounting income-statement', 'accounting.incomeStatement', AS_CSV),
  operation('accounting balance-sheet', 'accounting.balanceSheet', AS_CSV),
  operation('accounting chart get', 'accounting.chart.get'),
  operation('accounting chart set', 'accounting.chart.update', {
    example: "accounting chart set 2000 --name 'Member deposits'",
  }),
  operation('accounting accounts create', 'accounting.accounts.create', {
    example: "accounting accounts create --code 1100 --name 'Umoja Bank' --kind bank --currency KES",
  }),
  operation('accounting accounts update', 'accounting.accounts.update'),
  operation('accounting journal', 'accounting.journals.create', {
    ...MOVES,
    example: `accounting journal --lines '[{"account":"5100","debit":"15.00"},{"account":"1100","credit":"15.00"}]' --memo 'bank charges'`,
  }),
  operation('accounting periods list', 'accounting.periods.list'),
  operation('accounting periods get', 'accounting.periods.get'),
  operation('accounting periods close', 'accounting.periods.close', {
    ...MOVES,
    example: "accounting periods close --end-date 2026-11-30 --memo 'November is over'",
  }),
  operation('accounting periods reopen', 'accounting.periods.reopen', MOVES),

  operation('customers list', 'customers.list'),
  operation('customers get', 'customers.get'),
  operation('customers create', 'customers.create'),
  operation('customers update', 'customers.update', {
    example: "customers update cus_… --email 'abebe.bikila@umoja.example'",
  }),
  operation('customers freeze', 'customers.freeze'),
  operation('customers unfreeze', 'customers.unfreeze'),
  operation('customers close', 'customers.close'),
  operation('customers events', 'customers.listEvents'),
  operation('customers documents list', 'customers.documents.list'),
  operation('customers documents add', 'customers.documents.create'),
  operation('customers documents review', 'customers.documents.review'),
  operation('customers documents reveal', 'projects.customers.documents.revealNumber'),
  operation('files upload', 'files.upload', {
    extra_flags: [{ flags: '--file <file>', description: 'PDF, JPEG, PNG or WebP, at most 10 MiB' }],
    example: 'files upload --purpose kyc_document --file passport.jpg',
    load: () => import('./commands/operations/upload-file.ts'),
  }),
  operation('files get', 'files.get'),
  operation('files content', 'files.content', {
    extra_flags: [{ flags: '--output <file>', description: 'Where it is written; - for standard output' }],
    example: 'files content fil_… --output passport.jpg',
    load: () => import('./commands/operations/download-file.ts'),
  }),
  operation('customers kyc requirements', 'customers.kyc.requirements', {
    example: 'customers kyc requirements cus_… --tier 2',
  }),
  operation('customers kyc decide', 'customers.kyc.decide', {
    example: 'customers kyc decide cus_… --decision approve --tier 1',
  }),
  operation('kyc-limits list', 'kycLimits.list'),
  operation('kyc-limits set', 'kycLimits.put'),
  operation('wallets list', 'customers.wallets.list'),
  operation('wallets open', 'customers.wallets.open'),
  operation('wallets deposit', 'customers.wallets.deposit'),
  operation('wallets withdraw', 'customers.wallets.withdraw'),
  operation('wallets transfer', 'walletTransfers.create'),
  operation('topups list', 'walletTopups.list'),
  operation('topups get', 'walletTopups.get'),
  operation('topups retry', 'walletTopups.retry'),
  operation('topups reverse', 'walletTopups.reverse'),

  operation('members list', 'sacco.members.list'),
  operation('members get', 'sacco.members.get'),
  operation('members update', 'sacco.members.update', {
    example: 'members update mem_… --employer-id emp_… --payroll-no P-17 --contribution 500',
  }),
  operation('members join', 'sacco.members.join'),
  operation('members set-files', 'sacco.members.putFiles', {
    example: 'members set-files mem_… --photo-file-id fil_…',
  }),
  operation('members suspend', 'sacco.members.suspend'),
  operation('members reactivate', 'sacco.members.reactivate'),
  operation('members deposit', 'sacco.members.deposit', MOVES),
  operation('members withdraw', 'sacco.members.withdraw', {
    extra_flags: [FAIL_ON_WAITING, ...WAIT],
    load: () => import('./commands/operations/withdraw.ts'),
  }),
  operation('members transfer-savings', 'sacco.members.transferSavings', MOVES),
  operation('members buy-shares', 'sacco.members.buyShares', MOVES),
  operation('members exit', 'sacco.members.exit', MOVES),
  operation('members entries', 'sacco.members.listEntries'),
  operation('members timeline', 'sacco.members.timeline', {
    example: 'members timeline mem_… --kind message',
  }),
  operation('members note', 'sacco.members.writeNote', {
    example: "members note mem_… --text 'promised to pay on Friday'",
  }),
  operation('members balances', 'sacco.members.balances'),
  operation('members statement', 'sacco.members.statement', {
    ...AS_PAPER,
    extra_flags: [...(AS_CSV.extra_flags ?? []), ...(AS_PAPER.extra_flags ?? [])],
    example: 'members statement mem_… --from 2026-01-01 --to 2026-12-31 --output statement.pdf',
  }),
  operation('entries list', 'sacco.entries.list'),
  operation('entries get', 'sacco.entries.get'),
  operation('entries receipt', 'sacco.entries.receipt', {
    ...AS_PAPER,
    example: 'entries receipt ent_… --size a5 --language sw --output receipt.pdf',
  }),
  operation('entries reverse', 'sacco.entries.reverse', MOVES),
  operation('approvals list', 'approvals.list'),
  operation('approvals get', 'approvals.get'),
  operation('approvals cancel', 'approvals.cancel'),
  operation('approvals approve', 'approvals.approve'),
  operation('approvals reject', 'approvals.reject'),
  operation('sacco settings get', 'sacco.settings.get'),
  operation('sacco settings set', 'sacco.settings.put', {
    example: 'sacco settings set --currency KES --withdrawal-approval-minor 5000000',
  }),
  operation('sacco set-logo', 'sacco.logo.put', { example: 'sacco set-logo --logo-file-id fil_…' }),
  operation('sacco home', 'sacco.home'),
  operation('sacco treasury', 'sacco.treasury'),
  operation('sacco summary', 'sacco.summary'),
  operation('sacco portfolio', 'sacco.portfolio'),
  operation('sacco portfolio-history', 'sacco.portfolioHistory', {
    example: 'sacco portfolio-history --from 2026-01 --to 2026-12',
  }),
  operation('sacco cash-adjustment', 'sacco.cashAdjustments.create', MOVES),
  operation('sacco expense', 'sacco.expenses.create', MOVES),
  operation('sacco banking', 'sacco.bankings.create', {
    ...MOVES,
    example:
      "sacco banking --direction till_to_bank --account 1100 --amount 20000 --reference 'slip 0412' --memo evening",
  }),
  operation('imports list', 'sacco.imports.list'),
  operation('imports get', 'sacco.imports.get'),
  operation('imports create', 'sacco.imports.create', {
    ...withFiles({
      members_csv: '--members <file>',
      loans_csv: '--loans <file>',
      accounts_csv: '--accounts <file>',
      guarantors_csv: '--guarantors <file>',
    }),
    example: 'imports create --cut-over-date 2026-12-31 --members members.csv --loans loans.csv --dry-run',
  }),
  operation('imports errors', 'sacco.imports.errors', AS_CSV_ALONE),
  operation('imports template', 'sacco.imports.template', {
    ...AS_CSV_ALONE,
    example: 'imports template --file members',
  }),
  operation('batches list', 'sacco.movementBatches.list'),
  operation('batches get', 'sacco.movementBatches.get'),
  operation('batches lines', 'sacco.movementBatches.lines'),
  operation('batches create', 'sacco.movementBatches.create', {
    ...withFiles({ csv: '--file <file>' }),
    example:
      "batches create --file deposits.csv --source bank --account 1100 --total-minor 1250000 --memo 'market day'",
  }),
  operation('employers list', 'sacco.employers.list'),
  operation('employers get', 'sacco.employers.get'),
  operation('employers create', 'sacco.employers.create', {
    example: "employers create --name 'Tea Factory' --code TEA --pay-day 28",
  }),
  operation('employers update', 'sacco.employers.update', { example: 'employers update emp_… --pay-day 25' }),
  operation('employers advice', 'sacco.employers.advice', {
    ...AS_CSV,
    example: 'employers advice emp_… --month 2027-01 --csv',
  }),
  operation('employers remittances', 'sacco.employers.remittances.list'),
  operation('employers remittance', 'sacco.employers.remittances.get'),
  operation('employers remit', 'sacco.employers.remittances.create', {
    ...withFiles({ csv: '--file <file>' }),
    example:
      'employers remit emp_… --month 2027-01 --file january.csv --account 1100 --total-minor 9000000 --memo January',
  }),
  operation('sacco unallocated list', 'sacco.unallocated.list'),
  operation('sacco unallocated create', 'sacco.unallocated.create', {
    example:
      "sacco unallocated create --account 1100 --amount 500 --reference FT1 --memo 'A transfer by J. Kamau'",
    ...MOVES,
  }),
  operation('sacco unallocated get', 'sacco.unallocated.get'),
  operation('sacco unallocated allocate', 'sacco.unallocated.allocate', {
    ...MOVES,
    example:
      "sacco unallocated allocate rcp_… --member-id mem_… --purpose savings --memo 'She sent the wrong number'",
  }),
  operation('sacco unallocated refund', 'sacco.unallocated.refund', {
    example: "sacco unallocated refund rcp_… --memo 'Nobody knows the sender'",
  }),
  operation('tills list', 'sacco.tills.list'),
  operation('tills get', 'sacco.tills.get'),
  operation('tills create', 'sacco.tills.create'),
  operation('tills change', 'sacco.tills.change'),
  operation('tills open', 'sacco.tills.openSession', {
    ...MOVES,
    example: 'tills open til_… --float 300.00',
  }),
  operation('tills close', 'sacco.tills.closeSession', {
    ...MOVES,
    example: `tills close til_… tls_… --count '{"1000.00":12,"50.00":1}'`,
  }),
  operation('tills count', 'sacco.tills.count', { example: 'tills count til_… tls_… --counted 300.00' }),
  operation('tills transfer', 'sacco.tillTransfers.create', {
    ...MOVES,
    example: 'tills transfer --from vault --to til_… --amount 50.00 --memo "small change"',
  }),
  operation('messages list', 'notifications.list'),
  operation('messages get', 'notifications.get'),
  operation('messages outbox', 'sandbox.outbox'),
  operation('messages templates list', 'sacco.notificationTemplates.list'),
  operation('messages templates get', 'sacco.notificationTemplates.get'),
  operation('messages templates set', 'sacco.notificationTemplates.put', {
    example: "messages templates set deposit en --text '{{name}}, {{amount}} arrived. Thank you.' --dry-run",
  }),
  operation('members preferences', 'sacco.members.preferences.get'),
  operation('members set-preferences', 'sacco.members.preferences.put', {
    example: 'members set-preferences mem_… --language sw --sms true',
  }),
  operation('till-sessions list', 'sacco.tillSessions.list'),
  operation('till-sessions get', 'sacco.tillSessions.get', AS_CSV),
  operation('reports expenses', 'sacco.reports.expenses', {
    ...AS_CSV,
    example: 'reports expenses --from 2026-01-01 --to 2026-03-31',
  }),
  operation('sacco provisioning-table get', 'sacco.provisioningTable.get'),
  operation('sacco provisioning-table set', 'sacco.provisioningTable.put', {
    example: `sacco provisioning-table set --classes '[{"name":"performing","from_days":0,"rate_bps":100},…]'`,
  }),
  operation('sacco provision', 'sacco.provisions.create', MOVES),
  operation('reports ageing', 'sacco.reports.ageing', AS_CSV),
  operation('reports arrears', 'sacco.reports.arrears', {
    ...AS_CSV,
    example: 'reports arrears --min-days 30 --csv',
  }),
  operation('reports collection-sheet', 'sacco.reports.collectionSheet', AS_CSV),
  operation('reports portfolio', 'sacco.reports.portfolio', AS_CSV),
  operation('reports ratios', 'sacco.reports.ratios', AS_CSV),
  operation('reports trends', 'sacco.reports.trends'),
  operation('reports check-off', 'sacco.reports.checkOff', {
    ...AS_CSV,
    example: 'reports check-off --month 2027-01 --csv',
  }),
  operation('savings-products list', 'sacco.savingsProducts.list'),
  operation('savings-products get', 'sacco.savingsProducts.get'),
  operation('savings-products create', 'sacco.savingsProducts.define'),
  operation('savings-products retire', 'sacco.savingsProducts.retire'),
  operation('savings-accounts list', 'sacco.savingsAccounts.list'),
  operation('savings-accounts get', 'sacco.savingsAccounts.get'),
  operation('savings-accounts open', 'sacco.savingsAccounts.open'),
  operation('savings-accounts close', 'sacco.savingsAccounts.close'),
  operation('savings-accounts give-notice', 'sacco.savingsAccounts.giveNotice'),
  operation('savings-accounts notices', 'sacco.savingsAccounts.listNotices'),
  operation('reports fees', 'sacco.reports.fees', AS_CSV),
  operation('loan-products list', 'sacco.loanProducts.list'),
  operation('loan-products get', 'sacco.loanProducts.get'),
  operation('loan-products create', 'sacco.loanProducts.define'),
  operation('loan-products retire', 'sacco.loanProducts.retire'),
  operation('loans list', 'sacco.loans.list'),
  operation('loans get', 'sacco.loans.get', {
    ...AS_PAPER,
    example: 'loans get loan_… --language am --output schedule.pdf',
  }),
  operation('loans guarantee', 'sacco.loans.guarantee', AS_PAPER),
  operation('loans apply', 'sacco.loans.apply', {
    ...MOVES,
    example:
      'loans apply --member-id mem_… --product-id lpr_… --amount 10000 --term 3 --guarantor mem_…=2500 --dry-run',
  }),
  operation('loans split', 'sacco.loans.split'),
  operation('loans history', 'sacco.loans.history'),
  operation('loans consent', 'sacco.loans.decideConsent', {
    example: 'loans consent loan_… mem_… --decision consent --code 123456',
  }),
  operation('loans ask-consent', 'sacco.loans.requestConsent'),
  operation('loans repay', 'sacco.loans.repay', MOVES),
  operation('loans write-off', 'sacco.loans.writeOff', MOVES),
  operation('dividends list', 'sacco.dividends.list'),
  operation('dividends get', 'sacco.dividends.get'),
  operation('dividends line', 'sacco.dividends.line', AS_PAPER),
  operation('dividends declare', 'sacco.dividends.declare', MOVES),
  operation('dividends retry', 'sacco.dividends.retry'),
  operation('interest list', 'sacco.savingsInterest.list'),
  operation('interest get', 'sacco.savingsInterest.get'),
  operation('interest declare', 'sacco.savingsInterest.declare', {
    ...MOVES,
    example:
      'interest declare --label 2026-03 --period-start 2026-03-01 --period-end 2026-03-31 --rate-bps 600 --basis daily_balance',
  }),
  operation('interest retry', 'sacco.savingsInterest.retry'),
  operation('members dividend-account', 'sacco.members.dividendAccount.get'),
  operation('members choose-dividend-account', 'sacco.members.dividendAccount.put'),
  operation('members tax', 'sacco.members.tax.get'),
  operation('members set-tax', 'sacco.members.tax.put'),
  operation('members contribution', 'sacco.members.contribution.get'),
  operation('members agree-contribution', 'sacco.members.contribution.put', {
    example: 'members agree-contribution mem_… --amount 500.00 --frequency monthly --start-date 2026-01-31',
  }),
  operation('sacco remit-tax', 'sacco.taxRemittances.create', MOVES),
  operation('reports withholding', 'sacco.reports.withholding', {
    ...AS_CSV,
    example: 'reports withholding --from 2026-01-01 --to 2026-12-31 --csv',
  }),
  operation('reports contributions', 'sacco.reports.contributions', AS_CSV),

  operation('recon import', 'reconciliation.runs.import', {
    places: ['csv'],
    left_out: ['csv', 'period_start', 'period_end', 'columns', 'kinds', 'source_name'],
    example: `recon import statement.csv --provider mpesa --currency KES --from 2026-11-01 --to 2026-11-30 \\
      --column amount="Paid In" --column provider_txn_id="Receipt No." --kind payout="B2C*"`,
    extra_flags: [
      { flags: '--from <date>', description: 'first day of the period; required' },
      { flags: '--to <date>', description: 'last day of the period; required' },
      {
        flags: '--column <name="Header">',
        description: 'the header of a column; can be repeated',
        repeatable: true,
      },
      {
        flags: '--kind <kind="Value">',
        description: 'a value of the kind column; the same kind may repeat',
        repeatable: true,
      },
      {
        flags: '--ok-status <text>',
        description: 'a value of the status column whose lines count; can be repeated',
        repeatable: true,
      },
      ...WAIT,
    ],
    load: () => import('./commands/operations/import-statement.ts'),
  }),
  operation('recon runs', 'reconciliation.runs.list'),
  operation('recon run', 'reconciliation.runs.get'),
  operation('recon lines', 'reconciliation.lines.list'),
  operation('recon resolve', 'reconciliation.lines.resolve'),
  operation('recon resolve-all', 'reconciliation.runs.resolveAll', {
    load: () => import('./commands/operations/resolve-all.ts'),
  }),
  operation('recon missing', 'reconciliation.runs.get', {
    load: () => import('./commands/operations/missing.ts'),
  }),
  operation('recon close', 'reconciliation.runs.close'),
  operation('recon presets', 'reconciliation.presets'),

  operation('webhooks endpoints list', 'webhookEndpoints.list'),
  operation('webhooks endpoints create', 'webhookEndpoints.create', {
    places: ['url'],
    optional_places: ['url'],
    left_out: ['url', 'mode'],
    example:
      'webhooks endpoints create https://shop.example/hooks --events payment.completed,refund.succeeded',
  }),
  operation('webhooks endpoints delete', 'webhookEndpoints.delete'),
  operation('webhooks endpoints rotate-secret', 'webhookEndpoints.rotateSecret'),
  operation('webhooks deliveries list', 'webhookDeliveries.list'),
  operation('webhooks deliveries get', 'webhookDeliveries.get'),
  operation('webhooks deliveries redeliver', 'webhookDeliveries.redeliver'),

  operation('projects list', 'projects.list'),
  operation('projects create', 'projects.create'),
  operation('projects get', 'projects.get'),
  operation('projects update', 'projects.update', { example: 'projects update --strict-approvals' }),
  operation('projects keys list', 'projects.apiKeys.list'),
  operation('projects keys create', 'projects.apiKeys.create'),
  operation('projects keys revoke', 'projects.apiKeys.revoke'),
  operation('projects staff list', 'projects.staff.list'),
  operation('projects staff set', 'projects.staff.put'),
  operation('projects staff remove', 'projects.staff.remove'),
  operation('projects providers list', 'projects.providers.list'),
  operation('projects providers set', 'projects.providers.put', {
    example: 'projects providers set santimpay --credentials @santimpay.json',
  }),
  operation('projects providers remove', 'projects.providers.delete'),
  operation('projects providers paybill', 'projects.providers.paybill', {
    example: 'projects providers paybill mpesa --environment live --enabled true',
  }),
  operation('projects providers payouts', 'projects.providers.getPayouts'),
  operation('projects providers set-payouts', 'projects.providers.putPayouts', {
    example: 'projects providers set-payouts mpesa --environment live --enabled true --max-minor 7000000',
  }),
  operation('projects senders list', 'projects.senders.list'),
  operation('projects senders set', 'projects.senders.put', {
    example: 'projects senders set sms --environment test --sender sandbox',
  }),
  operation('projects audit-log', 'projects.auditLog.list'),
  operation('operators users', 'operators.users.list'),
  operation('operators projects', 'operators.projects.list'),
  operation('operators processes', 'operators.processes.list'),
  operation('projects demo get', 'projects.demo.get'),
  operation('projects demo fill', 'projects.demo.fill'),
  operation('projects clock get', 'projects.testClock.get'),
  operation('projects clock set', 'projects.testClock.move', {
    example: 'projects clock set --now 2026-12-31T09:00:00Z',
  }),
];

/** Descriptions of groups of commands. */
export const GROUPS: Record<string, string> = {
  payments: 'Collect money through payment providers',
  refunds: 'Refund payments',
  sandbox: 'The test environment of payments',
  payouts: 'Money sent to phones and bank accounts',
  'payment-links': 'Pages on which anyone with the address can pay',
  accounting: 'Financial statements, the chart of accounts, journals and accounting periods',
  'accounting chart': 'Every account with its code',
  'accounting accounts': 'Bank and general accounts of the SACCO',
  'accounting periods': 'Months that are closed',
  'paybill-confirmations': 'Payments without a prompt, as providers are asked about them',
  ledger: 'The double-entry ledger',
  'ledger accounts': 'Accounts, their transfers and balances',
  'ledger transfers': 'Manual transfers',
  'ledger holds': 'Reserved money',
  'ledger postings': 'The booking of completed payments',
  customers: 'People and businesses',
  files: 'Uploaded documents and pictures',
  'customers documents': 'KYC documents and their review',
  'customers kyc': 'The KYC tier of a customer',
  'kyc-limits': 'The limits of each tier',
  wallets: "Customers' own money",
  topups: 'Payments into wallets',
  members: 'Members of the SACCO and their money',
  entries: 'Every movement of the SACCO',
  imports: 'Present members, loans and balances at cut-over',
  batches: 'Sums that came in, split among members',
  employers: 'Check-off: what employers deduct from wages',
  approvals: 'Requests that wait for a second person',
  sacco: 'The SACCO as a whole',
  'sacco settings': 'Its settings',
  'sacco unallocated': 'Money that belongs to nobody yet',
  messages: 'Messages to members by SMS and e-mail',
  'messages templates': 'What messages say',
  'projects senders': "Who sends the project's messages",
  tills: 'Drawers of cash and their sessions',
  'till-sessions': 'What each teller took and paid',
  reports: 'Reports of the SACCO',
  'sacco provisioning-table': 'Classes of overdue loans and their provisions',
  'savings-products': 'The terms of savings accounts',
  'savings-accounts': "Members' savings accounts, and notices of taking money out",
  'loan-products': 'The terms on which loans are made',
  loans: 'Loans of members',
  dividends: 'Dividends of members',
  interest: 'Interest on the deposits of members',
  recon: "Providers' statements, compared with the ledger",
  webhooks: 'Webhook endpoints and deliveries',
  'webhooks endpoints': 'Where events are sent',
  'webhooks deliveries': 'Sent events',
  operators: 'The whole service, for platform operators: users, projects, processes',
  projects: 'Projects, their keys, staff and providers',
  'projects keys': 'API keys',
  'projects staff': 'Users of the project',
  'projects providers': 'Payment providers and their credentials',
  'projects clock': 'The test clock',
  'projects demo': 'A year of data to try the dashboard with',
  profiles: 'Stored addresses and credentials',
  config: 'Settings of the profile',
};
