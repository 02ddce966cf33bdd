/** Dividends as they are read: with every line. */
import type { Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import type { Status } from '../distributions/index.ts';
import {
  Dividend,
  NamedDividendLine,
  type NamedDividendLineRow,
  type DividendRow,
} from './dividend.model.ts';

export interface DividendView {
  dividend: DividendRow;
  /** By member. */
  lines: NamedDividendLineRow[];
}

/** @param max_lines of many lines the first ones @throws AppError NOT_FOUND */
export async function readDividend(
  db: Queryable,
  scope: Scope,
  id: string,
  max_lines?: number,
): Promise<DividendView> {
  const dividend = await Dividend.query(db).findInScope(scope, id);
  const lines = await NamedDividendLine.query(db)
    .join('sacco_members as member', 'member.id', 'sacco_dividend_lines.member_id')
    .join('customers as customer', 'customer.id', 'member.customer_id')
    .where({ dividend_id: id })
    .select('sacco_dividend_lines.*', 'member.member_no', 'customer.full_name')
    .orderBy('member_id')
    .modify((query) => (max_lines === undefined ? query : query.limit(max_lines)));
  return { dividend, lines };
}

/** Newest first, without their lines. */
export function listDividends(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: Status | undefined },
): Promise<Page<DividendRow>> {
  return Dividend.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}
