/** The statements on workers that start. Times are those of the database. */
import { defineCommand, defineQuery, int4, params, text, timestamptz } from '../../db/statement.ts';

export const insertStart = defineCommand({
  params: params<{ machine: string; queues: string; process_id: number }>(),
  sql: `
    insert into worker_starts (machine, queues, process_id) values (:machine, :queues, :process_id)
    on conflict (machine, queues) do update set process_id = excluded.process_id, started_at = now()`,
});

export const deleteStart = defineCommand({
  params: params<{ machine: string; queues: string }>(),
  sql: 'delete from worker_starts where machine = :machine and queues = :queues',
});

/** Workers that have been starting for that long; of machines that have not been heard of for a day, none. */
export const findLateStarts = defineQuery({
  params: params<{ late_after_s: number }>(),
  result: { machine: text, queues: text, process_id: int4, since: timestamptz },
  sql: `
    select machine, queues, process_id, since from worker_starts
    where since < now() - make_interval(secs => :late_after_s) and started_at > now() - interval '1 day'
    order by since`,
});
