export { assignCash as assign } from './assign-cash.ts';
export { cashTransfer as transferBetween } from './cash-transfer.ts';
export type { CashPlace as Place, CashPlaces as Places } from './cash.port.ts';
