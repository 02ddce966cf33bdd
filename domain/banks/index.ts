import { JOURNAL } from './post-journal.ts';
import { BANKINGS } from './request-banking.ts';

/** The movements that this module declares. */
export const BANK_MOVEMENTS = [...BANKINGS, JOURNAL];

export { requestJournal, type JournalRequest } from './post-journal.ts';
export { requestBanking, type BankingRequest } from './request-banking.ts';
