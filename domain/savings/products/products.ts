/** Savings products: defined by owner or admin, and retired when no more accounts of them are opened. They are never changed. */
import { invalidField, refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { getSettings, serializeOnSettings } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller, type ScopedUnit } from '../../platform/unit.ts';
import { SavingsProduct, type SavingsKind, type SavingsProductRow } from './product.model.ts';

export interface SavingsProductRequest extends Pick<
  SavingsProductRow,
  | 'name'
  | 'kind'
  | 'min_balance_minor'
  | 'min_opening_minor'
  | 'notice_days'
  | 'early_fee_bps'
  | 'monthly_fee_minor'
  | 'withdrawal_fee_minor'
  | 'rate_bps'
  | 'term_days'
  | 'at_maturity'
> {
  /** By default the cooperative's. */
  currency?: Currency;
  /** By default of every kind but fixed. */
  counts_for_multiple?: boolean;
}

/** What has no meaning for a kind, and must be left out or be nothing. */
const NOT_OF: Record<SavingsKind, readonly (keyof SavingsProductRequest)[]> = {
  regular: ['term_days', 'at_maturity'],
  // Money that leaves only with its member needs no rules about leaving.
  restricted: [
    'term_days',
    'at_maturity',
    'notice_days',
    'early_fee_bps',
    'withdrawal_fee_minor',
    'min_balance_minor',
  ],
  // A term ends by itself, or is broken as a whole.
  fixed: ['notice_days', 'early_fee_bps', 'withdrawal_fee_minor', 'min_balance_minor', 'monthly_fee_minor'],
};

/** @throws AppError VALIDATION_ERROR for what the kind does not have, `currency_mismatch` */
export async function defineSavingsProduct(
  caller: Caller,
  request: SavingsProductRequest,
): Promise<SavingsProductRow> {
  const { kind } = request;
  for (const name of NOT_OF[kind])
    if (request[name]) throw invalidField(name, `"${name}" is not for a product of the kind ${kind}`);
  if (kind === 'fixed' && request.term_days === null)
    throw invalidField('term_days', '"term_days" is required for a product of the kind fixed');
  if (request.early_fee_bps > 0 && request.notice_days === 0)
    throw invalidField('early_fee_bps', '"early_fee_bps" is for a product with "notice_days"');
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await serializeOnSettings(unit);
    const { currency } = await getSettings(trx, scope);
    if (request.currency !== undefined && request.currency !== currency)
      throw refusal('currency_mismatch', `The cooperative keeps its members' money in ${currency}.`);
    const product = await insertSavingsProduct(unit, {
      ...request,
      currency,
      at_maturity: kind === 'fixed' ? (request.at_maturity ?? 'pay_out') : null,
      counts_for_multiple: request.counts_for_multiple ?? kind !== 'fixed',
    });
    await audit(unit, 'sacco.savings_product_defined', product.id, { ...request });
    return product;
  });
}

type NewProduct = Required<SavingsProductRequest>;

async function insertSavingsProduct({ trx, scope }: ScopedUnit, product: NewProduct) {
  return SavingsProduct.query(trx)
    .insert({
      id: newId('savings_product'),
      ...scopeColumns(scope),
      ...product,
      created_at: scope.clock.now(),
    })
    .returning('*');
}

/** @throws AppError NOT_FOUND */
export function getSavingsProduct(db: Queryable, scope: Scope, id: string): Promise<SavingsProductRow> {
  return SavingsProduct.query(db).findInScope(scope, id);
}

/** Newest first. */
export function listSavingsProducts(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: SavingsProductRow['status'] | undefined },
): Promise<Page<SavingsProductRow>> {
  return SavingsProduct.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}

/** The products of these ids or names, retired ones too. */
export async function namedSavingsProducts(
  db: Queryable,
  scope: Scope,
  names: readonly string[],
): Promise<SavingsProductRow[]> {
  return SavingsProduct.query(db)
    .inScope(scope)
    .where((either) => either.whereIn('id', [...names]).orWhereIn('name', [...names]));
}

/**
 * Retiring twice changes nothing; accounts keep their terms.
 * @throws AppError NOT_FOUND, `product_in_use` for the default product
 */
export async function retireSavingsProduct(caller: Caller, id: string): Promise<SavingsProductRow> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await serializeOnSettings(unit);
    const product = await SavingsProduct.query(trx).forUpdate().findInScope(scope, id);
    if (product.status === 'retired') return product;
    const { savings_product_id } = await getSettings(trx, scope);
    if (savings_product_id === id)
      throw refusal('product_in_use', `${product.name} is the default product that the settings name.`);
    const retired = await SavingsProduct.query(trx)
      .where({ id })
      .patch({ status: 'retired', retired_at: scope.clock.now() })
      .returning('*');
    await audit(unit, 'sacco.savings_product_retired', id, { name: product.name });
    return expectOne(retired);
  });
}

/** @throws AppError NOT_FOUND, `product_retired`, `product_not_regular` unless every member may have an account of it */
export async function requireDefaultProduct({ trx, scope }: ScopedUnit, id: string): Promise<void> {
  const product = await SavingsProduct.query(trx).forShare().findInScope(scope, id);
  if (product.status === 'retired') throw refusal('product_retired');
  if (product.kind !== 'regular')
    throw refusal('product_not_regular', `${product.name} is a product of the kind ${product.kind}.`);
}

/** @param field of the request that names it @throws AppError NOT_FOUND, VALIDATION_ERROR for a fixed product */
export async function requireEarningProduct(
  { trx, scope }: ScopedUnit,
  id: string,
  field: string,
): Promise<void> {
  const { kind } = await getSavingsProduct(trx, scope, id);
  if (kind === 'fixed')
    throw invalidField(field, 'Accounts of a fixed product earn their interest at maturity');
}
