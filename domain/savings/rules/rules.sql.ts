/** The savings accounts that entries name with the rules of their products, and what notices cover. */
import {
  defineQuery,
  int2,
  int4,
  int8,
  orNull,
  params,
  text,
  textOf,
  type Query,
} from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';
import type { SavingsAccountStatus } from '../accounts/account.model.ts';
import type { SavingsKind } from '../products/product.model.ts';
import type { ProductRules } from './product-rules.rules.ts';

const RULES = {
  kind: textOf<SavingsKind>(),
  min_balance_minor: int8,
  min_opening_minor: int8,
  notice_days: int2,
  early_fee_bps: int4,
  withdrawal_fee_minor: int8,
};
const RULE_COLUMNS = Object.keys(RULES)
  .map((name) => `p.${name}`)
  .join(', ');

export interface NamedAccount extends ProductRules {
  id: string;
  member_id: string;
  status: SavingsAccountStatus;
}

const accounts = (locking: string): Query<{ ids: readonly string[] }, NamedAccount> =>
  defineQuery({
    params: params<{ ids: readonly string[] }>(),
    result: { id: text, member_id: text, status: textOf<SavingsAccountStatus>(), ...RULES },
    sql: `
      select a.id, a.member_id, a.status, ${RULE_COLUMNS}
      from sacco_savings_accounts a join sacco_savings_products p on p.id = a.product_id
      where a.id = any(:ids::text[]) order by a.id ${locking}`,
  });

/** Locked in id order, which avoids deadlocks: they stay active until the transaction ends. */
export const readNamedAccounts = { locked: accounts('for share of a'), read: accounts('') };

export const readDefaultProducts = defineQuery({
  prepared: true,
  params: params<{ project_ids: readonly string[]; environments: readonly string[] }>(),
  result: { project_id: text, environment: textOf<Environment>(), ...RULES },
  sql: `
    select s.project_id, s.environment, ${RULE_COLUMNS}
    from sacco_settings s join sacco_savings_products p on p.id = s.savings_product_id
    where (s.project_id, s.environment) in (select * from unnest(:project_ids::text[], :environments::environment[]))`,
});

/** The first of each account, locked in id order: two movements of an account do not use its notices at the same time. */
export const lockNotices = defineQuery({
  params: params<{ account_ids: readonly string[] }>(),
  result: { account_id: text },
  sql: `
    select account_id from sacco_savings_notices where id = any(array(
      select (select n.id from sacco_savings_notices n where n.account_id = a.id order by n.id limit 1)
      from unnest(:account_ids::text[]) as a(id))) order by id for update`,
});

/** What notices cover, and how much of it is ripe on a local date of each account. Sums are decimal text: numeric has no parser. */
export const sumNotices = defineQuery({
  params: params<{ account_ids: readonly string[]; dates: readonly string[] }>(),
  result: { account_id: text, given: text, ripe: text },
  sql: `
    select n.account_id, sum(n.amount_minor)::text as given,
      coalesce(sum(n.amount_minor) filter (where n.ripe_on <= on_day.local_date), 0)::text as ripe
    from unnest(:account_ids::text[], :dates::date[]) as on_day(account_id, local_date)
    join sacco_savings_notices n on n.account_id = on_day.account_id group by n.account_id`,
});

/** What movements use of the notices of members: those that were booked and not reversed, and those that may still be. */
export const sumNoticesUsed = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, savings_account_id: orNull(text), used: text },
  sql: `
    select member_id, savings_account_id, sum(notice_minor)::text as used from sacco_entries
    where member_id = any(:member_ids::text[]) and notice_minor > 0 and reversed_by_entry_id is null
      and status in ('pending', 'posting', 'paying', 'awaiting_approval', 'posted')
    group by 1, 2`,
});

/** What a provider is sending out of the accounts of members, or is about to. */
export const sumPayouts = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, savings_account_id: orNull(text), leaving: text },
  sql: `
    select member_id, savings_account_id, sum(amount_minor + fee_minor)::text as leaving from sacco_entries
    where member_id = any(:member_ids::text[]) and source = 'mobile' and status in ('pending', 'posting', 'paying')
    group by 1, 2`,
});
