/** Finds payments by one text: an exact amount or phone, the beginning of a reference, an id of the provider or of the payment. */
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { MAX_LIMIT } from '../../../db/page.ts';
import { PROVIDER_NAMES } from '../providers/index.ts';
import { meaningOf } from './search.rules.ts';
import { findPaymentIds } from './search.sql.ts';

/** Of each kind, and so that the largest page knows of another one: of payments of one amount or phone the newest before the cursor are found, of references the first. */
export const MAX_FOUND = MAX_LIMIT + 1;

/**
 * @param after the cursor of a page that is ordered by id
 * @returns their ids, in no order
 */
export async function searchPayments(
  db: Db,
  scope: Scope,
  { typed, after = null }: { typed: string; after?: string | null | undefined },
): Promise<string[]> {
  const rows = await findPaymentIds(db, {
    ...scopeColumns(scope),
    ...meaningOf(typed),
    providers: PROVIDER_NAMES,
    after,
    most: MAX_FOUND,
  });
  return rows.map(({ id }) => id);
}
