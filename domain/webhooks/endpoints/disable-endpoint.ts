/** Disables endpoints that are gone or have not answered for days, and notifies their project. */
import { SYSTEM } from '../../../core/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { WebhookEndpoint } from './endpoint.model.ts';
import { presentEndpoint } from './endpoint.presenter.ts';
import { abandonDeliveries } from './endpoints.ts';
import { recordEvent } from '../record-event.ts';

/** It answered 410, or it has given no answer in time for too long. */
export type DisableCause = 'gone' | 'no_answer';

/** Stops sending there, records it in the audit log, and sends an event to the project's other endpoints. */
export async function disableEndpoint(ctx: Context, endpoint_id: string, cause: DisableCause): Promise<void> {
  const found = await WebhookEndpoint.query(ctx.db).findWithScope(endpoint_id);
  if (!found) return;
  await inTransaction({ ctx, scope: found.scope, actor: SYSTEM }, async (unit) => {
    const { trx, scope } = unit;
    const [endpoint] = await WebhookEndpoint.query(trx)
      .inScope(scope)
      .where({ id: endpoint_id, status: 'enabled' })
      .patch({ status: 'disabled' })
      .returning('*');
    if (!endpoint) return;
    await abandonDeliveries(trx, endpoint_id);
    await audit(unit, 'webhook_endpoint.disabled', endpoint_id, { cause });
    await recordEvent(unit, 'webhook_endpoint.disabled', presentEndpoint(endpoint));
  });
}
