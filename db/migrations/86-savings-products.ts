/** Savings products, the accounts that members have besides their default one, and what movements of savings say about them. */
import type { Knex } from 'knex';
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sacco_savings_products (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      name text not null,
      kind text collate "C" not null check (kind in ('regular', 'restricted', 'fixed')),
      currency text collate "C" not null,
      min_balance_minor bigint not null default 0 check (min_balance_minor >= 0),
      min_opening_minor bigint not null default 0 check (min_opening_minor >= 0),
      notice_days smallint not null default 0 check (notice_days >= 0),
      -- of a withdrawal without a ripe notice; 0: there is none without
      early_fee_bps integer not null default 0 check (early_fee_bps >= 0),
      -- whether its accounts count for the savings multiple of loans, and can be pledged
      counts_for_multiple boolean not null,
      monthly_fee_minor bigint not null default 0 check (monthly_fee_minor >= 0),
      withdrawal_fee_minor bigint not null default 0 check (withdrawal_fee_minor >= 0),
      rate_bps integer not null default 0 check (rate_bps >= 0),
      term_days smallint check (term_days > 0),
      at_maturity text collate "C" check (at_maturity in ('pay_out', 'renew_principal', 'renew_all')),
      status text collate "C" not null default 'active' check (status in ('active', 'retired')),
      created_at timestamptz not null,
      retired_at timestamptz,
      check ((kind = 'fixed') = (term_days is not null) and (kind = 'fixed') = (at_maturity is not null)),
      check ((status = 'retired') = (retired_at is not null))
    );
    create index sacco_savings_products_by_book on sacco_savings_products (project_id, environment, id desc);
    create index sacco_savings_products_by_status on sacco_savings_products (project_id, environment, status, id desc);
    create index sacco_savings_products_with_fee on sacco_savings_products (id) where monthly_fee_minor > 0;

    -- The account of the default product that every member has is no row here: it is the member's own.
    create table sacco_savings_accounts (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      member_id text collate "C" not null references sacco_members,
      product_id text collate "C" not null references sacco_savings_products,
      -- of its product, which never changes
      kind text collate "C" not null check (kind in ('regular', 'restricted', 'fixed')),
      currency text collate "C" not null,
      status text collate "C" not null default 'active' check (status in ('active', 'closed')),
      -- of a fixed account: the entry that opened it
      entry_id text collate "C" unique,
      -- a local date
      opened_on date not null,
      opened_at timestamptz not null,
      closed_at timestamptz,
      check ((kind = 'fixed') = (entry_id is not null)),
      check ((status = 'closed') = (closed_at is not null))
    );
    create index sacco_savings_accounts_by_member on sacco_savings_accounts (member_id, id desc);
    create index sacco_savings_accounts_open on sacco_savings_accounts (member_id, id) where status = 'active';
    create index sacco_savings_accounts_by_product on sacco_savings_accounts (product_id, id) where status = 'active';
    create index sacco_savings_accounts_by_book on sacco_savings_accounts (project_id, environment, id desc);
    create unique index sacco_savings_accounts_one_restricted on sacco_savings_accounts (member_id, product_id)
      where kind = 'restricted' and status = 'active';

    create table sacco_savings_terms (
      account_id text collate "C" not null references sacco_savings_accounts,
      -- 1, 2, … of an account that is renewed
      no smallint not null,
      project_id text collate "C" not null,
      environment environment not null,
      member_id text collate "C" not null,
      principal_minor bigint not null check (principal_minor > 0),
      rate_bps integer not null,
      starts_on date not null,
      matures_on date not null check (matures_on > starts_on),
      status text collate "C" not null default 'running' check (status in ('running', 'matured', 'broken')),
      -- while it is paid, renewed or broken: the entry that is being booked
      moving_entry_id text collate "C",
      -- how it ended
      entry_id text collate "C",
      interest_minor bigint check (interest_minor >= 0),
      tax_minor bigint check (tax_minor between 0 and interest_minor),
      primary key (account_id, no),
      check ((status = 'running') = (entry_id is null)),
      check (status = 'running' or moving_entry_id is null),
      check ((status = 'matured') = (interest_minor is not null) and (interest_minor is null) = (tax_minor is null))
    );
    create unique index sacco_savings_terms_one_running on sacco_savings_terms (account_id) where status = 'running';
    create index sacco_savings_terms_due on sacco_savings_terms (matures_on, account_id)
      where status = 'running' and moving_entry_id is null;

    create table sacco_savings_notices (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      member_id text collate "C" not null references sacco_members,
      -- also the default account
      account_id text collate "C" not null,
      amount_minor bigint not null check (amount_minor > 0),
      -- local dates
      given_on date not null,
      ripe_on date not null check (ripe_on >= given_on),
      given_by_type text collate "C" not null,
      given_by_id text collate "C" not null,
      created_at timestamptz not null
    );
    create index sacco_savings_notices_by_account on sacco_savings_notices (account_id, id desc);

    -- Charging the monthly fee of a product for a month: accounts are walked in the order of their ids.
    create table sacco_savings_fee_runs (
      id text collate "C" primary key,
      project_id text collate "C" not null,
      environment environment not null,
      product_id text collate "C" not null references sacco_savings_products,
      -- its first day
      month date not null,
      currency text collate "C" not null,
      fee_minor bigint not null check (fee_minor > 0),
      -- it was the default product when the month ended: every member's account of it is charged
      is_default boolean not null,
      -- accounts up to this one have a line
      last_account_id text collate "C" not null default '',
      -- every account has its line
      walked boolean not null default false,
      created_at timestamptz not null,
      unique (product_id, month)
    );
    create index sacco_savings_fee_runs_by_month on sacco_savings_fee_runs (project_id, environment, month);
    create index sacco_savings_fee_runs_open on sacco_savings_fee_runs (id) where not walked;

    create table sacco_savings_fees (
      run_id text collate "C" not null references sacco_savings_fee_runs,
      -- also the default account
      account_id text collate "C" not null,
      member_id text collate "C" not null,
      -- null where it was skipped without a try
      entry_id text collate "C",
      status text collate "C" not null check (status in ('pending', 'charged', 'skipped')),
      primary key (run_id, account_id),
      check (status = 'skipped' or entry_id is not null)
    );
    create unique index sacco_savings_fees_entry on sacco_savings_fees (entry_id) where entry_id is not null;
    create index sacco_savings_fees_by_status on sacco_savings_fees (run_id, status);
    create index sacco_savings_fees_pending on sacco_savings_fees (member_id) where status = 'pending';

    alter table sacco_settings
      -- the product of the account that every member has
      add column savings_product_id text collate "C" references sacco_savings_products,
      -- the local date since which it is; null: always
      add column savings_product_since date,
      -- a list of { kind, bps, from }: what is withheld from dividends and interest, from a local date on
      add column withholding jsonb not null default '[]';

    -- Rows of before are checked after the migrations.
    alter table sacco_entries
      -- null: the member's default account
      add column savings_account_id text collate "C",
      -- of a transfer between two accounts of the member: the other one, and null likewise
      add column to_savings_account_id text collate "C",
      -- of what opens a fixed account
      add column savings_product_id text collate "C",
      -- what the account must hold besides right after it
      add column keep_minor bigint not null default 0,
      -- the part that a notice covers
      add column notice_minor bigint not null default 0,
      -- of interest, or of a line of a dividend: the part that is withheld, beside the amount
      add column tax_minor bigint not null default 0,
      -- of an exit: what the accounts besides the default one hold, and a list of { savings_account_id, amount_minor }
      add column accounts_minor bigint not null default 0,
      add column savings_parts jsonb,
      add constraint sacco_entries_savings_check check (
        keep_minor >= 0 and notice_minor >= 0 and tax_minor >= 0 and accounts_minor >= 0
        and (accounts_minor > 0) = (savings_parts is not null)
        and (savings_product_id is not null) = (kind = 'term_deposit')) not valid;

    alter table sacco_payment_credits
      -- null: the default one
      add column savings_account_id text collate "C";

    alter table sacco_loan_guarantees
      -- the account on which it is held; null: the default one
      add column savings_account_id text collate "C";

    -- An id as the service makes them: 48 bits of milliseconds and 80 random ones, in Crockford's base32.
    create function new_time_ordered_id(prefix text, at timestamptz) returns text language sql volatile as $$
      select prefix || '_' || string_agg(
        substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + substring(v.bits from 5 * i + 1 for 5)::bit(5)::integer, 1), '' order by i)
      from (select b'00' || floor(extract(epoch from at) * 1000)::bigint::bit(48)
          || ('x' || right(replace(gen_random_uuid()::text, '-', ''), 20))::bit(80) as bits) v, generate_series(0, 25) i
    $$;

    -- The product that every member has an account of, until the settings name another one. It is defined here, so that a cooperative
    -- which a process of the build before sets up has one, too.
    create function define_default_savings_product() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        update sacco_savings_products set currency = new.currency
        where project_id = new.project_id and environment = new.environment;
        return null;
      end if;
      with defined as (
        insert into sacco_savings_products
          (id, project_id, environment, name, kind, currency, counts_for_multiple, created_at)
        select new_time_ordered_id('spr', clock_timestamp()), s.project_id, s.environment, 'regular', 'regular', s.currency, true,
          now() + case when s.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
        from sacco_settings s join projects p on p.id = s.project_id
        where s.project_id = new.project_id and s.environment = new.environment and s.savings_product_id is null
        returning id, project_id, environment
      )
      update sacco_settings s set savings_product_id = d.id from defined d
      where s.project_id = d.project_id and s.environment = d.environment;
      return null;
    end $$;
    create trigger sacco_settings_default_product after insert on sacco_settings
      for each row execute function define_default_savings_product();
    create trigger sacco_settings_product_currency after update of currency on sacco_settings
      for each row when (old.currency is distinct from new.currency) execute function define_default_savings_product();

    with defined as (
      insert into sacco_savings_products (id, project_id, environment, name, kind, currency, counts_for_multiple, created_at)
      select new_time_ordered_id('spr', clock_timestamp()), project_id, environment, 'regular', 'regular', currency, true, now()
      from sacco_settings
      returning id, project_id, environment
    )
    update sacco_settings s set savings_product_id = d.id from defined d
    where s.project_id = d.project_id and s.environment = d.environment;
  `);
}
