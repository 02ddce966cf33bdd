/** Random histories of asked guarantors over HTTP, compared with a naive model: no loan is disbursed without every consent. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guarantorConsents } from '../../domain/loans/index.ts';
import {
  askedLoan,
  byCode,
  byLink,
  consentPath,
  createSacco,
  decide,
  pledgesOf,
  sentTo,
  startService,
  verifyAll,
  type AskedLoan,
  type Sacco,
  type Sent,
  type TestService,
} from '../harness/index.ts';

const RUNS = 12;
/** A failure is told, however long it takes to make it shorter. */
const LIMITS = { interruptAfterTimeLimit: 200_000, markInterruptAsFailure: true };

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

type Step =
  | { do: 'link' | 'code' | 'in person'; decision: 'consent' | 'decline'; of: number }
  | { do: 'wrong code' | 'ask' | 'expire'; of: number }
  | { do: 'approve' }
  | { do: 'cancel' };

const of = fc.nat({ max: 1 });
const decision = fc.constantFrom('consent' as const, 'consent' as const, 'decline' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('link' as const, 'code' as const, 'in person' as const), decision, of }),
  fc.record({ do: fc.constantFrom('wrong code' as const, 'ask' as const, 'expire' as const), of }),
  fc.constantFrom<Step>({ do: 'approve' }, { do: 'approve' }, { do: 'cancel' }),
);

/** One guarantor, as a child would keep it on paper. */
interface Naive {
  status: string;
  link_used: boolean;
  code_open: boolean;
  wrong: number;
  /** Of all askings. */
  wrong_in_all: number;
  askings: number;
}

const NEW = { status: 'requested', link_used: false, code_open: true, wrong: 0 };
const asked = (): Naive => ({ ...NEW, wrong_in_all: 0, askings: 1 });

function answer(one: Naive, chosen: 'consent' | 'decline', in_person = false): boolean {
  const is_again = in_person && chosen === 'consent' && ['declined', 'expired'].includes(one.status);
  const is_allowed =
    one.status === 'requested' || (one.status === 'pledged' && chosen === 'decline') || is_again;
  if (!is_allowed) return false;
  one.status = chosen === 'consent' ? 'pledged' : 'declined';
  one.link_used = true;
  if (chosen === 'decline') one.code_open = false;
  return true;
}

/** Does the step on the paper. @returns the status of the answer */
function onPaper(all: Naive[], loan: { ended: boolean }, each: Step): number {
  if (each.do === 'approve' || each.do === 'cancel') {
    if (loan.ended) return 409;
    if (each.do === 'approve' && all.some(({ status }) => status !== 'pledged')) return 409;
    loan.ended = true;
    for (const one of all) {
      if (each.do === 'approve') one.status = 'held';
      else if (one.status === 'requested' || one.status === 'pledged') one.status = 'released';
    }
    return 200;
  }
  const one = all[each.of] as Naive;
  if (each.do === 'expire') {
    if (!loan.ended && one.status === 'requested') {
      one.status = 'expired';
      one.link_used = true;
      one.code_open = false;
    }
    return 0;
  }
  if (each.do === 'link') {
    if (loan.ended || one.link_used) return 404;
    return answer(one, each.decision) ? 200 : 404;
  }
  if (loan.ended) return 409;
  if (each.do === 'ask') {
    if (one.status === 'pledged') return 409;
    if (one.askings === 10) return 409;
    Object.assign(one, NEW, { askings: one.askings + 1 });
    return 200;
  }
  if (each.do === 'in person') return answer(one, each.decision, true) ? 200 : 409;
  if (!one.code_open || one.wrong_in_all === 10) return 409;
  if (each.do === 'code') return answer(one, each.decision) ? 200 : 409;
  one.wrong += 1;
  one.wrong_in_all += 1;
  if (one.wrong === 5) {
    one.code_open = false;
    if (one.status === 'requested') {
      one.status = 'expired';
      one.link_used = true;
    }
  }
  return 403;
}

/** @param sent what each guarantor was sent last: at once, as what is not sent before an answer is never sent */
async function forReal(loan: AskedLoan, each: Step, sent: Sent[]): Promise<number> {
  if (each.do === 'approve') return (await decide(sacco, loan.approval_id)).status;
  if (each.do === 'cancel')
    return (await sacco.maker.post(`/api/v1/approvals/${loan.approval_id}/cancel`)).status;
  const member = loan.guarantors[each.of] as string;
  const path = consentPath(loan, member);
  if (each.do === 'ask') {
    // As if the minute after the last asking were over.
    await service.ctx
      .db('sacco_loan_consents')
      .where({ loan_id: loan.id })
      .update({ requested_at: new Date(0) });
    const { status } = await sacco.maker.post(`${path}-request`);
    if (status === 200) sent[each.of] = await sentTo(service, sacco, member);
    return status;
  }
  if (each.do === 'expire') {
    await service.ctx
      .db('sacco_loan_consents')
      .where({ loan_id: loan.id, member_id: member, status: 'requested' })
      .update({ expires_at: new Date(0) });
    await guarantorConsents.expire(service.ctx);
    return 0;
  }
  if (each.do === 'in person') {
    const body = { decision: each.decision, method: 'in_person', memo: 'at the counter' };
    return (await sacco.checker.post(path, body)).status;
  }
  const { link, code } = sent[each.of] as Sent;
  if (each.do === 'link') return byLink(service, link, each.decision);
  if (each.do === 'code')
    return (await byCode(sacco, loan, member, { decision: each.decision, code })).status;
  const wrong = code === '111111' ? '222222' : '111111';
  return (await byCode(sacco, loan, member, { decision: 'consent', code: wrong })).status;
}

test('any history', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const loan = await askedLoan(sacco, 2);
      const paper = [asked(), asked()];
      const state = { ended: false };
      const sent: Sent[] = [];
      for (const member of loan.guarantors) sent.push(await sentTo(service, sacco, member));
      for (const each of steps) {
        const expected = onPaper(paper, state, each);
        expect([each, await forReal(loan, each, sent)]).toEqual([each, expected]);
        expect(await pledgesOf(sacco, loan)).toEqual(paper.map(({ status }) => status));
      }
    }),
    { numRuns: RUNS, ...LIMITS },
  );
});
