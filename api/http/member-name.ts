/** Paths name a member by the id or by the member's number; use cases see the id, so that both are the same request. */
import { idPattern } from '../../core/ids.ts';
import { idOfMember } from '../../domain/cooperative/index.ts';
import type { Identified } from './access.ts';

const ID = idPattern('member');

/** The path parameters with the member's id. @throws AppError NOT_FOUND for an unknown number */
export async function withMemberId(
  params: Record<string, string>,
  { caller }: Identified,
): Promise<Record<string, string>> {
  const { member } = params;
  if (member === undefined || ID.test(member) || !caller || !('scope' in caller)) return params;
  return { ...params, member: await idOfMember(caller.ctx.db, caller.scope, member) };
}
