/** What somebody with the database's own powers could change, and what `npm run verify` must report. */

/** The idempotency keys of a hold for each final status of its row. */
export const HOLDS = {
  captured: 'a hold',
  pending: 'another hold',
  voided: 'a voided hold',
  expired: 'a lapsing hold',
  refused: 'too much to hold',
};

const CLEARING = `account_id in (select id from ledger_accounts where kind = 'provider_clearing')`;
const FIRST_HOLD = `id = (select id from ledger_transfers where phase = 1 order by timestamp limit 1)`;
const LATEST = '(select id from ledger_transfers order by timestamp desc limit 1)';

/** With the table whose triggers protect it, and which the change is made without. */
type ProtectedTampering = [what: string, table: string, change: string, report: string];

export const CASES: ProtectedTampering[] = [
  [
    'a changed balance',
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'every balance is the sum of its transfers',
  ],
  [
    'money made of nothing',
    'ledger_balances',
    'update ledger_balances set debits_posted = debits_posted + 1 where limit_rule = 2',
    'money is conserved',
  ],
  [
    'a changed amount',
    'ledger_transfers',
    `update ledger_transfers set amount = amount + 1 where id = ${LATEST}`,
    'the counters kept with each transfer follow',
  ],
  [
    'a hold marked open again',
    'ledger_pending',
    'update ledger_pending set status = 0 where status = 1',
    'every hold ended as its transfers say',
  ],
  [
    'a changed audit entry',
    'audit_log',
    `update audit_log set details = replace(details, '"amount_minor":5', '"amount_minor":6') where action = 'ledger.transfer'`,
    'the audit log is an unbroken chain',
  ],
  [
    'a changed transfer, whose audit entry has no details of its own',
    'ledger_transfers',
    `update ledger_transfers set memo = 'never said' where reference = 'after the expiry'`,
    'the audit log is an unbroken chain',
  ],
  [
    'a changed transfer of a batch, whose audit entry has no details of its own',
    'ledger_transfers',
    `update ledger_transfers set memo = 'never said' where memo = 'the second'`,
    'the audit log is an unbroken chain',
  ],
  [
    'an audit entry of a batch that is said to have fewer transfers',
    'audit_log',
    `update audit_log set of_subjects = null where of_subjects = 2`,
    'the audit log is an unbroken chain',
  ],
  [
    'a request whose rows are gone',
    'ledger_manual_transfers',
    `delete from ledger_manual_transfers where batch_id is not null`,
    'every manual transfer whose details the audit log has stored has a row',
  ],
  [
    'a wrong daily total',
    'ledger_daily_totals',
    'update ledger_daily_totals set amount_minor = amount_minor + 1',
    "the report's daily totals",
  ],
  [
    'a wrong count of a kind',
    'ledger_kind_totals',
    `update ledger_kind_totals set transfers = transfers + 1 where kind = 'split'`,
    'of each kind as many transfers are counted as on all days',
  ],
  [
    'a posting marked failed',
    'postings',
    `update postings set status = 'failed'`,
    'every posted payment is booked as its posting says, and no failed one is',
  ],
  [
    'a lifted limit',
    'ledger_balances',
    `update ledger_balances set limit_rule = 0 where ${CLEARING}`,
    'the directory knows every account that has a balance, its ledger and its limit',
  ],
  [
    'accounts moved to another ledger',
    'ledger_balances',
    'update ledger_balances set ledger = ledger + 1000',
    'the directory knows every account that has a balance, its ledger and its limit',
  ],
  [
    'more held after a transfer than before',
    'ledger_transfers',
    `update ledger_transfers set cr_credits_pending = cr_credits_pending + 1 where id = ${LATEST}`,
    'the counters kept with each transfer follow',
  ],
  [
    'less held before anything expired',
    'ledger_transfers',
    `update ledger_transfers set dr_debits_pending = dr_debits_pending - 1 where ${FIRST_HOLD}`,
    'the counters kept with each transfer follow',
  ],
  [
    'more released than expired',
    'ledger_transfers',
    `update ledger_transfers set dr_debits_pending = dr_debits_pending - 1 where id = ${LATEST}`,
    'the counters kept with each transfer follow',
  ],
  [
    'an expired hold of another amount',
    'ledger_pending',
    'update ledger_pending set amount = amount + 1 where status = 3',
    'what is kept of every hold is what its transfer opened',
  ],
  [
    'a manual transfer of another amount',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set amount_minor = 50 where amount_minor = 5`,
    'every manual transfer that has a row is booked as that says',
  ],
  [
    'a posted manual transfer called refused',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set status = 'refused' where amount_minor = 5`,
    'every manual transfer that has a row is booked as that says, and no refused one is',
  ],
  [
    'a transfer of a batch of another amount',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set amount_minor = 60 where amount_minor = 6`,
    'every manual transfer that has a row is booked as that says',
  ],
  [
    'a refused manual transfer called posted',
    'ledger_manual_transfers',
    `update ledger_manual_transfers set status = 'posted' where amount_minor = 1000000000`,
    'every manual transfer that has a row is booked as that says',
  ],
  [
    'a manual transfer that nobody asked for',
    'ledger_transfers',
    `update ledger_transfers set code = 3 where code = 1`,
    'as many manual transfers are booked as the audit log says',
  ],
  [
    'a manual transfer whose audit entry says something else',
    'audit_log',
    `update audit_log set action = 'ledger.hold' where action = 'ledger.transfer_batch'`,
    'as many manual transfers are booked as the audit log says',
  ],
  [
    'a manual transfer that is in the audit log twice',
    'audit_log',
    `update audit_log set subject = (select max(subject) from audit_log where action = 'ledger.transfer')
     where action = 'ledger.transfer'`,
    'no manual transfer is in the audit log twice',
  ],
  [
    'a capture that nobody made',
    'audit_log',
    `update audit_log set action = 'ledger.hold_voided' where action = 'ledger.hold_captured'`,
    'every hold that was opened, and every one that was captured or voided, is in the audit log once',
  ],
  [
    'a hold with another memo',
    'ledger_holds',
    `update ledger_holds set memo = 'never said'`,
    'every hold is in the ledger as its row says',
  ],
  [
    'another amount captured',
    'ledger_holds',
    `update ledger_holds set captured_minor = 3 where status = 'captured'`,
    'every hold is in the ledger as its row says',
  ],
  ...Object.entries(HOLDS).map(([status, reference]): ProtectedTampering => [
    `a hold no longer called ${status}`,
    'ledger_holds',
    `update ledger_holds set captured_minor = 0, status = '${status === 'voided' ? 'pending' : 'voided'}'
     where reference = '${reference}'`,
    'every hold is in the ledger as its row says',
  ]),
  [
    'an open hold called expired',
    'ledger_holds',
    `update ledger_holds set status = 'expired' where status = 'pending'`,
    'every hold is in the ledger as its row says',
  ],
  [
    'a wallet kept to hold more than it does',
    'wallets',
    'update wallets set balance_bound_minor = balance_bound_minor + 1',
    'what wallets are kept to hold is what the ledger says they hold',
  ],
  [
    'a tier that was never granted',
    'customers',
    'update customers set kyc_tier = 3 where kyc_tier = 2',
    'every tier that was granted rests on accepted documents',
  ],
  [
    'a customer whom no search finds',
    'customers',
    `update customers set full_name = 'Somebody Else' where status = 'frozen'`,
    'every customer is found by its own words',
  ],
  [
    'a phone that counts as unverified without having been changed',
    'customers',
    `update customers set phone_unverified_since = now() where status = 'frozen'`,
    'a phone counts as verified until it is changed',
  ],
  [
    'a customer who was unfrozen without an event',
    'customers',
    `update customers set status = 'active' where status = 'frozen'`,
    "every customer's status is what its trail says last",
  ],
  [
    'a document that nobody accepted',
    'kyc_documents',
    `update kyc_documents set status = 'accepted', doc_type = 'national_id' where status = 'rejected'`,
    'every decision about a document is in the trail',
  ],
  [
    'a document that was superseded by nobody',
    'kyc_documents',
    `update kyc_documents set status = 'superseded', note = 'tampered' where status = 'accepted'`,
    'every superseded document is so in the trail',
  ],
  [
    'a reveal taken out of the trail',
    'customer_events',
    `update customer_events set type = 'x' where type = 'document.number_revealed'`,
    "every reveal of a document's number",
  ],
  ['an audit log without its head', 'audit_heads', 'delete from audit_heads', 'the head is missing'],
  [
    'a removed audit entry at the end',
    'audit_log',
    `delete from audit_log where id = (select id from audit_log where environment = 'test' order by seq desc limit 1)`,
    'the last entries are missing',
  ],
];
