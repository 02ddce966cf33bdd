/** The movements that this module declares. */
import { SAVINGS_FEE } from './fees/charge-fees.ts';
import { TERM_WITHDRAWALS } from './terms/break-term.ts';
import { TERM_MATURITY } from './terms/mature-terms.ts';
import { TERM_DEPOSITS } from './terms/open-term.ts';
import { SAVINGS_TRANSFER } from './transfers.ts';

export const SAVINGS_MOVEMENTS = [
  SAVINGS_TRANSFER,
  ...TERM_DEPOSITS,
  ...TERM_WITHDRAWALS,
  TERM_MATURITY,
  SAVINGS_FEE,
];
