/** A member's timeline as clients see it. */
import { actorSchema, currencySchema, nullableMoneyFields } from '../../../core/common-schemas.ts';
import { moneyOrNull } from '../../../core/money.ts';
import { dateTime, namedChoice, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter } from '../../staff/index.ts';
import type { TimelineItem } from './timeline.ts';
import { TIMELINE_KINDS } from './timeline.rules.ts';

export const timelineItemSchema = resource('TimelineItem', 'One thing that happened with a member', {
  kind: namedChoice('TimelineKind', 'What happened with a member', TIMELINE_KINDS),
  id: string.describe(
    'Of the entry, the loan, the document or file, the message, the note, or the event; of a guarantee the id of the loan',
  ),
  at: dateTime.describe('When it was stored, by the clock of the environment'),
  what: string.describe(
    'Of a movement its kind, of a loan its product, of a guarantee the borrower, of a message its template, of others their type',
  ),
  status: string.nullable().describe('As it is today'),
  ...nullableMoneyFields('amount'),
  currency: currencySchema.nullable(),
  text: string.nullable().describe('The memo, the purpose, the note, or the text of the message'),
  loan_id: string.nullable(),
  source: string.nullable().describe('Of a movement: what paid for it, as in the entry'),
  reverses_kind: string.nullable().describe('Of a reversal: the kind of movement that it takes back'),
  by: actorSchema.nullable().describe('Who did it, where that is known'),
});

export async function presentTimeline(
  db: Queryable,
  items: readonly TimelineItem[],
): Promise<Wire<typeof timelineItemSchema>[]> {
  const { presentOrNull } = await actorPresenter(
    db,
    items.map(({ project_id, by_type: type, by_id: id }) => ({ project_id, type, id })),
  );
  return items.map(({ project_id: _project_id, amount_minor, currency, by_type, by_id, ...item }) => ({
    ...item,
    ...moneyOrNull('amount', amount_minor),
    currency: currency as Wire<typeof currencySchema> | null,
    by: presentOrNull(by_type, by_id),
  }));
}
