import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { SECRET_PREFIX, signature } from '../../domain/webhooks/signing.rules.ts';
import {
  deadline_ms,
  EVENT_TYPES,
  getsSecrets,
  hasHungTooLong,
  classifyAttempt,
  retryDelay_ms,
  type AttemptResult,
  WEBHOOK_DEADLINES,
} from '../../domain/webhooks/webhook.rules.ts';

const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp_s: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('signatures', () => {
  test('the vector of Standard Webhooks', () => {
    const { secret, id, timestamp_s, body } = VECTOR;
    expect(signature(secret, { id, timestamp_s, body })).toBe(VECTOR.signature);
  });

  test('any content is signed as the reference library signs it', () => {
    const secrets = fc
      .uint8Array({ minLength: 24, maxLength: 64 })
      .map((bytes) => SECRET_PREFIX + Buffer.from(bytes).toString('base64'));
    fc.assert(
      fc.property(
        secrets,
        fc.string({ minLength: 1 }),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.string({ unit: 'grapheme' }),
        (secret, id, timestamp_s, body) => {
          expect(signature(secret, { id, timestamp_s, body })).toBe(
            new Webhook(secret).sign(id, new Date(timestamp_s * 1_000), body),
          );
        },
      ),
    );
  });

  test('a receiver with the reference library accepts ours, and nothing that was changed', () => {
    const secret = SECRET_PREFIX + randomBytes(32).toString('base64');
    const receiver = new Webhook(secret);
    const timestamp_s = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({ type: 'payment.completed', data: { amount: 150.5, memo: 'asanté' } });
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(timestamp_s),
      'webhook-signature': signature(secret, { id: 'evt_1', timestamp_s, body }),
    };
    expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => receiver.verify(body.replace('150.5', '1505'), headers)).toThrow(/signature/i);
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow(/signature/i);
    expect(() => receiver.verify(body, { ...headers, 'webhook-timestamp': String(timestamp_s + 1) })).toThrow(
      /signature/i,
    );
    expect(() =>
      new Webhook(SECRET_PREFIX + randomBytes(32).toString('base64')).verify(body, headers),
    ).toThrow(/signature/i);
  });

  test('during a rotation either secret’s receiver finds its signature in the list', () => {
    const secrets = [1, 2].map(() => SECRET_PREFIX + randomBytes(32).toString('base64'));
    const timestamp_s = Math.floor(Date.now() / 1_000);
    const list = secrets
      .map((secret) => signature(secret, { id: 'evt_1', timestamp_s, body: '{}' }))
      .join(' ');
    for (const secret of secrets) {
      expect(
        new Webhook(secret).verify('{}', {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(timestamp_s),
          'webhook-signature': list,
        }),
      ).toEqual({});
    }
  });
});

describe('the retry schedule', () => {
  test('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const delays_s = Array.from({ length: 9 }, (_, i) => (retryDelay_ms(i + 1, 0) as number) / 1_000);
    expect(delays_s).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    const total_h = delays_s.reduce((sum, each) => sum + each, 0) / 3_600;
    expect(Math.round(total_h)).toBe(76);
  });

  test('ends with the tenth attempt', () => {
    expect(retryDelay_ms(10, 0.5)).toBeNull();
    expect(retryDelay_ms(11, 0.5)).toBeNull();
  });

  test('is spread a little, never shortened, and never overtakes the next step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, random) => {
          const plain_ms = retryDelay_ms(attempts, 0) as number;
          const delay_ms = retryDelay_ms(attempts, random) as number;
          expect(Number.isInteger(delay_ms)).toBe(true);
          expect(delay_ms).toBeGreaterThanOrEqual(plain_ms);
          expect(delay_ms).toBeLessThanOrEqual(plain_ms * 1.1 + 1);
        },
      ),
    );
  });
});

describe('an endpoint that hangs', () => {
  test('holds its sender for 5 s at the first attempt, and for 20 s at later ones', () => {
    const deadlines = [0, 1, 2, 9].map((attempts) => deadline_ms(WEBHOOK_DEADLINES, attempts));
    expect(deadlines).toEqual([5_000, 20_000, 20_000, 20_000]);
  });

  test('is given up after five days without an answer', () => {
    const since = new Date('2026-11-01T00:00:00Z');
    const days = (count: number) => new Date(since.getTime() + count * 86_400_000);
    expect([null, since].map((each) => hasHungTooLong(each, days(5)))).toEqual([false, true]);
    expect(hasHungTooLong(since, new Date(days(5).getTime() - 1))).toBe(false);
  });
});

describe('the verdict on an attempt', () => {
  const answered = (status_code: number | null, retry_after_ms: number | null = null): AttemptResult => ({
    status_code,
    error: null,
    retry_after_ms,
    timed_out: false,
  });

  test('of every status only 2xx delivers, and only 410 disables', () => {
    for (let status_code = 100; status_code < 600; status_code++) {
      const verdict = classifyAttempt(answered(status_code), 1, 0);
      const expected =
        status_code >= 200 && status_code < 300
          ? { status: 'delivered' }
          : status_code === 410
            ? { status: 'failed', disable: true }
            : { status: 'pending', retry_in_ms: 5_000 };
      expect([status_code, verdict]).toEqual([status_code, expected]);
    }
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is a failure', (status_code) => {
    expect(classifyAttempt(answered(status_code), 1, 0)).toEqual({ status: 'pending', retry_in_ms: 5_000 });
    expect(classifyAttempt(answered(status_code), 10, 0)).toEqual({ status: 'failed', disable: false });
  });

  test('no answer at all is a failure', () => {
    expect(classifyAttempt(answered(null), 3, 0)).toEqual({ status: 'pending', retry_in_ms: 1_800_000 });
  });

  test('an endpoint that is always down is tried ten times and left enabled', () => {
    const verdicts = Array.from({ length: 10 }, (_, i) => classifyAttempt(answered(503), i + 1, 0));
    expect(verdicts.map(({ status }) => status)).toEqual([...Array(9).fill('pending'), 'failed']);
    expect(verdicts.at(-1)).toEqual({ status: 'failed', disable: false });
  });

  test('the tenth attempt may still succeed, and 410 needs no second', () => {
    expect(classifyAttempt(answered(204), 10, 0)).toEqual({ status: 'delivered' });
    expect(classifyAttempt(answered(410, 1_000), 1, 0)).toEqual({ status: 'failed', disable: true });
  });

  test('Retry-After puts the next attempt off, and never brings it forward or adds one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (attempts, asked_ms) => {
          const scheduled_ms = retryDelay_ms(attempts, 0.5);
          const verdict = classifyAttempt(answered(429, asked_ms), attempts, 0.5);
          expect(verdict).toEqual(
            scheduled_ms === null
              ? { status: 'failed', disable: false }
              : { status: 'pending', retry_in_ms: Math.max(scheduled_ms, asked_ms) },
          );
        },
      ),
    );
  });
});

test('the types are those of the contract', () => {
  expect([...EVENT_TYPES].toSorted()).toEqual(
    (
      'payment.completed payment.failed payment.cancelled payment_link.overpaid refund.succeeded refund.failed topup.credited ' +
      'topup.blocked sacco.entry.posted sacco.entry.failed sacco.entry.reversed approval.created approval.decided ' +
      'loan.disbursed loan.closed loan.overdue loan.written_off dividend.paid savings_interest.paid webhook_endpoint.disabled ' +
      'reconciliation.completed reconciliation.line.resolved period.closed period.reopened ' +
      'till_session.opened till_session.closed payout.succeeded payout.failed import.finished batch.finished ' +
      'member.notification guarantor.consent_requested guarantor.consent_decided'
    )
      .split(' ')
      .toSorted(),
  );
});

test('secrets of events go to endpoints of keys and managers, in live only where their type is named', () => {
  const type = 'guarantor.consent_requested';
  const given = (mode: string, may_have_secrets: boolean, events: string[]) =>
    (['test', 'live'] as const).map((environment) =>
      getsSecrets({ mode, may_have_secrets, events }, { type, environment }),
    );
  expect(given('push', true, [type])).toEqual([true, true]);
  expect(given('push', true, ['*'])).toEqual([true, false]);
  expect(given('push', true, ['*', type])).toEqual([true, true]);
  for (const events of [['*'], [type]]) {
    expect(given('push', false, events)).toEqual([false, false]);
    expect(given('poll', true, events)).toEqual([false, false]);
    expect(given('sink', false, events)).toEqual([false, false]);
  }
});
