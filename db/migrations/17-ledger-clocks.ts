/** Numbers of scopes that are there with their project, and one clock for the ledger timestamps of each scope. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function number_scopes() returns trigger language plpgsql as $$
    begin
      insert into ledger_books (project_id, environment) values (new.id, 'test'), (new.id, 'live') on conflict do nothing;
      return null;
    end $$;
    create trigger projects_number_scopes after insert on projects for each row execute function number_scopes();

    insert into ledger_books (project_id, environment)
      select id, e.environment from projects cross join (values ('test'::environment), ('live')) as e(environment)
      order by 1, 2 on conflict do nothing;

    -- The last timestamp that the PostgreSQL backend assigned in a scope. Whoever assigns the next holds the row's lock until
    -- the transfers are committed, so timestamps are unique in a scope and become visible in their order. Half-filled pages
    -- leave space for the new version of a row on the same page, so that no index is written.
    create table ledger_clocks (
      scope_number integer primary key,
      last_timestamp bigint not null default 0
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

    insert into ledger_clocks (scope_number, last_timestamp)
      select (ledger / 1000)::integer, max(last_timestamp) from ledger_balances group by 1;
  `);
}
