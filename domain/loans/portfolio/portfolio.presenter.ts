/** The portfolio as clients see it. */
import { moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { arrayOf, date, integer, object, resource, type Wire } from '../../../core/schema.ts';
import type { PortfolioAtMonthEnd } from '../history/portfolio-history.ts';
import type { Portfolio } from './portfolio.ts';

export const portfolioSchema = resource('Portfolio', 'What members owe and how late they are', {
  active_loans: integer,
  ...moneyFields('principal_outstanding', 'charges_due', 'par30'),
  par30_bps: integer.describe('Share of the principal outstanding that is 30 days late'),
  ...moneyFields('par90'),
  par90_bps: integer.describe('The same for 90 days'),
});

export const portfolioHistorySchema = resource('PortfolioHistory', 'The portfolio at the end of each month', {
  history: arrayOf(
    object({
      month_end: date.describe(
        'The last day of the month. Of the month under way the figures are those of now',
      ),
      active_loans: integer,
      ...moneyFields('principal_outstanding', 'par30'),
      par30_bps: integer.describe('Share of the principal outstanding that is 30 days late'),
      ...moneyFields('par90'),
      par90_bps: integer.describe('The same for 90 days'),
    }),
  ),
});

export function presentPortfolio(portfolio: Portfolio): Wire<typeof portfolioSchema> {
  return {
    active_loans: portfolio.active_loans,
    ...money('principal_outstanding', portfolio.outstanding_minor),
    ...money('charges_due', portfolio.charges_due_minor),
    ...money('par30', portfolio.par30_minor),
    par30_bps: portfolio.par30_bps,
    ...money('par90', portfolio.par90_minor),
    par90_bps: portfolio.par90_bps,
  };
}

export function presentPortfolioHistory(
  history: readonly PortfolioAtMonthEnd[],
): Wire<typeof portfolioHistorySchema> {
  return {
    history: history.map(({ month_end, active_loans, par30_bps, par90_bps, ...sums }) => ({
      month_end,
      active_loans,
      ...money('principal_outstanding', sums.outstanding_minor),
      ...money('par30', sums.par30_minor),
      par30_bps,
      ...money('par90', sums.par90_minor),
      par90_bps,
    })),
  };
}
