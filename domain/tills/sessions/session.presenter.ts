/** Sessions at tills as clients and webhooks see them. */
import {
  actorSchema,
  currencySchema,
  moneyFields,
  nullableMoneyFields,
} from '../../../core/common-schemas.ts';
import { money, moneyOrNull } from '../../../core/money.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  integer,
  map,
  namedChoice,
  object,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { entries, type EntryRow } from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import { actorPresenter } from '../../staff/index.ts';
import { denominationsOf } from './denominations.rules.ts';
import type { TillCountRow } from './session.model.ts';
import { SESSION_STATUSES } from './session.rules.ts';
import type { SessionView } from './sessions.ts';

const piecesSchema = map(integer).describe('Pieces by denomination');

const sessionFields = {
  id: string,
  till: string,
  till_name: string,
  teller: actorSchema,
  status: namedChoice('TillSessionStatus', 'How far a session at a till has got', SESSION_STATUSES),
  currency: currencySchema,
  ...moneyFields('opening', 'in', 'out'),
  ...nullableMoneyFields('expected', 'counted', 'difference'),
  count: piecesSchema.nullable().describe('Pieces by denomination, where they were counted'),
  by_kind: arrayOf(
    object({ kind: entries.schema.fields.kind, entries: integer, ...moneyFields('in', 'out') }),
  ).describe('What was taken and paid, by kind of movement, without the float and what closes the session'),
  denominations: arrayOf(string).describe('Of what a count is made in this currency'),
  memo: string.nullable(),
  float_entry_id: string,
  difference_entry_id: string.nullable(),
  return_entry_id: string.nullable(),
  approval_id: string
    .nullable()
    .describe('Of what waits for confirmation: the float, the difference or the return'),
  created_at: dateTime,
  opened_at: dateTime.nullable(),
  closed_at: dateTime.nullable(),
};

export const sessionSchema = resource(
  'TillSession',
  'The time in which one teller keeps the cash of a till',
  {
    ...sessionFields,
    replayed: boolean,
  },
);

export const countSchema = resource('TillCount', 'A surprise count, which closes nothing', {
  id: string,
  session: string,
  ...moneyFields('expected', 'counted', 'difference'),
  count: piecesSchema.nullable(),
  memo: string.nullable(),
  counted_by: actorSchema,
  counted_at: dateTime,
  replayed: boolean,
});

export const sessionDetailsSchema = resource(
  'TillSessionDetails',
  'A session with its movements and counts',
  {
    ...sessionFields,
    counts: arrayOf(countSchema).describe('Surprise counts, newest first'),
    entries: arrayOf(entries.schema).describe('Newest first'),
    next_after: string.nullable().describe('The cursor of the next page of entries; null on the last'),
  },
);

type SessionWire = Wire<typeof sessionSchema>;

export async function presentSessions(
  db: Queryable,
  sessions: readonly SessionView[],
): Promise<SessionWire[]> {
  const actors = await actorPresenter(
    db,
    sessions.map(({ project_id, user_id: id }) => ({ project_id, type: 'user', id })),
  );
  return sessions.map((each) => {
    const { counted_minor, expected_minor } = each;
    const difference =
      counted_minor === null || expected_minor === null ? null : counted_minor - expected_minor;
    return {
      id: each.id,
      till: each.till_id,
      till_name: each.till_name,
      teller: actors.present('user', each.user_id),
      status: each.status,
      currency: each.currency,
      ...money('opening', each.opening_minor),
      ...money('in', each.in_minor),
      ...money('out', each.out_minor),
      ...moneyOrNull('expected', expected_minor),
      ...moneyOrNull('counted', counted_minor),
      ...moneyOrNull('difference', difference),
      count: each.count,
      by_kind: each.by_kind.map(({ kind, entries: number, in_minor, out_minor }) => ({
        kind,
        entries: number,
        ...money('in', in_minor),
        ...money('out', out_minor),
      })),
      denominations: denominationsOf(each.currency),
      memo: each.memo,
      float_entry_id: each.float_entry_id,
      difference_entry_id: each.difference_entry_id,
      return_entry_id: each.return_entry_id,
      approval_id: each.approval_id,
      created_at: each.created_at,
      opened_at: each.opened_at,
      closed_at: each.closed_at,
      replayed: false,
    };
  });
}

export async function presentSession(
  db: Queryable,
  session: SessionView,
  replayed = false,
): Promise<SessionWire> {
  const [presented] = await presentSessions(db, [session]);
  return { ...(presented as SessionWire), replayed };
}

export async function presentCounts(
  db: Queryable,
  counts: readonly TillCountRow[],
  replayed = false,
): Promise<Wire<typeof countSchema>[]> {
  const actors = await actorPresenter(
    db,
    counts.map(({ project_id, counted_by_id: id }) => ({ project_id, type: 'user', id })),
  );
  return counts.map((each) => ({
    id: each.id,
    session: each.session_id,
    ...money('expected', each.expected_minor),
    ...money('counted', each.counted_minor),
    ...money('difference', each.counted_minor - each.expected_minor),
    count: each.count,
    memo: each.memo,
    counted_by: actors.present('user', each.counted_by_id),
    counted_at: each.counted_at,
    replayed,
  }));
}

interface SessionDetails {
  session: SessionView;
  counts: readonly TillCountRow[];
  entries: { items: readonly EntryRow[]; next_after: string | null };
}

export async function presentSessionDetails(
  ctx: Context,
  { session, counts, entries: listed }: SessionDetails,
): Promise<Wire<typeof sessionDetailsSchema>> {
  const { replayed: _replayed, ...presented } = await presentSession(ctx.db, session);
  return {
    ...presented,
    counts: await presentCounts(ctx.db, counts),
    entries: await entries.presentAll(ctx, listed.items),
    next_after: listed.next_after,
  };
}
