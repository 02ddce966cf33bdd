/** Writes an event and its deliveries, in the transaction of what happened: neither can exist without the other. */
import { realNow } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { toJson } from '../../core/json.ts';
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { EventType } from './webhook.rules.ts';

/** @param data the resource as GET answers it */
export async function recordEvent(
  trx: Transaction,
  after: AfterCommit,
  scope: Scope,
  type: EventType,
  data: object,
): Promise<void> {
  const book = { project_id: scope.project_id, environment: scope.environment };
  const endpoints = await trx('webhook_endpoints')
    .where({ ...book, status: 'enabled' })
    .whereNull('deleted_at')
    .whereRaw('events && ?::text[]', [['*', type]])
    .pluck('id');
  if (endpoints.length === 0) return;
  // Webhooks are stamped with real time, whatever the test clock shows: receivers check how old they are.
  const created_at = realNow();
  const event_id = newId('event');
  await trx('webhook_events').insert({
    id: event_id,
    ...book,
    type,
    payload: toJson({ type, timestamp: created_at, data }),
    created_at,
  });
  const deliveries = endpoints.map((endpoint_id: string) => ({
    id: newId('webhook_delivery'),
    event_id,
    endpoint_id,
    ...book,
    type,
    next_attempt_at: realNow(),
    created_at,
  }));
  await trx('webhook_deliveries').insert(deliveries);
  for (const { id } of deliveries) after('deliver-webhook', { delivery_id: id });
}
