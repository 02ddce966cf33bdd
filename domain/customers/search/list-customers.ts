/**
 * Lists and finds customers, newest first, in a time that does not grow with their number.
 *
 * What is found often is found among the newest; what is not, the index has few of. So a search first looks through so
 * many of the newest customers, in their order, and only when that did not fill the page asks the index, which has to
 * collect everything that it finds before it can be put in order.
 */
import { invalidField } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { Customer, type CustomerRow } from '../customer.model.ts';
import { CUSTOMER_STATUSES, type CustomerStatus } from '../customer.rules.ts';
import { withTiers, type CustomerView } from '../customer-view.ts';
import { KYC_STATUSES, type KycStatus } from '../kyc/kyc.rules.ts';
import { searchTerms, searchWords } from './search.rules.ts';

export interface CustomerFilter {
  /** Beginnings of words of name, email and external reference, and phone numbers; all of them must be found. */
  q?: string;
  status?: CustomerStatus;
  kyc_status?: KycStatus;
}

/** Words of one search: each is looked up by itself. */
const MAX_TERMS = 10;
/** The newest customers that a search looks through: a few milliseconds' worth. */
const WALKED = 5_000;
/** And more for long pages, which are filled later. */
const WALKED_PER_FOUND = 20;

/** @throws AppError VALIDATION_ERROR when `q` has too many words */
export async function listCustomers(
  db: Db,
  scope: Scope,
  filter: CustomerFilter,
  { limit, after }: PageRequest,
): Promise<Page<CustomerView>> {
  const walk = walkOf(scope, filter, after);
  const ids = filter.q
    ? await foundIds(db, scope, filter, filter.q, { limit: limit + 1, after }, walk)
    : await idsOf(db, `${walk.sql} limit ?`, [...walk.bindings, limit + 1]);
  const rows = await Customer.query(db).inScope(scope).whereIn('id', ids).orderBy('id', 'desc');
  const { items, next_after } = page(rows, limit, ({ id }) => id);
  return { items: await withTiers(db, scope, items), next_after };
}

interface Statement {
  sql: string;
  bindings: (string | number)[];
}

/** Ids of the customers that the filter lets through, newest first, without `q`: read one by one from an index. */
function walkOf(
  { project_id, environment }: Scope,
  { status, kyc_status }: CustomerFilter,
  after: string | undefined,
): Statement {
  const scoped = `select id from customers where project_id = ? and environment = ?${after ? ' and id < ?' : ''}`;
  const bindings = [project_id, environment, ...(after ? [after] : [])];
  const order = 'order by id desc';
  if (!status && !kyc_status) return { sql: `${scoped} ${order}`, bindings };
  // The index has an order within each pair of states only; merging those is still one by one.
  const pairs = (status ? [status] : CUSTOMER_STATUSES).flatMap((one) =>
    (kyc_status ? [kyc_status] : KYC_STATUSES).map((other) => [one, other]),
  );
  return {
    sql: `select id from (${pairs.map(() => `(${scoped} and status = ? and kyc_status = ? ${order})`).join(' union all ')}) pairs ${order}`,
    bindings: pairs.flatMap((pair) => [...bindings, ...pair]),
  };
}

async function foundIds(
  db: Db,
  scope: Scope,
  { status, kyc_status }: CustomerFilter,
  typed: string,
  { limit, after }: PageRequest,
  walk: Statement,
): Promise<string[]> {
  const query = customerQuery(scope, typed);
  if (query === '') return [];

  const walked = Math.max(WALKED, limit * WALKED_PER_FOUND);
  const newest = await idsOf(
    db,
    // The offset separates the condition from the walk, where the planner might begin with the index instead.
    `select id from (${walk.sql} limit ?) newest,
       lateral (select words from customer_words where customer_id = newest.id offset 0) found_by
     where words @@ cast(? as tsquery) order by id desc limit ?`,
    [...walk.bindings, walked, query, limit],
  );
  if (newest.length === limit) return newest;

  const filters = [
    ...(after ? ['and id < :after'] : []),
    ...(status ? ['and status = :status'] : []),
    ...(kyc_status ? ['and kyc_status = :kyc_status'] : []),
  ];
  return idsOf(
    db,
    // Without the offset the planner might walk all customers in their order, in the hope of an early find.
    `select id from (
       select customer_id as id from customer_words
       where words @@ cast(:query as tsquery) and project_id = :project_id and environment = :environment offset 0
     ) found ${status || kyc_status ? 'join customers using (id)' : ''}
     where true ${filters.join(' ')} order by id desc limit :limit`,
    {
      query,
      ...scopeColumns(scope),
      limit,
      ...(after ? { after } : {}),
      ...(status ? { status } : {}),
      ...(kyc_status ? { kyc_status } : {}),
    },
  );
}

/**
 * What `customer_words` are searched for, as the text of a text-search query; it finds nobody when `typed` holds no word.
 * @throws AppError VALIDATION_ERROR when it has too many words
 */
export function customerQuery(scope: Scope, typed: string): string {
  const terms = searchTerms(scope, typed);
  if (terms.length > MAX_TERMS)
    throw invalidField('q', `"q" may have at most ${MAX_TERMS} words; the first few will do`);
  return terms.join(' & ');
}

async function idsOf(
  db: Queryable,
  sql: string,
  bindings: (string | number)[] | Record<string, string | number>,
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(sql, bindings);
  return rows.map(({ id }) => id);
}

/** Stores what the customer is found by. */
export async function saveWords(
  trx: Transaction,
  { project_id, environment }: Scope,
  customer: CustomerRow,
): Promise<void> {
  const words = trx.raw('array_to_tsvector(?::text[])', [searchWords({ project_id, environment }, customer)]);
  await trx('customer_words')
    .insert({ customer_id: customer.id, project_id, environment, words })
    .onConflict('customer_id')
    .merge({ words });
}
