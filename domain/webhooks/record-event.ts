/** Writes an event and its deliveries, in the transaction of what happened: neither can exist without the other. */
import { systemNow } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { toJson } from '../../core/json.ts';
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import type { EnqueueAfterCommit } from '../platform/transaction.ts';
import type { EventType } from './webhook.rules.ts';

interface NewEvent {
  scope: Scope;
  type: EventType;
  /** The resource as GET answers it. */
  data: object;
}

export async function recordEvent(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  type: EventType,
  data: object,
): Promise<void> {
  await recordEvents(trx, enqueueAfterCommit, [{ scope, type, data }]);
}

/** Many at once, of any projects, in as few statements as one. */
export async function recordEvents(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  happened: readonly NewEvent[],
): Promise<void> {
  const books = new Map(
    happened.map(({ scope: { project_id, environment } }) => [
      `${project_id}/${environment}`,
      [project_id, environment],
    ]),
  );
  const endpoints: EnabledEndpoint[] = await trx('webhook_endpoints')
    .whereIn(['project_id', 'environment'], [...books.values()])
    .where({ status: 'enabled' })
    .whereNull('deleted_at')
    .whereRaw('events && ?::text[]', [['*', ...new Set(happened.map(({ type }) => type))]])
    .select('id', 'project_id', 'environment', 'events');
  // Webhooks are stamped with real time, whatever the test clock shows: receivers check how old they are.
  const created_at = systemNow();
  const heard = happened.flatMap(({ scope, type, data }) => {
    const book = scopeColumns(scope);
    const listeners = endpoints.filter(
      (each) =>
        each.project_id === book.project_id &&
        each.environment === book.environment &&
        (each.events.includes('*') || each.events.includes(type)),
    );
    if (listeners.length === 0) return [];
    const event = {
      id: newId('event'),
      ...book,
      type,
      payload: toJson({ type, timestamp: created_at, data }),
      created_at,
    };
    const deliveries = listeners.map(({ id: endpoint_id }) => ({
      id: newId('webhook_delivery'),
      event_id: event.id,
      endpoint_id,
      ...book,
      type,
      next_attempt_at: created_at,
      created_at,
    }));
    return [{ event, deliveries }];
  });
  if (heard.length === 0) return;
  await trx('webhook_events').insert(heard.map(({ event }) => event));
  const deliveries = heard.flatMap((each) => each.deliveries);
  await trx('webhook_deliveries').insert(deliveries);
  for (const { id } of deliveries) enqueueAfterCommit('deliver-webhook', { delivery_id: id });
}

interface EnabledEndpoint {
  id: string;
  project_id: string;
  environment: string;
  events: string[];
}
