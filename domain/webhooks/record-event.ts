/** Writes an event, its deliveries and its export in the transaction of the change that it reports: all exist, or none. */
import { newIdAt } from '../../core/ids.ts';
import { recordCreatedIds, carriedOrigin } from '../../core/work.ts';
import { toJson } from '../../core/json.ts';
import type { Scope } from '../../core/scope.ts';
import { textArray } from '../../db/array-literal.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import type { ScopedUnit, Unit } from '../platform/unit.ts';
import { findListeners } from './record-event.sql.ts';
import { sealSecrets, type EventSecretsRow, type Secrets } from './event-secrets.ts';
import { getsSecrets, type EventType } from './webhook.rules.ts';

interface NewEvent<Row> {
  scope: Scope;
  type: EventType;
  /** The row that changed. */
  row: Row;
  /** What is sent in the places of its marks (`secretMark`) where `getsSecrets`, kept sealed meanwhile; everybody else has the marks. */
  secrets?: Secrets;
}

/** @param data the resource as GET answers it; a function is called only where somebody wants the event */
export async function recordEvent(
  unit: Pick<ScopedUnit, 'ctx' | 'trx' | 'enqueue' | 'scope'>,
  type: EventType,
  data: object | (() => Promise<object>),
): Promise<void> {
  await recordEvents(unit, [{ scope: unit.scope, type, row: null }], async () => [
    typeof data === 'function' ? await data() : data,
  ]);
}

/**
 * Many at once, of any projects, in as few statements as one.
 * @param present the resources as GET answers them, in the order of their rows; called with the rows that somebody wants
 */
export async function recordEvents<Row>(
  unit: Pick<Unit, 'ctx' | 'trx' | 'enqueue'>,
  happened: readonly NewEvent<Row>[],
  present: (rows: Row[]) => readonly object[] | Promise<readonly object[]>,
): Promise<void> {
  const { ctx, trx, enqueue } = unit;
  const listening = await findListenersOf(
    unit,
    happened.map(({ scope }) => scope),
    happened.map(({ type }) => type),
  );
  const origin = carriedOrigin();
  const request_ids = origin ? textArray(origin.request_ids) : null;
  const events: ({ id: string } & Record<string, unknown>)[] = [];
  const sealed: EventSecretsRow[] = [];
  const deliveries: { id: string; endpoint_id: string }[] = [];
  const exports: { event_id: string; created_at: Date }[] = [];
  const to_wake = new Set<string>();
  const wanted = happened.flatMap((event) => {
    const listeners = listenersTo(event, listening);
    return listeners.length > 0 ? [{ listeners, ...event }] : [];
  });
  const [first] = listening;
  if (first === undefined || wanted.length === 0) return;
  // Webhooks carry real time, whatever the test clock shows: receivers check their age. It is read from the database, and orders
  // events and deliveries, so that an event never comes before another one that led to it in another process.
  const { now_us } = first;
  const created_at = new Date(Number(now_us / 1_000n));
  const resources = await present(wanted.map(({ row }) => row));
  for (const [i, { scope, type, listeners, secrets }] of wanted.entries()) {
    const columns = scopeColumns(scope);
    const id = newIdAt('event', now_us, i);
    const payload = toJson({ type, timestamp: created_at, data: resources[i] });
    events.push({ id, ...columns, type, payload, created_at, request_ids });
    if (secrets && listeners.some((each) => getsSecrets(each, { type, environment: scope.environment })))
      sealed.push(sealSecrets(ctx, id, secrets));
    const due = { event_id: id, ...columns, type, next_attempt_at: created_at, created_at };
    for (const { id: endpoint_id, mode } of listeners) {
      if (mode === 'sink') {
        exports.push({ event_id: id, created_at });
        continue;
      }
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
  await insertAll(trx, 'webhook_event_secrets', sealed);
  await insertAll(trx, 'webhook_deliveries', deliveries);
  await insertAll(trx, 'event_exports', exports);
  if (exports.length > 0) enqueue('export-events', {});
  for (const endpoint_id of to_wake) enqueue('deliver-webhooks', { endpoint_id });
}

function listenersTo(
  { scope, type }: Pick<NewEvent<unknown>, 'scope' | 'type'>,
  listening: readonly Listener[],
): Listener[] {
  return listening.filter(
    (each) =>
      each.project_id === scope.project_id &&
      each.environment === scope.environment &&
      (each.events.includes('*') || each.events.includes(type)),
  );
}

/** @returns whether somebody wants events of that type of a scope, so that nothing is read for unwanted events */
export async function wantedEvents(
  unit: Pick<Unit, 'ctx' | 'trx'>,
  scopes: readonly Scope[],
  type: EventType,
): Promise<(scope: Scope) => boolean> {
  const listening = await findListenersOf(unit, scopes, [type]);
  return ({ project_id, environment }) =>
    listening.some((each) => each.project_id === project_id && each.environment === environment);
}

/** Who wants one of these types in one of these scopes. */
async function findListenersOf(
  { ctx, trx }: Pick<Unit, 'ctx' | 'trx'>,
  scopes: readonly Scope[],
  types: readonly EventType[],
): Promise<Listener[]> {
  const distinct = [
    ...new Map(scopes.map((scope) => [`${scope.project_id}/${scope.environment}`, scope])).values(),
  ];
  if (distinct.length === 0) return [];
  return findListeners(trx, {
    project_ids: distinct.map(({ project_id }) => project_id),
    environments: distinct.map(({ environment }) => environment),
    types: ['*', ...new Set(types)],
    has_sink: ctx.event_sink !== null,
  });
}

type Listener = Awaited<ReturnType<typeof findListeners>>[number];
