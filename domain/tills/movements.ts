/** The movements that this module declares. */
import { CASH_ADJUSTMENTS } from './adjust-cash.ts';
import { EXPENSES } from './request-expense.ts';

export const TILL_MOVEMENTS = [...CASH_ADJUSTMENTS, ...EXPENSES];
