export { readSplit, splitSchema } from './repayment-split.ts';
export { historySchema, readHistory } from './loan-history.ts';
