/**
 * Every open loan of a SACCO as it stands on a day, for reports over all of them: one statement, which reads the installments
 * of those loans only of which anything is late or to be charged. The same rules as for one loan (position.rules.ts).
 */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { readByCursor } from '../../../db/read-by-cursor.ts';
import { dueLines, INTEREST_ON_BALANCE } from '../standing.ts';

/**
 * Common table expressions, to be followed by a statement over `standing`: a row for each open loan of the scope that is bound
 * as `:project_id` and `:environment`, as it stands on the day bound as `:today`. On a day ahead it is as if nothing were
 * paid until then. `overdue_principal` and `overdue_charges` are unpaid on lines that were due before the day, `due` on lines
 * that are due on it, where `:also_due_today` is 1.
 */
const OPEN_BOOK = `
  book as materialized (
    select l.id, l.member_id, l.product_id, l.officer_user_id, l.outstanding_minor, l.oldest_unpaid_on,
      l.method, l.penalty_bps, l.grace_days, anything_due,
      case when anything_due then ${INTEREST_ON_BALANCE} end as on_balance
    from sacco_loans l left join sacco_loan_charge_dates d on d.loan_id = l.id
    cross join lateral (
      select d.loan_id is null or coalesce(d.next_charge_on <= :today::date, false) as anything_due) due
    where l.project_id = :project_id and l.environment = :environment and l.status = 'open'
  ), lines as (
    select i.loan_id, min(due_on) filter (where unpaid > 0) as oldest_unpaid_on,
      sum(i.principal_minor - i.paid_principal_minor) filter (where due_on < :today::date) as overdue_principal,
      sum(unpaid + penalty - i.principal_minor + i.paid_principal_minor)
        filter (where due_on < :today::date) as overdue_charges,
      sum(unpaid + penalty) filter (where due_on = :today::date) as due
    from book l cross join lateral (
      -- Those of one loan are looked up, also where a plan would rather read all there are.
      select * from sacco_loan_installments i where i.loan_id = l.id and i.due_on <= :today::date
        and (not i.interest_charged or i.principal_minor + i.interest_minor + i.penalty_minor
          > i.paid_principal_minor + i.paid_interest_minor + i.paid_penalty_minor) limit 32767) i
      ${dueLines('l.on_balance')}
    where l.anything_due or l.oldest_unpaid_on < :today::date + :also_due_today::integer
    group by i.loan_id
  ), standing as (
    select l.*, coalesce(i.overdue_principal, 0) as overdue_principal,
      coalesce(i.overdue_charges, 0) as overdue_charges, coalesce(i.due, 0) as due,
      coalesce(greatest(:today::date - case when l.anything_due then i.oldest_unpaid_on else l.oldest_unpaid_on end, 0), 0)
        as days_past_due
    from book l left join lines i on i.loan_id = l.id
  )`;

/** Who owes, and how to reach them. */
export interface Borrower {
  loan_id: string;
  member_id: string;
  member_no: string;
  full_name: string;
  phone: string | null;
}

/** The columns of a borrower in a statement over `STANDING_WITH_BORROWERS`. */
export const BORROWER_COLUMNS = 'l.id as loan_id, l.member_id, m.member_no, c.full_name, c.phone';

/** `standing l` with their members `m` and customers `c`. */
export const STANDING_WITH_BORROWERS =
  'standing l join sacco_members m on m.id = l.member_id join customers c on c.id = m.customer_id';

/**
 * Executes a statement over `standing`.
 * @param today local date
 * @param bindings of the statement, besides the day's and the scope's
 */
export async function readOpenBook<Row>(
  db: Queryable,
  scope: Scope,
  today: string,
  statement: string,
  bindings: Bindings = {},
): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    overOpenBook(statement),
    bindingsOf(scope, today, bindings) as never,
  );
  return rows;
}

/** The same where there may be many rows: they are read while they are taken. */
export function streamOpenBook<Row>(
  snapshot: Transaction,
  scope: Scope,
  today: string,
  statement: string,
  bindings: Bindings = {},
): AsyncGenerator<Row> {
  return readByCursor<Row>(snapshot, overOpenBook(statement), bindingsOf(scope, today, bindings));
}

type Bindings = Readonly<Record<string, unknown>>;

function overOpenBook(statement: string): string {
  return `with ${OPEN_BOOK} ${statement}`;
}

function bindingsOf({ project_id, environment }: Scope, today: string, bindings: Bindings): Bindings {
  return { project_id, environment, today, also_due_today: 0, ...bindings };
}
