import { refusePayee } from '../distributions/index.ts';
import { DIVIDENDS } from './dividends.ts';

export { declareDividend, previewDividend, type DividendRequest } from './declare-dividend.ts';
export { chooseDividendAccount, getDividendAccount } from './dividend-account.ts';
export { DIVIDEND_SOURCES } from './dividend.model.ts';
export {
  dividendAccountSchema,
  dividendPreviewSchema,
  dividendSchema,
  dividendSummarySchema,
  memberDividendSchema,
  presentDividend,
  presentDividendAccount,
  presentDividendLine,
  presentDividendPreview,
  presentDividendSummary,
} from './dividend.presenter.ts';
export { DIVIDEND_MOVEMENTS } from './dividends.ts';
export { dividendInvariants } from './invariants.ts';
export { countDueDividends, payDividend, retryDividend, sweepDividends } from './pay-dividends.ts';
export { listDividends, readDividend, readDividendLine } from './read-dividend.ts';

export const refuseExitOfPayee = refusePayee(DIVIDENDS);
