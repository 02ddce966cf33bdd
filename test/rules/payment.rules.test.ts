import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeId, newId, newUuid, decodeId } from '../../core/ids.ts';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { TRANSFER_KINDS } from '../../domain/ledger/index.ts';
import {
  isFinal,
  isLateSuccess,
  canBecome,
  nextPollDelay_s,
  PAYMENT_STATUSES,
  stepOfUnknownPayment,
  type PaymentStatus,
} from '../../domain/payments/payment.rules.ts';
import {
  settlementChain,
  vendorShare,
  type SettlementTerms,
} from '../../domain/payments/postings/settlement.rules.ts';

describe('the state machine', () => {
  /** Row: from; columns in the order of PAYMENT_STATUSES: initiated pending processing completed failed cancelled. */
  const TABLE: Record<PaymentStatus, string> = {
    initiated: '. > > > > >',
    pending: '. . > > > >',
    processing: '. . . > > >',
    completed: '. . . . . .',
    failed: '. . . > . .',
    cancelled: '. . . > . .',
  };

  test.each(PAYMENT_STATUSES)('from %s', (from) => {
    expect(PAYMENT_STATUSES.map((to) => (canBecome(from, to) ? '>' : '.')).join(' ')).toBe(TABLE[from]);
  });

  test('no walk through it ever comes back to where it was', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PAYMENT_STATUSES), { maxLength: 40 }), (evidence) => {
        const walked: PaymentStatus[] = ['initiated'];
        for (const to of evidence) if (canBecome(walked.at(-1) as PaymentStatus, to)) walked.push(to);
        expect(new Set(walked).size).toBe(walked.length);
        // Completed at most once, and nothing after it.
        expect(walked.indexOf('completed')).toBe(walked.includes('completed') ? walked.length - 1 : -1);
      }),
    );
  });

  test('three statuses are final, though a late success may still come to two of them', () => {
    expect(PAYMENT_STATUSES.filter(isFinal)).toEqual(['completed', 'failed', 'cancelled']);
    const late = PAYMENT_STATUSES.flatMap((from) =>
      PAYMENT_STATUSES.filter((to) => canBecome(from, to) && isLateSuccess(from, to)).map((to) => [from, to]),
    );
    expect(late).toEqual([
      ['failed', 'completed'],
      ['cancelled', 'completed'],
    ]);
    expect(isLateSuccess('processing', 'completed')).toBe(false);
  });
});

describe('the polls', () => {
  const EXPIRY_S = 1_800;

  test('come after 15 s, then more and more rarely, then every hour', () => {
    const delays = Array.from({ length: 10 }, (_, polls) => nextPollDelay_s(polls, 0, EXPIRY_S));
    expect(delays).toEqual([15, 30, 60, 120, 300, 900, 3_600, 3_600, 3_600, 3_600]);
  });

  test('end a day after the payment would have expired', () => {
    const last_s = EXPIRY_S + 24 * 3_600;
    expect(nextPollDelay_s(30, last_s, EXPIRY_S)).toBe(3_600);
    expect(nextPollDelay_s(30, last_s + 1, EXPIRY_S)).toBeNull();
    expect(nextPollDelay_s(0, last_s + 1, EXPIRY_S)).toBeNull();
  });

  test('of a payment that never ends are finitely many, and cover its whole life', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 30 * 86_400 }), (expiry_s) => {
        let [age_s, polls] = [0, 0];
        for (;;) {
          const delay_s = nextPollDelay_s(polls, age_s, expiry_s);
          if (delay_s === null) break;
          age_s += delay_s;
          polls++;
          if (polls > 1_000) break;
        }
        expect(polls).toBeLessThan(1_000);
        expect(age_s).toBeGreaterThan(expiry_s + 86_400);
        expect(age_s).toBeLessThanOrEqual(expiry_s + 86_400 + 3_600);
      }),
    );
  });
});

const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR });
const shares = fc.integer({ min: 1, max: 10_000 });

describe('the vendor’s share', () => {
  const share = (amount_minor: bigint, share_bps: number): bigint =>
    vendorShare(amount_minor, { subaccount_id: 'v', share_bps });

  test('is never negative, never more than the payment, and rounded down', () => {
    fc.assert(
      fc.property(amounts, shares, (amount_minor, share_bps) => {
        const minor = share(amount_minor, share_bps);
        expect(minor >= 0n && minor <= amount_minor).toBe(true);
        const exact = amount_minor * BigInt(share_bps);
        expect(minor * 10_000n <= exact && exact < (minor + 1n) * 10_000n).toBe(true);
      }),
    );
  });

  test('grows with the amount and with the share', () => {
    fc.assert(
      fc.property(amounts, amounts, shares, shares, (a, b, s, t) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(share(low, Math.min(s, t)) <= share(high, Math.max(s, t))).toBe(true);
      }),
    );
  });

  test.each([
    [10_000n, 10_000, 10_000n],
    [10_000n, 2_500, 2_500n],
    [999n, 3_333, 332n],
    [1n, 9_999, 0n],
    [1n, 10_000, 1n],
    [MAX_AMOUNT_MINOR, 9_999, 9_006_298_534_815_516n],
  ])('of %d at %d basis points is %d', (amount_minor, share_bps, expected) => {
    expect(share(amount_minor, share_bps)).toBe(expected);
  });
});

describe('the batch that books a payment', () => {
  const settlement = (more: Partial<SettlementTerms> = {}): SettlementTerms => ({
    payment_id: encodeId('payment', '01890a5d-ac96-774b-bcce-b302099a8057'),
    generation: 0,
    amount_minor: 15_050n,
    split: null,
    provider_clearing_id: 'clearing',
    merchant_available_id: 'merchant',
    subaccount_id: null,
    ...more,
  });

  test('without a split is one transfer of the whole amount', () => {
    expect(settlementChain(settlement())).toEqual([
      {
        id: expect.stringMatching(/^01890a5d-ac96-/),
        debit_account_id: 'clearing',
        credit_account_id: 'merchant',
        amount: 15_050n,
        code: TRANSFER_KINDS.payment_settlement,
        phase: null,
        pending_id: null,
        timeout_s: 0,
        reference: settlement().payment_id,
        memo: null,
      },
    ]);
  });

  test('with a split passes the vendor’s share on from the merchant', () => {
    const chain = settlementChain(
      settlement({ split: { subaccount_id: 'vendor-7', share_bps: 3_333 }, subaccount_id: 'vendor' }),
    );
    expect(
      chain.map(({ debit_account_id, credit_account_id, amount, code }) => [
        debit_account_id,
        credit_account_id,
        amount,
        code,
      ]),
    ).toEqual([
      ['clearing', 'merchant', 15_050n, TRANSFER_KINDS.payment_settlement],
      ['merchant', 'vendor', 5_016n, TRANSFER_KINDS.split],
    ]);
  });

  test('never moves nothing, and always splits the whole amount among merchant and vendor', () => {
    fc.assert(
      fc.property(amounts, fc.option(shares), (amount_minor, share_bps) => {
        const split = share_bps === null ? null : { subaccount_id: 'v', share_bps };
        const chain = settlementChain(settlement({ amount_minor, split, subaccount_id: split && 'vendor' }));
        expect(chain.every(({ amount }) => amount > 0n)).toBe(true);
        const received = new Map<string, bigint>();
        for (const { debit_account_id, credit_account_id, amount } of chain) {
          received.set(debit_account_id, (received.get(debit_account_id) ?? 0n) - amount);
          received.set(credit_account_id, (received.get(credit_account_id) ?? 0n) + amount);
          // In order, so that the merchant never has to lend the vendor's share.
          expect((received.get('merchant') ?? 0n) >= 0n).toBe(true);
        }
        const vendor = split ? vendorShare(amount_minor, split) : 0n;
        expect(received.get('clearing')).toBe(-amount_minor);
        expect(received.get('vendor') ?? 0n).toBe(vendor);
        expect(received.get('merchant')).toBe(amount_minor - vendor);
      }),
    );
  });

  test('has the same ids every time, others for another payment, part or retry', () => {
    const split = { subaccount_id: 'v', share_bps: 5_000 };
    const ids = (more: Partial<SettlementTerms>): string[] =>
      settlementChain(settlement({ split, subaccount_id: 'vendor', ...more })).map(({ id }) => id);
    expect(ids({})).toEqual(ids({ amount_minor: 20_000n }));
    const all = [{}, { generation: 1 }, { generation: 2 }, { payment_id: newId('payment') }].flatMap(ids);
    expect(new Set(all).size).toBe(8);
    expect(decodeId(settlement().payment_id).slice(0, 13)).toBe(all[0]?.slice(0, 13));
    expect(all).not.toContain(newUuid());
  });
});

describe('an initiated payment that its provider does not know', () => {
  const deadline_ms = 30_000;
  const minutes = (count: number): number => count * 60_000;
  test.each([
    [0, 'wait'],
    [deadline_ms, 'wait'],
    [deadline_ms + 1, 'submit'],
    [minutes(5) - 1, 'submit'],
    [minutes(5), 'wait'],
    [minutes(60), 'wait'],
    [minutes(60) + 1, 'expire'],
  ])('%i ms old: %s', (age_ms, step) => {
    expect(stepOfUnknownPayment(age_ms, deadline_ms)).toBe(step);
  });
});
