/** What approving a distribution would pay, summed up: it has a line for every member. */
import { formatMoney } from '../../core/money.ts';
import type { Queryable } from '../../db/connection.ts';
import { availableOf, balanceOf, totalsByKind, ZERO_BALANCES, type AccountKind } from '../ledger/index.ts';
import type { AccountEffect, Decision, EffectWarning } from '../movements/index.ts';
import type { Distribution } from './distribution.ts';
import type { RunRow } from './distribution.model.ts';
import { PAYABLE_STATUSES } from './distribution.rules.ts';
import type { LineStatements } from './lines.sql.ts';

export type Totals = Awaited<ReturnType<typeof totalsByKind>>;
type SumUp = Exclude<Decision['sumUpFollowing'], undefined>;

/** In minor units. */
export interface PayableSums {
  /** Tax included. */
  payable_minor: bigint;
  tax_minor: bigint;
}

/** What can be paid of what is due, and what the checker should know about it. */
interface Judged extends PayableSums {
  warnings: EffectWarning[];
}

/**
 * Lines that cannot be paid fail alone, so nothing of a distribution blocks its approval.
 * @param judge by the balances of all kinds of accounts
 */
export function sumUpLines<Row extends RunRow>(
  { model, run, lines, paid_from }: Pick<Distribution<Row>, 'model' | 'run' | 'lines' | 'paid_from'>,
  judge: (db: Queryable, row: Row, sums: PayableSums & { totals: Totals }) => Promise<Judged>,
): SumUp {
  return async ({ ctx, db, scope }, entry) => {
    const row = (await model.query(db).findInScope(scope, entry[run] as string)) as unknown as Row;
    const { unpayable_minor, unpayable, ...sums } = await sumsOf(lines, db, row.id);
    const totals = await totalsByKind({ db, ledger: ctx.ledger }, scope, row.currency);
    const { payable_minor, tax_minor, warnings } = await judge(db, row, { ...sums, totals });
    return {
      accounts: accountsOf(paid_from(row), { payable_minor, tax_minor }, totals),
      warnings: [
        ...warnings,
        ...(unpayable > 0n ? [membersAreLeaving(unpayable, formatMoney(unpayable_minor, row.currency))] : []),
      ],
    };
  };
}

async function sumsOf(
  lines: LineStatements,
  db: Queryable,
  run_id: string,
): Promise<PayableSums & { unpayable_minor: bigint; unpayable: bigint }> {
  const [sums] = await lines.sum(db, { run_id, payable: PAYABLE_STATUSES });
  const { payable = '0', tax = '0', unpayable = '0', count = 0n } = sums ?? {};
  return {
    payable_minor: BigInt(payable),
    tax_minor: BigInt(tax),
    unpayable_minor: BigInt(unpayable),
    unpayable: count,
  };
}

/** The accounts that lines move, each with all accounts of its kind together. */
function accountsOf(
  paid_from: AccountKind,
  { payable_minor, tax_minor }: PayableSums,
  totals: Totals,
): AccountEffect[] {
  if (payable_minor === 0n) return [];
  const grows = paid_from === 'deposit_interest' ? payable_minor : -payable_minor;
  const changes: [AccountKind, bigint][] = [
    [paid_from, grows],
    ['member_savings', payable_minor - tax_minor],
    ...(tax_minor > 0n ? ([['tax_payable', tax_minor]] as [AccountKind, bigint][]) : []),
  ];
  return changes.map(([kind, change]) => {
    const balances = totals.get(kind) ?? ZERO_BALANCES;
    return {
      kind,
      member: null,
      balance_before_minor: balanceOf(kind, balances),
      balance_after_minor: balanceOf(kind, balances) + change,
      available_after_minor: availableOf(kind, balances) + change,
    };
  });
}

function membersAreLeaving(count: bigint, amount: string): EffectWarning {
  return {
    code: 'member_not_active',
    blocking: false,
    message: `Members who are leaving or have left would not be paid: ${count}, with ${amount} together.`,
    short_minor: null,
  };
}
