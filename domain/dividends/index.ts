export { declareDividend, type DividendRequest } from './declare-dividend.ts';
export { DIVIDEND_SOURCES, DIVIDEND_STATUSES, type DividendStatus } from './dividend.model.ts';
export {
  dividendSchema,
  dividendSummarySchema,
  memberDividendSchema,
  presentDividend,
  presentDividendLine,
  presentDividendSummary,
} from './dividend.presenter.ts';
export { refuseExitOfPayee } from './exit-guard.ts';
export { dividendInvariants } from './invariants.ts';
export {
  countDueDividends,
  DIVIDEND_MOVEMENTS,
  payDividend,
  retryDividend,
  sweepDividends,
} from './pay-dividends.ts';
export { listDividends, readDividend, readDividendLine } from './read-dividend.ts';
