import { UNALLOCATED_RECEIPT } from './allocate-receipts.ts';
import { BANK_RECEIPT } from './bank-receipt.ts';

/** The movements that this module declares. */
export const RECEIPT_MOVEMENTS = [UNALLOCATED_RECEIPT, BANK_RECEIPT];

export {
  allocateDue,
  allocateNext,
  countDueReceipts as countDue,
  sweepReceipts as sweep,
} from './allocate-receipts.ts';
export { receiveAtBank } from './bank-receipt.ts';
export {
  getReceipt as get,
  listReceipts as list,
  readUnallocated,
  type Unallocated,
} from './read-receipts.ts';
export {
  presentReceipt as present,
  presentReceipts as presentAll,
  receiptSchema as schema,
} from './receipt.presenter.ts';
export { PURPOSES, requestAllocation, type AllocationRequest } from './request-allocation.ts';

export { requestRefund } from './refund-receipt.ts';

/** What the service is put together from. */
export { accountNumbers } from './account-numbers.ts';
export { receiptInvariants } from './invariants.ts';
export { receiptKeySubjects } from './key-subjects.ts';
export { receiptOrigin, receiptRefund } from './refund-receipt.ts';
export { receiptDestination } from './receipt-destination.ts';
