/**
 * Reports over every open loan of a SACCO as it stands on a day. Each is one statement, which reads installments only of loans of
 * which anything is late or to be charged, by the figures of one loan (figures.rules.ts).
 */
import { columns, divideHalfUpSql } from '../../../core/formula.ts';
import { columnOf, defineQuery, int4, int8, numeric, orNull, params, text } from '../../../db/statement.ts';
import { effectSql } from '../../movements/index.ts';
import { chargedInterest, dueLines } from '../charges/accrued-charges.sql.ts';
import { INTEREST_ON_BALANCE, UNPAID, UNPAID_PRINCIPAL, unpaidWith } from '../positions/figures.rules.ts';
import { PAR_DAYS } from '../portfolio/portfolio.rules.ts';
import { ALLOWANCE_DOWN, ALLOWANCE_UP } from '../provisioning/provisioning.rules.ts';

/** Of the open loans `l`: nothing is late of the others, nor due on the day where `:also_due_today` is 1. */
const MAY_OWE = '(anything_due or l.oldest_unpaid_on < :today::date + :also_due_today::integer)';

/**
 * Common table expressions, to be followed by a statement over `standing`: a row for each open loan of the scope `:project_id` and
 * `:environment` on the day `:today`. For a future day it is as if nothing were paid until then. `overdue_principal` and
 * `overdue_charges` are unpaid on lines that were due before the day, `due` on lines that are due on it, where `:also_due_today` is 1.
 * Installments are read only of loans of which anything is late or to be charged.
 */
const openBook = (also: string): string => `
  book as materialized (
    select l.id, l.member_id, l.product_id, l.officer_user_id, l.outstanding_minor, l.oldest_unpaid_on,
      l.method, l.penalty_bps, l.grace_days, anything_due,
      case when anything_due then ${INTEREST_ON_BALANCE.sql} end as on_balance
    from sacco_loans l left join sacco_loan_charge_dates d on d.loan_id = l.id
    cross join lateral (
      select d.loan_id is null or coalesce(d.next_charge_on <= :today::date, false) as anything_due) due
    where l.project_id = :project_id and l.environment = :environment and l.status = 'open' ${also}
  ), lines as (
    select i.loan_id, min(due_on) filter (where unpaid > 0) as oldest_unpaid_on,
      sum(${UNPAID_PRINCIPAL.sql}) filter (where due_on < :today::date) as overdue_principal,
      sum(unpaid + penalty - (${UNPAID_PRINCIPAL.sql})) filter (where due_on < :today::date) as overdue_charges,
      sum(unpaid + penalty) filter (where due_on = :today::date) as due
    from book l cross join lateral (
      -- Those of one loan are looked up, even where a plan would rather read the whole table.
      select * from sacco_loan_installments i where i.loan_id = l.id and i.due_on <= :today::date
        and (not i.interest_charged or ${UNPAID.sql} > 0) limit 32767) i
      ${dueLines(columns<{ on_balance: bigint }>('l').on_balance)}
    where ${MAY_OWE}
    group by i.loan_id
  ), standing as (
    select l.*, coalesce(i.overdue_principal, 0) as overdue_principal,
      coalesce(i.overdue_charges, 0) as overdue_charges, coalesce(i.due, 0) as due,
      coalesce(greatest(:today::date - case when l.anything_due then i.oldest_unpaid_on else l.oldest_unpaid_on end, 0), 0)
        as days_past_due
    from book l left join lines i on i.loan_id = l.id
  )`;

/** Of an installment, with the interest that `chargedInterest` joins. */
const UNPAID_ONCE_CHARGED = unpaidWith(columns<{ interest: bigint }>('').interest).sql;

/** The day and the scope of a report. */
type OpenBookParams = {
  project_id: string;
  environment: string;
  /** Local date. */
  today: string;
  also_due_today: 0 | 1;
};

/**
 * @param statement over `standing`, or further common table expressions, with a leading comma, and a statement over them
 * @param also narrows the loans `l`
 */
function overOpenBook(statement: string, also = ''): string {
  return `with ${openBook(also)} ${statement}`;
}

/** Before anything is worked out of a loan. */
const OWING = `and ${MAY_OWE}`;
const OWING_TO_OFFICER_IF_GIVEN = `${OWING} and (:officer_user_id::text is null or l.officer_user_id = :officer_user_id)`;

// ── by class ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Rounded for each loan. */
const PROVISION = divideHalfUpSql('outstanding_minor::numeric * (:rates_bps::integer[])[class_no]', '10000');

/**
 * The sums of each class of the provisioning table that has loans, and in each row what is provided for so far; where there are no
 * loans, in a row of no class. That is the sum of the provisions, as nothing else moves the allowance: the ledger would be asked at
 * another moment.
 */
export const sumByClass = defineQuery({
  params: params<
    OpenBookParams & {
      /** Days past due from which a loan is of each class, rising; and the classes' rates. */
      from_days: readonly number[];
      rates_bps: readonly number[];
    }
  >(),
  result: {
    /** From 1. */
    class_no: orNull(int4),
    loans: orNull(int8),
    outstanding: orNull(numeric),
    overdue: orNull(numeric),
    provision: orNull(numeric),
    par30: orNull(numeric),
    par90: orNull(numeric),
    allowance: numeric,
  },
  sql: overOpenBook(`
  , by_class as (
    select class_no, count(*) as loans, sum(outstanding_minor) as outstanding,
      sum(overdue_principal + overdue_charges) as overdue, sum(${PROVISION}) as provision,
      coalesce(sum(outstanding_minor) filter (where days_past_due > ${PAR_DAYS.par30}), 0) as par30,
      coalesce(sum(outstanding_minor) filter (where days_past_due > ${PAR_DAYS.par90}), 0) as par90
    from standing cross join lateral (select width_bucket(days_past_due, :from_days::integer[]) as class_no) c
    group by class_no
  )
  select by_class.*, provided.allowance from (
    select coalesce(sum(${effectSql('loan_loss_allowance', [ALLOWANCE_UP, ALLOWANCE_DOWN])}), 0) as allowance from sacco_entries
    where project_id = :project_id and environment = :environment and kind = 'loan_provision' and status = 'posted'
  ) provided left join by_class on true`),
});

// ── by group ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const PORTFOLIO_GROUPINGS = ['product', 'officer', 'class'] as const;
export type PortfolioGrouping = (typeof PORTFOLIO_GROUPINGS)[number];

/**
 * @param join gives each row of `standing l` its group `key`, with `name` and what orders it
 * @param order of the groups
 */
function sumByGroup(join: string, order: string) {
  return defineQuery({
    params: params<OpenBookParams & { from_days: readonly number[]; class_names: readonly string[] }>(),
    result: {
      key: orNull(text),
      name: orNull(text),
      loans: int8,
      outstanding: numeric,
      overdue: numeric,
      par30: numeric,
    },
    sql: overOpenBook(`
    select k.key, min(g.name) as name, count(*) as loans, sum(l.outstanding_minor) as outstanding,
      sum(l.overdue_principal + l.overdue_charges) as overdue,
      coalesce(sum(l.outstanding_minor) filter (where l.days_past_due > ${PAR_DAYS.par30}), 0) as par30
    from standing l ${join}
    group by k.key order by ${order}`),
  });
}

export const sumByGrouping: Record<PortfolioGrouping, ReturnType<typeof sumByGroup>> = {
  product: sumByGroup(
    'join lateral (select l.product_id as key) k on true left join sacco_loan_products g on g.id = k.key',
    'min(g.name), k.key',
  ),
  officer: sumByGroup(
    'join lateral (select l.officer_user_id as key) k on true left join users g on g.id = k.key',
    'min(g.name) nulls last, k.key',
  ),
  class: sumByGroup(
    `join lateral (select width_bucket(l.days_past_due, :from_days::integer[]) as class_no) n on true
      join lateral (select (:class_names::text[])[n.class_no] as key) k on true
      join lateral (select k.key as name) g on true`,
    'min(n.class_no)',
  ),
};

// ── loan by loan ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Who owes, and how to reach them. */
export interface Borrower {
  loan_id: string;
  member_id: string;
  member_no: string;
  full_name: string;
  phone: string | null;
}

const BORROWER_COLUMNS = 'l.id as loan_id, l.member_id, m.member_no, c.full_name, c.phone';
const BORROWER = { loan_id: text, member_id: text, member_no: text, full_name: text, phone: orNull(text) };

/** `standing l` with their members `m` and customers `c`. */
const LOAN_POSITION_SQL =
  'standing l join sacco_members m on m.id = l.member_id join customers c on c.id = m.customer_id';

/** Amounts as text: JSON numbers are read as floats. */
type GuarantorJson = { member_id: string; full_name: string; phone: string | null; amount_minor: string };

/** Loans of which something is late, the longest first. */
export const readLateLoans = defineQuery({
  params: params<
    OpenBookParams & { min_days: number; product_id: string | null; officer_user_id: string | null }
  >(),
  result: {
    ...BORROWER,
    days_past_due: int4,
    overdue_principal: numeric,
    overdue_charges: numeric,
    outstanding_minor: int8,
    guarantors: columnOf<GuarantorJson[] | null>('json'),
  },
  sql: overOpenBook(
    `
  select ${BORROWER_COLUMNS}, l.days_past_due, l.overdue_principal, l.overdue_charges, l.outstanding_minor, (
      select json_agg(json_build_object('member_id', g.member_id, 'full_name', gc.full_name, 'phone', gc.phone,
        'amount_minor', g.amount_minor::text) order by g.no)
      from sacco_loan_guarantees g join sacco_members gm on gm.id = g.member_id join customers gc on gc.id = gm.customer_id
      where g.loan_id = l.id) as guarantors
  from ${LOAN_POSITION_SQL}
  where l.days_past_due >= greatest(:min_days::integer, 1)
    and (:product_id::text is null or l.product_id = :product_id)
  order by l.days_past_due desc, l.id`,
    OWING_TO_OFFICER_IF_GIVEN,
  ),
});

/** Loans of which anything is to be collected on the day, by the number of the member: all, or some after a loan. */
export const readLoansToCollect = defineQuery({
  params: params<
    OpenBookParams & { officer_user_id: string | null; after: string | null; most: number | null }
  >(),
  result: { ...BORROWER, due: numeric, overdue: numeric },
  sql: overOpenBook(
    `
  select ${BORROWER_COLUMNS}, l.due, l.overdue_principal + l.overdue_charges as overdue
  from ${LOAN_POSITION_SQL}
  where l.due + l.overdue_principal + l.overdue_charges > 0
    and (:after::text is null or (m.member_no, l.id) > (
      select am.member_no, al.id from sacco_loans al join sacco_members am on am.id = al.member_id
      where al.id = :after and al.project_id = :project_id and al.environment = :environment))
  order by m.member_no, l.id
  limit :most::integer`,
    OWING_TO_OFFICER_IF_GIVEN,
  ),
});

/** Those of which most is overdue. */
export const readLargestArrears = defineQuery({
  params: params<OpenBookParams & { limit: number }>(),
  result: { ...BORROWER, days_past_due: int4, overdue: numeric, outstanding_minor: int8 },
  sql: overOpenBook(
    `
  , largest as (
    select s.*, s.overdue_principal + s.overdue_charges as overdue from standing s
    where s.overdue_principal + s.overdue_charges > 0
    order by overdue desc, s.id limit :limit
  )
  select ${BORROWER_COLUMNS}, l.days_past_due, l.overdue, l.outstanding_minor
  from largest l join sacco_members m on m.id = l.member_id join customers c on c.id = m.customer_id
  order by l.overdue desc, l.id`,
    OWING,
  ),
});

// ── of one officer ───────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The open loans that somebody looks after: how many, what is late of them, and what falls due from the day until the day
 * `:until` if nothing is paid until then.
 */
export const sumOfOfficer = defineQuery({
  params: params<OpenBookParams & { officer_user_id: string; until: string }>(),
  result: { loans: int8, late_loans: int8, overdue: numeric, due_loans: int8, due: numeric },
  sql: overOpenBook(
    `
  select count(*) as loans, count(*) filter (where s.overdue_principal + s.overdue_charges > 0) as late_loans,
    coalesce(sum(s.overdue_principal + s.overdue_charges), 0) as overdue,
    count(*) filter (where ahead.due > 0) as due_loans, coalesce(sum(ahead.due), 0) as due
  from standing s join sacco_loans l on l.id = s.id cross join lateral (
    select coalesce(sum(${UNPAID_ONCE_CHARGED}), 0) as due
    from sacco_loan_installments i ${chargedInterest(INTEREST_ON_BALANCE)}
    where i.loan_id = l.id and i.due_on between :today::date and :until::date) ahead`,
    'and l.officer_user_id = :officer_user_id',
  ),
});
