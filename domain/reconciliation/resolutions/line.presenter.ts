/** Lines of statements as clients see them. */
import { actorSchema, currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money, type Currency } from '../../../core/money.ts';
import {
  boolean,
  date,
  dateTime,
  fieldsOf,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { accountSummaries, accountSummarySchema, type AccountSummaries } from '../../chart/index.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import { OUR_TYPES } from '../comparison/compared-lines.sql.ts';
import { SUGGESTION_REASONS } from '../comparison/suggestion.rules.ts';
import type { LineRow } from './line.model.ts';
import { MATCH_STATUSES } from '../matching/match.rules.ts';
import { LINE_KINDS } from '../parsing/statement.rules.ts';
import { CARRIED_OUT_ACTIONS, RESOLUTION_ACTIONS, type CarriedOutAction } from './resolution.rules.ts';

type LineState = 'open' | 'awaiting_approval' | `resolving:${CarriedOutAction}` | 'resolved';
const RESOLVING = CARRIED_OUT_ACTIONS.map((action) => `resolving:${action}` as const);

export const lineSchema = resource('Line', 'A line of a statement, and what was decided about it', {
  id: string,
  run_id: string,
  line_no: integer.describe('Line of the file, the first being 1'),
  kind: oneOf(LINE_KINDS),
  ...movementMoneyFields('amount'),
  currency: currencySchema,
  match_status: oneOf(MATCH_STATUSES),
  match_note: string.describe('Why, for people'),
  payment_id: string.nullable(),
  refund_id: string.nullable(),
  payout_id: string.nullable(),
  provider_txn_id: string.nullable(),
  reference: string.nullable(),
  date: date.nullable(),
  description: string.nullable(),
  state: oneOf<LineState>(['open', 'awaiting_approval', ...RESOLVING, 'resolved']),
  resolution: object({
    action: oneOf(RESOLUTION_ACTIONS),
    status: oneOf(['awaiting_approval', 'resolving', 'done'] as const),
    approval_id: string.nullable().describe('Where it waits, or waited, for a second person'),
    note: string.nullable(),
    bank_account: accountSummarySchema.nullable().describe('Of a payout: the bank account that received it'),
    as: oneOf(['expense']).nullable().describe('Of a fee: whether the cooperative bears it'),
    by: actorSchema,
    at: dateTime,
  }).nullable(),
  done: boolean
    .describe('It is resolved, or matches what is completed already; in lists and previews')
    .optional(),
  ours: object({
    type: oneOf(OUR_TYPES),
    id: string,
    reference: string.nullable(),
    provider_txn_id: string.nullable(),
    ...movementMoneyFields('amount'),
    currency: currencySchema,
    status: string,
    date: date.describe("When it was completed, else made, at the statement's UTC offset"),
    name: string.nullable().describe('The customer or payee; the phone where no name is known'),
  })
    .nullable()
    .describe(
      'What the line names in our books, as it is now, whether it matches or not; in lists and previews',
    )
    .optional(),
  suggested_action: object({
    action: oneOf(CARRIED_OUT_ACTIONS),
    reason: oneOf(SUGGESTION_REASONS).describe(
      '`payment_not_completed`: it names a payment of this amount. `payout_not_paid`: it names a payout that failed in our books. `not_booked`: a payout or fee whose id is not booked. `without_id`: a payout or fee without an id, so whether it was booked before cannot be told',
    ),
  })
    .nullable()
    .describe(
      'What would resolve the line; null where nothing is left to do, or a person must look; in lists and previews',
    )
    .optional(),
});

export type LineWire = Wire<typeof lineSchema>;

/** @param currency of the line's run */
export async function presentLine(db: Queryable, line: LineRow, currency: Currency): Promise<LineWire> {
  const [presented] = await presentLines(db, [line], currency);
  return presented as LineWire;
}

/** @param currency of the lines' run */
export async function presentLines(
  db: Queryable,
  lines: readonly LineRow[],
  currency: Currency,
): Promise<LineWire[]> {
  const deciders = lines.map(({ project_id, actor_type: type, actor_id: id }) => ({ project_id, type, id }));
  const actors = await actorPresenter(db, deciders);
  const accounts = await accountSummaries(
    db,
    lines.flatMap((line) => bankOf(line) ?? []),
  );
  return lines.map((line) => withNames(line, currency, { actors, accounts }));
}

function bankOf(line: LineRow) {
  const { bank_account_id: owner } = line;
  return owner === null ? null : { ...scopeColumns(line), kind: 'bank' as const, owner };
}

function withNames(
  line: LineRow,
  currency: Currency,
  { actors, accounts }: { actors: ActorPresenter; accounts: AccountSummaries },
): LineWire {
  const bank = bankOf(line);
  return fieldsOf(lineSchema, {
    ...line,
    ...money('amount', line.amount_minor),
    currency,
    state: line.status === 'resolving' ? (`resolving:${line.action}` as LineState) : line.status,
    resolution: line.action && {
      action: line.action,
      status: line.status === 'resolved' ? 'done' : (line.status as 'awaiting_approval' | 'resolving'),
      approval_id: line.approval_id,
      note: line.note,
      bank_account: bank && accounts(bank),
      as: line.is_expense ? ('expense' as const) : null,
      by: actors.presentOrNull(line.actor_type, line.actor_id) as Wire<typeof actorSchema>,
      at: line.decided_at as Date,
    },
  });
}
