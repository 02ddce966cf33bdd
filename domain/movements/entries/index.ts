export {
  entrySchema as schema,
  presentEntries as presentAll,
  presentEntriesInFull as presentAllInFull,
  presentEntry as present,
} from './entry.presenter.ts';
export {
  ENTRY_STATUSES as STATUSES,
  ENTRY_TRANSITIONS as TRANSITIONS,
  IN_FLIGHT,
  MONEY_STATUSES,
  UNDER_WAY,
  type EntryStatus,
} from './entry.rules.ts';
export { readDayOfPerson as readDayOf, type DayOfPerson } from './day-of-person.ts';
export { entryTransfer as transfer } from './entry-transfer.ts';
export { getEntry as get } from './entry.ts';
export { postedAndReversed } from './posted-and-reversed.ts';
export { listEntries as list, type EntryFilter } from './list-entries.ts';
export { SHORT_NUMBER, shortNumberOf } from './short-number.rules.ts';
export { countEntriesUnderWay as countUnderWay, isInBatch } from './under-way.sql.ts';
export type { JournalLine } from './entry.model.ts';
export {
  BANKING_DIRECTIONS,
  DIRECTIONS,
  ENTRY_KINDS as KINDS,
  type BankingDirection,
  type Direction,
  type Income,
} from '../movement.rules.ts';
export {
  countUnfinishedEntries as countUnfinished,
  resumePendingEntries as resumePending,
} from '../pipeline/entry-pipeline.ts';
export { isReversalWaiting } from '../reversals/reversal-refusal.ts';
export { reverseEntry as reverse } from '../reversals/reverse-entry.ts';
