/** Why savings accounts may not be opened: read where nobody else opens one for the same members until the transaction ends. */
import { refusal, type AppError } from '../../../core/errors.ts';
import type { Queryable } from '../../../db/connection.ts';
import { MAX_ACCOUNTS } from './read-savings.ts';
import { countAccounts, lockProducts } from './openings.sql.ts';

export interface Opening {
  member_id: string;
  product_id: string;
}

/**
 * The members are locked for an update.
 * @returns in their order, the refusal, `product_retired` or `too_many_accounts`, or null; those of one member count one after another
 */
export async function openingRefusals(
  db: Queryable,
  openings: readonly Opening[],
): Promise<(AppError | null)[]> {
  if (openings.length === 0) return [];
  const distinct = (name: keyof Opening) => [...new Set(openings.map((opening) => opening[name]))];
  const products = await lockProducts(db, { ids: distinct('product_id') });
  const retired = new Map(
    products.flatMap(({ id, name, status }) => (status === 'retired' ? [[id, name] as const] : [])),
  );
  const counted = await countAccounts(db, { member_ids: distinct('member_id') });
  const open = new Map(counted.map(({ member_id, accounts }) => [member_id, accounts]));
  return openings.map(({ member_id, product_id }) => {
    if (retired.has(product_id))
      return refusal('product_retired', `The product ${retired.get(product_id)} is retired.`);
    const accounts = open.get(member_id) as number;
    if (accounts >= MAX_ACCOUNTS)
      return refusal('too_many_accounts', `The member has ${MAX_ACCOUNTS} savings accounts already.`);
    open.set(member_id, accounts + 1);
    return null;
  });
}
