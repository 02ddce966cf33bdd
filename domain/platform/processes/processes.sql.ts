/** The statements on the processes that run. Times are those of the database. */
import {
  columnOf,
  defineCommand,
  defineQuery,
  int4,
  int8,
  params,
  text,
  timestamptz,
} from '../../../db/statement.ts';

export const insertProcess = defineQuery({
  params: params<{ machine: string; process_id: number; version: string; runs: string[] }>(),
  result: { no: int8 },
  sql: `
    insert into service_processes (machine, process_id, version, runs)
    values (:machine, :process_id, :version, :runs::text[]) returning no`,
});

/** Of a process that is listed. */
export const markSeen = defineCommand({
  params: params<{ no: bigint }>(),
  sql: 'update service_processes set seen_at = now() where no = :no',
});

export const deleteProcess = defineCommand({
  params: params<{ no: bigint }>(),
  sql: 'delete from service_processes where no = :no',
});

/** Of those that were killed. */
export const deleteUnseen = defineCommand({
  params: params<Record<string, never>>(),
  sql: `delete from service_processes where seen_at < now() - interval '1 day'`,
});

/** The newest first. */
export const readProcesses = defineQuery({
  params: params<{ seen_within_s: number; after: string | null; limit: number }>(),
  result: {
    no: int8,
    machine: text,
    process_id: int4,
    version: text,
    runs: columnOf<string[]>('text[]'),
    started_at: timestamptz,
    seen_at: timestamptz,
  },
  sql: `
    select no, machine, process_id, version, runs, started_at, seen_at from service_processes
    where seen_at > now() - make_interval(secs => :seen_within_s) and (:after::bigint is null or no < :after::bigint)
    order by no desc limit :limit`,
});
