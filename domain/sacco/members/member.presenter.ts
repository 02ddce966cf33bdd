/** Members as clients see them. */
import { moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { ScopeColumns } from '../../../db/model.ts';
import type { MemberWithHoldings } from './member.ts';
import { MEMBER_STATUSES } from './member.rules.ts';

export const memberSummarySchema = resource('MemberSummary', 'Which member something is about', {
  id: string,
  member_no: string,
  full_name: string,
});

/** @param row what a query joined of the member; null where there is none */
export function presentMemberSummary({
  member_id,
  member_no,
  full_name,
}: {
  member_id: string | null;
  member_no: string | null;
  full_name: string | null;
}): Wire<typeof memberSummarySchema> | null {
  if (member_id === null || member_no === null || full_name === null) return null;
  return { id: member_id, member_no, full_name };
}

export const memberSchema = resource('Member', 'A member of the SACCO and what the member holds', {
  id: string,
  member_no: string,
  customer_id: string,
  full_name: string,
  phone: string.nullable(),
  status: oneOf(MEMBER_STATUSES),
  ...moneyFields('shares', 'savings', 'savings_available'),
  entrance_fee_paid: boolean,
  joined_at: dateTime,
  replayed: boolean.describe('In the answer to joining').optional(),
});

export function presentMember(row: MemberWithHoldings): Wire<typeof memberSchema> {
  return {
    id: row.id,
    member_no: row.member_no,
    customer_id: row.customer_id,
    full_name: row.full_name,
    phone: row.phone,
    status: row.status,
    ...money('shares', row.shares_minor),
    ...money('savings', row.savings_minor),
    ...money('savings_available', row.savings_available_minor),
    entrance_fee_paid: row.entrance_fee_paid,
    joined_at: row.joined_at,
  };
}

type MemberSummary = Wire<typeof memberSummarySchema>;

/** Presents the member that a row is about; null where it is about none. */
export type MemberSummaries = (member_id: string | null) => MemberSummary | null;

/** Finds the members that rows of any scopes are about, with one statement. */
export async function memberSummaries(
  db: Queryable,
  rows: readonly (ScopeColumns & { member_id: string | null })[],
): Promise<MemberSummaries> {
  const distinct = new Map(rows.flatMap((row) => (row.member_id ? [[row.member_id, row]] : [])));
  if (distinct.size === 0) return () => null;
  const found = await db.raw<{ rows: MemberSummary[] }>(READ_SUMMARIES, [
    [...distinct.keys()],
    [...distinct.values()].map(({ project_id }) => project_id),
    [...distinct.values()].map(({ environment }) => environment),
  ] as never);
  const summaries = new Map(found.rows.map((member) => [member.id, member]));
  return (member_id) => (member_id === null ? null : (summaries.get(member_id) ?? null));
}

const READ_SUMMARIES = `
  select m.id, m.member_no, c.full_name
  from unnest(?::text[], ?::text[], ?::environment[]) as v(id, project_id, environment)
    join sacco_members m using (id, project_id, environment) join customers c on c.id = m.customer_id`;
