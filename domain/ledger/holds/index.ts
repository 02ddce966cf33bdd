export { createHold as create } from './create-hold.ts';
export { expireHolds as expire } from './expire-holds.ts';
export { findHold as find, listHolds as list } from './hold.ts';
export { HOLD_STATUSES as STATUSES, type HoldStatus } from './hold.model.ts';
export { holdSchema as schema, presentHold as present } from './hold.presenter.ts';
export { captureHold as capture, voidHold as void } from './resolve-hold.ts';
export {
  countUnfinishedHolds as countUnfinished,
  resumePendingHolds as resumePending,
} from './resume-holds.ts';
