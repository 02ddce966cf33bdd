/** Entries as clients and webhooks see them. */
import { actorSchema, currencySchema, moneyFields, reasonSchema } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, namedChoice, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import { memberSummaries, memberSummarySchema, type MemberSummaries } from '../members/member.presenter.ts';
import type { EntryRow } from './entry.model.ts';
import { ENTRY_STATUSES } from './entry.rules.ts';
import { DIRECTIONS, ENTRY_KINDS, SOURCES } from './movement.rules.ts';

export const entryKindSchema = namedChoice('EntryKind', 'What a movement of the SACCO is', ENTRY_KINDS);

export const entrySchema = resource('Entry', 'One movement of the SACCO, from its request to its outcome', {
  id: string,
  kind: entryKindSchema,
  member_id: string.nullable(),
  member: memberSummarySchema.nullable(),
  loan_id: string.nullable(),
  dividend_id: string.nullable(),
  payment_id: string.nullable(),
  source: oneOf(SOURCES).nullable(),
  direction: oneOf(DIRECTIONS).nullable(),
  ...moneyFields('amount', 'fee'),
  currency: currencySchema,
  status: namedChoice('EntryStatus', 'How far a movement has got', ENTRY_STATUSES),
  error: reasonSchema.nullable().describe('Why it failed'),
  reason: string.nullable().describe('The same as a sentence'),
  memo: string.nullable(),
  requested_by: actorSchema,
  approval_id: string.nullable(),
  created_at: dateTime,
  posted_at: dateTime.nullable(),
  replayed: boolean,
});

type EntryWire = Wire<typeof entrySchema>;

/** @param replayed whether it answers a request that came before */
export async function presentEntry(db: Queryable, row: EntryRow, replayed = false): Promise<EntryWire> {
  const [presented] = await presentEntries(db, [row]);
  return { ...(presented as EntryWire), replayed };
}

export async function presentEntries(db: Queryable, rows: readonly EntryRow[]): Promise<EntryWire[]> {
  const requesters = rows.map(({ project_id, requested_by_type: type, requested_by_id: id }) => ({
    project_id,
    type,
    id,
  }));
  const actors = await actorPresenter(db, requesters);
  const members = await memberSummaries(db, rows);
  return rows.map((row) => withNames(row, actors, members));
}

function withNames(row: EntryRow, actors: ActorPresenter, members: MemberSummaries): EntryWire {
  return {
    id: row.id,
    kind: row.kind,
    member_id: row.member_id,
    member: members(row.member_id),
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    payment_id: row.payment_id,
    source: row.source,
    direction: row.direction,
    ...money('amount', row.amount_minor),
    ...money('fee', row.fee_minor),
    currency: row.currency,
    status: row.status,
    error: row.error,
    reason: row.reason,
    memo: row.memo,
    requested_by: actors.present(row.requested_by_type, row.requested_by_id),
    approval_id: row.approval_id,
    created_at: row.created_at,
    posted_at: row.posted_at,
    replayed: false,
  };
}
