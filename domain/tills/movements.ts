/** The movements that this module declares. */
import { CASH_ADJUSTMENTS } from './adjust-cash.ts';
import { EXPENSES } from './request-expense.ts';
import { TILL_TRANSFERS } from './sessions/till-transfer.ts';

export const TILL_MOVEMENTS = [...CASH_ADJUSTMENTS, ...EXPENSES, ...TILL_TRANSFERS];
