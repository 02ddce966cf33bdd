/** Loans whose guarantor must consent: by the link, by the code or in person; declined, asked anew, withdrawn. */
import type { Reply } from '../caller.ts';
import type { Cooperative } from '../cooperative.ts';
import type { ConsentRequest } from '../receiver.ts';
import type { Flow } from './flow.ts';
import { applyFor, decideOn, LOANS, pledge, someBorrowing } from './loans.ts';

export const CONSENT_FLOWS: Flow<Cooperative>[] = [{ name: 'consent', share: 2, run: askForConsent }];

type Decision = 'consent' | 'decline';
type How = 'link' | 'code' | 'in person';

const BECOMES: Record<Decision, string> = { consent: 'pledged', decline: 'declined' };

/** A pledge that waits for its guarantor. */
interface Asked {
  loan_id: string;
  member_id: string;
}

async function askForConsent(sacco: Cooperative): Promise<void> {
  const { random } = sacco.place;
  const borrowing = someBorrowing(sacco, 'guaranteed');
  const guarantee = borrowing && pledge(sacco, borrowing.member, BigInt(borrowing.amount_minor) / 2n);
  if (!guarantee) return;
  const application = { ...borrowing, guarantee, sent: false };
  const applied = await applyFor(sacco, application);
  if (!applied) return;
  const asked = { loan_id: applied.id, member_id: guarantee.member.id };
  await refuseApproval(sacco, applied.approval_id);
  if (random.below(4) === 0) {
    const how = random.pick(['link', 'code', 'in person'] as const);
    await answer(sacco, asked, { decision: 'decline', how });
    await refuseApproval(sacco, applied.approval_id);
    // Withdrawals may have taken the savings meanwhile.
    const refusals = ['guarantee_unavailable'];
    const path = `${pathOf(asked)}/consent-request`;
    if (!(await sacco.place.must('POST', path, undefined, { as: 'maker', refusals })))
      return decideOn(sacco, application, { applied, verb: 'cancel' });
  }
  const verb = random.pick(['approve', 'approve', 'approve', 'reject', 'cancel'] as const);
  if (verb === 'approve' || random.below(2) === 0) {
    const how = random.pick(['link', 'code', 'in person'] as const);
    await answer(sacco, asked, { decision: 'consent', how });
  }
  await decideOn(sacco, application, { applied, verb });
}

const pathOf = ({ loan_id, member_id }: Asked): string => `${LOANS}/${loan_id}/guarantors/${member_id}`;

/** Whatever dies meanwhile, a loan is not paid out before its guarantor has consented. */
async function refuseApproval({ place }: Cooperative, approval_id: string): Promise<void> {
  const path = `/api/v1/approvals/${approval_id}/approve`;
  const refusals = ['consent_missing'];
  const approved = await place.must('POST', path, { note: 'too early' }, { as: 'checker', refusals });
  if (approved) throw new Error(`${approval_id} was approved without consent`);
}

/** Whoever repeats an answer is told that it is decided, or that the link leads nowhere: then it counts if it is as was said. */
async function answer(
  sacco: Cooperative,
  asked: Asked,
  { decision, how }: { decision: Decision; how: How },
): Promise<void> {
  const { place } = sacco;
  const { request, subject } = await requestTo(sacco, asked);
  const reply = await send(sacco, asked, { decision, how, request });
  const { status } = await place.get(pathOf(asked));
  const is_done = reply.status < 400 || reply.requests > 1;
  if (!is_done || status !== BECOMES[decision])
    throw new Error(
      `a ${decision} by ${how} was answered ${reply.status}, and left the pledge ${status}: ${reply.text}`,
    );
  const decided = `${asked.loan_id} ${asked.member_id} ${status}`;
  place.events.add(['guarantor.consent_requested', subject], ['guarantor.consent_decided', decided]);
}

function send(
  { place }: Cooperative,
  asked: Asked,
  { decision, how, request: { link, code } }: { decision: Decision; how: How; request: ConsentRequest },
): Promise<Reply> {
  if (how === 'link') return place.send('POST', new URL(link).pathname, `decision=${decision}`);
  const path = `${pathOf(asked)}/consent`;
  if (how === 'code') return place.send('POST', path, { decision, code }, 'maker');
  const body = { decision, method: 'in_person', memo: 'at the counter' };
  return place.send('POST', path, body, 'checker');
}

/** The last link and code, as the receiver of webhooks got them, which passes them on. */
async function requestTo(
  { place, receiver }: Cooperative,
  asked: Asked,
): Promise<{ request: ConsentRequest; subject: string }> {
  const { consent } = await place.get(pathOf(asked));
  const subject = `${asked.loan_id} ${asked.member_id} ${consent.expires_at}`;
  const request = await place.waitUntil(
    () => `the request for the consent of ${subject}`,
    () => receiver.consentRequest(subject),
  );
  return { request, subject };
}
