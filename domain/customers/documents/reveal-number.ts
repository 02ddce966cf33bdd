/** Shows a document's whole number, which leaves its trace before it is shown. */
import type { Actor, Scope } from '../../../core/scope.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { recordCustomerEvent } from '../events/customer-event.ts';
import { getDocument, sealContext } from './document.ts';

/** What trail and audit log call it. */
export const REVEALED = 'document.number_revealed';

/** @throws AppError NOT_FOUND */
export async function revealNumber(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  customer_id: string,
  id: string,
): Promise<string> {
  const document = await getDocument(ctx.db, scope, customer_id, id);
  // Opened first: what cannot be shown was not revealed.
  const number = ctx.secrets.open(document.number_sealed, sealContext(document));
  await ctx.db.transaction(async (trx) => {
    await recordCustomerEvent({ trx, scope, actor }, customer_id, REVEALED, { document_id: id });
    await audit({ trx, scope, actor }, REVEALED, id, { customer_id });
  });
  return number;
}
