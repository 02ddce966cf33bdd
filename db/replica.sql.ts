/** How far the log of changes is: written on the primary, and replayed on a replica. */
import { defineQuery, int8, text } from './statement.ts';

const position = { position: int8, timeline: text };

/** Everything that is committed is before that position. */
export const readWrittenPosition = defineQuery({
  params: {},
  result: position,
  sql: `
    select pg_wal_lsn_diff(lsn, '0/0')::bigint as position, left(pg_walfile_name(lsn), 8) as timeline
    from pg_current_wal_flush_lsn() lsn`,
});

/**
 * No row where nothing is replicated. After a failover positions are counted on another timeline: one that a server has reached
 * on its old one says nothing. The timeline is null for a role that may not see it.
 */
export const readReplayedPosition = defineQuery({
  params: {},
  result: position,
  sql: `
    select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position,
      lpad(upper(to_hex(received_tli)), 8, '0') as timeline
    from pg_stat_wal_receiver`,
});
