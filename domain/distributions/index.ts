export { declare, type Sums } from './declare.ts';
export {
  ENDED_WITHOUT_PAYMENT,
  Line,
  LINE_STATUSES,
  Run,
  STATUSES,
  type Status,
} from './distribution.model.ts';
export { PAYABLE_STATUSES, payableFrom } from './distribution.rules.ts';
export type { Distribution } from './distribution.ts';
export { sumUpLines, type PayableSums, type Totals } from './effect.ts';
export { refusePayee } from './exit-guard.ts';
export { distributionInvariants } from './invariants.ts';
export { lineStatements, type LineTable } from './lines.sql.ts';
export { drop, PAID_WITHIN_MS, payLines, recordLines, retryLines, startPayouts } from './pay.ts';
