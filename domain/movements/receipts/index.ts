export { SaccoReceipt, type ReceiptRow } from './receipt.model.ts';
export {
  MATCHES,
  RECEIPT_STATUSES as STATUSES,
  type Matched,
  type PlannedPart,
  type ReceiptStatus,
} from './receipt.rules.ts';
export { receiptDecision as decision } from './receipt-decision.ts';
export {
  afterEnded,
  lockReceipt as lock,
  recordReceipts as record,
  retryLater,
  setReceipt as set,
  setReceipts as setAll,
} from './receipt.ts';
