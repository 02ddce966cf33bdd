export { entryOrigin as origin } from './entry-origin.ts';
export { inSummary, type MobileMoney } from './mobile-money.ts';
export { exceedsProvidersThreshold } from './reserve-payout.ts';
