/** What may follow on a guarantor's being asked. Pure. */
import { AppError, refusal } from '../../../core/errors.ts';
import type { GuaranteeRow } from '../guarantees/guarantee.model.ts';

export const GUARANTOR_CONSENT = ['none', 'required'] as const;
export type GuarantorConsent = (typeof GUARANTOR_CONSENT)[number];

export const CONSENT_STATUSES = [
  'requested',
  'consented',
  'declined',
  'expired',
  'replaced',
  'closed',
] as const;
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

export const CONSENT_METHODS = ['link', 'code', 'in_person'] as const;
export type ConsentMethod = (typeof CONSENT_METHODS)[number];

export const CONSENT_DECISIONS = ['consent', 'decline'] as const;
export type ConsentDecision = (typeof CONSENT_DECISIONS)[number];

/** A guarantor has three days. */
export const CONSENT_HOURS = 72;
export const CODE_DIGITS = 6;
export const MAX_WRONG_CODES = 5;
/** Of one pledge, however often its guarantor is asked: a new code is no new chance to guess. */
export const MAX_WRONG_CODES_IN_ALL = 10;
/** Of one pledge. */
export const MAX_ASKINGS = 10;
/** Between two times that a guarantor is asked anew. */
export const ASK_ANEW_AFTER_MS = 60_000;

type GuaranteeStatus = GuaranteeRow['status'];

/** What a decision makes of a guarantee; nothing else may follow from one. */
const DECIDED: Record<ConsentDecision, Partial<Record<GuaranteeStatus, GuaranteeStatus>>> = {
  consent: { requested: 'pledged' },
  // Consent can be withdrawn.
  decline: { requested: 'declined', pledged: 'declined' },
};

/** What took no savings since, and would have to take them again. */
export function isFree(status: GuaranteeStatus): boolean {
  return status === 'declined' || status === 'expired';
}

/** @returns null where the guarantor cannot decide so any more */
export function statusAfter(
  status: GuaranteeStatus,
  { decision, method }: { decision: ConsentDecision; method: ConsentMethod },
): GuaranteeStatus | null {
  // Whoever has come may consent after all.
  if (decision === 'consent' && method === 'in_person' && isFree(status)) return 'pledged';
  return DECIDED[decision][status] ?? null;
}

/** Whether the guarantor can be asked again; who has consented need not be. */
export function mayAskAnew(status: GuaranteeStatus): boolean {
  return status === 'requested' || isFree(status);
}

/** All askings of one pledge. */
export interface Askings {
  count: number;
  wrong_codes: number;
  latest_at: Date;
}

/** Whoever did not get the first message is asked anew at once; then a minute passes each time. @returns why not; null where nothing is against it */
export function askingRefused({ count, latest_at }: Askings, now: Date): AppError | null {
  if (count >= MAX_ASKINGS)
    return refusal(
      'consent_closed',
      `This guarantor was asked ${count} times. Record the answer in person, or apply with another guarantor.`,
    );
  const wait_ms = count === 1 ? 0 : latest_at.getTime() + ASK_ANEW_AFTER_MS - now.getTime();
  if (wait_ms <= 0) return null;
  return new AppError('RATE_LIMITED', 'This guarantor was asked less than a minute ago.', {
    retry_after_s: Math.ceil(wait_ms / 1_000),
  });
}

/** @returns why the loan cannot be approved; null where every guarantor answers for it */
export function consentMissing(guarantees: readonly Pick<GuaranteeRow, 'status'>[]): AppError | null {
  const missing = guarantees.filter(({ status }) => status !== 'pledged').length;
  if (missing === 0) return null;
  return refusal(
    'consent_missing',
    `${missing} of ${guarantees.length} guarantors ${missing === 1 ? 'has' : 'have'} not consented.`,
  );
}
