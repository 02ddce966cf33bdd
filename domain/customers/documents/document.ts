/** Finding and superseding KYC documents. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import { getCustomer } from '../customer.ts';
import { KycDocument, type DocumentRow } from './document.model.ts';

/** @throws AppError NOT_FOUND also for documents of other customers, projects and environments */
export function getDocument(
  db: Queryable,
  scope: Scope,
  { customer_id, id }: Pick<DocumentRow, 'customer_id' | 'id'>,
): Promise<DocumentRow> {
  return KycDocument.query(db).where({ customer_id }).findInScope(scope, id);
}

/** A customer's documents, newest first. @throws AppError NOT_FOUND */
export async function listDocuments(
  db: Queryable,
  scope: Scope,
  customer_id: string,
  request: PageRequest,
): Promise<Page<DocumentRow>> {
  await getCustomer(db, scope, customer_id);
  return KycDocument.query(db).inScope(scope).where({ customer_id }).paginate(request);
}

/** Binds the sealed number to its row. */
export function sealContext({ id }: Pick<DocumentRow, 'id'>): string {
  return `kyc_document:${id}`;
}

/** The encrypted numbers. */
export const sealedDocuments: SealedTable = {
  table: KycDocument.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, number_sealed } = row as unknown as DocumentRow;
    const resealed = reseal(number_sealed, sealContext({ id }));
    return resealed === null ? {} : { number_sealed: resealed };
  },
};

/** Marks accepted documents as superseded. @returns their ids */
export async function supersedeAccepted(
  { trx, scope }: ScopedUnit,
  which: Pick<DocumentRow, 'customer_id'> & Partial<Pick<DocumentRow, 'doc_type'>>,
): Promise<string[]> {
  const rows = await KycDocument.query(trx)
    .inScope(scope)
    .where({ ...which, status: 'accepted' })
    .patch({ status: 'superseded' })
    .returning('id');
  return rows.map(({ id }) => id);
}
