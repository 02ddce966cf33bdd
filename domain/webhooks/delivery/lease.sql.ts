/** The statements that claim and release endpoints. */
import {
  bool,
  defineCommand,
  defineQuery,
  orNull,
  params,
  text,
  timestamptz,
} from '../../../db/statement.ts';

type Leased = { endpoint_id: string; leased_until: Date; now: Date };

/** A lease that ends after `latest` was given by a clock that was ahead: it counts as ended. */
export type LeaseTimes = { now: Date; latest: Date };
/** @param row the alias of an endpoint's state */
export const isLeased = (row: string): string =>
  `(${row}.leased_until > :now and ${row}.leased_until <= :latest)`;

/** Two claims at a time could both take the last place: claims with one name wait for each other. */
export const lockClaims = defineCommand({
  params: params<{ lock: number; name: string }>(),
  sql: 'select from pg_advisory_xact_lock(:lock, hashtext(:name))',
});

export const findClaimable = defineQuery({
  params: params<LeaseTimes & { endpoint_id: string; due_by: Date }>(),
  result: { project_id: text, hanging: bool },
  sql: `
    select project_id, hanging_since is not null as hanging from webhook_endpoint_states s
    where endpoint_id = :endpoint_id and ${isLeased('s')} is not true
      and exists (
        select from webhook_deliveries d
        where d.endpoint_id = s.endpoint_id and d.status = 'pending' and d.next_attempt_at <= :due_by)`,
});

export const claimLease = defineCommand({
  params: params<Leased & LeaseTimes & { hanging: boolean; max_per_project: number; max_hanging: number }>(),
  sql: `
    update webhook_endpoint_states s set leased_until = :leased_until
    where endpoint_id = :endpoint_id and ${isLeased('s')} is not true
      and (
        select count(*) from webhook_endpoint_states o
        where o.project_id = s.project_id and ${isLeased('o')} and (o.hanging_since is not null) = :hanging
      ) < :max_per_project
      and (not :hanging or (
        select count(*) from webhook_endpoint_states o where ${isLeased('o')} and o.hanging_since is not null
      ) < :max_hanging)`,
});

export const renewLease = defineCommand({
  params: params<{ endpoint_id: string; leased_until: Date; renewed_until: Date }>(),
  sql: `
    update webhook_endpoint_states set leased_until = :renewed_until
    where endpoint_id = :endpoint_id and leased_until = :leased_until`,
});

export const releaseLease = defineQuery({
  params: params<Leased & { answered: boolean; timed_out: boolean }>(),
  result: { hanging_since: orNull(timestamptz) },
  sql: `
    update webhook_endpoint_states set leased_until = null,
      hanging_since = case when :answered then null when :timed_out then coalesce(hanging_since, :now) else hanging_since end
    where endpoint_id = :endpoint_id and leased_until = :leased_until
    returning hanging_since`,
});
