/** The movements that this module declares. */
import { PROVISIONS } from './provisioning/provisions.ts';
import { CHARGES } from './charges/charge-loans.ts';
import { DISBURSEMENTS } from './applications/disburse-loan.ts';
import { REPAYMENTS } from './repayments/repay-loan.ts';
import { WRITE_OFF } from './write-off-loan.ts';

export const LOAN_MOVEMENTS = [...DISBURSEMENTS, ...CHARGES, ...REPAYMENTS, WRITE_OFF, ...PROVISIONS];
