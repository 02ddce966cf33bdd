/** Loan products: defined by owner or admin, and retired when they take no new applications. */
import { invalidField } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { LoanProduct, type LoanProductRow } from './product.model.ts';

export type LoanProductRequest = Omit<
  LoanProductRow,
  'id' | 'project_id' | 'environment' | 'status' | 'created_at' | 'retired_at' | 'guarantor_consent'
> & {
  /** Default: none. */
  guarantor_consent?: LoanProductRow['guarantor_consent'];
};

/** @throws AppError VALIDATION_ERROR when a maximum is below its minimum */
export async function defineLoanProduct(
  caller: Caller,
  request: LoanProductRequest,
): Promise<LoanProductRow> {
  if (request.max_amount_minor < request.min_amount_minor)
    throw invalidField('max_amount_minor', '"max_amount_minor" must not be below "min_amount_minor"');
  if (request.max_term < request.min_term)
    throw invalidField('max_term', '"max_term" must not be below "min_term"');
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const product = await LoanProduct.query(trx)
      .insert({
        id: newId('loan_product'),
        ...scopeColumns(scope),
        ...request,
        created_at: scope.clock.now(),
      })
      .returning('*');
    await audit(unit, 'sacco.loan_product_defined', product.id, { ...request });
    return product;
  });
}

/** @throws AppError NOT_FOUND */
export function getLoanProduct(db: Queryable, scope: Scope, id: string): Promise<LoanProductRow> {
  return LoanProduct.query(db).findInScope(scope, id);
}

/** Newest first. */
export function listLoanProducts(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: LoanProductRow['status'] | undefined },
): Promise<Page<LoanProductRow>> {
  return LoanProduct.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}

/** The products of these ids or names, retired ones too. */
export async function namedLoanProducts(
  db: Queryable,
  scope: Scope,
  names: readonly string[],
): Promise<LoanProductRow[]> {
  return LoanProduct.query(db)
    .inScope(scope)
    .where((either) => either.whereIn('id', [...names]).orWhereIn('name', [...names]));
}

/** Retiring twice changes nothing; waiting applications and loans keep their terms. @throws AppError NOT_FOUND */
export async function retireLoanProduct(caller: Caller, id: string): Promise<LoanProductRow> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const product = await LoanProduct.query(trx).forUpdate().findInScope(scope, id);
    if (product.status === 'retired') return product;
    const retired = await LoanProduct.query(trx)
      .where({ id })
      .patch({ status: 'retired', retired_at: scope.clock.now() })
      .returning('*');
    await audit(unit, 'sacco.loan_product_retired', id, { name: product.name });
    return expectOne(retired);
  });
}
