/** Reasons for refusals of statement imports and of decisions about statement lines. */
import type { ReasonFacts } from '../error-codes.ts';

export const RECONCILIATION_REASONS = {
  action_not_applicable: {
    code: 'UNPROCESSABLE',
    message: 'This action does not apply to this kind of line.',
    cause: 'The kind of the line, or its match, allows only other actions.',
    remedy: 'Read the line, and send an action that applies to it.',
  },
  already_booked: {
    code: 'CONFLICT',
    message: 'The payout or fee with this id is already booked.',
    cause:
      'The same payout or fee is in another line, of this statement or of an earlier one, or it is a payout of this service, which books itself.',
    remedy: 'Ignore this line, because its amount is already booked.',
  },
  empty_statement: {
    code: 'UNPROCESSABLE',
    message: 'The statement has no lines to import.',
    cause: 'The file has only a header and lines that the import skips.',
    remedy: 'Check `skip_rows` and the delimiter, or export the statement again.',
  },
  line_already_resolved: {
    code: 'CONFLICT',
    message: 'This line was already resolved.',
    cause: 'Somebody resolved the line before, with another action.',
    remedy: 'Read the line; it shows the decision.',
  },
  line_resolving: {
    code: 'CONFLICT',
    message: 'An earlier decision about this line is still being carried out. Repeat in a moment.',
    cause: 'An earlier decision about the line is being carried out.',
    remedy: 'Repeat the request in a moment.',
  },
  not_paid: {
    code: 'CONFLICT',
    message: 'The provider does not confirm that this payment was paid.',
    cause: 'The provider was queried about the payment, and did not confirm it.',
    remedy: 'Ask the provider about the difference between its statement and its answer, then retry.',
  },
  provider_id_differs: {
    code: 'UNPROCESSABLE',
    message: "The provider id on the statement differs from this payment's provider id.",
    cause: 'The payment was completed with another provider transaction than the one in the line.',
    remedy: 'Check with the provider whether the payer paid twice.',
  },
  run_closed: {
    code: 'CONFLICT',
    message: 'The run is closed and read-only.',
    cause: 'Somebody closed the reconciliation run.',
    remedy: 'Import the statement again as a new run.',
  },
} as const satisfies Record<string, ReasonFacts>;
