/** What remittances are made with. */
export * as batchLines from './lines.ts';
export { MovementBatch, type BatchLineRow, type BatchRow, type NewLine } from './batch.model.ts';
export {
  BATCH_SOURCES,
  BATCH_STATUSES,
  LINE_STATUSES,
  type BatchStatus,
  type LineStatus,
} from './batch.rules.ts';
export {
  batchLineSchema,
  batchSchema,
  presentBatch,
  presentBatches,
  presentBatchLines,
  presentDryBatch,
} from './batch.presenter.ts';
export { getBatch, listBatches, listBatchLines } from './read-batches.ts';
export { MAX_BATCH_BYTES } from './read-lines.rules.ts';
export { previewBatch, requestBatch, type BatchRequest } from './request-batch.ts';

/** What the service is put together from. */
export { BATCH_MOVEMENTS } from './batch-movements.ts';
export { approveBatch, batchApproval, changesOf } from './decide-batch.ts';
export { batchInvariants } from './invariants.ts';
export { batchKeySubjects } from './key-subjects.ts';
export { countDueBatches, postBatch, sweepBatches } from './post-batch.ts';
