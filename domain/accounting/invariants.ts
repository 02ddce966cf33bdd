/** Invariants of reports and periods. */
import { sha256Hex } from '../../core/digest.ts';
import { scopeOf } from '../../core/scope.ts';
import {
  readInBatches,
  sqlInvariant,
  text,
  type Invariant,
  type Verification,
} from '../platform/invariants.ts';
import { figuresOf } from './decide-period.ts';
import { readIntegerJson, toJson } from '../../core/json.ts';
import type { PeriodRow } from './period.model.ts';

interface Figures {
  currencies: { currency: string; rows: Record<string, unknown>[]; [total: string]: unknown }[];
}

export const accountingInvariants: Invariant[] = [
  {
    invariant: 'the figures of every closed period are what its transfers say, and are as they were written',
    async *violations({ snapshot, ledger }: Verification) {
      for await (const periods of readInBatches<PeriodRow>(snapshot, 'accounting_periods', 'id')) {
        for (const period of periods) {
          if (period.trial_balance === null) continue;
          if (sha256Hex(period.trial_balance) !== period.figures_sha256)
            yield `the figures of ${period.id} are not those that were hashed`;
          const scope = scopeOf(period.project_id, period.environment, 0n);
          const again = await figuresOf({ ledger, db: snapshot }, scope, period);
          if (comparable(again) !== comparable(period.trial_balance))
            yield `the figures of ${period.id} are not those of its days any more`;
        }
      }
    },
  },
  sqlInvariant(
    'a period waits exactly while its approval is pending, and is closed or open as that was decided',
    `select p.id from accounting_periods p left join sacco_approvals a on a.id = p.approval_id and a.subject_id = p.id
     where a.id is null or not case p.status
       when 'closing' then a.kind = 'period_close' and a.status = 'pending'
       when 'reopening' then a.kind = 'period_reopen' and a.status = 'pending'
       when 'open' then a.kind = 'period_reopen' and a.status = 'approved'
       else (a.kind = 'period_close' and a.status = 'approved')
         or (a.kind = 'period_reopen' and a.status in ('rejected', 'cancelled')) end`,
    (row) => `${text(row, 'id')} and its approval do not agree`,
  ),
  sqlInvariant(
    'a closed period begins on the day after the one before it',
    `select id from (
       select id, start_date, lag(end_date) over (partition by project_id, environment order by end_date) as before
       from accounting_periods where status in ('closed', 'reopening')) p
     where before is not null and start_date <> before + 1`,
    (row) => `${text(row, 'id')} leaves days out or has them twice`,
  ),
];

/**
 * Accounts may be opened after a period, even the first of a kind, and get other codes and names, and so other places: that does
 * not change what was posted in it.
 */
function comparable(figures: string): string {
  const { currencies } = readIntegerJson(figures) as Figures;
  return toJson(
    currencies.flatMap(({ rows, ...totals }) => {
      const moved = rows
        .map(({ accounts: _accounts, code: _code, name: _name, ...row }) => row)
        .filter((row) => Object.entries(row).some(([name, value]) => name.endsWith('_minor') && value !== 0))
        .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
      return moved.length > 0 ? [{ ...totals, rows: moved }] : [];
    }),
  );
}

function placeOf({ kind, account_id = '' }: Record<string, unknown>): string {
  return `${String(kind)} ${String(account_id)}`;
}
