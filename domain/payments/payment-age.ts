/** How old a payment is. */
import { systemNow } from '../../core/clock.ts';
import { idTimestamp_ms } from '../../core/ids.ts';
import type { PaymentRow } from './payment.model.ts';

/** By system time; negative of one that was made while the system's clock was ahead. */
export function ageOf_ms({ id }: Pick<PaymentRow, 'id'>): number {
  return systemNow().getTime() - idTimestamp_ms(id);
}
