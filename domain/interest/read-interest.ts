/** Runs of interest as they are read: with every line. */
import type { Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import type { Status } from '../distributions/index.ts';
import {
  NamedInterestLine,
  SavingsInterest,
  type NamedInterestLineRow,
  type SavingsInterestRow,
} from './savings-interest.model.ts';

export interface InterestView {
  run: SavingsInterestRow;
  /** By member and account. */
  lines: NamedInterestLineRow[];
}

/** @param max_lines of many lines the first ones @throws AppError NOT_FOUND */
export async function readInterest(
  db: Queryable,
  scope: Scope,
  id: string,
  max_lines?: number,
): Promise<InterestView> {
  const run = await SavingsInterest.query(db).findInScope(scope, id);
  const lines = await NamedInterestLine.query(db)
    .join('sacco_members as member', 'member.id', 'sacco_savings_interest_lines.member_id')
    .join('customers as customer', 'customer.id', 'member.customer_id')
    .where({ savings_interest_id: id })
    .select('sacco_savings_interest_lines.*', 'member.member_no', 'customer.full_name')
    .orderBy(['member_id', 'savings_account_id'])
    .modify((query) => (max_lines === undefined ? query : query.limit(max_lines)));
  return { run, lines };
}

/** Newest first, without their lines. */
export function listInterest(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: Status | undefined },
): Promise<Page<SavingsInterestRow>> {
  return SavingsInterest.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}
