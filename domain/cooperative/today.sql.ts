/** What day it is in the cooperatives, for jobs that read many of them: over `sacco_settings s` and `projects p`. */

/** How far local time is ahead of UTC. */
export const AHEAD_SQL = `
  (case when s.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
    + s.utc_offset_minutes * interval '1 minute')`;

/** The local date of now. */
export const TODAY_SQL = `((now() at time zone 'UTC') + ${AHEAD_SQL})::date`;
