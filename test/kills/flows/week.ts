/** A week passes for the SACCO: charges fall due, and interest and a dividend are declared and paid. No other flow of it runs meanwhile. */
import { setTimeout } from 'node:timers/promises';
import type { Reply } from '../caller.ts';
import type { Cooperative } from '../cooperative.ts';
import { chargeLoans } from './loans.ts';
import { countSentBefore } from './sendings.ts';

const DAY_MS = 86_400_000;
/** So that no midnight comes while the other flows run. */
const MORNING_MS = 6 * 3_600_000;
const WEEK_DAYS = 7;
const SHARE_RATE_BPS = 50n;
/** Whole days between the last movements before and the first after the clock is moved. */
const QUIET_DAYS = WEEK_DAYS - 1;
const RATE_BPS = 600n;
const TAX_BPS = 1_500n;
const RETRY_MS = 1_000;
const YEAR = 10_000n * 365n;

/** The moment of the test clock at which a day begins for the flows. */
export function morningOf(day: number): string {
  return new Date(day * DAY_MS + MORNING_MS).toISOString();
}

/** It is that of the cooperative, whose time is UTC. */
const dateOf = (day: number): string => morningOf(day).slice(0, 10);

export async function passWeek(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  await creditPayments(sacco);
  sacco.day += WEEK_DAYS;
  await moveClock(sacco);
  chargeLoans(sacco);
  for (const loan of sacco.loans.filter(({ model }) => model.status === 'open'))
    await place.waitFor(
      `/api/v1/sacco/loans/${loan.id}`,
      ({ charges_due_minor }: Reply['body']) => charges_due_minor === Number(loan.model.charges_due),
    );
  await payInterest(sacco);
  await payDividend(sacco);
}

/** A payment for a member is credited once it is booked. */
export async function creditPayments({ place, payments }: Cooperative): Promise<void> {
  for (const payment of payments.filter(({ entry_id }) => entry_id === null)) {
    const path = `/api/v1/sacco/members/${payment.member_id}/entries?status=posted&limit=200`;
    const creditIn = ({ entries }: Reply['body']): Reply['body'] =>
      entries.find(({ payment_id }: Reply['body']) => payment_id === payment.id);
    const { id } = creditIn(await place.waitFor(path, creditIn));
    payment.entry_id = id;
    place.events.add(['payment.completed', payment.id], ['sacco.entry.posted', id]);
  }
}

/** Whoever repeats it is told that it would go back. */
async function moveClock({ place, day }: Cooperative): Promise<void> {
  await place.must(
    'POST',
    `/api/projects/${place.id}/test-clock`,
    { now: morningOf(day) },
    { as: 'owner', refusals: ['clock_backwards'] },
  );
}

/** For the days of the week on which nothing was moved. */
async function payInterest(sacco: Cooperative): Promise<void> {
  const { place, members, day } = sacco;
  const { books } = place;
  const [first, last] = [day - QUIET_DAYS, day - 1].map(dateOf) as [string, string];
  const declare = () =>
    place.ask({
      flow: 'interest',
      as: 'maker',
      path: '/api/v1/sacco/savings-interest',
      refusals: ['entries_under_way'],
      body: (token) => ({
        label: token,
        period_start: first,
        period_end: last,
        rate_bps: Number(RATE_BPS),
        basis: 'daily_balance',
        withholding_tax_bps: Number(TAX_BPS),
        idempotency_key: token,
      }),
    });
  let declared = await declare();
  // What a killed process has left is finished by a job.
  while (declared === null) {
    await setTimeout(RETRY_MS);
    declared = await declare();
  }
  // Of what is sent to phones, some was paid before these days, and some comes after them.
  await countSentBefore(sacco, first);
  const due = members.map(({ id }) => {
    const counted = books.balance(`savings ${id}`) * BigInt(QUIET_DAYS);
    const gross = (2n * counted * RATE_BPS + YEAR) / (2n * YEAR);
    return [id, gross, (gross * TAX_BPS + 5_000n) / 10_000n] as const;
  });
  await place.decide(declared.approval_id, 'approve');
  await place.waitFor(`/api/v1/sacco/savings-interest/${declared.id}`, ({ status }) => status === 'paid');
  place.events.add(
    ['approval.created', declared.approval_id],
    ['approval.decided', declared.approval_id],
    ['savings_interest.paid', declared.id],
  );
  for (const [id, gross, tax] of due) {
    books.add('deposit_interest', gross);
    books.add('tax_payable', tax);
    books.add(`savings ${id}`, gross - tax);
  }
}

async function payDividend(sacco: Cooperative): Promise<void> {
  const { place, members } = sacco;
  const { books } = place;
  const due = members.map(
    ({ id }) => [id, (books.balance(`shares ${id}`) * SHARE_RATE_BPS + 5_000n) / 10_000n] as const,
  );
  const total = due.reduce((sum, [, amount]) => sum + amount, 0n);
  if (total > books.balance('fee_income')) return;
  const declared = await place.ask({
    flow: 'dividend',
    as: 'maker',
    path: '/api/v1/sacco/dividends',
    body: (token) => ({
      label: token,
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      share_rate_bps: Number(SHARE_RATE_BPS),
      interest_rebate_bps: 0,
      paid_from: 'fee_income',
      idempotency_key: token,
    }),
  });
  await place.decide(declared.approval_id, 'approve');
  await place.waitFor(`/api/v1/sacco/dividends/${declared.id}`, ({ status }) => status === 'paid');
  place.events.add(
    ['approval.created', declared.approval_id],
    ['approval.decided', declared.approval_id],
    ['dividend.paid', declared.id],
  );
  for (const [id, amount] of due) books.move('fee_income', `savings ${id}`, amount);
}
