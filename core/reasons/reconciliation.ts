/** Why the import of a provider's statement, or a decision about one of its lines, is refused. */
import type { ReasonFacts } from '../error-codes.ts';

export const RECONCILIATION_REASONS = {
  action_not_applicable: {
    code: 'UNPROCESSABLE',
    message: 'This action does not apply to this kind of line.',
    cause: 'The kind of the line, or what it was matched with, allows other actions only.',
    remedy: 'Read the line, and send an action that fits it.',
  },
  already_booked: {
    code: 'CONFLICT',
    message: 'The payout or fee with this id is booked from another line.',
    cause: 'The same payout or fee stands in another line, of this statement or of an earlier one.',
    remedy: 'Ignore this line, as its money is in the books already.',
  },
  empty_statement: {
    code: 'UNPROCESSABLE',
    message: 'The statement has no entries.',
    cause: 'The file has no line that is an entry, after what the import skips.',
    remedy: 'Check `skip_rows` and the delimiter, or export the statement again.',
  },
  line_already_resolved: {
    code: 'CONFLICT',
    message: 'This line was decided already.',
    cause: 'Somebody resolved the line before, with another action.',
    remedy: 'Read the line; it shows the decision.',
  },
  line_resolving: {
    code: 'CONFLICT',
    message: 'What was decided about this line is still being carried out. Repeat in a moment.',
    cause: 'An earlier decision about the line is being booked.',
    remedy: 'Repeat the request in a moment.',
  },
  not_paid: {
    code: 'CONFLICT',
    message: 'The provider does not say that this payment was paid.',
    cause: 'The provider was asked about the payment, and did not confirm it.',
    remedy: 'Ask the provider about the difference between its statement and its answer, then try again.',
  },
  provider_id_differs: {
    code: 'UNPROCESSABLE',
    message: 'The statement has another id of the provider than the one that this payment has.',
    cause: 'The payment was completed with another transaction of the provider than the line names.',
    remedy: 'Check with the provider whether the payer paid twice.',
  },
  run_closed: {
    code: 'CONFLICT',
    message: 'The run is closed: it is only read.',
    cause: 'Somebody closed the reconciliation run.',
    remedy: 'Import the statement again for a new run.',
  },
} as const satisfies Record<string, ReasonFacts>;
