/** Members by their numbers, whatever their case, and their open loans. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, params, text, textOf } from '../../db/statement.ts';
import type { MemberStatus, NamedMember } from '../cooperative/index.ts';

type Numbers = ScopeColumns & { numbers: readonly string[] };

export const findNamedMembers = defineQuery({
  params: params<Numbers>(),
  result: {
    id: text,
    member_no: text,
    status: textOf<MemberStatus>(),
    full_name: text,
    customer_status: textOf<NamedMember['customer_status']>(),
  },
  sql: `
    select m.id, m.member_no, m.status, c.full_name, c.status as customer_status
    from sacco_members m join customers c on c.id = m.customer_id
    where m.project_id = :project_id and m.environment = :environment and upper(m.member_no) = any(:numbers::text[])`,
});

export const findOpenLoans = defineQuery({
  params: params<Numbers>(),
  result: { id: text, member_id: text },
  sql: `
    select l.id, l.member_id from sacco_members m join sacco_loans l on l.member_id = m.id
    where m.project_id = :project_id and m.environment = :environment and upper(m.member_no) = any(:numbers::text[])
      and l.status = 'open' order by l.id`,
});

/** What members can pay into besides their default account: a fixed one takes nothing more. */
export const findSavingsAccounts = defineQuery({
  params: params<Numbers>(),
  result: { id: text, member_id: text, product_id: text },
  sql: `
    select a.id, a.member_id, a.product_id from sacco_members m join sacco_savings_accounts a on a.member_id = m.id
    where m.project_id = :project_id and m.environment = :environment and upper(m.member_no) = any(:numbers::text[])
      and a.status = 'active' and a.kind <> 'fixed' order by a.id`,
});
