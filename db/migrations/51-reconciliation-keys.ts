/**
 * Less is written for each line that is decided. A run says that lines of it are resolving, instead of a row for each of them;
 * and what is booked is reserved by a hash of its id, beside the line that says the rest.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- system time; since when lines of it may be resolving, or were last looked for by the sweep; null when none is
    alter table reconciliation_runs add column resolving_since timestamptz;
    update reconciliation_runs r set resolving_since = d.touched_at from (
      select run_id, min(touched_at) as touched_at from reconciliation_decisions group by run_id
    ) d where d.run_id = r.id;
    create index reconciliation_runs_resolving on reconciliation_runs (resolving_since) where resolving_since is not null;
    drop table reconciliation_decisions;

    -- What names a payout or a fee among those of all statements, in 16 bytes. Only the last part may contain spaces.
    create function reconciliation_booking_key(
      project_id text, environment environment, provider text, kind text, external_id text
    ) returns uuid language sql stable as $$
      select encode(substring(sha256(convert_to(
        concat_ws(' ', project_id, environment, provider, kind, external_id), 'UTF8')) for 16), 'hex')::uuid
    $$;
    alter table reconciliation_bookings add column key uuid;
    update reconciliation_bookings set key = reconciliation_booking_key(project_id, environment, provider, kind, external_id);
    -- With the columns goes the primary key over them.
    alter table reconciliation_bookings drop column project_id, drop column environment, drop column provider, drop column kind,
      drop column external_id, add primary key (key);
  `);
}
