/**
 * On whose behalf something is done: the request, or the requests that share a batch or a job. It follows every call, so that
 * log lines, jobs and rows can name the requests without each function passing them on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Environment } from './scope.ts';

/** What goes into jobs, and comes back from them. */
export interface WorkOrigin {
  /** Of the requests that caused it; none for what the service does by its schedule. */
  request_ids: readonly string[];
  project_id?: string;
  environment?: Environment;
  actor?: Actor;
  /** The span that it belongs to, where it is traced. */
  traceparent?: string;
}

export interface Work extends WorkOrigin {
  /** The path of the route, once it is known. */
  route?: string;
  /** Ids of what was made so far, for the log line at the end. */
  made: string[];
}

/** More are not carried on: a job or a row stays small, whatever batch it comes from. */
const MAX_CARRIED = 100;

const storage = new AsyncLocalStorage<Work | undefined>();

export function newWork(origin: WorkOrigin): Work {
  return { made: [], ...origin };
}

export function currentWork(): Work | undefined {
  return storage.getStore();
}

/** Runs it, and all that it starts, on behalf of that work; of nobody's when undefined. */
export function runAs<Result>(work: Work | undefined, run: () => Result): Result {
  return storage.run(work, run);
}

/** Notes for the log line of the present work what was made. */
export function addMade(ids: readonly string[]): void {
  currentWork()?.made.push(...ids);
}

/** One work for many that are done together; undefined when none of them is anybody's. */
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

/** What a job or a row says about its origin; null when there is nothing to say. */
export function carriedOrigin(work = currentWork()): WorkOrigin | null {
  if (!work || work.request_ids.length === 0) return null;
  const { request_ids, project_id, environment, actor, traceparent } = work;
  return {
    request_ids: request_ids.slice(0, MAX_CARRIED),
    ...definedOf({ project_id, environment, actor, traceparent }),
  };
}

/** As a log line names it: one id as `request_id`, several as `request_ids`. */
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
