/** What approving a dividend would pay, summed up: it has a line for every member. */
import { REASONS } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import type { Queryable } from '../../db/connection.ts';
import { availableOf, balanceOf, totalsByKind, ZERO_BALANCES } from '../ledger/index.ts';
import type { AccountEffect, Decision, EffectWarning } from '../movements/index.ts';
import { Dividend, type DividendRow } from './dividend.model.ts';
import { PAYABLE_STATUSES, payableFrom } from './dividend.rules.ts';
import { readPayableAmounts, sumLines } from './pay-dividends.sql.ts';

/** Lines that cannot be paid fail alone, so nothing of a dividend blocks its approval. */
export const sumUpPayout: Exclude<Decision['sumUpFollowing'], undefined> = async (
  { ctx, db, scope },
  { dividend_id },
) => {
  const dividend = await Dividend.query(db).findInScope(scope, dividend_id as string);
  const { payable_minor, unpayable_minor, unpayable } = await sumUpLines(db, dividend.id);
  const totals = await totalsByKind({ db, ledger: ctx.ledger }, scope, dividend.currency);
  const { paid_from } = dividend;
  const free_minor = availableOf(paid_from, totals.get(paid_from) ?? ZERO_BALANCES);
  const short_minor = payable_minor > free_minor ? payable_minor - free_minor : 0n;
  const paid_minor =
    short_minor > 0n ? payableFrom(free_minor, await payableAmounts(db, dividend.id)) : payable_minor;
  return {
    accounts: paid_minor === 0n ? [] : accountsOf(dividend, paid_minor, totals),
    warnings: [
      ...(short_minor > 0n ? [incomeIsShort(short_minor)] : []),
      ...(unpayable > 0n
        ? [membersAreLeaving(unpayable, formatMoney(unpayable_minor, dividend.currency))]
        : []),
    ],
  };
};

interface LineSums {
  payable_minor: bigint;
  /** What members are due who are leaving, or have left. */
  unpayable_minor: bigint;
  /** How many such members there are. */
  unpayable: bigint;
}

async function sumUpLines(db: Queryable, dividend_id: string): Promise<LineSums> {
  const [sums] = await sumLines(db, { dividend_id, payable: PAYABLE_STATUSES });
  const { payable = '0', unpayable = '0', count = 0n } = sums ?? {};
  return { payable_minor: BigInt(payable), unpayable_minor: BigInt(unpayable), unpayable: count };
}

async function payableAmounts(db: Queryable, dividend_id: string): Promise<bigint[]> {
  const rows = await readPayableAmounts(db, { dividend_id, payable: PAYABLE_STATUSES });
  return rows.map(({ amount_minor }) => amount_minor);
}

/** The accounts that lines move, each with all accounts of its kind together. */
function accountsOf(
  { paid_from }: DividendRow,
  paid_minor: bigint,
  totals: Awaited<ReturnType<typeof totalsByKind>>,
): AccountEffect[] {
  const changes = [
    [paid_from, -paid_minor],
    ['member_savings', paid_minor],
  ] as const;
  return changes.map(([kind, change]) => {
    const balances = totals.get(kind) ?? ZERO_BALANCES;
    return {
      kind,
      member_no: null,
      balance_before_minor: balanceOf(kind, balances),
      balance_after_minor: balanceOf(kind, balances) + change,
      available_after_minor: availableOf(kind, balances) + change,
    };
  });
}

function incomeIsShort(short_minor: bigint): EffectWarning {
  const message = `${REASONS.income_insufficient.message} Lines that it does not cover would fail.`;
  return { code: 'income_insufficient', blocking: false, message, short_minor };
}

function membersAreLeaving(count: bigint, amount: string): EffectWarning {
  return {
    code: 'member_not_active',
    blocking: false,
    message: `Members who are leaving or have left would not be paid: ${count}, with ${amount} together.`,
    short_minor: null,
  };
}
