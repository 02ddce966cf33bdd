/** Accepts or rejects a document, once. */
import { refusal } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { lockCustomer, requireOpen } from '../customer.ts';
import { recordCustomerEvent } from '../events/customer-event.ts';
import { isExpired } from '../kyc/kyc.rules.ts';
import { getDocument, supersedeAccepted } from './document.ts';
import { KycDocument, type DocumentRow } from './document.model.ts';

export interface Review {
  decision: 'accept' | 'reject';
  note: string | null;
}

const OUTCOME = { accept: 'accepted', reject: 'rejected' } as const;

/**
 * An accepted document supersedes the earlier one of its type, unless it has expired itself. The customer's lock serialises
 * the reviews of one customer's documents.
 * @throws AppError NOT_FOUND, `already_decided`, `invalid_state` when the customer is closed
 */
export async function reviewDocument(
  caller: Caller,
  { customer_id, id }: Pick<DocumentRow, 'customer_id' | 'id'>,
  { decision, note }: Review,
): Promise<DocumentRow> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope, actor } = unit;
    const customer = await lockCustomer(unit, customer_id);
    const before = await getDocument(trx, scope, { customer_id, id });
    requireOpen(customer);
    if (before.status !== 'pending')
      throw refusal(
        'already_decided',
        `This document is already ${before.status}; upload it again if necessary.`,
      );
    const { doc_type } = before;
    const counts = decision === 'accept' && !isExpired(before, localDateAt(scope.clock.now()));
    const superseded = counts ? await supersedeAccepted(unit, { customer_id, doc_type }) : [];
    const document = expectOne(
      await KycDocument.query(trx)
        .inScope(scope)
        .where({ id })
        .patch({
          status: OUTCOME[decision],
          note,
          reviewer_type: actor.type,
          reviewer_id: actor.id,
          reviewed_at: scope.clock.now(),
        })
        .returning('*'),
    );
    await recordCustomerEvent(unit, customer_id, `document.${OUTCOME[decision]}`, {
      document_id: id,
      doc_type,
      note,
    });
    for (const document_id of superseded)
      await recordCustomerEvent(unit, customer_id, 'document.superseded', {
        document_id,
        replaced_by: id,
      });
    return document;
  });
}
