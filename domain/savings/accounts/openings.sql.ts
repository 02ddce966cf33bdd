/** What decides whether a member may have one more savings account. */
import { defineQuery, int4, params, text, textOf } from '../../../db/statement.ts';
import type { SavingsProductStatus } from '../products/product.model.ts';

/** The open accounts of members besides their default ones, and those that will be once their deposit is booked. */
export const countAccounts = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, accounts: int4 },
  sql: `
    select m.id as member_id, (
      (select count(*) from sacco_savings_accounts a where a.member_id = m.id and a.status = 'active') +
      (select count(*) from sacco_entries e where e.member_id = m.id and e.kind = 'term_deposit'
        and e.status in ('pending', 'posting', 'paying', 'awaiting_approval')))::integer as accounts
    from unnest(:member_ids::text[]) as m(id)`,
});

/** Locked in id order: they are not retired until the transaction ends. */
export const lockProducts = defineQuery({
  params: params<{ ids: readonly string[] }>(),
  result: { id: text, name: text, status: textOf<SavingsProductStatus>() },
  sql: 'select id, name, status from sacco_savings_products where id = any(:ids::text[]) order by id for share',
});
