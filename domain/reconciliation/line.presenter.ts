/** Lines of statements as clients see them. */
import { actorSchema, currencySchema, moneyFields, presentActor } from '../../core/common-schemas.ts';
import { money, type Currency } from '../../core/money.ts';
import type { Actor } from '../../core/scope.ts';
import { date, dateTime, integer, object, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { LineRow } from './line.model.ts';
import { MATCH_STATUSES } from './match.rules.ts';
import { LINE_KINDS } from './parsing/statement.rules.ts';
import { RESOLUTION_ACTIONS } from './resolution.rules.ts';

const LINE_STATES = [
  'open',
  'resolving:settle_payment',
  'resolving:book_payout',
  'resolving:book_fee',
  'resolved',
] as const;

export const lineSchema = resource('Line', 'A line of a statement, and what was decided about it', {
  id: string,
  run_id: string,
  line_no: integer.describe('Line of the file, the first being 1'),
  kind: oneOf(LINE_KINDS),
  ...moneyFields('amount'),
  currency: currencySchema,
  match_status: oneOf(MATCH_STATUSES),
  match_note: string.describe('Why, for people'),
  payment_id: string.nullable(),
  refund_id: string.nullable(),
  provider_txn_id: string.nullable(),
  reference: string.nullable(),
  date: date.nullable(),
  description: string.nullable(),
  state: oneOf(LINE_STATES),
  resolution: object({
    action: oneOf(RESOLUTION_ACTIONS),
    status: oneOf(['resolving', 'done'] as const),
    note: string.nullable(),
    by: actorSchema,
    at: dateTime,
  }).nullable(),
});

/** @param currency of the line's run */
export function presentLine(line: LineRow, currency: Currency): Wire<typeof lineSchema> {
  return {
    id: line.id,
    run_id: line.run_id,
    line_no: line.line_no,
    kind: line.kind,
    ...money('amount', line.amount_minor),
    currency,
    match_status: line.match_status,
    match_note: line.match_note,
    payment_id: line.payment_id,
    refund_id: line.refund_id,
    provider_txn_id: line.provider_txn_id,
    reference: line.reference,
    date: line.date,
    description: line.description,
    state:
      line.status === 'resolving'
        ? (`resolving:${line.action}` as (typeof LINE_STATES)[number])
        : line.status,
    resolution: line.action && {
      action: line.action,
      status: line.status === 'resolved' ? 'done' : 'resolving',
      note: line.note,
      by: presentActor(line.actor_type as Actor['type'], line.actor_id as string),
      at: line.decided_at as Date,
    },
  };
}
