/**
 * A guarantor's decision: by the link, by the code, or in person with staff. It holds the lock of the loan, as an approval does, so
 * that a loan is approved before it or after it.
 */
import { equalInConstantTime, hashToken } from '../../../core/crypto.ts';
import { forbidden, notFound, refusal } from '../../../core/errors.ts';
import { SYSTEM, type Actor, type Scope } from '../../../core/scope.ts';
import { newIdAt } from '../../../core/ids.ts';
import { expectOne } from '../../../db/rows.ts';
import { lockMember, type NamedMember } from '../../cooperative/index.ts';
import { attachFile } from '../../files/index.ts';
import { approvals, SaccoEntry } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Caller, type CallerUnit, type ScopedUnit } from '../../platform/unit.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { LoanGuarantee, type GuaranteeRow } from '../guarantees/guarantee.model.ts';
import type { LoanRow } from '../loan.model.ts';
import { presentGuarantee } from '../loan.presenter.ts';
import { lockLoan } from '../positions/loan-state.ts';
import { readGuarantee, type GuaranteeView } from '../read-loan.ts';
import type { Secrets } from './ask-guarantors.ts';
import { sealContext } from './consent.ts';
import { LoanConsent, type ConsentRow } from './consent.model.ts';
import {
  isFree,
  MAX_WRONG_CODES,
  MAX_WRONG_CODES_IN_ALL,
  statusAfter,
  type ConsentDecision,
  type ConsentMethod,
} from './consent.rules.ts';
import { readAskings, readDatabaseTime } from './consent.sql.ts';
import { takePledge } from './take-pledge.ts';
import { withdrawRequests } from './withdraw-requests.ts';

export interface GuarantorOfLoan {
  loan_id: string;
  member_id: string;
}

export interface ConsentAnswer {
  decision: ConsentDecision;
  /** As it was sent to the guarantor; left out: in person. */
  code?: string;
  memo?: string | null;
  /** The signed form; only in person. */
  file_id?: string | null;
}

/** A guarantee that waits for a decision, under the lock of its loan. */
export interface WaitingGuarantee {
  loan: LoanRow;
  guarantee: GuaranteeRow;
  /** The last row. */
  consent: ConsentRow;
}

interface Answered extends WaitingGuarantee {
  /** Who consents in person, locked. */
  member: NamedMember | null;
}

/**
 * @throws AppError NOT_FOUND, `consent_closed`, `consent_code_wrong`; in person FORBIDDEN for a key, `consent_by_applicant`, and as
 *   `attachFile` and `takePledge`
 */
export async function decideConsent(
  caller: Caller,
  which: GuarantorOfLoan,
  answer: ConsentAnswer,
): Promise<GuaranteeView> {
  const is_right = await inTransaction(caller, async (unit) => {
    // Before the loan, as an application and an approval lock them: the pledge may have to be taken again.
    const member =
      answer.code === undefined && answer.decision === 'consent'
        ? await lockMember(unit, which.member_id, 'update')
        : null;
    const waiting = { ...(await lockWaiting(unit, which)), member };
    if (answer.code === undefined) await requireMayWitness(unit, waiting.loan);
    else if (!(await isRightCode(unit, waiting.consent, answer.code))) {
      await countWrongCode(unit, waiting);
      return false;
    }
    await decide(unit, waiting, { ...answer, method: answer.code === undefined ? 'in_person' : 'code' });
    return true;
  });
  if (!is_right) throw refusal('consent_code_wrong');
  return readGuarantee(caller.ctx.db, caller.scope, which);
}

/** By whoever opened the link, once. @throws AppError NOT_FOUND for a link that leads nowhere any more */
export async function decideByLink(ctx: Context, token: string, decision: ConsentDecision): Promise<void> {
  const token_hash = hashToken(token);
  const [found] = await LoanConsent.query(ctx.db).where({ token_hash }).withScope();
  if (!found) throw notFound('link');
  const { row, scope } = found;
  await inTransaction({ ctx, scope, actor: SYSTEM }, async (unit) => {
    const waiting = await lockWaiting(unit, row);
    // Used, or replaced, since it was found.
    if (waiting.consent.token_hash !== token_hash) throw refusal('consent_closed');
    await decide(unit, { ...waiting, member: null }, { decision, method: 'link' });
  }).catch((error: unknown) => {
    throw (error as { reason?: string }).reason === 'consent_closed' ? notFound('link') : error;
  });
}

/** @throws AppError NOT_FOUND, `consent_closed` */
export async function lockWaiting(
  unit: ScopedUnit,
  { loan_id, member_id }: GuarantorOfLoan,
): Promise<WaitingGuarantee> {
  const { trx, scope } = unit;
  const loan = await lockLoan(unit, loan_id);
  if (!loan) throw notFound('loan');
  const guarantee = await LoanGuarantee.query(trx).inScope(scope).where({ loan_id, member_id }).first();
  if (!guarantee) throw notFound('guarantee of this member');
  const consent = await LoanConsent.query(trx)
    .forUpdate()
    .inScope(scope)
    .where({ loan_id, member_id })
    .orderBy('id', 'desc')
    .first();
  if (!consent)
    throw refusal('consent_closed', 'The product of this loan does not ask guarantors for their consent.');
  // From its approval on it is booked; a rejected one is over.
  const entry = await SaccoEntry.query(trx).findInScope(scope, loan.entry_id);
  if (entry.status !== 'awaiting_approval') throw refusal('consent_closed', 'The loan is decided already.');
  // The guarantee as it is under these locks: whatever changes it holds the asking.
  const now: GuaranteeRow = await LoanGuarantee.query(trx)
    .inScope(scope)
    .findById([loan_id, guarantee.no])
    .throwIfNotFound();
  return { loan, guarantee: now, consent };
}

/** Whoever sits with the guarantor is a person, and another one than who applied. @throws AppError */
async function requireMayWitness({ trx, scope, actor }: CallerUnit, loan: LoanRow): Promise<void> {
  if (actor.type !== 'user') throw forbidden('Consent in person is recorded by a signed-in person.');
  if ((await approvals.requesterOf(trx, scope, loan.approval_id as string)) === actor.id)
    throw refusal('consent_by_applicant');
}

/**
 * A code counts for 72 hours, and after a consent until the loan is decided, so that the consent can be withdrawn.
 * @throws AppError `consent_closed` for an asking whose code opens nothing any more, and after too many wrong codes of all askings
 */
async function isRightCode(
  { ctx, scope, trx }: CallerUnit,
  consent: ConsentRow,
  code: string,
): Promise<boolean> {
  if (consent.secrets_sealed === null || (consent.status === 'requested' && isOver(scope, consent)))
    throw refusal('consent_closed');
  const { wrong_codes } = expectOne(await readAskings(trx, consent));
  if (wrong_codes >= MAX_WRONG_CODES_IN_ALL)
    throw refusal(
      'consent_closed',
      `${wrong_codes} codes for this pledge were wrong: it takes no more. The link still works, and so does an answer in person.`,
    );
  const secrets = JSON.parse(ctx.secrets.open(consent.secrets_sealed, sealContext(consent))) as Secrets;
  return equalInConstantTime(secrets.code, code);
}

function isOver(scope: Scope, { expires_at }: ConsentRow): boolean {
  return scope.clock.now() >= expires_at;
}

/** The last one ends the asking; consent that was given before stays. */
async function countWrongCode(unit: CallerUnit, waiting: WaitingGuarantee): Promise<void> {
  const { trx } = unit;
  const { consent } = waiting;
  const attempts = consent.attempts + 1;
  if (attempts < MAX_WRONG_CODES) {
    await LoanConsent.query(trx).findById(consent.id).patch({ attempts });
    return;
  }
  const { guarantee } = waiting;
  const is_waited_for = guarantee.status === 'requested';
  await LoanConsent.query(trx)
    .findById(consent.id)
    .patch({
      attempts,
      token_hash: null,
      secrets_sealed: null,
      ...(is_waited_for ? { status: 'expired' } : {}),
    });
  await withdrawRequests(trx, [consent]);
  if (is_waited_for) await recordStatus(unit, guarantee, { status: 'expired' });
  await audit(unit, 'sacco.guarantor_code_refused', guarantee.loan_id, { member_id: guarantee.member_id });
}

interface Decided extends Omit<ConsentAnswer, 'code'> {
  method: ConsentMethod;
}

async function decide(
  unit: CallerUnit,
  { loan, guarantee, consent, member }: Answered,
  { decision, method, memo = null, file_id = null }: Decided,
): Promise<void> {
  const { trx, scope, actor } = unit;
  const { member_id, amount_minor } = guarantee;
  const { currency } = loan;
  const status = statusAfter(guarantee.status, { decision, method });
  if (status === null || (method !== 'in_person' && consent.status === 'requested' && isOver(scope, consent)))
    throw refusal('consent_closed');
  const taken =
    member && isFree(guarantee.status) ? await takePledge(unit, member, { amount_minor, currency }) : {};
  const subject_id = await storeAnswer(unit, consent, {
    status: decision === 'consent' ? 'consented' : 'declined',
    method,
    decided_at: scope.clock.now(),
    ...recorderOf(method, actor),
    memo,
    file_id,
    token_hash: null,
    // By the code consent can be withdrawn.
    ...(decision === 'decline' ? { secrets_sealed: null } : {}),
  });
  if (file_id !== null)
    await attachFile(unit, file_id, { purpose: 'signed_form', subject_type: 'consent', subject_id });
  await withdrawRequests(trx, [consent]);
  await recordStatus(unit, guarantee, { ...taken, status });
  await audit(unit, 'sacco.guarantor_consent', loan.id, { member_id, decision, method, memo, file_id });
}

/** What was answered before stays as it is, with its form: a later answer is a row beside it. @returns the id of the row */
async function storeAnswer(
  { trx }: ScopedUnit,
  asked: ConsentRow,
  answer: Partial<ConsentRow>,
): Promise<string> {
  const opens_nothing = { token_hash: null, secrets_sealed: null };
  const { id } = asked;
  if (asked.status === 'requested') {
    await LoanConsent.query(trx).findById(id).patch(answer);
    return id;
  }
  const { now_us } = expectOne(await readDatabaseTime(trx, {}));
  const follower = newIdAt('consent', now_us, 0);
  await LoanConsent.query(trx).findById(id).patch(opens_nothing);
  await LoanConsent.query(trx).insert({
    ...asked,
    ...answer,
    ...opens_nothing,
    id: follower,
    attempts: 0,
    follows_id: id,
  });
  return follower;
}

function recorderOf(method: ConsentMethod, { type, id }: Actor) {
  return method === 'link'
    ? { decided_by_type: null, decided_by_id: null }
    : { decided_by_type: type, decided_by_id: id };
}

async function recordStatus(
  unit: ScopedUnit,
  { loan_id, member_id, no }: GuaranteeRow,
  change: Pick<GuaranteeRow, 'status'> & Partial<GuaranteeRow>,
): Promise<void> {
  const { trx, scope } = unit;
  await LoanGuarantee.query(trx).findById([loan_id, no]).patch(change);
  await recordEvent(unit, 'guarantor.consent_decided', async () =>
    presentGuarantee(await readGuarantee(trx, scope, { loan_id, member_id })),
  );
}
