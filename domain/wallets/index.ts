import './close-guard.ts';

export { creditTopup, retryTopup, sweepTopupCredits } from './credit-topup.ts';
export { finishWalletMovements } from './book-movement.ts';
export { deposit, transferBetweenWallets, withdraw, type MoneyRequest, type Moved } from './move-money.ts';
export { openWallet } from './open-wallet.ts';
export { reverseTopup } from './reverse-topup.ts';
export { topupCredits } from './topup-credits.ts';
export { getTopup, listTopups } from './topup.ts';
export { TOPUP_STATUSES, type TopupStatus } from './topup.rules.ts';
export { walletChecks } from './verify.ts';
export { listWallets } from './wallet.ts';
export { presentTopup, presentWallet } from './wallet.presenter.ts';
