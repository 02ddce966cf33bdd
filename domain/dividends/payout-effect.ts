/** What approving a dividend would pay, summed up: it has a line for every member. */
import { REASONS } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import type { Queryable } from '../../db/connection.ts';
import { availableOf, balanceOf, totalsByKind, ZERO_BALANCES } from '../ledger/index.ts';
import {
  bookingOf,
  effectsOn,
  NO_AMOUNTS,
  type AccountEffect,
  type ApprovalAction,
  type EffectWarning,
} from '../sacco/index.ts';
import { Dividend, type DividendRow } from './dividend.model.ts';
import { PAYABLE_STATUSES, payableFrom } from './dividend.rules.ts';

/** Lines that cannot be paid fail alone, so nothing of a dividend blocks its approval. */
export const sumUpPayout: Exclude<ApprovalAction['sumUpFollowing'], undefined> = async (
  db,
  scope,
  { dividend_id },
  ledger,
) => {
  const dividend = await Dividend.query(db).findInScope(scope, dividend_id as string);
  const { payable_minor, unpayable_minor, unpayable } = await sumUpLines(db, dividend.id);
  const totals = await totalsByKind({ db, ledger }, scope, dividend.currency);
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
  /** Of members who are leaving, or have left. */
  unpayable_minor: bigint;
  /** How many they are. */
  unpayable: bigint;
}

async function sumUpLines(db: Queryable, dividend_id: string): Promise<LineSums> {
  const { rows } = await db.raw<{ rows: [{ payable: string; unpayable: string; count: bigint }] }>(SUMS, {
    dividend_id,
    payable: PAYABLE_STATUSES,
  } as never);
  const [{ payable, unpayable, count }] = rows;
  return { payable_minor: BigInt(payable), unpayable_minor: BigInt(unpayable), unpayable: count };
}

const IS_PAYABLE = 'm.status = any(:payable::text[])';

const SUMS = `
  select coalesce(sum(d.amount_minor) filter (where ${IS_PAYABLE}), 0)::text as payable,
    coalesce(sum(d.amount_minor) filter (where not ${IS_PAYABLE}), 0)::text as unpayable,
    count(*) filter (where not ${IS_PAYABLE} and d.amount_minor > 0) as count
  from sacco_dividend_lines d join sacco_members m on m.id = d.member_id where d.dividend_id = :dividend_id`;

/** In the order in which they would be paid. */
async function payableAmounts(db: Queryable, dividend_id: string): Promise<bigint[]> {
  const { rows } = await db.raw<{ rows: { amount_minor: bigint }[] }>(AMOUNTS, {
    dividend_id,
    payable: PAYABLE_STATUSES,
  } as never);
  return rows.map(({ amount_minor }) => amount_minor);
}

const AMOUNTS = `
  select d.amount_minor from sacco_dividend_lines d join sacco_members m on m.id = d.member_id
  where d.dividend_id = :dividend_id and ${IS_PAYABLE} order by d.member_id`;

/** The accounts that lines move, each with all accounts of its kind together. */
function accountsOf(
  { paid_from }: DividendRow,
  paid_minor: bigint,
  totals: Awaited<ReturnType<typeof totalsByKind>>,
): AccountEffect[] {
  const lines = {
    kind: 'dividend',
    source: null,
    direction: null,
    income: paid_from,
    ...NO_AMOUNTS,
    amount_minor: paid_minor,
  } as const;
  return bookingOf(lines)
    .legs.flatMap(({ debit, credit }) => [debit, credit])
    .map((kind) => {
      const balances = totals.get(kind) ?? ZERO_BALANCES;
      const change = effectsOn(kind, lines).reduce((sum, each) => sum + each, 0n);
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
