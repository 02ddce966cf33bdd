/** Reveals the whole number of a document, after recording that. */
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { recordCustomerEvent } from '../events/customer-event.ts';
import { getDocument, sealContext } from './document.ts';
import type { DocumentRow } from './document.model.ts';

/** Its type as an event, and its action in the audit log. */
export const REVEALED = 'document.number_revealed';

/** @throws AppError NOT_FOUND */
export async function revealNumber(
  caller: Caller,
  { customer_id, id }: Pick<DocumentRow, 'customer_id' | 'id'>,
): Promise<string> {
  const { ctx, scope } = caller;
  const document = await getDocument(ctx.db, scope, { customer_id, id });
  // Opened first: a number that cannot be opened is not recorded as revealed.
  const number = ctx.secrets.open(document.number_sealed, sealContext(document));
  await inTransaction(caller, async (unit) => {
    await recordCustomerEvent(unit, customer_id, REVEALED, { document_id: id });
    await audit(unit, REVEALED, id, { customer_id });
  });
  return number;
}
