import { JOURNAL } from './post-journal.ts';
import { BANKINGS } from './request-banking.ts';

/** The movements that this module declares. */
export const BANK_MOVEMENTS = [...BANKINGS, JOURNAL];

export { readBankedPayouts } from './banked-payouts.ts';
export { bankInvariants } from './invariants.ts';
export { requestJournal } from './post-journal.ts';
export { requestBanking } from './request-banking.ts';
