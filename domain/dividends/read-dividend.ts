/** Dividends as they are read: with every line. */
import { notFound } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import type { TableQuery } from '../../db/model.ts';
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
  const lines = await namedLines(db, id)
    .orderBy('member_id')
    .modify((query) => (max_lines === undefined ? query : query.limit(max_lines)));
  return { dividend, lines };
}

export interface DividendLineView {
  dividend: DividendRow;
  line: NamedDividendLineRow;
}

/** @throws AppError NOT_FOUND for an unknown dividend, and for a member without a line of it */
export async function readDividendLine(
  db: Queryable,
  scope: Scope,
  { dividend_id, member_id }: { dividend_id: string; member_id: string },
): Promise<DividendLineView> {
  const dividend = await Dividend.query(db).findInScope(scope, dividend_id);
  const line = await namedLines(db, dividend_id).where({ member_id }).first();
  if (!line) throw notFound('line of this dividend');
  return { dividend, line };
}

function namedLines(db: Queryable, dividend_id: string): TableQuery<NamedDividendLine> {
  return NamedDividendLine.query(db)
    .join('sacco_members as member', 'member.id', 'sacco_dividend_lines.member_id')
    .join('customers as customer', 'customer.id', 'member.customer_id')
    .where({ dividend_id })
    .select('sacco_dividend_lines.*', 'member.member_no', 'customer.full_name');
}

/** Newest first, without their lines. */
export function listDividends(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: Status | undefined },
): Promise<Page<DividendRow>> {
  return Dividend.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}
