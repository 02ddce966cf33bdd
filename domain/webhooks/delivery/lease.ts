/**
 * Who sends to an endpoint: one process at a time, so that its deliveries keep their order. The lease is a row of its own;
 * the endpoint is never locked. How many endpoints may be sent to at once is limited, so that those that hang leave the
 * workers to the others.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { dueBy } from './due-deliveries.ts';

/** Longer than a turn with its last attempt takes; should its process die, others send after this. */
const LEASE_MS = 30_000;
/** Endpoints of one project to which is sent at once, those that hang aside. */
const MAX_PER_PROJECT = 25;
/** Endpoints that hang and are tried at once, of one project and of all: a quarter of the jobs that one worker runs. */
const MAX_HANGING_PER_PROJECT = 5;
const MAX_HANGING = 25;
/** Any constant: with a hash of the project it names "claiming an endpoint" among the database's advisory locks. */
const CLAIM_LOCK = 7_225_002;

export interface Lease {
  endpoint_id: string;
  /** Tells this lease from later ones. */
  leased_until: Date;
  /** The endpoint does not answer: one delivery at a time. */
  hanging: boolean;
}

/**
 * Takes the lease of an endpoint that has something due.
 * @returns null when nothing is due or somebody else sends there; `limited` with whether the endpoint hangs when there are
 * enough already
 */
export async function claimEndpoint(
  db: Db,
  endpoint_id: string,
): Promise<Lease | { limited: true; hanging: boolean } | null> {
  const claimable = await findClaimable(db, endpoint_id);
  if (!claimable) return null;
  const { project_id, hanging } = claimable;
  const leased_until = systemTimeIn(LEASE_MS);
  return db.transaction(async (trx) => {
    // One claim at a time counts, or two at once would both take the last place. Always in this order.
    await trx.raw(LOCK, [CLAIM_LOCK, project_id]);
    if (hanging) await trx.raw(LOCK, [CLAIM_LOCK, 'hanging']);
    const { rowCount } = await trx.raw<{ rowCount: number }>(CLAIM, {
      endpoint_id,
      hanging,
      now: systemNow(),
      leased_until,
      max_per_project: hanging ? MAX_HANGING_PER_PROJECT : MAX_PER_PROJECT,
      max_hanging: MAX_HANGING,
    });
    if (rowCount === 1) return { endpoint_id, leased_until, hanging };
    return (await findClaimable(trx, endpoint_id)) ? { limited: true, hanging } : null;
  });
}

async function findClaimable(
  db: Queryable,
  endpoint_id: string,
): Promise<{ project_id: string; hanging: boolean } | undefined> {
  const { rows } = await db.raw<{ rows: { project_id: string; hanging: boolean }[] }>(CLAIMABLE, {
    endpoint_id,
    now: systemNow(),
    due_by: dueBy(),
  });
  return rows[0];
}

const LOCK = 'select pg_advisory_xact_lock(?, hashtext(?))';

const CLAIMABLE = `
  select project_id, hanging_since is not null as hanging from webhook_endpoint_states s
  where endpoint_id = :endpoint_id and coalesce(leased_until, '-infinity') <= :now
    and exists (
      select from webhook_deliveries d
      where d.endpoint_id = s.endpoint_id and d.status = 'pending' and d.next_attempt_at <= :due_by)`;

const CLAIM = `
  update webhook_endpoint_states s set leased_until = :leased_until
  where endpoint_id = :endpoint_id and coalesce(leased_until, '-infinity') <= :now
    and (
      select count(*) from webhook_endpoint_states o
      where o.project_id = s.project_id and o.leased_until > :now and (o.hanging_since is not null) = :hanging
    ) < :max_per_project
    and (not :hanging or (
      select count(*) from webhook_endpoint_states o where o.leased_until > :now and o.hanging_since is not null
    ) < :max_hanging)`;

/** What the attempts of a turn told about the endpoint. */
export interface Findings {
  answered: boolean;
  timed_out: boolean;
}

/**
 * Gives the lease back. @returns since when the endpoint hangs, or null when it does not, or when the lease is somebody
 * else's by now
 */
export async function releaseEndpoint(
  db: Db,
  { endpoint_id, leased_until }: Lease,
  { answered, timed_out }: Findings,
): Promise<Date | null> {
  const { rows } = await db.raw<{ rows: { hanging_since: Date | null }[] }>(RELEASE, {
    endpoint_id,
    leased_until,
    answered,
    timed_out,
    now: systemNow(),
  });
  return rows[0]?.hanging_since ?? null;
}

const RELEASE = `
  update webhook_endpoint_states set leased_until = null,
    hanging_since = case when :answered then null when :timed_out then coalesce(hanging_since, :now) else hanging_since end
  where endpoint_id = :endpoint_id and leased_until = :leased_until
  returning hanging_since`;
