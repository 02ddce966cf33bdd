export { ledgerSubjectDetails as subjectDetails } from './transfer-audit.ts';
export {
  countUnfinishedTransfers as countUnfinished,
  createManualTransfer as create,
  createTransferBatch as createBatch,
  resumePendingTransfers as resumePending,
} from './manual-transfers.ts';
export {
  presentTransfer as present,
  presentTransferBatch as presentBatch,
  transferBatchSchema as batchSchema,
  transferSchema as schema,
} from './transfer.presenter.ts';
