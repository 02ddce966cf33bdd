/**
 * Interest whose process dies at each of its statements in turn, while it is declared or paid: whoever repeats the request finds one
 * run, and each line is paid once, with its tax.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declareInterest, payInterest, type InterestRequest } from '../../domain/interest/index.ts';
import { entries } from '../../domain/movements/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  approvedInterest,
  bookAs,
  createSacco,
  decide,
  held,
  makeEntriesDue,
  moving,
  must,
  newMember,
  scopeNow,
  setTestClock,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 120;
const MEMBERS = 3;

let service: TestService;
let mortal: MortalProcess;

beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

/** Members with savings of 10,000.00 each since 1 January 2035, one year ago. */
async function savers(): Promise<{ sacco: Sacco; members: string[] }> {
  const sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-01T00:00:00Z');
  const members: string[] = [];
  for (let i = 0; i < MEMBERS; i++) {
    const id = await newMember(sacco);
    must(await sacco.project.key.post(`/api/v1/sacco/members/${id}/deposits`, moving(1_000_000)));
    members.push(id);
  }
  await setTestClock(sacco.project, '2036-01-01T00:00:00Z');
  return { sacco, members };
}

/** A day of 2035 for each pass: an account is paid once for a day. */
function dayOf(pass: number): string {
  return new Date(Date.UTC(2035, 0, 10 + pass)).toISOString().slice(0, 10);
}

async function finish(ctx: Context, id: string): Promise<void> {
  await makeEntriesDue(service);
  await entries.resumePending(ctx);
  await payInterest(ctx, id);
}

test.each(['in one transaction', 'each step apart'] as const)(
  'a payout, %s, dies at each statement, and each line is paid once',
  { timeout: 240_000 },
  async (how) => {
    const { sacco, members } = await savers();
    const restore = bookAs(how, mortal.ctx.ledger);
    let died = true;
    try {
      for (let pass = 0; died && pass < MOST_STATEMENTS; pass++) {
        const day = dayOf(pass);
        const period = { period_start: day, period_end: day, withholding_tax_bps: 1_500 };
        const id = await approvedInterest(sacco, { ...period, label: day });
        const before = (await held(sacco.maker, members[0] as string))['savings'] as number;
        died = (await mortal.dieAt(pass, (ctx) => payInterest(ctx, id))) === 'died';
        if (died) await finish(service.ctx, id);
        const run = must(await sacco.maker.get(`/api/v1/sacco/savings-interest/${id}`)).body;
        expect([pass, run.status]).toEqual([pass, 'paid']);
        const paid: string[] = await service.ctx
          .db('sacco_entries')
          .where({ savings_interest_id: id, direction: 'in', status: 'posted' })
          .pluck('member_id');
        expect([pass, paid.toSorted()]).toEqual([pass, members.toSorted()]);
        const line = run.lines.find(({ member_id }: { member_id: string }) => member_id === members[0]);
        const after = (await held(sacco.maker, members[0] as string))['savings'] as number;
        expect([pass, after - before]).toEqual([pass, line.net_minor]);
      }
    } finally {
      restore();
    }
    expect(died).toBe(false);
  },
);

test('a declaration dies at each statement, and is made once', { timeout: 240_000 }, async () => {
  const { sacco } = await savers();
  const scope = await scopeNow(service, sacco);
  const actor = { type: 'user' as const, id: sacco.people.maker.id };
  let died = true;
  for (let pass = 0; died && pass < MOST_STATEMENTS; pass++) {
    const day = dayOf(pass);
    const body: InterestRequest = {
      label: day,
      period_start: day,
      period_end: day,
      rate_bps: 600,
      basis: 'daily_balance',
      counting: null,
      credit_to: 'same_account',
      idempotency_key: day,
    };
    const answer = await mortal.dieAt(pass, (ctx) => declareInterest({ ctx, scope, actor }, body));
    died = answer === 'died';
    const { view } = await declareInterest({ ctx: service.ctx, scope, actor }, body);
    expect([pass, view.run.status, view.lines.length]).toEqual([pass, 'declared', MEMBERS]);
    const runs = await service.ctx
      .db('sacco_savings_interest')
      .where({ project_id: sacco.project.id, label: day });
    expect([pass, runs.length]).toEqual([pass, 1]);
    must(await decide(sacco, view.run.approval_id as string, 'reject', { note: 'next' }));
  }
  expect(died).toBe(false);
});
