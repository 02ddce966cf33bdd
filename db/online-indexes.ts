/**
 * Indexes of tables that may be large. They are built after the migrations and outside their transaction, so that the old version
 * can go on writing meanwhile. Rows that are not unique do not stop the build of a unique index: they are told apart first.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Db } from './connection.ts';
import { brokenUnique } from './faults.ts';

interface OnlineIndex {
  name: string;
  /** What follows the name in `create index`. */
  definition: string;
  /** For a unique index: makes rows distinct that are stored already; may be repeated. */
  separate?: string;
  /** An index that is not needed any more once this one is built. */
  replaces?: string;
}

export const ONLINE_INDEXES: OnlineIndex[] = [
  {
    name: 'payments_provider_txn_id_key',
    definition: `on payments (project_id, environment, provider, provider_txn_id, provider_txn_id_copy)
      where provider_txn_id is not null`,
    // The payment that completed first counts as the owner.
    separate: `
      update payments p set provider_txn_id_copy = n.copy from (
        select id, row_number() over (
          partition by project_id, environment, provider, provider_txn_id order by completed_at nulls last, id) - 1 as copy
        from payments join (
          select project_id, environment, provider, provider_txn_id from payments where provider_txn_id is not null
          group by 1, 2, 3, 4 having count(*) > 1
        ) shared using (project_id, environment, provider, provider_txn_id)
      ) n where n.id = p.id and p.provider_txn_id_copy <> n.copy`,
    replaces: 'payments_by_provider_txn',
  },
  {
    name: 'payments_checkout_request_id_key',
    definition: `on payments (project_id, environment, provider, (provider_data ->> 'checkout_request_id'))
      where provider_data ->> 'checkout_request_id' is not null`,
    // By the others' id a payment must not be asked for, so it is kept under another name.
    separate: `
      update payments p set provider_data = provider_data - 'checkout_request_id'
        || jsonb_build_object('shared_checkout_request_id', provider_data -> 'checkout_request_id')
      from (
        select id, row_number() over (
          partition by project_id, environment, provider, provider_data ->> 'checkout_request_id'
          order by completed_at nulls last, id) as n
        from payments where provider_data ->> 'checkout_request_id' is not null
      ) numbered where numbered.id = p.id and numbered.n > 1`,
  },
  {
    name: 'refunds_provider_refund_id_key',
    definition: `on refunds (project_id, environment, provider, provider_refund_id, provider_refund_id_copy)
      where provider_refund_id is not null`,
    separate: `
      update refunds r set provider_refund_id_copy = n.copy from (
        select id, row_number() over (
          partition by project_id, environment, provider, provider_refund_id order by completed_at nulls last, id) - 1 as copy
        from refunds where provider_refund_id is not null
      ) n where n.id = r.id and r.provider_refund_id_copy <> n.copy`,
  },
  {
    // A payment that came without a prompt may be credited in parts, which its receipt adds up.
    name: 'sacco_entries_one_a_payment',
    definition: `on sacco_entries (payment_id)
      where payment_id is not null and receipt_id is null and status in ('pending', 'posting', 'posted')`,
    // The index before it held the same.
    separate: 'select',
    replaces: 'sacco_entries_payment',
  },
  {
    // Which installments are due on a day.
    name: 'sacco_loan_installments_due',
    definition: 'on sacco_loan_installments (project_id, environment, due_on)',
  },
  {
    name: 'sacco_members_payroll_key',
    definition: 'on sacco_members (employer_id, upper(payroll_no)) where employer_id is not null',
    // No row of before has an employer.
    separate: 'select',
  },
  {
    // A statement finds the loans of its member by the entries that begin them.
    name: 'sacco_entries_loans_begun',
    definition: `on sacco_entries (member_id, posted_at, ledger_timestamp)
      where kind in ('loan_disbursement', 'opening_balance') and loan_id is not null and status = 'posted'`,
    replaces: 'sacco_entries_disbursements',
  },
  {
    // Those of a guarantor that are not over.
    name: 'sacco_loan_guarantees_not_over',
    definition: "on sacco_loan_guarantees (member_id) where status in ('requested', 'pledged', 'held')",
    replaces: 'sacco_loan_guarantees_open',
  },
  {
    // All that a member answers for, or has answered for.
    name: 'sacco_loan_guarantees_by_member',
    definition: 'on sacco_loan_guarantees (member_id, loan_id desc)',
  },
  {
    name: 'sacco_entries_of_receipt',
    definition: 'on sacco_entries (receipt_id) where receipt_id is not null',
  },
  {
    // In the order in which they are taken: all payments of one batch of postings become due at once.
    name: 'sacco_payment_credits_next',
    definition: 'on sacco_payment_credits (due_at, payment_id) where due_at is not null',
    replaces: 'sacco_payment_credits_due',
  },
  {
    name: 'sacco_receipts_next',
    definition: 'on sacco_receipts (due_at, id) where due_at is not null',
    replaces: 'sacco_receipts_due',
  },
  {
    // What is still to be booked to a member: of a few of many receipts.
    name: 'sacco_receipts_planned',
    definition: 'on sacco_receipts (member_id) where plan is not null',
  },
  {
    // A callback has named the transaction, and the payment is not completed by it yet: a few of many payments.
    name: 'payments_by_receipt',
    definition: `on payments (project_id, environment, provider, (provider_data ->> 'receipt'))
      where provider_data ->> 'receipt' is not null and provider_txn_id is null`,
  },
  {
    name: 'payments_by_link_and_id',
    definition: 'on payments (payment_link_id, id desc) where payment_link_id is not null',
  },
  {
    // What somebody looks after: a few of many loans.
    name: 'sacco_loans_of_officer',
    definition: `on sacco_loans (project_id, environment, officer_user_id) where status in ('applied', 'open')`,
  },
  {
    // What somebody searches payments by.
    name: 'payments_by_amount',
    definition: 'on payments (project_id, environment, amount_minor, id desc)',
  },
  {
    name: 'payments_by_phone',
    definition: `on payments (project_id, environment, customer_phone, id desc) where customer_phone is not null`,
  },
  {
    // What a borrower types at a paybill.
    name: 'sacco_loans_by_id_end',
    definition: 'on sacco_loans (project_id, environment, right(id, 12))',
  },
  {
    // What a receipt prints as its number.
    name: 'sacco_entries_by_id_end',
    definition: 'on sacco_entries (project_id, environment, right(id, 6))',
  },
  {
    // A few of many accounts.
    name: 'ledger_accounts_defined',
    definition: `on ledger_accounts (project_id, environment) where kind in
      ('bank', 'general_asset', 'general_liability', 'general_equity', 'general_income', 'general_expense')`,
  },
  {
    name: 'reconciliation_lines_of_payout',
    definition: 'on reconciliation_lines (payout_id) where payout_id is not null',
  },
  {
    name: 'sacco_entries_banked_payouts',
    definition: `on sacco_entries (project_id, environment, posted_at)
      where direction = 'provider_to_bank' and status = 'posted'`,
  },
  {
    // What notices cover is the sum of these.
    name: 'sacco_entries_under_notice',
    definition: 'on sacco_entries (member_id) where notice_minor > 0',
  },
  {
    // What was posted in a period: rows are stored about in the order of their times.
    name: 'sacco_entries_by_time',
    definition: 'on sacco_entries using brin (posted_at) with (autosummarize = on)',
  },
  {
    // What a person did, and of that what was done in one way: the actions of one person are few.
    name: 'audit_log_by_actor',
    definition: 'on audit_log (project_id, environment, actor_id, seq)',
  },
  {
    name: 'audit_log_by_action',
    definition: 'on audit_log (project_id, environment, action, seq)',
  },
  {
    // Lists sorted by it.
    name: 'customers_by_name',
    definition: 'on customers (project_id, environment, lower(full_name) collate "C", id)',
  },
  {
    name: 'sacco_loans_by_principal',
    definition: 'on sacco_loans (project_id, environment, principal_minor, id)',
  },
  {
    name: 'sacco_loans_by_outstanding',
    definition: 'on sacco_loans (project_id, environment, outstanding_minor, id)',
  },
  {
    // What was done to one thing is little, whoever did it.
    name: 'audit_log_by_subject',
    definition: 'on audit_log (project_id, environment, subject, seq)',
  },
];

/** An arbitrary constant that identifies this advisory lock. */
const BUILD_LOCK = 7_225_002;
/** A process that waits in a statement would hold up the build for which it waits. */
const LOCK_PAUSE_MS = 250;
/** Processes of the old version may store an id twice between two statements of a build. */
const MAX_BUILDS = 5;

/**
 * Builds the indexes that are missing or were left unfinished; safe to run from several processes concurrently, and after a crash.
 * @param db not a transaction
 */
export async function buildOnlineIndexes(db: Db): Promise<void> {
  // The lock belongs to one connection.
  const connection: unknown = await db.client.acquireConnection();
  const run = async <Row>(sql: string, values: Knex.RawBinding[] = []): Promise<Row[]> => {
    const { rows } = await db.raw<{ rows: Row[] }>(sql, values).connection(connection);
    return rows;
  };
  try {
    while (!(await isTrue(run, 'pg_try_advisory_lock(?)', BUILD_LOCK))) await pause(LOCK_PAUSE_MS);
    for (const index of ONLINE_INDEXES) await build(run, index);
    await run('select pg_advisory_unlock(?)', [BUILD_LOCK]);
  } finally {
    await db.client.releaseConnection(connection);
  }
}

type Run = <Row>(sql: string, values?: Knex.RawBinding[]) => Promise<Row[]>;

async function isTrue(run: Run, expression: string, ...values: Knex.RawBinding[]): Promise<boolean> {
  const [row] = await run<{ is_true: boolean }>(`select ${expression} as is_true`, values);
  return row?.is_true ?? false;
}

async function build(run: Run, { name, definition, separate, replaces }: OnlineIndex): Promise<void> {
  for (let builds = 1; !(await isValid(run, name)); builds++) {
    await run(`drop index concurrently if exists ${name}`);
    if (separate !== undefined) await run(separate);
    try {
      const kind = separate === undefined ? 'index' : 'unique index';
      await run(`create ${kind} concurrently ${name} ${definition}`);
    } catch (error) {
      if (brokenUnique(error) === null || builds === MAX_BUILDS) throw error;
    }
  }
  if (replaces !== undefined) await run(`drop index concurrently if exists ${replaces}`);
}

function isValid(run: Run, name: string): Promise<boolean> {
  return isTrue(run, 'exists (select from pg_index where indexrelid = to_regclass(?) and indisvalid)', name);
}
