import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CUSTOMER_STATUSES, statusAfter } from '../../domain/customers/customer.rules.ts';
import {
  AFTER,
  CUSTOMER_KINDS,
  DOC_TYPES,
  DOCUMENT_STATUSES,
  effectiveTier,
  KYC_STATUSES,
  missingFor,
  type CustomerKind,
  type DocType,
} from '../../domain/customers/kyc/kyc.rules.ts';

const TODAY = '2026-11-21';

function accepted(doc_type: DocType, expires_on: string | null = null) {
  return { doc_type, status: 'accepted' as const, expires_on };
}

function named(
  tier: number,
  kind: CustomerKind,
  documents: ReturnType<typeof accepted>[],
  phone = '+251911234567',
) {
  return missingFor(tier, { kind, phone }, { documents, today: TODAY }).map(({ requirement }) => requirement);
}

describe('requirements', () => {
  test('are those of the table', () => {
    for (const kind of CUSTOMER_KINDS) {
      expect(missingFor(0, { kind, phone: null }, { documents: [], today: TODAY })).toEqual([]);
      expect(missingFor(1, { kind, phone: null }, { documents: [], today: TODAY })).toEqual([
        { requirement: 'phone', any_of: [] },
      ]);
      expect(named(1, kind, [])).toEqual([]);
    }
    expect(named(2, 'individual', [])).toEqual(['identity_document']);
    expect(named(3, 'individual', [])).toEqual(['identity_document', 'proof_of_address']);
    expect(named(2, 'business', [])).toEqual(['business_licence']);
    expect(named(3, 'business', [])).toEqual(['business_licence', 'tin_certificate']);
  });

  test.each(['national_id', 'kebele_id', 'passport', 'driving_licence', 'residence_permit'] as const)(
    'a person is identified by %s, a business is not',
    (doc_type) => {
      expect(named(2, 'individual', [accepted(doc_type)])).toEqual([]);
      expect(named(3, 'individual', [accepted(doc_type), accepted('proof_of_address')])).toEqual([]);
      expect(named(2, 'business', [accepted(doc_type)])).toEqual(['business_licence']);
    },
  );

  test('a business needs its licence and then its TIN certificate', () => {
    const licence = accepted('business_licence');
    expect(named(2, 'business', [licence])).toEqual([]);
    expect(named(3, 'business', [licence, accepted('proof_of_address')])).toEqual(['tin_certificate']);
    expect(named(3, 'business', [licence, accepted('tin_certificate')])).toEqual([]);
    expect(named(2, 'individual', [licence])).toEqual(['identity_document']);
  });

  test('a document counts through its last day', () => {
    expect(named(2, 'individual', [accepted('passport', '2026-11-20')])).toEqual(['identity_document']);
    expect(named(2, 'individual', [accepted('passport', TODAY)])).toEqual([]);
    expect(named(2, 'individual', [accepted('passport', '2026-11-20'), accepted('kebele_id')])).toEqual([]);
  });

  test('only accepted documents count', () => {
    for (const status of DOCUMENT_STATUSES.filter((each) => each !== 'accepted')) {
      const document = { doc_type: 'passport' as const, status, expires_on: null };
      expect(
        missingFor(
          2,
          { kind: 'individual', phone: '+251911234567' },
          { documents: [document], today: TODAY },
        ),
      ).toHaveLength(1);
    }
  });
});

const documents = fc.array(
  fc.record({
    doc_type: fc.constantFrom(...DOC_TYPES),
    status: fc.constantFrom(...DOCUMENT_STATUSES),
    expires_on: fc.constantFrom(null, '2026-11-20', TODAY, '2026-11-22'),
  }),
  { maxLength: 6 },
);
const customers = fc.record({
  kind: fc.constantFrom(...CUSTOMER_KINDS),
  phone: fc.constantFrom(null, '+251911234567'),
  kyc_tier: fc.integer({ min: 0, max: 3 }),
});

describe('the effective tier', () => {
  test('is the highest up to the granted one whose requirements are met', () => {
    fc.assert(
      fc.property(customers, documents, (customer, held) => {
        const tier = effectiveTier(customer, held, TODAY);
        const met = (each: number): boolean =>
          missingFor(each, customer, { documents: held, today: TODAY }).length === 0;
        const highest = [3, 2, 1, 0].filter((each) => each <= customer.kyc_tier).find(met);
        expect(tier).toBe(highest);
      }),
    );
  });

  test('never rises as days pass, nor with a document less', () => {
    fc.assert(
      fc.property(customers, documents, (customer, held) => {
        const tier = effectiveTier(customer, held, TODAY);
        expect(effectiveTier(customer, held, '2026-11-22')).toBeLessThanOrEqual(tier);
        expect(effectiveTier(customer, held.slice(1), TODAY)).toBeLessThanOrEqual(tier);
      }),
    );
  });

  test('needs a document from tier 2 on only', () => {
    const customer = { kind: 'individual', phone: '+251911234567', kyc_tier: 3 } as const;
    expect(effectiveTier(customer, [], TODAY)).toBe(1);
    expect(effectiveTier({ ...customer, phone: null }, [accepted('passport')], TODAY)).toBe(0);
    expect(effectiveTier(customer, [accepted('passport'), accepted('proof_of_address')], TODAY)).toBe(3);
    expect(
      effectiveTier(customer, [accepted('passport', '2026-01-01'), accepted('proof_of_address')], TODAY),
    ).toBe(1);
  });
});

test.each(KYC_STATUSES)('what becomes of KYC that is %s', (kyc_status) => {
  for (const kyc_tier of [0, 1, 2, 3]) {
    const before = { kyc_status, kyc_tier };
    expect(AFTER.document_added(before)).toEqual({ kyc_status: 'in_review', kyc_tier });
    expect(AFTER.rejected(before)).toEqual({ kyc_status: 'rejected', kyc_tier });
    for (const tier of [1, 2, 3])
      expect(AFTER.approved(before, tier)).toEqual({ kyc_status: 'verified', kyc_tier: tier });
    expect(AFTER.identity_changed(before)).toEqual(
      kyc_tier >= 2 ? { kyc_status: 'in_review', kyc_tier: 1 } : before,
    );
  }
});

describe('the states of a customer', () => {
  test('are those of the table', () => {
    expect(CUSTOMER_STATUSES.map((status) => statusAfter('freeze', status))).toEqual([
      'frozen',
      'frozen',
      null,
    ]);
    expect(CUSTOMER_STATUSES.map((status) => statusAfter('unfreeze', status))).toEqual([
      'active',
      'active',
      null,
    ]);
    expect(CUSTOMER_STATUSES.map((status) => statusAfter('close', status))).toEqual([
      'closed',
      'closed',
      'closed',
    ]);
  });
});
