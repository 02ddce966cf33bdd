/** The states of batches and their lines, and what a line can be, as data. Pure. */

export const BATCH_STATUSES = [
  'awaiting_approval',
  'posting',
  'posted',
  'posted_with_failures',
  'rejected',
  'cancelled',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Of a dry run. */
export const DRY_STATUSES = ['checked', 'refused'] as const;

export const BATCH_SOURCES = ['cash', 'bank'] as const;
export type BatchSource = (typeof BATCH_SOURCES)[number];

/** What a line of a file can be. */
export const LINE_KINDS = ['deposit', 'share_purchase', 'loan_repayment', 'fee'] as const;
/** And what nobody can be found for. */
export const STORED_LINE_KINDS = [...LINE_KINDS, 'unallocated'] as const;
export type LineKind = (typeof STORED_LINE_KINDS)[number];

export const LINE_STATUSES = ['pending', 'posted', 'failed'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];
