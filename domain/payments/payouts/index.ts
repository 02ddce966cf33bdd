export { cancelPayout as cancel } from './cancel-payout.ts';
export { createPayout as create, isPayoutCreated as isCreated } from './creation/create-payout.ts';
export { payoutApproval as approval } from './decisions/approve-payout.ts';
export { MARKED_OUTCOMES, payoutMark as mark, requestMark, type Marking } from './decisions/mark-payout.ts';
export {
  insertPayout as insert,
  requestPayout as request,
  requirePayable,
  type PayoutRequest,
} from './creation/insert-payout.ts';
export { merchantOrigin } from './merchant-origin.ts';
export type { EndedPayout, PayoutOrigin, PayoutOrigins } from './payout-origin.port.ts';
export { dropPayouts as drop, startPayouts as start } from './creation/own-holds.ts';
export type { PayoutRow } from './payout.model.ts';
export {
  payoutSchema as schema,
  presentPayout as present,
  presentPayouts as presentAll,
} from './payout.presenter.ts';
export { PAYOUT_ORIGINS as ORIGINS, PAYOUT_STATUSES as STATUSES, type PayoutStatus } from './payout.rules.ts';
export { getPayout as get, listPayouts as list, type PayoutFilter } from './payout.ts';
export {
  countDuePayouts as countDue,
  processPayout as process,
  sweepPayouts as sweep,
  syncPayout as sync,
} from './process-payout.ts';
export {
  payoutSettingsSchema as settingsSchema,
  presentPayoutSettings as presentSettings,
} from './settings/payout-settings.presenter.ts';
export {
  getPayoutSettings as getSettings,
  payoutSettingsChange as settingsChange,
  putPayoutSettings as putSettings,
  type WantedTerms,
} from './settings/payout-settings.ts';
export { presentEvents } from '../timeline/present-events.ts';
export { payoutEventSchema as eventSchema } from './timeline/payout-event.presenter.ts';
export { listPayoutEvents as listEvents } from './timeline/payout-event.ts';
