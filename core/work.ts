/**
 * The current work: the request, or the requests that share a batch or a job. It follows every asynchronous call, so that log
 * lines, jobs and rows can name the requests without each function passing them on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Environment } from './scope.ts';

/** The part of a work that jobs carry. */
export interface WorkOrigin {
  /** The requests that caused it; none for scheduled work. */
  request_ids: readonly string[];
  project_id?: string;
  environment?: Environment;
  actor?: Actor;
  /** The span that it belongs to, if it is traced. */
  traceparent?: string;
}

export interface Work extends WorkOrigin {
  /** The path of the route, once it is known. */
  route?: string;
  /** Ids of the rows created so far, for the log line at the end. */
  made: string[];
}

/** Maximum number of request ids in a job or a row, which so stays small for any batch. */
const MAX_CARRIED = 100;

const storage = new AsyncLocalStorage<Work | undefined>();

export function newWork(origin: WorkOrigin): Work {
  return { made: [], ...origin };
}

export function currentWork(): Work | undefined {
  return storage.getStore();
}

/** Runs the function, and everything that it starts, as part of that work; outside any work when undefined. */
export function runAs<Result>(work: Work | undefined, run: () => Result): Result {
  return storage.run(work, run);
}

/** Records ids of created rows for the log line of the current work. */
export function recordCreatedIds(ids: readonly string[]): void {
  currentWork()?.made.push(...ids);
}

/** Combines works that are done together; undefined when there are none. */
export function together(works: readonly (Work | undefined)[]): Work | undefined {
  const distinct = [...new Set(works)].filter((work) => work !== undefined);
  const [first] = distinct;
  if (!first || distinct.length === 1) return first;
  const ids = new Set(distinct.flatMap(({ request_ids }) => request_ids));
  const { project_id, environment } = first;
  const traceparent = distinct.find((work) => work.traceparent !== undefined)?.traceparent;
  const same = distinct.every((work) => work.project_id === project_id && work.environment === environment);
  return newWork({
    request_ids: [...ids],
    ...definedOf({ traceparent }),
    ...(same ? definedOf({ project_id, environment }) : {}),
  });
}

/** The origin that a job or a row stores; null when no request caused it. */
export function carriedOrigin(work = currentWork()): WorkOrigin | null {
  if (!work || work.request_ids.length === 0) return null;
  const { request_ids, project_id, environment, actor, traceparent } = work;
  return {
    request_ids: request_ids.slice(0, MAX_CARRIED),
    ...definedOf({ project_id, environment, actor, traceparent }),
  };
}

/** The fields of a log line: one id as `request_id`, several as `request_ids`. */
export function requestFields({ request_ids }: Pick<WorkOrigin, 'request_ids'>): object {
  if (request_ids.length === 0) return {};
  return request_ids.length === 1 ? { request_id: request_ids[0] } : { request_ids };
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function definedOf<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
