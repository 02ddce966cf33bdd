/** How old a payment is. */
import { systemNow } from '../../core/clock.ts';
import { idTimestamp_ms } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { PaymentRow } from './payment.model.ts';

/**
 * By system time. Once the system's clock has been ahead and come back, new ids still go on from the latest there was, so they
 * are from the future: what the row says of its creation counts then.
 */
export function ageOf_ms(scope: Scope, { id, created_at }: PaymentRow): number {
  const age_ms = systemNow().getTime() - idTimestamp_ms(id);
  return age_ms < 0 ? scope.clock.now().getTime() - created_at.getTime() : age_ms;
}
