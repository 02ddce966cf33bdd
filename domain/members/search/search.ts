/**
 * Finds members by number, name or phone, newest first. As with customers, what many members match is found among the newest,
 * and what few match is found by the indexes: the newest are walked through first, and only when they do not fill the page are
 * the ids collected of members whose number begins so, or whom the words find.
 */
import { scopeColumns } from '../../../db/model.ts';
import type { PageRequest } from '../../../db/page.ts';
import type { MemberStatus } from '../../cooperative/index.ts';
import { customerQuery } from '../../customers/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { meantMemberNo } from '../joining/member-number.rules.ts';
import { findAmongNewest, findByIndexes } from './search.sql.ts';

/** The newest members that a search walks through: a few milliseconds' worth. */
const WALKED = 1_000;
/** More for long pages, which take more members to fill. */
const WALKED_PER_FOUND = 20;

interface MemberSearch extends PageRequest {
  /** The beginning of the number, its digits alone, or what the customer is found by. */
  typed: string;
  status: MemberStatus | undefined;
}

/**
 * @returns ids, newest first, at most `limit`
 * @throws AppError VALIDATION_ERROR when there are too many words
 */
export async function findMemberIds(
  { ctx, scope }: ScopedContext,
  { typed, status, limit, after }: MemberSearch,
): Promise<string[]> {
  const number = typed.toUpperCase();
  const given = {
    ...scopeColumns(scope),
    number,
    last_number: `${number}\uFFFF`,
    meant_number: meantMemberNo(typed),
    query: customerQuery(scope, typed),
    limit,
    status: status ?? null,
    after: after ?? null,
  };
  const walked = Math.max(WALKED, limit * WALKED_PER_FOUND);
  const newest = await findAmongNewest(ctx.db, { ...given, walked });
  const found = newest.length === limit ? newest : await findByIndexes(ctx.db, given);
  return found.map(({ id }) => id);
}
