/** What must be true of dividends and their lines. */
import { distributionInvariants } from '../distributions/index.ts';
import { DIVIDEND_LINES } from './dividend-lines.sql.ts';

export const dividendInvariants = distributionInvariants({
  ...DIVIDEND_LINES,
  kind: 'dividend',
  runs: 'sacco_dividends',
  a_run: 'a dividend',
  is_right: `l.amount_minor = div(l.shares_minor::numeric * d.share_rate_bps + 5000, 10000)
    + div(l.interest_paid_minor::numeric * d.interest_rebate_bps + 5000, 10000)`,
  rule: 'what its rates make of shares and interest',
  pays: 'member_id is not null',
});
