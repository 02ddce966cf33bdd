/** The movements that this module declares. */
import { PROVISIONS } from './book/provisions.ts';
import { CHARGES } from './charge-loans.ts';
import { DISBURSEMENT } from './disburse-loan.ts';
import { REPAYMENTS } from './repay-loan.ts';
import { WRITE_OFF } from './write-off-loan.ts';

export const LOAN_MOVEMENTS = [DISBURSEMENT, ...CHARGES, ...REPAYMENTS, WRITE_OFF, ...PROVISIONS];
