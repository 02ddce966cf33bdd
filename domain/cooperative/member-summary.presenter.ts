/** Which member something is about, as clients see it. */
import { resource, string, type Wire } from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import { readMemberSummaries } from './member-summary.sql.ts';

export const memberSummarySchema = resource('MemberSummary', 'Which member something is about', {
  id: string,
  member_no: string,
  full_name: string,
});

type MemberSummary = Wire<typeof memberSummarySchema>;

/** @param row the member's columns of a joined row; null where there is no member */
export function presentMemberSummary({
  member_id,
  member_no,
  full_name,
}: {
  member_id: string | null;
  member_no: string | null;
  full_name: string | null;
}): MemberSummary | null {
  if (member_id === null || member_no === null || full_name === null) return null;
  return { id: member_id, member_no, full_name };
}

/** Presents the member that a row is about; null where it is about none. */
export type MemberSummaries = (member_id: string | null) => MemberSummary | null;

/** Finds the members that rows of any scopes are about, with one statement. */
export async function memberSummaries(
  db: Queryable,
  rows: readonly (ScopeColumns & { member_id: string | null })[],
): Promise<MemberSummaries> {
  const distinct = new Map(rows.flatMap((row) => (row.member_id ? [[row.member_id, row]] : [])));
  if (distinct.size === 0) return () => null;
  const found = await readMemberSummaries(db, {
    ids: [...distinct.keys()],
    project_ids: [...distinct.values()].map(({ project_id }) => project_id),
    environments: [...distinct.values()].map(({ environment }) => environment),
  });
  const summaries = new Map(found.map((member) => [member.id, member]));
  return (member_id) => (member_id === null ? null : (summaries.get(member_id) ?? null));
}
