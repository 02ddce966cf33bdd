import { JOURNAL } from './post-journal.ts';
import { BANKINGS } from './request-banking.ts';

/** The movements that this module declares. */
export const BANK_MOVEMENTS = [...BANKINGS, JOURNAL];

export { requestJournal } from './post-journal.ts';
export { requestBanking } from './request-banking.ts';
