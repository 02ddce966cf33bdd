/**
 * Finds members by number, name or phone, newest first. As with customers, what is found often is found among the newest, and
 * of what is not, the indexes have few: so many of the newest are walked through first, and only when they do not fill the page
 * are the ids collected that begin with the number or that the words find.
 */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { PageRequest } from '../../../db/page.ts';
import { customerQuery } from '../../customers/index.ts';
import { meantMemberNo, type MemberStatus } from './member.rules.ts';

/** The newest members that a search walks through: a few milliseconds' worth. */
const WALKED = 1_000;
/** And more for long pages, which are filled later. */
const WALKED_PER_FOUND = 20;

/**
 * @param typed the beginning of the number, its digits alone, or what the customer is found by
 * @returns ids, newest first, at most `limit`
 * @throws AppError VALIDATION_ERROR when there are too many words
 */
export async function findMemberIds(
  db: Queryable,
  scope: Scope,
  typed: string,
  status: MemberStatus | undefined,
  { limit, after }: PageRequest,
): Promise<string[]> {
  const number = typed.toUpperCase();
  const bindings = {
    ...scopeColumns(scope),
    number,
    last_number: `${number}\uFFFF`,
    meant_number: meantMemberNo(typed),
    query: customerQuery(scope, typed),
    limit,
    walked: Math.max(WALKED, limit * WALKED_PER_FOUND),
    ...(status ? { status } : {}),
    ...(after ? { after } : {}),
  };
  const narrowed = `${status ? 'and m.status = :status' : ''} ${after ? 'and m.id < :after' : ''}`;
  const ids = async (sql: string): Promise<string[]> => {
    const { rows } = await db.raw<{ rows: { id: string }[] }>(sql, bindings);
    return rows.map(({ id }) => id);
  };
  const newest = await ids(amongNewest(narrowed));
  return newest.length === limit ? newest : ids(byIndexes(narrowed));
}

// The offsets separate conditions from the walk, where the planner might begin with the words' index instead.
const amongNewest = (narrowed: string): string => `
  select newest.id from (
    select m.id, m.member_no, m.customer_id from sacco_members m
    where m.project_id = :project_id and m.environment = :environment ${narrowed} order by m.id desc limit :walked
  ) newest, lateral (select words from customer_words where customer_id = newest.customer_id offset 0) found_by
  where upper(newest.member_no) between :number and :last_number or upper(newest.member_no) = :meant_number
    or found_by.words @@ cast(:query as tsquery)
  order by newest.id desc limit :limit`;

// Materialized: else the planner might walk all members in their order, in the hope of an early find.
const byIndexes = (narrowed: string): string => `
  with found as materialized (
    select id from sacco_members
    where project_id = :project_id and environment = :environment
      and upper(member_no) between :number and :last_number
    union
    select id from sacco_members
    where project_id = :project_id and environment = :environment and upper(member_no) = :meant_number
    union
    select of_customer.id from (
      select customer_id from customer_words
      where words @@ cast(:query as tsquery) and project_id = :project_id and environment = :environment offset 0
    ) w join sacco_members of_customer on of_customer.customer_id = w.customer_id
  )
  select m.id from found join sacco_members m on m.id = found.id
  where m.project_id = :project_id and m.environment = :environment ${narrowed} order by m.id desc limit :limit`;
