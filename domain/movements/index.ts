/** Use cases with their presenters, by what they are about. */
export * as approvals from './approvals/index.ts';
export * as cash from './cash/index.ts';
export * as entries from './entries/index.ts';
export * as paymentCredits from './credits/index.ts';
export * as receiptRows from './receipts/index.ts';

/** What other modules declare their movements with. */
export * as saccoAccounts from './accounts.rules.ts';
export { effectsOn, effectSql, leg, type Leg } from './legs.rules.ts';
export * as savingsMoves from './savings/index.ts';
export {
  aboveThreshold,
  always,
  defineMovement,
  type AccountEffect,
  type Decision,
  type EffectWarning,
  type EndedEntry,
  type EntryTransfer,
  type Reader,
  type Reversal,
} from './movement.ts';

/** What other modules move money with, and read. */
export * as bankMoney from './bank-money.ts';
export * as mobileMoney from './payouts/index.ts';
export { SaccoEntry, type EntryRow } from './entries/entry.model.ts';
export { newEntry } from './entries/entry.ts';
export { insertEntries } from './entries/insert-entries.ts';
export type { CheckedMember } from './pipeline/check-entries.sql.ts';
export { checkEntries } from './pipeline/check-entries.ts';
export { bookBatches, bookInBatches, storeBatches, type TakenBatch } from './pipeline/entry-batches.ts';
export { bookEntry } from './pipeline/entry-pipeline.ts';
export { requestEntry } from './pipeline/request-entry.ts';
export type { MovementRequest, RequestedEntry } from './pipeline/request-to-move.ts';

/** What the service is put together from. */
export { movementInvariants } from './invariants.ts';
export { movementKeySubjects } from './key-subjects.ts';
export { movementRegistry } from './registry.ts';
