/** Movements that a provider pays out: whom and by which payout, and the state in which the money is held meanwhile. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table sacco_entries
      add column provider text collate "C",
      -- the member's own at the request; null where there is none
      add column phone text,
      -- from the moment at which the ledger is asked to hold the money
      add column payout_id text collate "C",
      -- the provider's code
      add column failure_code text collate "C",
      drop constraint sacco_entries_status_check,
      add constraint sacco_entries_status_check check (status in
        ('pending', 'posting', 'awaiting_approval', 'paying', 'posted', 'failed', 'rejected', 'cancelled')) not valid,
      add constraint sacco_entries_mobile_check check (
        (provider is not null) = (source is not distinct from 'mobile')
        and (payout_id is null or (provider is not null and phone is not null))
        and (status <> 'paying' or payout_id is not null)
        and (failure_code is null or (status = 'failed' and payout_id is not null))) not valid;

    alter table sacco_loans
      add column disburse_to text collate "C" not null default 'savings',
      add constraint sacco_loans_disburse_to_check check (disburse_to in ('savings', 'mobile')) not valid;

    create or replace view sacco_entries_in_flight as
      select id, project_id, environment, member_id, loan_id, guarantees
      from sacco_entries where status in ('pending', 'posting', 'paying')
      union all
      select e.id, e.project_id, e.environment, e.member_id, e.loan_id, e.guarantees
      from sacco_entry_batches b cross join
        json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e;
  `);
}
