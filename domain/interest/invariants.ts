/** What must be true of interest on deposits and its lines. */
import { divideHalfUpSql } from '../../core/formula.ts';
import { interestTerms } from '../cooperative/index.ts';
import { distributionInvariants } from '../distributions/index.ts';
import type { MovementRegistry } from '../movements/registry.port.ts';
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';
import { INTEREST_LINES } from './interest-lines.sql.ts';
import { DIVISORS } from './interest.rules.ts';
import { savingsMoves } from './savings-moves.sql.ts';

const divisor = `case d.basis ${interestTerms.BASES.map((basis) => `when '${basis}' then ${DIVISORS[basis]}`).join(' ')} end`;

/** Entries of the cooperatives that have such runs, up to the last of them. */
const OF_LAST_RUNS = `(project_id, environment) in (select project_id, environment from last)
  and posted_at < (select max(ends_at) from last)`;

export const interestInvariants = (movements: MovementRegistry): Invariant[] => [
  ...distributionInvariants({
    ...INTEREST_LINES,
    kind: 'savings_interest',
    runs: 'sacco_savings_interest',
    a_run: 'a run of interest',
    is_right: `l.amount_minor = ${divideHalfUpSql('l.balances_minor * d.rate_bps', divisor)}`,
    rule: 'what its rate makes of the balances that count',
    pays: `direction = 'in'`,
  }),
  sqlInvariant(
    'interest on an account is paid once for a day',
    `select distinct a.id, b.label from sacco_savings_interest a join sacco_savings_interest b
       on b.project_id = a.project_id and b.environment = a.environment and b.id > a.id
         and b.period_start <= a.period_end and b.period_end >= a.period_start
     join sacco_savings_interest_lines la on la.savings_interest_id = a.id
     join sacco_savings_interest_lines lb on lb.savings_interest_id = b.id and lb.member_id = la.member_id
       and lb.savings_account_id = la.savings_account_id
     where a.status not in ('failed', 'rejected', 'cancelled') and b.status not in ('failed', 'rejected', 'cancelled')`,
    (row) => `${text(row, 'id')} and ${text(row, 'label')} pay interest on an account for the same days`,
  ),
  sqlInvariant(
    'the last run of interest on a product found what movements had left on each account',
    `with last as materialized (
       select distinct on (project_id, environment, product_id) id, project_id, environment, ends_at from sacco_savings_interest
       where ends_at is not null order by project_id, environment, product_id, ends_at desc, id desc
     ), found as materialized (
       select last.id as run_id, last.ends_at, l.member_id, l.savings_account_id as account, l.closing_minor
       from last join sacco_savings_interest_lines l on l.savings_interest_id = last.id
     ), moved as (
       select f.run_id, f.account, sum(m.moved) as left_minor
       from (${savingsMoves(movements, OF_LAST_RUNS, 'member_id in (select member_id from found)')}) m
         join found f on f.member_id = m.member_id and f.account = m.account and m.posted_at < f.ends_at
       group by 1, 2
     )
     select run_id, account from found left join moved using (run_id, account)
     where closing_minor is distinct from coalesce(left_minor, 0)`,
    (row) =>
      `${text(row, 'run_id')} found another balance of ${text(row, 'account')} than movements had left`,
  ),
];
