/**
 * Guarantors are asked and answer while the process dies at each of its statements in turn: an answer counts once, whoever is asked
 * anew has one link and one code, and no loan is paid out without the consent that it requires.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { guarantorConsents } from '../../domain/loans/index.ts';
import { approvals } from '../../domain/movements/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  askedLoan,
  BOOKINGS,
  byLink,
  createSacco,
  getLoan,
  must,
  pledgesOf,
  scopeNow,
  sentTo,
  startService,
  verifyAll,
  type AskedLoan,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { dieAtEach, FEWEST_STATEMENTS } from './die-at-each.ts';
import { MortalProcess } from './mortal-process.ts';

let service: TestService;
let mortal: MortalProcess;
let sacco: Sacco;

// Nobody works on the queues.
beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  sacco = await createSacco(service);
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const LONG = { timeout: 240_000 };
const [BOOKING] = BOOKINGS;

/** What whoever repeats it is told where it is done already. */
const DONE = new Set(['NOT_FOUND', 'RATE_LIMITED', 'consent_closed', 'already_decided']);

async function onceDone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError) || !DONE.has(error.reason ?? error.code)) throw error;
  }
}

async function as(person: 'maker' | 'checker') {
  const scope = await scopeNow(service, sacco);
  const actor = { type: 'user' as const, id: sacco.people[person].id };
  return (ctx: Context) => ({ ctx, scope, actor });
}

const consentsOf = ({ id }: AskedLoan) =>
  service.ctx.db('sacco_loan_consents').where({ loan_id: id }).orderBy('id').pluck<string[]>('status');
const decidedOf = ({ id }: AskedLoan) =>
  service.ctx
    .db('audit_log')
    .where({ action: 'sacco.guarantor_consent', subject: id })
    .count<{ count: number }[]>('* as count');

test.each(['link', 'code'] as const)('an answer by the %s counts once', LONG, async (how) => {
  const caller = await as('maker');
  let loan: AskedLoan;
  let token = '';
  let code = '';
  const passes = await dieAtEach({ service, mortal }, BOOKING, {
    prepare: async () => {
      loan = await askedLoan(sacco, 1);
      const sent = await sentTo(service, sacco, loan.guarantors[0] as string);
      token = sent.link.split('/').at(-1) as string;
      code = sent.code;
    },
    act: (ctx) =>
      onceDone(() =>
        how === 'link'
          ? guarantorConsents.decideByLink(ctx, token, 'consent')
          : guarantorConsents.decide(
              caller(ctx),
              { loan_id: loan.id, member_id: loan.guarantors[0] as string },
              { decision: 'consent', code },
            ),
      ),
    check: async (pass) => {
      expect([pass, await pledgesOf(sacco, loan), await consentsOf(loan)]).toEqual([
        pass,
        ['pledged'],
        ['consented'],
      ]);
      expect(Number((await decidedOf(loan))[0]?.count)).toBe(1);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test('whoever is asked anew is asked once more, and the new link leads to the pledge', LONG, async () => {
  const caller = await as('maker');
  let loan: AskedLoan;
  const passes = await dieAtEach({ service, mortal }, BOOKING, {
    prepare: async () => {
      loan = await askedLoan(sacco, 1);
    },
    act: (ctx) =>
      onceDone(() =>
        guarantorConsents.askAgain(
          caller(ctx),
          { loan_id: loan.id, member_id: loan.guarantors[0] as string },
          service.url,
        ),
      ),
    check: async (pass) => {
      expect([pass, await consentsOf(loan)]).toEqual([pass, ['replaced', 'requested']]);
      const { link } = await sentTo(service, sacco, loan.guarantors[0] as string);
      expect(await byLink(service, link, 'consent')).toBe(200);
      expect(await pledgesOf(sacco, loan)).toEqual(['pledged']);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test('an asking whose time is over expires once', LONG, async () => {
  let loan: AskedLoan;
  await dieAtEach({ service, mortal }, BOOKING, {
    prepare: async () => {
      loan = await askedLoan(sacco, 1);
      await service.ctx
        .db('sacco_loan_consents')
        .where({ loan_id: loan.id })
        .update({ expires_at: new Date(0) });
    },
    act: (ctx) => guarantorConsents.expire(ctx),
    check: async (pass) => {
      expect([pass, await pledgesOf(sacco, loan), await consentsOf(loan)]).toEqual([
        pass,
        ['expired'],
        ['expired'],
      ]);
      const waiting = { status: 'queued', template: 'consent_request' };
      expect(await service.ctx.db('notifications').where(waiting)).toEqual([]);
    },
  });
});

test.each(BOOKINGS)('an approval, %s: paid out once, and what was sent opens nothing', LONG, async (how) => {
  const caller = await as('checker');
  let loan: AskedLoan;
  let link = '';
  await dieAtEach({ service, mortal }, how, {
    prepare: async () => {
      loan = await askedLoan(sacco, 1);
      ({ link } = await sentTo(service, sacco, loan.guarantors[0] as string));
      expect(await byLink(service, link, 'consent')).toBe(200);
    },
    act: (ctx) => onceDone(() => approvals.approve(caller(ctx), loan.approval_id, null)),
    check: async (pass) => {
      expect([pass, await pledgesOf(sacco, loan)]).toEqual([pass, ['held']]);
      expect(await getLoan(sacco, loan.id)).toMatchObject({ status: 'open', outstanding: '3000.00' });
      const sealed = await service.ctx
        .db('sacco_loan_consents')
        .where({ loan_id: loan.id })
        .whereNotNull('secrets_sealed');
      expect(sealed).toEqual([]);
      const told = must(
        await sacco.maker.get(`/api/v1/notifications?member_id=${loan.borrower}&limit=100`),
      ).body.notifications.map(({ template }: { template: string }) => template);
      expect(told.filter((template: string) => template === 'loan_approved')).toHaveLength(1);
    },
  });
});
