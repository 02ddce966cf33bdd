/** What may follow on a guarantor's being asked, compared with a table that shares no code with the rules. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONSENT_METHODS,
  consentMissing,
  mayAskAnew,
  statusAfter,
  type ConsentDecision,
} from '../../domain/loans/consents/consent.rules.ts';
import { GUARANTEE_STATUSES } from '../../domain/loans/guarantees/guarantee.model.ts';

type Status = (typeof GUARANTEE_STATUSES)[number];

const ALLOWED = ['requested consent pledged', 'requested decline declined', 'pledged decline declined'];
const IN_PERSON = [...ALLOWED, 'declined consent pledged', 'expired consent pledged'];

test.each(GUARANTEE_STATUSES)('decisions on one that is %s', (status) => {
  for (const decision of ['consent', 'decline'] as ConsentDecision[]) {
    for (const method of CONSENT_METHODS) {
      const allowed = method === 'in_person' ? IN_PERSON : ALLOWED;
      const found = allowed.find((line) => line.startsWith(`${status} ${decision} `))?.split(' ')[2] ?? null;
      expect(statusAfter(status, { decision, method })).toBe(found);
    }
  }
});

test('who has consented, or whose loan is decided, is not asked anew', () => {
  expect(GUARANTEE_STATUSES.filter(mayAskAnew)).toEqual(['requested', 'declined', 'expired']);
});

describe('any history of one guarantee', () => {
  const step = fc.constantFrom('consent' as const, 'decline' as const, 'ask' as const, 'expire' as const);

  test('is pledged only after a consent that nothing has followed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let status: Status = 'requested';
        let consented = false;
        for (const each of steps) {
          if (each === 'ask') {
            if (!mayAskAnew(status)) continue;
            status = 'requested';
            consented = false;
          } else if (each === 'expire') {
            if (status === 'requested') status = 'expired';
          } else {
            const after = statusAfter(status, { decision: each, method: 'code' });
            if (after === null) continue;
            status = after;
            consented = each === 'consent';
          }
          expect(status === 'pledged').toBe(consented);
          expect(consentMissing([{ status }]) === null).toBe(consented);
        }
      }),
    );
  });
});

test('one that is missing is told, with how many', () => {
  expect(consentMissing([])).toBeNull();
  const found = consentMissing([{ status: 'pledged' }, { status: 'requested' }, { status: 'declined' }]);
  expect([found?.reason, found?.message]).toEqual([
    'consent_missing',
    '2 of 3 guarantors have not consented.',
  ]);
});
