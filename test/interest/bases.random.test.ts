/**
 * Interest on random histories of savings, days passing in between, compared with a naive model that writes down every balance of
 * every day and adds them up.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localDateAt } from '../../core/local-date.ts';
import {
  createSacco,
  decide,
  moving,
  must,
  newMember,
  setTestClock,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const RUNS = 6;
/** Moments of the history, in hours since it began: about five months. */
const HOURS = 24 * 150;
const BEGINS = Date.parse('2035-01-20T00:00:00Z');
const FIRST_DAY = '2035-01-25';
/** The longest that the first period begins after that day, and that each of the two lasts. */
const MOST_DAYS = 60;
/** All periods are over by then, wherever the cooperative is. */
const ENDS = Date.parse(addDays(FIRST_DAY, 3 * MOST_DAYS + 5));

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Step {
  hour: number;
  member: 0 | 1;
  /** What of the balance is taken out; 0: the amount is paid in. */
  out_percent: number;
  amount_minor: number;
  reversed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  hour: fc.integer({ min: 0, max: HOURS }),
  member: fc.constantFrom(0, 1),
  out_percent: fc.constantFrom(0, 0, 0, 30, 100),
  amount_minor: fc.integer({ min: 1, max: 9_999_999 }),
  reversed: fc.boolean(),
});

/** Balances at the end of each local day on which something happened. */
type Days = Map<string, bigint>;

function balanceOn(days: Days, date: string): bigint {
  let found: [string, bigint] = ['', 0n];
  for (const each of days) if (each[0] <= date && each[0] > found[0]) found = each;
  return found[1];
}

const daysFrom = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
};

/** The first and last days of the months of which every day is in the period. */
function wholeMonths(first: string, last: string): string[][] {
  const by_month = new Map<string, string[]>();
  for (const day of daysFrom(first, last)) {
    const month = day.slice(0, 7);
    by_month.set(month, [...(by_month.get(month) ?? []), day]);
  }
  return [...by_month.values()].filter(
    (days) => days[0]?.endsWith('-01') && addDays(days.at(-1) as string, 1).endsWith('-01'),
  );
}

/** By the law's own words, a day or a month at a time. */
const NAIVE: Record<string, (days: Days, first: string, last: string) => { sum: bigint; parts: bigint }> = {
  daily_balance: (days, first, last) => ({
    sum: daysFrom(first, last).reduce((sum, day) => sum + balanceOn(days, day), 0n),
    parts: 365n,
  }),
  minimum_monthly_balance: (days, first, last) => ({
    sum: wholeMonths(first, last).reduce((sum, month) => {
      const balances = [addDays(month[0] as string, -1), ...month].map((day) => balanceOn(days, day));
      return sum + balances.reduce((lowest, each) => (each < lowest ? each : lowest));
    }, 0n),
    parts: 12n,
  }),
  closing: (days, first, last) => ({
    sum: wholeMonths(first, last).reduce((sum, month) => sum + balanceOn(days, month.at(-1) as string), 0n),
    parts: 12n,
  }),
  opening: (days, first, last) => ({
    sum: wholeMonths(first, last).reduce(
      (sum, month) => sum + balanceOn(days, addDays(month[0] as string, -1)),
      0n,
    ),
    parts: 12n,
  }),
};

/** Half up, by whole numbers. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  return (numerator % denominator) * 2n >= denominator ? whole + 1n : whole;
}

async function live(
  sacco: Sacco,
  utc_offset_minutes: number,
  steps: readonly Step[],
): Promise<{ members: string[]; days: Days[] }> {
  const { key } = sacco.project;
  const now = new Date(BEGINS);
  await setTestClock(sacco.project, now.toISOString());
  const members = [await newMember(sacco), await newMember(sacco)];
  const days: Days[] = [new Map(), new Map()];
  const balances = [0n, 0n];
  let at = 0;
  for (const { hour, member, out_percent, amount_minor, reversed } of steps) {
    if (hour > at) {
      now.setTime(BEGINS + hour * 3_600_000);
      await setTestClock(sacco.project, now.toISOString());
      at = hour;
    }
    const balance = balances[member] as bigint;
    const amount = out_percent === 0 ? BigInt(amount_minor) : (balance * BigInt(out_percent)) / 100n;
    if (amount === 0n) continue;
    const path = `/api/v1/sacco/members/${members[member]}/${out_percent === 0 ? 'deposits' : 'withdrawals'}`;
    const { body } = must(await key.post(path, moving(Number(amount))));
    if (reversed) {
      const asked = { memo: 'wrong', idempotency_key: body.id };
      const { approval_id } = must(
        await sacco.maker.post(`/api/v1/sacco/entries/${body.id}/reverse`, asked),
      ).body;
      must(await decide(sacco, approval_id));
    } else balances[member] = balance + (out_percent === 0 ? amount : -amount);
    // A moment later: local midnight falls on a full or half hour of the history.
    (days[member] as Days).set(localDateAt(now, utc_offset_minutes), balances[member] as bigint);
  }
  await setTestClock(sacco.project, new Date(ENDS).toISOString());
  return { members, days };
}

test('each basis counts the balances that its words say, and rounds once', { timeout: 300_000 }, async () => {
  const histories = fc.record({
    utc_offset_minutes: fc.constantFrom(180, 0, -330, 840),
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    from_day: fc.integer({ min: 0, max: MOST_DAYS }),
    // One period after the other: the second goes on from what the first has found.
    lengths: fc.tuple(fc.integer({ min: 0, max: MOST_DAYS }), fc.integer({ min: 0, max: MOST_DAYS })),
    rate_bps: fc.constantFrom(1, 333, 600, 1_234, 100_000),
    tax_bps: fc.constantFrom(0, 500, 1_500, 10_000),
  });
  await fc.assert(
    fc.asyncProperty(
      histories,
      async ({ utc_offset_minutes, steps, from_day, lengths, rate_bps, tax_bps }) => {
        const sacco = await createSacco(service, { utc_offset_minutes });
        const ordered = steps.toSorted((a, b) => a.hour - b.hour);
        const { members, days } = await live(sacco, utc_offset_minutes, ordered);
        const first_day = addDays(FIRST_DAY, from_day);
        const next_day = addDays(first_day, lengths[0] + 1);
        const periods = [
          { period_start: first_day, period_end: addDays(next_day, -1) },
          { period_start: next_day, period_end: addDays(next_day, lengths[1]) },
        ];
        for (const [name, naive] of Object.entries(NAIVE)) {
          const [basis, counting] = name in { closing: 1, opening: 1 } ? ['monthly', name] : [name];
          for (const period of periods) {
            const { period_start, period_end } = period;
            if (basis !== 'daily_balance' && wholeMonths(period_start, period_end).length === 0) continue;
            const { body } = must(
              await sacco.maker.post('/api/v1/sacco/savings-interest', {
                label: name,
                ...period,
                rate_bps,
                basis,
                ...(counting ? { counting } : {}),
                withholding_tax_bps: tax_bps,
                idempotency_key: `${name} ${period_start}`,
              }),
            );
            const expected = members.map((member_id, i) => {
              const { sum, parts } = naive(days[i] as Days, period_start, period_end);
              const gross = rounded(sum * BigInt(rate_bps), 10_000n * parts);
              const tax = rounded(gross * BigInt(tax_bps), 10_000n);
              return [member_id, Number(sum), Number(gross), Number(tax), Number(gross - tax)];
            });
            const found = body.lines.map((line: Record<string, unknown>) => [
              line['member_id'],
              line['balances_minor'],
              line['gross_minor'],
              line['tax_minor'],
              line['net_minor'],
            ]);
            expect([name, period, found]).toEqual([name, period, expected]);
            must(await decide(sacco, body.approval_id, 'reject', { note: 'the next one' }));
          }
        }
      },
    ),
    { numRuns: RUNS },
  );
});
