/** Invariants of the chart of accounts. */
import { accountId } from '../ledger/index.ts';
import {
  readInBatches,
  sqlInvariant,
  text,
  type Invariant,
  type Verification,
} from '../platform/invariants.ts';
import { SYSTEM_ACCOUNTS } from './chart.rules.ts';
import { ChartAccount, type ChartAccountRow } from './chart-account.model.ts';

const DEFAULTS = Object.entries(SYSTEM_ACCOUNTS)
  .map(([kind, { code }]) => `('${kind}', '${code}')`)
  .join(', ');

export const chartInvariants: Invariant[] = [
  sqlInvariant(
    'every account of the chart is open in the ledger, and every such account of the ledger is in the chart',
    `select coalesce(c.id, a.owner) as id from chart_accounts c
     full join (select * from ledger_accounts where kind = 'bank' or kind like 'general\\_%') a
       on a.id = c.account_id and a.owner = c.id
     where (c.project_id, c.environment, c.kind, c.currency) is distinct from (a.project_id, a.environment, a.kind, a.currency)`,
    (row) => `${text(row, 'id')} is in the chart or in the ledger alone`,
  ),
  sqlInvariant(
    'a code of the chart names one account',
    `with codes as (
       select project_id, environment, code from chart_accounts
       union all
       select s.project_id, s.environment, coalesce(c.code, d.code)
       from sacco_settings s cross join (values ${DEFAULTS}) d(kind, code)
       left join chart_system_accounts c on (c.project_id, c.environment, c.kind) = (s.project_id, s.environment, d.kind)
     )
     select project_id, code from codes group by project_id, environment, code having count(*) > 1`,
    (row) => `${text(row, 'project_id')} has several accounts with the code ${text(row, 'code')}`,
  ),
  {
    invariant:
      'the id of every account of the chart follows from what it is, and an inactive one holds nothing',
    async *violations({ snapshot, db, ledger }: Verification) {
      for await (const rows of readInBatches<ChartAccountRow>(snapshot, 'chart_accounts', 'id')) {
        const inactive = rows.filter(({ active }) => !active).map(({ account_id }) => account_id);
        const held = await ledger.balances(inactive, new Date(0));
        for (const row of rows) {
          const { id, kind, currency, account_id } = row;
          if (accountId(row, { kind, currency, owner: id }) !== account_id)
            yield `${id} is not the account that it says`;
          const balances = held.get(account_id);
          if (!balances || balances.debits_posted === balances.credits_posted) continue;
          // It may have been made active, and moved, since the snapshot.
          if (!(await ChartAccount.query(db).findById(id))?.active)
            yield `${id} is inactive, but holds money`;
        }
      }
    },
  },
];
