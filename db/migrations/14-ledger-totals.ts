/** The code of an account's kind beside its balances, so that totals by kind are read in one pass over them. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_balances add column code smallint not null default 0;
    update ledger_balances b set code = k.code from ledger_accounts a
      join (values ('provider_clearing', 1), ('merchant_available', 2), ('subaccount', 3), ('adjustments', 4)) as k(kind, code)
        using (kind)
      where a.id = b.account_id;
    alter table ledger_balances alter column code drop default;
    create index ledger_balances_by_kind on ledger_balances (ledger, code);
  `);
}
