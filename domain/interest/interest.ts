/** What distinguishes interest on deposits from other distributions: its tables, its movements, and what its checker is told. */
import { REASONS } from '../../core/errors.ts';
import { savingsIds } from '../cooperative/index.ts';
import {
  drop,
  recordLines,
  startPayouts,
  sumUpLines,
  type Distribution,
  type PayableSums,
  type Totals,
} from '../distributions/index.ts';
import { ACCOUNT_KINDS, balanceOf } from '../ledger/index.ts';
import { always, defineMovement, leg, type EffectWarning } from '../movements/index.ts';
import { MAX_LIST_OF_EVENT, recordEvent } from '../webhooks/index.ts';
import { interestLines } from './interest-lines.sql.ts';
import { presentInterest } from './interest.presenter.ts';
import { readInterest } from './read-interest.ts';
import { SavingsInterest, type SavingsInterestRow } from './savings-interest.model.ts';

export const INTEREST: Distribution<SavingsInterestRow> = {
  name: 'Interest on deposits',
  kind: 'savings_interest',
  run: 'savings_interest_id',
  model: SavingsInterest,
  lines: interestLines,
  paid_from: () => 'deposit_interest',
  // What an account earned that is closed goes where its member can take it.
  entryOf({ credit_to }, { member_id, savings_account_id, is_closed }) {
    const to_default =
      credit_to === 'default_account' || is_closed || savings_account_id === savingsIds.defaultId(member_id);
    return { direction: 'in', savings_account_id: to_default ? null : savings_account_id };
  },
  enqueue: ({ enqueue }, savings_interest_id) => enqueue('pay-savings-interest', { savings_interest_id }),
  // Read only where an endpoint receives the event.
  announce: (unit, id, lines) =>
    recordEvent(unit, 'savings_interest.paid', async () => {
      const view = await readInterest(unit.trx, unit.scope, id, MAX_LIST_OF_EVENT);
      return presentInterest({ ...view, lines_omitted: lines - view.lines.length });
    }),
};

export const INTEREST_MOVEMENTS = [
  // The run itself moves nothing; each of its lines does.
  defineMovement({
    title: 'Interest on deposits',
    kind: 'savings_interest',
    legs: [],
    approval: always({
      sumUpFollowing: sumUpLines(INTEREST, (_db, _run, sums) => Promise.resolve(againstSurplus(sums))),
      onDropped: (unit, entry) => drop(INTEREST, unit, entry),
    }),
    onEnded: (unit, ended) => startPayouts(INTEREST, unit, ended),
  }),
  defineMovement({
    title: 'Interest paid into savings',
    kind: 'savings_interest',
    direction: 'in',
    legs: [leg('deposit_interest', 'member_savings'), leg('deposit_interest', 'tax_payable', 'tax')],
    // Opened before the first line is booked.
    opens: () => [],
    onEnded: (unit, ended) => recordLines(INTEREST, unit, ended),
  }),
];

/** Interest is an expense that nothing limits: the checker is told where it is more than what income leaves. */
function againstSurplus({
  totals,
  ...sums
}: PayableSums & { totals: Totals }): PayableSums & { warnings: EffectWarning[] } {
  const left_minor = surplusOf(totals);
  const above_minor = sums.payable_minor - (left_minor > 0n ? left_minor : 0n);
  if (above_minor <= 0n) return { ...sums, warnings: [] };
  const { message } = REASONS.above_surplus;
  return {
    ...sums,
    warnings: [{ code: 'above_surplus', blocking: false, message, short_minor: above_minor }],
  };
}

/** All income less all expenses so far, in minor units. */
function surplusOf(totals: Totals): bigint {
  let surplus_minor = 0n;
  for (const [kind, balances] of totals) {
    const { class: of_class } = ACCOUNT_KINDS[kind];
    if (of_class === 'income') surplus_minor += balanceOf(kind, balances);
    if (of_class === 'expense') surplus_minor -= balanceOf(kind, balances);
  }
  return surplus_minor;
}
