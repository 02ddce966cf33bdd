/** What distinguishes dividends from other distributions: their tables, their movements, and what the income must cover. */
import { REASONS } from '../../core/errors.ts';
import type { Queryable } from '../../db/connection.ts';
import {
  drop,
  PAYABLE_STATUSES,
  payableFrom,
  recordLines,
  startPayouts,
  sumUpLines,
  type Distribution,
  type PayableSums,
  type Totals,
} from '../distributions/index.ts';
import { availableOf, ZERO_BALANCES } from '../ledger/index.ts';
import { always, defineMovement, leg, type EffectWarning, type entries } from '../movements/index.ts';
import { MAX_LIST_OF_EVENT, recordEvent } from '../webhooks/index.ts';
import { dividendLines } from './dividend-lines.sql.ts';
import { Dividend, type DividendRow } from './dividend.model.ts';
import { presentDividend } from './dividend.presenter.ts';
import { readDividend } from './read-dividend.ts';

export const DIVIDENDS: Distribution<DividendRow> = {
  name: 'Dividend',
  kind: 'dividend',
  run: 'dividend_id',
  model: Dividend,
  lines: dividendLines,
  paid_from: ({ paid_from }) => paid_from,
  // An account that was closed since takes no money: its member has another one.
  entryOf: ({ paid_from: income }, { savings_account_id, is_closed }) => ({
    income,
    savings_account_id: is_closed ? null : savings_account_id,
  }),
  enqueue: ({ enqueue }, dividend_id) => enqueue('pay-dividend', { dividend_id }),
  // Read only where an endpoint receives the event.
  announce: (unit, id, lines) =>
    recordEvent(unit, 'dividend.paid', async () => {
      const view = await readDividend(unit.trx, unit.scope, id, MAX_LIST_OF_EVENT);
      return presentDividend({ ...view, lines_omitted: lines - view.lines.length });
    }),
};

export const DIVIDEND_MOVEMENTS = [
  // The dividend itself moves nothing; each of its lines does.
  defineMovement({
    title: 'Dividend',
    kind: 'dividend',
    legs: [],
    approval: always({
      sumUpFollowing: sumUpLines(DIVIDENDS, fromIncome),
      onDropped: (unit, entry) => drop(DIVIDENDS, unit, entry),
    }),
    onEnded: (unit, ended) => startPayouts(DIVIDENDS, unit, ended),
  }),
  lineFrom('interest_income', 'Dividend from interest income'),
  lineFrom('fee_income', 'Dividend from fee income'),
];

function lineFrom(income: entries.Income, title: string) {
  return defineMovement({
    title,
    kind: 'dividend',
    income,
    legs: [leg(income, 'member_savings'), leg(income, 'tax_payable', 'tax')],
    // Opened before the first line is booked.
    opens: () => [],
    message: 'dividend_paid',
    onEnded: (unit, ended) => recordLines(DIVIDENDS, unit, ended),
  });
}

/** Lines that the income does not cover would fail. */
async function fromIncome(
  db: Queryable,
  { id: run_id, paid_from }: DividendRow,
  { totals, ...sums }: PayableSums & { totals: Totals },
): Promise<PayableSums & { warnings: EffectWarning[] }> {
  const free_minor = availableOf(paid_from, totals.get(paid_from) ?? ZERO_BALANCES);
  if (sums.payable_minor <= free_minor) return { ...sums, warnings: [] };
  const rows = await dividendLines.payable(db, { run_id, payable: PAYABLE_STATUSES });
  return { ...paidFrom(free_minor, rows), warnings: [incomeIsShort(sums.payable_minor - free_minor)] };
}

/** A line that is not covered withholds nothing. */
function paidFrom(
  free_minor: bigint,
  rows: readonly { amount_minor: bigint; tax_minor: bigint }[],
): PayableSums {
  const payable_minor = payableFrom(
    free_minor,
    rows.map(({ amount_minor }) => amount_minor),
  );
  let left = free_minor;
  let tax_minor = 0n;
  for (const row of rows) {
    if (row.amount_minor > left) continue;
    left -= row.amount_minor;
    tax_minor += row.tax_minor;
  }
  return { payable_minor, tax_minor };
}

function incomeIsShort(short_minor: bigint): EffectWarning {
  const message = `${REASONS.income_insufficient.message} Lines that it does not cover would fail.`;
  return { code: 'income_insufficient', blocking: false, message, short_minor };
}
