/**
 * Random histories of a SACCO with several staff: one event after the other, compared with a naive SACCO answer by answer,
 * processes dying in between; and at once, where whatever happens no account is negative, nothing above the threshold is paid out
 * without a second person, each payment is credited at most once, and a member who has exited holds nothing.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { ENTRY_TRANSITIONS, type EntryRow, type EntryStatus } from '../../domain/sacco/index.ts';
import {
  compareHistories,
  quickPerson,
  runConcurrently,
  startService,
  verifyAll,
  type Person,
  type TestService,
} from '../harness/index.ts';
import { PEOPLE, type Crash, type Name } from './naive-entry.ts';
import { NaiveSacco } from './naive-sacco.ts';
import { answerOf, RealSacco, START_HOURS, type Request, type Staff } from './real-sacco.ts';
import { changing, CUSTOMERS, EVERY_ANSWER, joining, moving, type Event } from './sacco-events.ts';

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

/** Applies an event to the real SACCO; the member, approval or payment is looked up as late as possible. */
async function applyToReal(real: RealSacco, event: Event): Promise<unknown> {
  switch (event.what) {
    case 'join':
      return real.join(event.customer, event.own, event.pay_fee, event.crash);
    case 'request': {
      const { customer: no, by, entry: its } = event;
      const of_member = !its.kind.startsWith('cash');
      const member_id = (of_member && (await real.memberOf(no))) || null;
      if (of_member && !member_id) return undefined;
      const request: Request = { key: newUuid(), by, entry: its, customer: no, member_id };
      real.requests.push(request);
      return real.sendRequest(request, event.crash);
    }
    case 'repeat': {
      const request = real.requests.at(-1 - event.which);
      return request && real.sendRequest(request, event.crash);
    }
    case 'approve':
    case 'reject':
    case 'cancel': {
      const id = await real.approval(event.which);
      if (!id) return undefined;
      if (event.what === 'approve') return real.approve(id, event.by, event.crash);
      return event.what === 'reject' ? real.reject(id, event.by) : real.cancel(id, event.by);
    }
    case 'suspend':
    case 'reactivate': {
      const member_id = await real.memberOf(event.customer);
      return member_id && real.setStatus(member_id, event.what === 'suspend' ? 'suspended' : 'active');
    }
    case 'freeze':
    case 'unfreeze':
      return real.change(event.customer, event.what);
    case 'pay': {
      const member_id = await real.memberOf(event.customer);
      return member_id && real.pay(member_id, event.amount, event.purpose);
    }
    case 'spend':
      return real.spend(event.amount);
    case 'settings':
      return real.set({
        withdrawal_approval_minor: event.threshold === null ? null : BigInt(event.threshold),
        entrance_fee_minor: BigInt(event.fee),
        utc_offset_minutes: event.offset_hours * 60,
      });
    case 'advance clock':
      return real.advanceClock();
    case 'sweep':
      return real.sweep();
    case 'credit':
    case 'refund':
    case 'end refund':
    default: {
      const payment = real.payments.at(-1 - event.which);
      if (!payment) return undefined;
      if (event.what === 'credit') return real.credit(payment, event.crash);
      return event.what === 'refund' ? real.refund(payment) : real.endRefund(payment, event.succeeded);
    }
  }
}

/** Applies it to the naive SACCO, which has the requests by the same keys. */
function applyToNaive(naive: NaiveSacco, real: RealSacco, event: Event, answer: unknown): unknown {
  switch (event.what) {
    case 'join':
      return naive.join(event.customer, event.own, event.pay_fee, event.crash);
    case 'request': {
      if (answer === undefined) return naive.memberOf(event.customer);
      return requestOfNaive(naive, real.requests.at(-1) as Request, event.crash);
    }
    case 'repeat': {
      const request = real.requests.at(-1 - event.which);
      return request && requestOfNaive(naive, request, event.crash);
    }
    case 'approve':
    case 'reject':
    case 'cancel': {
      const entry = naive.approvals.at(-1 - event.which);
      if (!entry) return undefined;
      if (event.what === 'approve') return naive.approve(entry, event.by, event.crash);
      return event.what === 'reject' ? naive.reject(entry, event.by) : naive.cancel(entry, event.by);
    }
    case 'suspend':
    case 'reactivate': {
      const member = naive.memberOf(event.customer);
      return member && naive.setStatus(member, event.what === 'suspend' ? 'suspended' : 'active');
    }
    case 'freeze':
      naive.frozen.add(event.customer);
      return undefined;
    case 'unfreeze':
      naive.frozen.delete(event.customer);
      return undefined;
    case 'pay': {
      const member = naive.memberOf(event.customer);
      return member && naive.pay(member, event.amount, event.purpose);
    }
    case 'spend':
      return naive.spend(event.amount);
    case 'settings': {
      const { threshold, fee, offset_hours } = event;
      Object.assign(naive, { threshold, fee, offset_hours });
      return undefined;
    }
    case 'advance clock':
      naive.utc_hours += answer as number;
      return answer;
    case 'sweep':
      return naive.sweep();
    case 'credit':
    case 'refund':
    case 'end refund':
    default: {
      const payment = naive.payments.at(-1 - event.which);
      if (!payment) return undefined;
      if (event.what === 'credit') return naive.credit(payment, event.crash);
      return event.what === 'refund' ? naive.refund(payment) : naive.endRefund(payment, event.succeeded);
    }
  }
}

/** Which membership a request was for, by the order of the customer's memberships. */
const membership = new Map<string, NaiveSacco['members'][number]>();

function requestOfNaive(naive: NaiveSacco, request: Request, crash_at: Crash): string {
  const { key, by, entry: its, customer: no, member_id } = request;
  const member = member_id === null ? null : (membership.get(member_id) ?? naive.memberOf(no) ?? null);
  if (member_id !== null && member) membership.set(member_id, member);
  return naive.request(key, by, its, member, crash_at);
}

function stateOf(naive: NaiveSacco): unknown {
  return {
    cash: naive.holds('cash'),
    fees: naive.holds('fees'),
    merchant: naive.holds('merchant'),
    members: naive.members.map((member) => ({
      no: member.no,
      status: member.status,
      fee_paid: member.fee_paid,
      holds: [naive.holds('savings', member), naive.holds('shares', member)],
    })),
    entries: naive.entries.map((entry) => `${entry.amount} ${answerOf(entry)}`),
    approvals: naive.approvals.map(({ approval }) => approval),
    credits: naive.payments.map(({ status }) => status),
  };
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
        ),
        { minLength: 60, maxLength: 120, size: 'max' },
      )
      .map((events) => [...JOINS, ...events]),
    example: [...JOINS, ...EVERY_ANSWER],
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
    states: async ({ real, naive }) => [await real.state(), stateOf(naive)],
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
        for (const { kind, status, approval_id, member_id, amount_minor } of entries) {
          if (kind !== 'withdrawal' || status !== 'posted' || approval_id) continue;
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
  const steps: { was: EntryStatus; is_now: EntryStatus }[] = await service.ctx
    .db('entry_steps')
    .distinct('was', 'is_now');
  expect(steps.filter(({ was, is_now }) => !ENTRY_TRANSITIONS[was].includes(is_now))).toEqual([]);
  expect(steps.length).toBeGreaterThan(3);
});
