/**
 * What the books are read from: the transfers of a scope in their order, and running totals of what was posted, by kind of
 * account and transfer, at the end of every quarter of an hour in which something was.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_transfers add column scope_number integer;
    alter table ledger_transfers disable trigger ledger_transfers_append_only;
    update ledger_transfers t set scope_number = (b.ledger / 1000)::integer from ledger_balances b
      where b.account_id = t.debit_account_id;
    alter table ledger_transfers enable trigger ledger_transfers_append_only;
    alter table ledger_transfers alter column scope_number set not null;
    create index ledger_transfers_by_scope on ledger_transfers (scope_number, timestamp);

    -- Accounts that were opened before their kind was stored.
    update ledger_balances b set code = k.code from ledger_accounts a
      join (values ('wallet', 5), ('cash_on_hand', 6), ('cash_adjustments', 7), ('member_savings', 8), ('member_shares', 9),
        ('loan_principal', 10), ('interest_receivable', 11), ('guarantee_clearing', 12), ('loan_losses', 13),
        ('interest_income', 14), ('fee_income', 15)) as k(kind, code) using (kind)
      where a.id = b.account_id and b.code = 0;

    -- The sums of all that was posted up to the end of a quarter of an hour, so a sum up to any moment is one row, however
    -- long the history. Whoever adds to a ledger's rows holds the lock of its clock (PostgreSQL) or its cursor (TigerBeetle).
    create table ledger_posted_totals (
      -- as in ledger_balances
      ledger bigint not null,
      account_code smallint not null,
      transfer_code smallint not null,
      -- quarters of an hour since the epoch, on the clock of the scope
      quarter integer not null,
      debits numeric(38) not null,
      credits numeric(38) not null,
      -- of the latest transfer in the sums
      last_timestamp bigint not null,
      primary key (ledger, account_code, transfer_code, quarter)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

    insert into ledger_posted_totals (ledger, account_code, transfer_code, quarter, debits, credits, last_timestamp)
      select ledger, account_code, transfer_code, quarter,
        sum(debits) over running, sum(credits) over running, last_timestamp
      from (
        select b.ledger, b.code as account_code, t.code as transfer_code, (t.timestamp / 900000000000)::integer as quarter,
          sum(t.debit) as debits, sum(t.credit) as credits, max(t.timestamp) as last_timestamp
        from (
          select debit_account_id as account_id, code, timestamp, amount as debit, 0 as credit from ledger_transfers
            where phase in (0, 2)
          union all
          select credit_account_id, code, timestamp, 0, amount from ledger_transfers where phase in (0, 2)
        ) t join ledger_balances b using (account_id) group by 1, 2, 3, 4
      ) sums
      window running as (partition by ledger, account_code, transfer_code order by quarter);

    -- Up to where the transfers of a ledger in TigerBeetle are in its totals.
    create table ledger_total_cursors (
      ledger bigint primary key,
      last_timestamp bigint not null default 0,
      last_quarter integer not null default 0
    );
  `);
}
