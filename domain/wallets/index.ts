export { countDueTopups, creditTopup, retryTopup, sweepTopupCredits } from './topups/credit-topup.ts';
export { countUnfinishedMovements, resumePendingMovements } from './movements/movement-pipeline.ts';
export { refuseClosingHolder } from './close-guard.ts';
export {
  depositIntoWallet,
  transferBetweenWallets,
  withdrawFromWallet,
  type MoneyRequest,
  type Moved,
} from './movements/move-money.ts';
export { openWallet } from './open-wallet.ts';
export { reverseTopup } from './topups/reverse-topup.ts';
export { topupDestination } from './topups/topup-destination.ts';
export { getTopup, listTopups } from './topups/topup.ts';
export { TOPUP_STATUSES, type TopupStatus } from './topups/topup.rules.ts';
export { walletKeySubjects } from './key-subjects.ts';
export { walletInvariants } from './invariants.ts';
export { listWallets } from './wallet.ts';
export { presentTopup, topupSchema } from './topups/topup.presenter.ts';
export { presentWallet, walletSchema } from './wallet.presenter.ts';
