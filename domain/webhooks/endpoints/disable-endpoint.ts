/** An endpoint that is gone, or has not answered for days, is disabled, and its project told. */
import { SYSTEM } from '../../../core/scope.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { WebhookEndpoint } from './endpoint.model.ts';
import { presentEndpoint } from './endpoint.presenter.ts';
import { giveUpDeliveries } from './endpoints.ts';
import { recordEvent } from '../record-event.ts';

/** It answered 410; or it answered nothing in time for too long. */
export type DisableCause = 'gone' | 'no_answer';

/** Nothing more is sent there. It is in the audit log, and the project's other endpoints get an event. */
export async function disableEndpoint(ctx: Context, endpoint_id: string, cause: DisableCause): Promise<void> {
  const found = await WebhookEndpoint.query(ctx.db).findWithScope(endpoint_id);
  if (!found) return;
  await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const [endpoint] = await WebhookEndpoint.query(trx)
      .inScope(found.scope)
      .where({ id: endpoint_id, status: 'enabled' })
      .patch({ status: 'disabled' })
      .returning('*');
    if (!endpoint) return;
    await giveUpDeliveries(trx, endpoint_id);
    await audit({ trx, scope: found.scope, actor: SYSTEM }, 'webhook_endpoint.disabled', endpoint_id, {
      cause,
    });
    await recordEvent(
      { trx, enqueue: enqueueAfterCommit, scope: found.scope },
      'webhook_endpoint.disabled',
      presentEndpoint(endpoint),
    );
  });
}
