/**
 * Random histories of a SACCO with several staff: one event after the other, compared with a naive SACCO answer by answer,
 * processes dying in between; and at once, where whatever happens no account is negative, nothing above the threshold is paid out
 * without a second person, each payment is credited at most once, and a member who has exited holds nothing.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entries, type EntryRow } from '../../domain/movements/index.ts';
import {
  compareHistories,
  quickPerson,
  runConcurrently,
  startService,
  verifyAll,
  type Person,
  type TestService,
} from '../harness/index.ts';
import { applyToNaive, applyToReal } from './apply-events.ts';
import { PEOPLE, type Name } from './naive-entry.ts';
import { NaiveSacco } from './naive-sacco.ts';
import { RealSacco, START_HOURS, type Staff } from './real-sacco.ts';
import { changing, closing, CUSTOMERS, EVERY_ANSWER, joining, moving, type Event } from './sacco-events.ts';
import { naiveState, realState } from './sacco-states.ts';

/** Enough that every outcome comes up, few enough for a quarter of a minute. */
const RUNS = 8;
const CONCURRENT_RUNS = 5;

let service: TestService;
let staff: Staff;

beforeAll(async () => {
  service = await startService();
  const people: [Name, Person][] = [];
  for (const name of PEOPLE) people.push([name, await quickPerson(service)]);
  staff = Object.fromEntries(people) as Staff;
  await service.ctx.db.raw(TRACE_ENTRIES);
});
afterAll(() => service.stop());

/** Records every change of status of every entry. */
const TRACE_ENTRIES = `
  create table entry_steps (was text, is_now text);
  create function trace_entry() returns trigger language plpgsql as
    $$ begin insert into entry_steps values (old.status, new.status); return new; end $$;
  create trigger trace_entry after update on sacco_entries for each row when (old.status <> new.status)
    execute function trace_entry()`;

// ── one after the other ──────────────────────────────────────────────────────────────────────────────────────────────

interface Pair {
  real: RealSacco;
  naive: NaiveSacco;
}

/** Every history begins with all customers as members, of whom the first has not paid the entrance fee. */
const JOINS: Event[] = Array.from({ length: CUSTOMERS }, (_each, customer) => ({
  what: 'join',
  customer,
  own: undefined,
  pay_fee: customer > 0,
  crash: null,
}));

test('whatever happens, it is as with a naive one', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc
      .array(
        fc.oneof(
          { arbitrary: moving, weight: 8 },
          { arbitrary: joining, weight: 1 },
          { arbitrary: changing, weight: 1 },
          { arbitrary: closing, weight: 1 },
        ),
        { minLength: 60, maxLength: 120, size: 'max' },
      )
      .map((events) => [...JOINS, ...events]),
    examples: [[...JOINS, ...EVERY_ANSWER]],
    runs: RUNS,
    async open() {
      const settings = { entrance_fee_minor: 10n, withdrawal_approval_minor: 30n };
      const real = await RealSacco.open(service, staff, settings);
      const naive = Object.assign(new NaiveSacco(START_HOURS), { fee: 10, threshold: 30 });
      return { real, naive };
    },
    async apply({ real, naive }, event) {
      const answer = await applyToReal(real, event);
      return [answer, applyToNaive(naive, real, event, answer)];
    },
    async sweep({ real, naive }) {
      await real.sweep();
      naive.sweep();
    },
    states: async ({ real, naive }) => [await realState(real), naiveState(naive)],
  });
  expect(await verifyAll(service.ctx)).toEqual([]);
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'posted',
      'posted replayed',
      'awaiting_approval',
      'failed insufficient_savings',
      'approved posted',
      'already_decided',
      'FORBIDDEN',
      'member_not_active',
      'SERVICE_UNAVAILABLE',
      'not_reversible',
      'reversal_pending',
      'already_reversed',
      'not_closable',
      'closing',
      'reopening',
      'approved',
      'period_not_over',
      'period_closed',
      'period_not_closed',
      'entries_under_way',
      'busy',
      'approved failed period_closed',
    ]),
  );
});

// ── at once ──────────────────────────────────────────────────────────────────────────────────────────────────────────

test(
  'at once, nothing exceeds the threshold without approval and no money is made or lost',
  { timeout: 240_000 },
  async () => {
    await runConcurrently<number, Event, RealSacco>({
      settings: fc.integer({ min: 10, max: 60 }),
      waves: fc.array(
        fc.array(
          fc.oneof(
            { arbitrary: moving, weight: 8 },
            { arbitrary: joining, weight: 2 },
            {
              arbitrary: changing.filter(({ what }) => !['settings', 'advance clock'].includes(what)),
              weight: 1,
            },
            { arbitrary: closing, weight: 1 },
          ),
          { minLength: 10, maxLength: 24, size: 'max' },
        ),
        { minLength: 3, maxLength: 6, size: 'max' },
      ),
      runs: CONCURRENT_RUNS,
      open: (threshold) =>
        RealSacco.open(service, staff, {
          withdrawal_approval_minor: BigInt(threshold),
          entrance_fee_minor: 10n,
        }),
      apply: applyToReal,
      sweep: (real) => real.sweep(),
      async check(real, threshold) {
        const entries: EntryRow[] = await service.ctx
          .db('sacco_entries')
          .where({ project_id: real.project.id });
        expect(entries.filter(({ due_at }) => due_at)).toEqual([]);
        expect(entries.filter(({ status }) => ['pending', 'posting'].includes(status))).toEqual([]);
        const unapproved = new Map<string, number>();
        for (const entry of entries) {
          const { kind, status, approval_id, member_id, amount_minor, reversed_by_entry_id } = entry;
          if (kind !== 'withdrawal' || status !== 'posted' || approval_id || reversed_by_entry_id) continue;
          unapproved.set(
            member_id as string,
            (unapproved.get(member_id as string) ?? 0) + Number(amount_minor),
          );
        }
        expect([...unapproved.values()].filter((sum) => sum > threshold)).toEqual([]);
      },
    });
    expect(await verifyAll(service.ctx)).toEqual([]);
  },
);

test('and no entry has changed status other than its states allow', async () => {
  const steps: { was: entries.EntryStatus; is_now: entries.EntryStatus }[] = await service.ctx
    .db('entry_steps')
    .distinct('was', 'is_now');
  expect(steps.filter(({ was, is_now }) => !entries.TRANSITIONS[was].includes(is_now))).toEqual([]);
  expect(steps.length).toBeGreaterThan(3);
});
