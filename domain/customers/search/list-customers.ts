/**
 * Lists and finds customers, newest first, in a time that does not grow with their number.
 *
 * Matches of a frequent term are found among the newest customers; of a rare term the index has few. So a search first reads
 * a limited number of the newest customers, in their order, and only when they do not fill the page uses the index, which has
 * to collect all matches before it can sort them.
 */
import { invalidField } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { Customer, type CustomerRow } from '../customer.model.ts';
import type { CustomerStatus } from '../customer.rules.ts';
import { withTiers, type CustomerView } from '../customer-view.ts';
import type { KycStatus } from '../kyc/kyc.rules.ts';
import {
  listIds,
  searchIndex,
  searchNewest,
  storeSearchWords,
  variantFor,
  type Searched,
} from './list-customers.sql.ts';
import { searchTerms, searchWords } from './search.rules.ts';

export interface CustomerFilter {
  /** Beginnings of words of name, email and external reference, and phone numbers; all of them must match. */
  q?: string;
  status?: CustomerStatus;
  kyc_status?: KycStatus;
}

/** Words of one search: each is looked up separately. */
const MAX_TERMS = 10;
/** The newest customers that a search reads, which takes a few milliseconds. */
const WALKED = 5_000;
/** More for long pages. */
const WALKED_PER_FOUND = 20;

/** @throws AppError VALIDATION_ERROR when `q` has too many words */
export async function listCustomers(
  db: Db,
  scope: Scope,
  { q, status, kyc_status, limit, after }: CustomerFilter & PageRequest,
): Promise<Page<CustomerView>> {
  const listed = { ...scopeColumns(scope), after, status, kyc_status, limit: limit + 1 };
  const found = q
    ? await search(db, { ...listed, query: customerQuery(scope, q) })
    : await variantFor(listIds, listed)(db, listed);
  const ids = found.map(({ id }) => id);
  const rows = await Customer.query(db).inScope(scope).whereIn('id', ids).orderBy('id', 'desc');
  const { items, next_after } = page(rows, limit, ({ id }) => id);
  return { items: await withTiers(db, scope, items), next_after };
}

async function search(db: Db, searched: Searched): Promise<{ id: string }[]> {
  const { query, limit } = searched;
  if (query === '') return [];
  const walked = Math.max(WALKED, limit * WALKED_PER_FOUND);
  const newest = await variantFor(searchNewest, searched)(db, { ...searched, walked });
  return newest.length === limit ? newest : variantFor(searchIndex, searched)(db, searched);
}

/**
 * The text of the text-search query on `customer_words`; empty, which finds nobody, when `typed` has no word.
 * @throws AppError VALIDATION_ERROR when it has too many words
 */
export function customerQuery(scope: Scope, typed: string): string {
  const terms = searchTerms(scope, typed);
  if (terms.length > MAX_TERMS)
    throw invalidField('q', `"q" may have at most ${MAX_TERMS} words; the first few will do`);
  return terms.join(' & ');
}

/** Stores the words under which the customer is found. */
export async function indexSearchTerms({ trx, scope }: ScopedUnit, customer: CustomerRow): Promise<void> {
  const words = searchWords(scope, customer);
  await storeSearchWords(trx, { customer_id: customer.id, ...scopeColumns(scope), words });
}
