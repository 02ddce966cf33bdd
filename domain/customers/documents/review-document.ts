/** Accepts or rejects a document, once. */
import { refusal } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { expectOne } from '../../../db/rows.ts';
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
 * An accepted document takes the place of an earlier one of its type, which is superseded, unless it is over itself.
 * Reviews of one customer's documents follow one another under the customer's lock.
 * @throws AppError NOT_FOUND, `already_decided`, `invalid_state` when the customer is closed
 */
export async function reviewDocument(
  db: Db,
  scope: Scope,
  actor: Actor,
  customer_id: string,
  id: string,
  { decision, note }: Review,
): Promise<DocumentRow> {
  return db.transaction(async (trx) => {
    const customer = await lockCustomer(trx, scope, customer_id);
    const before = await getDocument(trx, scope, customer_id, id);
    requireOpen(customer);
    if (before.status !== 'pending')
      throw refusal(
        'already_decided',
        `This document is ${before.status} already; upload it again if need be.`,
      );
    const { doc_type } = before;
    const counts = decision === 'accept' && !isExpired(before, localDateAt(scope.clock.now()));
    const superseded = counts ? await supersedeAccepted(trx, scope, { customer_id, doc_type }) : [];
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
    await recordCustomerEvent({ trx, scope, actor }, customer_id, `document.${OUTCOME[decision]}`, {
      document_id: id,
      doc_type,
      note,
    });
    for (const document_id of superseded)
      await recordCustomerEvent({ trx, scope, actor }, customer_id, 'document.superseded', {
        document_id,
        replaced_by: id,
      });
    return document;
  });
}
