/** Dividends on the wire. */
import { money } from '../../core/money.ts';
import type { DividendRow } from './dividend.model.ts';
import type { DividendView } from './read-dividend.ts';

/** Without lines, as lists have it. */
export function presentDividendSummary(dividend: DividendRow) {
  return {
    id: dividend.id,
    label: dividend.label,
    period_start: dividend.period_start,
    period_end: dividend.period_end,
    share_rate_bps: dividend.share_rate_bps,
    interest_rebate_bps: dividend.interest_rebate_bps,
    paid_from: dividend.paid_from,
    currency: dividend.currency,
    status: dividend.status,
    ...money('total', dividend.total_minor),
    ...money('failed', dividend.failed_minor),
    entry_id: dividend.entry_id,
    approval_id: dividend.approval_id,
    created_at: dividend.created_at,
    paid_at: dividend.paid_at,
  };
}

/** @param replayed whether it answers a request that came before */
export function presentDividend({ dividend, lines }: DividendView, replayed = false) {
  return {
    ...presentDividendSummary(dividend),
    lines: lines.map((line) => ({
      member_id: line.member_id,
      ...money('shares', line.shares_minor),
      ...money('interest_paid', line.interest_paid_minor),
      ...money('amount', line.amount_minor),
      status: line.status,
      error: line.error,
    })),
    replayed,
  };
}
