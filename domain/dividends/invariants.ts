/** What must be true of dividends and their lines. */
import { distributionInvariants } from '../distributions/index.ts';
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';
import { DIVIDEND_LINES } from './dividend-lines.sql.ts';

export const dividendInvariants: Invariant[] = [
  ...distributionInvariants({
    ...DIVIDEND_LINES,
    kind: 'dividend',
    runs: 'sacco_dividends',
    a_run: 'a dividend',
    is_right: `l.amount_minor = div(l.shares_minor::numeric * d.share_rate_bps + 5000, 10000)
    + div(l.interest_paid_minor::numeric * d.interest_rebate_bps + 5000, 10000)`,
    rule: 'what its rates make of shares and interest',
    pays: 'member_id is not null',
  }),
  sqlInvariant(
    'a line of a dividend goes into an account of its member: the one chosen, or the default one once that is closed',
    `select l.dividend_id, l.member_id from sacco_dividend_lines l
     left join sacco_savings_accounts a on a.id = l.savings_account_id and a.member_id = l.member_id and a.kind <> 'fixed'
     left join sacco_entries e on e.id = l.entry_id and e.status = 'posted'
     where (l.savings_account_id is not null and a.id is null)
       or (e.savings_account_id is distinct from l.savings_account_id and e.id is not null
         and (e.savings_account_id is not null or a.status <> 'closed'))`,
    (row) => `the line of ${text(row, 'member_id')} in ${text(row, 'dividend_id')} goes into another account`,
  ),
  sqlInvariant(
    'dividends of a member go into an account of the member that takes money',
    `select m.id from sacco_members m
     left join sacco_savings_accounts a on a.id = m.dividend_account_id and a.member_id = m.id and a.kind <> 'fixed'
     where m.dividend_account_id is not null and a.id is null`,
    (row) => `the dividends of ${text(row, 'id')} go into an account that is not the member's`,
  ),
];
