/** What can be read of loans and dividends, each figure beside what the naive SACCO says. */
import { expect } from 'vitest';
import { holdingsOf } from '../../domain/members/index.ts';
import { getLoan, must, type Reply } from '../harness/index.ts';
import type { Pair } from './lending-pair.ts';
import { KINDS_IN_FIGURES } from './naive-holdings.ts';
import type { Lent, NaiveLending } from './naive-lending.ts';
import { ageing, arrears } from './naive-loan-book.ts';

/** @throws unless they are the same */
export async function compare(pair: Pair): Promise<void> {
  const [real, naive] = await states(pair);
  expect(real).toEqual(naive);
}

const figuresOf = (loan: Reply['body']): unknown => ({
  status: loan.status,
  outstanding: loan.outstanding_minor,
  charges_due: loan.charges_due_minor,
  payoff: loan.payoff_minor,
  days_past_due: loan.days_past_due,
  guarantors: loan.guarantors.map((each: Reply['body']) => [
    each.amount_minor,
    each.status,
    each.called_minor,
  ]),
});

const GUARANTEES = { applied: 'pledged', open: 'held' } as Record<string, string>;

function naiveFiguresOf(naive: NaiveLending, lent: Lent): unknown {
  const today = lent.loan?.on(naive.day);
  const status = naive.statusOf(lent);
  return {
    status,
    outstanding: Number(today?.outstanding ?? 0n),
    charges_due: Number(today?.charges_due ?? 0n),
    payoff: Number(today?.payoff ?? 0n),
    days_past_due: today?.daysPastDue(naive.day) ?? 0,
    guarantors: lent.pledges.flatMap((pledge, i) => {
      const called = Number(lent.called[i]);
      const ended = called > 0 ? 'called' : 'released';
      return pledge > 0n ? [[Number(pledge), GUARANTEES[status] ?? ended, called]] : [];
    }),
  };
}

/** Everything that can be read, each beside what the naive SACCO says; nothing while something is moving. */
export async function states(pair: Pair): Promise<[real: unknown, naive: unknown]> {
  const { real, naive } = pair;
  if (await real.isMoving()) return [null, null];
  const { maker } = real.sacco;
  const read = async (path: string): Promise<Reply['body']> =>
    must(await maker.get(`/api/v1/sacco/${path}`)).body;
  const holdings = await holdingsOf({ ctx: real.ctx, scope: real.now }, real.members, 'KES');
  const [treasury, portfolio, { loans: listed }, aged, { arrears: late_loans }] = [
    await read('treasury'),
    await read('portfolio'),
    await read('loans?limit=1000'),
    await read('reports/ageing'),
    await read('reports/arrears'),
  ];
  const lent = naive.loans.filter(({ status }) => status === 'disbursed');
  const schedules = await Promise.all(lent.map(({ id }) => getLoan(real.sacco, id)));
  const lines = await real
    .db('sacco_dividend_lines')
    .where({ project_id: real.sacco.project.id, status: 'paid' })
    .where('amount_minor', '>', 0);
  const open = lent.map(({ loan }) => loan?.on(naive.day)).filter((loan) => loan?.status === 'open');
  const sum = (of: (loan: NonNullable<(typeof open)[number]>) => bigint): number =>
    Number(open.reduce((total, loan) => total + (loan ? of(loan) : 0n), 0n));
  const late = (days: number): number =>
    sum((loan) => (loan.daysPastDue(naive.day) > days ? loan.outstanding : 0n));
  return [
    {
      members: holdings.map((each) => [each.savings_minor, each.savings_available_minor, each.shares_minor]),
      cash: treasury.cash_on_hand_minor,
      income: [treasury.interest_income_minor, treasury.fee_income_minor],
      portfolio: [
        portfolio.active_loans,
        portfolio.principal_outstanding_minor,
        portfolio.charges_due_minor,
        portfolio.par30_minor,
        portfolio.par90_minor,
      ],
      loans: listed.toReversed().map(figuresOf),
      schedules: schedules.map(({ schedule }) =>
        schedule.map(({ principal_minor, interest_minor, penalty_minor, paid_minor }: Reply['body']) => ({
          principal_minor,
          interest_minor,
          penalty_minor,
          paid_minor,
        })),
      ),
      dividends: lines.map(({ dividend_id, member_id }) => `${dividend_id} ${member_id}`).toSorted(),
      allowance: aged.allowance_minor,
      ageing: {
        classes: aged.classes.map((each: Reply['body']) => [
          each.loans,
          each.outstanding_minor,
          each.overdue_minor,
          each.provision_minor,
        ]),
        par: [aged.par30_minor, aged.par90_minor],
      },
      arrears: late_loans.map((each: Reply['body']) => [
        each.loan_id,
        each.days_past_due,
        each.overdue_principal_minor,
        each.overdue_charges_minor,
      ]),
      periods: (await real.periods(KINDS_IN_FIGURES)).map(({ figures, ...period }) => ({
        ...period,
        balances:
          figures?.map(([kind, opening, _debits, _credits, closing]) => [kind, opening, closing]) ?? null,
      })),
    },
    {
      members: real.members.map((_id, i) => [naive.savings[i], naive.available(i), naive.shares[i]]),
      cash: Number(naive.cash),
      income: [Number(naive.income.interest_income), Number(naive.income.fee_income)],
      portfolio: [
        open.length,
        sum((loan) => loan.outstanding),
        sum((loan) => loan.charges_due),
        late(30),
        late(90),
      ],
      loans: naive.loans.map((each) => naiveFiguresOf(naive, each)),
      schedules: lent.map(({ loan }) => loan?.on(naive.day).schedule()),
      dividends: naive.dividends
        .flatMap(({ id, lines: its }) =>
          its.flatMap((line, i) => (line.paid ? [`${id} ${real.members[i]}`] : [])),
        )
        .toSorted(),
      allowance: Number(naive.allowance),
      ageing: ageing(naive.loans, naive.day),
      arrears: arrears(naive.loans, naive.day),
      periods: naive.periods.all.map(({ first, last, status, has_figures }) => ({
        first,
        last,
        status,
        balances: has_figures ? naive.balancesOf(first, last) : null,
      })),
    },
  ];
}
