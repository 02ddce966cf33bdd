/** The destination to which the money of a payment is credited. */
import { refusal } from '../../core/errors.ts';
import type { PaymentDestinationKind, PaymentDestinations } from './destination.port.ts';
import type { Split } from './payment.rules.ts';

/** The destination that this payment's metadata names. @throws AppError `combination_refused` when it names more than one */
export function destinationOf(
  destinations: PaymentDestinations,
  { metadata = {}, split }: { metadata?: Record<string, unknown>; split?: Split },
): PaymentDestinationKind | null {
  const named = (Object.keys(destinations) as PaymentDestinationKind[]).filter(
    (kind) => metadata[destinations[kind].metadata_key] !== undefined,
  );
  if (named.length > 1) throw refusal('combination_refused');
  if (named[0] && split) throw refusal('combination_refused');
  return named[0] ?? null;
}
