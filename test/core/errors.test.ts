import { describe, expect, test } from 'vitest';
import {
  AppError,
  ERROR_CODES,
  forbidden,
  invalid,
  invalidField,
  notFound,
  REASONS,
  refusal,
  unauthorized,
  unavailable,
  type ErrorCode,
  type Reason,
} from '../../core/errors.ts';

const ALL_REASONS = Object.keys(REASONS) as Reason[];

describe('the catalogue', () => {
  test('codes and statuses are those of the contract', () => {
    expect(
      Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status])),
    ).toEqual({
      VALIDATION_ERROR: 400,
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      CONFLICT: 409,
      PAYLOAD_TOO_LARGE: 413,
      UNPROCESSABLE: 422,
      RATE_LIMITED: 429,
      INTERNAL: 500,
      SERVICE_UNAVAILABLE: 503,
    });
  });

  test.each(Object.entries(ERROR_CODES))('%s says when it comes and what to do about it', (_code, facts) => {
    for (const sentence of [facts.when, facts.remedy]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('only what may go otherwise next time is retryable', () => {
    const retryable = Object.entries(ERROR_CODES).filter(([, facts]) => facts.retryable);
    expect(retryable.map(([code]) => code).toSorted()).toEqual([
      'INTERNAL',
      'RATE_LIMITED',
      'SERVICE_UNAVAILABLE',
    ]);
  });

  test.each(ALL_REASONS)('%s has a code of the catalogue, a sentence, a cause and a remedy', (reason) => {
    const { code, message, cause, remedy } = REASONS[reason];
    expect(Object.keys(ERROR_CODES)).toContain(code);
    expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(message).toMatch(/^[A-Z].*\.$/);
    for (const sentence of [cause, remedy]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
  });

  test('the reasons that the contract places have the status it gives them', () => {
    const statuses: Partial<Record<Reason, number>> = {
      account_not_found: 404,
      account_refused: 422,
      already_captured: 409,
      already_decided: 409,
      already_voided: 409,
      currency_mismatch: 422,
      exceeds_credits: 409,
      exceeds_debits: 409,
      hold_expired: 409,
      id_already_failed: 409,
      idempotency_key_reserved: 400,
      idempotency_key_reused: 409,
      provider_not_configured: 422,
      provider_unknown: 422,
    };
    for (const [reason, status] of Object.entries(statuses))
      expect([reason, refusal(reason as Reason).status]).toEqual([reason, status]);
  });
});

describe('errors', () => {
  test.each(ALL_REASONS)('a refusal by %s carries its code, status and sentence', (reason) => {
    const { code, message } = REASONS[reason];
    const error = refusal(reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      reason,
      code,
      message,
      status: ERROR_CODES[code as ErrorCode].status,
    });
    expect(error.details).toBeUndefined();
  });

  test('a refusal may say it better and name lines', () => {
    const details = [{ line_no: 3, message: 'no amount' }];
    expect(refusal('currency_mismatch', 'KES is not ETB.', details)).toMatchObject({
      message: 'KES is not ETB.',
      details,
      status: 422,
    });
  });

  test('one wrong field is the message, several are counted', () => {
    expect(invalidField('amount', '"amount" is required')).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: '"amount" is required',
      details: [{ path: 'amount', message: '"amount" is required' }],
      reason: undefined,
    });
    const two = [
      { path: 'a', message: 'x' },
      { path: 'b', message: 'y' },
    ];
    expect(invalid(two)).toMatchObject({ details: two, message: '2 fields are invalid; see details.' });
  });

  test('faults beyond those that are named are counted', () => {
    const details = [{ path: 'a', message: 'x' }];
    expect(invalid(details, 1_002)).toMatchObject({
      details,
      details_omitted: 1_002,
      message: '1003 fields are invalid; see details.',
    });
    expect(invalid(details)).toMatchObject({ details_omitted: 0, message: 'x' });
  });

  test('the others have their statuses', () => {
    expect([notFound('payment'), forbidden('no'), unauthorized()].map(({ status }) => status)).toEqual([
      404, 403, 401,
    ]);
    expect(notFound('payment').message).toContain('payment');
  });

  test('out of reach says when to come back and keeps the cause to itself', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:5432');
    const error = unavailable('ledger', cause);
    expect(error).toMatchObject({ status: 503, retry_after_s: 1, cause });
    expect(error.message).not.toContain('10.0.0.7');
  });
});
