/** What jobs do to loans and dividends by the thousand: fewer rows and index entries for each. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_entry_batches (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      -- rows of sacco_entries as they are to be inserted, should the process die that books them
      entries json not null,
      -- system time; when the sweep makes ordinary entries of them
      due_at timestamptz not null
    );
    -- What is deleted within a second is not worth packing.
    alter table sacco_entry_batches alter column entries set storage external;
    create index sacco_entry_batches_due on sacco_entry_batches (due_at);

    -- What has begun and not ended, wherever it is stored.
    create view sacco_entries_in_flight as
      select id, project_id, environment, member_id, loan_id, guarantees
      from sacco_entries where status in ('pending', 'posting')
      union all
      select e.id, e.project_id, e.environment, e.member_id, e.loan_id, e.guarantees
      from sacco_entry_batches b cross join json_populate_recordset(null::sacco_entries, b.entries) e;

    -- Each check of these locks the member once more, at a quarter of what it costs to store an entry. Members are never
    -- deleted, and npm run verify finds an entry of nobody.
    alter table sacco_entries drop constraint sacco_entries_member_id_fkey, drop constraint sacco_entries_approval_id_fkey;

    -- A statement has no charges: they move no savings, shares or principal.
    drop index sacco_entries_statement;
    create index sacco_entries_statement on sacco_entries (member_id, posted_at, ledger_timestamp)
      where status = 'posted' and kind <> 'loan_charge';

    -- Of every open loan, unless charges of it are in flight. Beside the loan, whose row and indexes then need not change.
    create table sacco_loan_charge_dates (
      loan_id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      -- the next local date on which interest, a penalty or the first day past due is to be looked at
      next_charge_on date
    );
    insert into sacco_loan_charge_dates select id, project_id, environment, next_charge_on from sacco_loans l
    where status = 'open' and not exists (select from sacco_entries e
      where e.loan_id = l.id and e.kind = 'loan_charge' and e.status in ('pending', 'posting'));
    -- Asked for each loan that is charged; nearly always empty.
    create index sacco_entries_charges_in_flight on sacco_entries (loan_id)
      where kind = 'loan_charge' and status in ('pending', 'posting');
    create index sacco_loan_charge_dates_next on sacco_loan_charge_dates (next_charge_on);
    alter table sacco_loans drop column next_charge_on;
    -- The sums that it included change with every charge; the portfolio finds open loans by their status.
    drop index sacco_loans_open;
  `);
}
