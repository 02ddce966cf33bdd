/** Adds a KYC document, which then waits for review. */
import { newId } from '../../../core/ids.ts';
import { scopeColumns } from '../../../db/model.ts';
import { attachFile } from '../../files/index.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { lockCustomer, patchKyc, requireOpen } from '../customer.ts';
import { recordCustomerEvent } from '../events/customer-event.ts';
import { sealContext } from './document.ts';
import { KycDocument, type DocumentRow } from './document.model.ts';
import { AFTER, lastFour } from '../kyc/kyc.rules.ts';

export type DocumentRequest = Pick<DocumentRow, 'doc_type'> & {
  number: string;
} & Partial<Pick<DocumentRow, 'issuing_country' | 'expires_on' | 'file_id' | 'file_url' | 'file_sha256'>>;

/** @throws AppError NOT_FOUND, `invalid_state` when the customer is closed; as `attachFile` */
export async function addDocument(
  caller: Caller,
  customer_id: string,
  { number, ...request }: DocumentRequest,
): Promise<DocumentRow> {
  const id = newId('document');
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const customer = await lockCustomer(unit, customer_id);
    requireOpen(customer);
    const file = request.file_id ? await attachFile(unit, request.file_id, belongingTo(id)) : null;
    const document = await KycDocument.query(trx)
      .insert({
        id,
        customer_id,
        ...scopeColumns(scope),
        ...request,
        ...(file ? { file_sha256: file.sha256 } : {}),
        number_sealed: ctx.secrets.sealIfKeyed(number, sealContext({ id })),
        number_last4: lastFour(number),
        created_at: scope.clock.now(),
      })
      .returning('*');
    await patchKyc(unit, customer, AFTER.document_added(customer));
    const { doc_type } = document;
    await recordCustomerEvent(unit, customer_id, 'document.added', { document_id: id, doc_type });
    return document;
  });
}

function belongingTo(document_id: string) {
  return { purpose: 'kyc_document', subject_type: 'document', subject_id: document_id } as const;
}
