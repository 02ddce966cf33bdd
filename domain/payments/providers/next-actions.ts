/** Messages for payers that several providers share. */
import type { PaymentRow } from '../payment.model.ts';
import type { NextAction } from '../payment.rules.ts';

/**
 * For providers that name the address of the payment page only in the answer to the creation: once that is lost, the payment
 * cannot be paid, and a repeat is refused as a duplicate.
 */
export const START_AGAIN = {
  type: 'prompt',
  message: 'The payment page could not be opened. Please start the payment again.',
} as const satisfies NextAction;

/** Whether the payer can no longer be sent to the provider's page. */
export function isPageLost({ next_action }: Pick<PaymentRow, 'next_action'>): boolean {
  return next_action?.type === 'prompt' && next_action.message === START_AGAIN.message;
}
