/** Writes an event and its deliveries in the transaction of the change that it reports: all exist, or none. */
import { newIdAt } from '../../core/ids.ts';
import { recordCreatedIds, carriedOrigin } from '../../core/work.ts';
import { toJson } from '../../core/json.ts';
import type { Scope } from '../../core/scope.ts';
import { textArray } from '../../db/array-literal.ts';
import type { Transaction } from '../../db/connection.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import type { ScopedUnit, Unit } from '../platform/unit.ts';
import { findEnabledEndpoints } from './record-event.sql.ts';
import type { EventType } from './webhook.rules.ts';

interface NewEvent<Row> {
  scope: Scope;
  type: EventType;
  /** The row that changed. */
  row: Row;
}

/** @param data the resource as GET answers it; a function is called only where an endpoint wants the event */
export async function recordEvent(
  unit: Pick<ScopedUnit, 'trx' | 'enqueue' | 'scope'>,
  type: EventType,
  data: object | (() => Promise<object>),
): Promise<void> {
  await recordEvents(unit, [{ scope: unit.scope, type, row: null }], async () => [
    typeof data === 'function' ? await data() : data,
  ]);
}

/**
 * Many at once, of any projects, in as few statements as one.
 * @param present the resources as GET answers them, in the order of their rows; called with the rows that an endpoint wants
 */
export async function recordEvents<Row>(
  { trx, enqueue }: Pick<Unit, 'trx' | 'enqueue'>,
  happened: readonly NewEvent<Row>[],
  present: (rows: Row[]) => readonly object[] | Promise<readonly object[]>,
): Promise<void> {
  const endpoints = await enabledEndpoints(
    trx,
    happened.map(({ scope }) => scope),
    happened.map(({ type }) => type),
  );
  const origin = carriedOrigin();
  const request_ids = origin ? textArray(origin.request_ids) : null;
  const events: ({ id: string } & Record<string, unknown>)[] = [];
  const deliveries: { id: string; endpoint_id: string }[] = [];
  const to_wake = new Set<string>();
  const wanted = happened.flatMap((event) => {
    const listeners = listenersTo(event, endpoints);
    return listeners.length > 0 ? [{ listeners, ...event }] : [];
  });
  const [first] = endpoints;
  if (first === undefined || wanted.length === 0) return;
  // Webhooks carry real time, whatever the test clock shows: receivers check their age. It is read from the database, and orders
  // events and deliveries, so that an event never comes before another one that led to it in another process.
  const { now_us } = first;
  const created_at = new Date(Number(now_us / 1_000n));
  const resources = await present(wanted.map(({ row }) => row));
  for (const [i, { scope, type, listeners }] of wanted.entries()) {
    const columns = scopeColumns(scope);
    const id = newIdAt('event', now_us, i);
    const payload = toJson({ type, timestamp: created_at, data: resources[i] });
    events.push({ id, ...columns, type, payload, created_at, request_ids });
    const due = { event_id: id, ...columns, type, next_attempt_at: created_at, created_at };
    for (const { id: endpoint_id, mode } of listeners) {
      if (mode === 'push') to_wake.add(endpoint_id);
      const delivery = {
        id: newIdAt('webhook_delivery', now_us, deliveries.length),
        endpoint_id,
        ...due,
      };
      deliveries.push(delivery);
    }
  }
  recordCreatedIds(events.map(({ id }) => id));
  await insertAll(trx, 'webhook_events', events);
  await insertAll(trx, 'webhook_deliveries', deliveries);
  for (const endpoint_id of to_wake) enqueue('deliver-webhooks', { endpoint_id });
}

function listenersTo(
  { scope, type }: Pick<NewEvent<unknown>, 'scope' | 'type'>,
  endpoints: readonly EnabledEndpoint[],
): EnabledEndpoint[] {
  return endpoints.filter(
    (each) =>
      each.project_id === scope.project_id &&
      each.environment === scope.environment &&
      (each.events.includes('*') || each.events.includes(type)),
  );
}

/** @returns whether an endpoint of a scope wants events of that type, so that nothing is read for unwanted events */
export async function wantedEvents(
  trx: Transaction,
  scopes: readonly Scope[],
  type: EventType,
): Promise<(scope: Scope) => boolean> {
  const endpoints = await enabledEndpoints(trx, scopes, [type]);
  return ({ project_id, environment }) =>
    endpoints.some((each) => each.project_id === project_id && each.environment === environment);
}

/** The endpoints of these scopes that want one of these types. */
async function enabledEndpoints(
  trx: Transaction,
  scopes: readonly Scope[],
  types: readonly EventType[],
): Promise<EnabledEndpoint[]> {
  const distinct = [
    ...new Map(scopes.map((scope) => [`${scope.project_id}/${scope.environment}`, scope])).values(),
  ];
  if (distinct.length === 0) return [];
  return findEnabledEndpoints(trx, {
    project_ids: distinct.map(({ project_id }) => project_id),
    environments: distinct.map(({ environment }) => environment),
    types: ['*', ...new Set(types)],
  });
}

type EnabledEndpoint = Awaited<ReturnType<typeof findEnabledEndpoints>>[number];
