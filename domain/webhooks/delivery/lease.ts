/**
 * Leases of endpoints: one process at a time sends to an endpoint, so that its deliveries keep their order. The lease is a row
 * of its own; the endpoint is never locked. The number of endpoints with a sender is limited, so that endpoints that hang do
 * not occupy all workers.
 */
import { CLOCK_SLACK_MS, systemNow, systemTimeIn } from '../../../core/clock.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { CLAIM_MS } from '../../platform/attempts.ts';
import { dueBy } from './due-deliveries.ts';
import {
  claimLease,
  findClaimable,
  lockClaims,
  releaseLease,
  renewLease,
  type LeaseTimes,
} from './lease.sql.ts';

/** Endpoints of one project with a sender, without those that hang. */
const MAX_PER_PROJECT = 25;
/** Endpoints that hang and have a sender, of one project and of all: a quarter of the jobs that one worker runs. */
const MAX_HANGING_PER_PROJECT = 5;
const MAX_HANGING = 25;
/** Any constant: with a hash of the project it names "claiming an endpoint" among the database's advisory locks. */
const CLAIM_LOCK = 7_225_002;

/** Leases are compared with these. */
export function leaseTimes(): LeaseTimes {
  return { now: systemNow(), latest: systemTimeIn(CLAIM_MS + CLOCK_SLACK_MS) };
}

export interface Lease {
  endpoint_id: string;
  /** Distinguishes this lease from later ones; moves with each renewal. */
  leased_until: Date;
  /** The endpoint does not answer: one delivery at a time. */
  hanging: boolean;
}

/**
 * Claims the lease of an endpoint with due deliveries.
 * @returns null when nothing is due or another process has the lease; `limited` when a limit is reached
 */
export async function claimEndpoint(
  db: Db,
  endpoint_id: string,
): Promise<Lease | { limited: true; hanging: boolean } | null> {
  const claimable = await claimableNow(db, endpoint_id);
  if (!claimable) return null;
  const { project_id, hanging } = claimable;
  const leased_until = systemTimeIn(CLAIM_MS);
  return db.transaction(async (trx) => {
    // The locks are always taken in this order, which avoids deadlocks.
    await lockClaims(trx, { lock: CLAIM_LOCK, name: project_id });
    if (hanging) await lockClaims(trx, { lock: CLAIM_LOCK, name: 'hanging' });
    const claimed = await claimLease(trx, {
      endpoint_id,
      hanging,
      ...leaseTimes(),
      leased_until,
      max_per_project: hanging ? MAX_HANGING_PER_PROJECT : MAX_PER_PROJECT,
      max_hanging: MAX_HANGING,
    });
    if (claimed === 1) return { endpoint_id, leased_until, hanging };
    return (await claimableNow(trx, endpoint_id)) ? { limited: true, hanging } : null;
  });
}

async function claimableNow(db: Queryable, endpoint_id: string) {
  const [claimable] = await findClaimable(db, { endpoint_id, ...leaseTimes(), due_by: dueBy() });
  return claimable;
}

/** @returns false when another process has the lease by now */
export async function renewEndpoint(db: Db, lease: Lease): Promise<boolean> {
  const { endpoint_id, leased_until } = lease;
  const renewed_until = systemTimeIn(CLAIM_MS);
  const renewed = await renewLease(db, { endpoint_id, leased_until, renewed_until });
  if (renewed > 0) lease.leased_until = renewed_until;
  return renewed > 0;
}

/** What the attempts of a turn reveal about the endpoint. */
export interface Findings {
  answered: boolean;
  timed_out: boolean;
}

/**
 * Releases the lease.
 * @returns since when the endpoint hangs; null when it does not, or when another process has the lease by now
 */
export async function releaseEndpoint(
  db: Db,
  { endpoint_id, leased_until }: Lease,
  { answered, timed_out }: Findings,
): Promise<Date | null> {
  const now = systemNow();
  const [released] = await releaseLease(db, { endpoint_id, leased_until, answered, timed_out, now });
  return released?.hanging_since ?? null;
}
