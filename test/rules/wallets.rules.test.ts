import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeId } from '../../core/ids.ts';
import { ACCOUNT_KINDS, TRANSFER_KINDS } from '../../domain/ledger/index.ts';
import {
  creditBreach,
  debitBreach,
  limitRefusal,
  requireCountable,
  type Limits,
} from '../../domain/wallets/movements/limits.rules.ts';
import {
  boundChange,
  MOVEMENT_KINDS,
  refusalReason,
  type MovementStatus,
} from '../../domain/wallets/movements/movement.rules.ts';
import {
  TOPUP_STATUSES,
  topupAfter,
  topupMovementId,
  type TopupEvent,
  type TopupStatus,
} from '../../domain/wallets/topups/topup.rules.ts';

const money = fc.bigInt({ min: 0n, max: 1_000n });
const amount = fc.bigInt({ min: 1n, max: 1_000n });
const limits: fc.Arbitrary<Limits> = fc.record({
  max_balance_minor: fc.option(money),
  max_single_minor: fc.option(money),
  max_daily_out_minor: fc.option(money),
});

describe('limits', () => {
  test('let through exactly what stays within each of them', () => {
    fc.assert(
      fc.property(limits, money, amount, (set, before, moved) => {
        const within = (limit: bigint | null, value: bigint): boolean => limit === null || value <= limit;
        expect(creditBreach(set, before, moved) === null).toBe(within(set.max_balance_minor, before + moved));
        expect(debitBreach(set, before, moved) === null).toBe(
          within(set.max_single_minor, moved) && within(set.max_daily_out_minor, before + moved),
        );
      }),
    );
  });

  test('that are not set do not apply', () => {
    expect(creditBreach(null, 2n ** 62n, 1n)).toBeNull();
    expect(debitBreach(null, 2n ** 62n, 1n)).toBeNull();
  });

  test('are named in the refusal, with their value and what would be', () => {
    const breach = debitBreach(
      { max_balance_minor: null, max_single_minor: 500n, max_daily_out_minor: 100n },
      0n,
      12_345n,
    );
    const error = limitRefusal(breach as NonNullable<typeof breach>, 'KES');
    expect([error.status, error.reason, error.details?.[0]?.path]).toEqual([
      422,
      'limit_exceeded',
      'max_single_minor',
    ]);
    expect(error.message).toMatch(/5\.00 KES.*123\.45 KES/);
  });

  test('a sum that the database cannot keep is refused', () => {
    expect(() => requireCountable(2n ** 63n - 1n)).not.toThrow();
    expect(() => requireCountable(2n ** 63n)).toThrow('this large');
  });
});

describe('movements', () => {
  test('have kinds that the ledger knows, and wallets move through them alone', () => {
    for (const kind of Object.keys(MOVEMENT_KINDS)) expect(Object.keys(TRANSFER_KINDS)).toContain(kind);
    expect(ACCOUNT_KINDS.wallet.generic).toBe('none');
  });

  test('keep each bound between the balance and the balance with all credits under way', () => {
    interface Step {
      movement: { debit_wallet_id: string | null; credit_wallet_id: string | null; amount_minor: bigint };
      ends: 'posted' | 'refused' | null;
    }
    const wallet = fc.constantFrom('a', 'b', null);
    const steps: fc.Arbitrary<Step[]> = fc.array(
      fc.record({
        movement: fc
          .record({ debit_wallet_id: wallet, credit_wallet_id: wallet, amount_minor: amount })
          .filter(({ debit_wallet_id, credit_wallet_id }) => debit_wallet_id !== credit_wallet_id),
        ends: fc.constantFrom('posted', 'refused', null),
      }),
    );
    fc.assert(
      fc.property(steps, (all) => {
        for (const id of ['a', 'b']) {
          let bound = 0n;
          let balance = 0n;
          let under_way = 0n;
          const take = (movement: Step['movement'], status: MovementStatus): void => {
            const change = boundChange(movement, status);
            if (change?.wallet_id === id) bound += change.change_minor;
          };
          for (const { movement, ends } of all) {
            take(movement, 'pending');
            if (ends) take(movement, ends);
            if (ends === 'posted' && movement.credit_wallet_id === id) balance += movement.amount_minor;
            if (ends === 'posted' && movement.debit_wallet_id === id) balance -= movement.amount_minor;
            if (!ends && movement.credit_wallet_id === id) under_way += movement.amount_minor;
            expect(bound).toBe(balance + under_way);
          }
        }
      }),
    );
  });

  test('that the ledger refuses for another reason than money are a defect', () => {
    expect(refusalReason('exceeds_credits')).toBe('insufficient_funds');
    expect(refusalReason('id_already_failed')).toBe('insufficient_funds');
    expect(() => refusalReason('accounts_must_be_different')).toThrow('refused');
  });
});

describe('top-ups', () => {
  const follow = (...events: TopupEvent[]): TopupStatus | null =>
    events.reduce<TopupStatus | null>((status, event) => status && topupAfter(status, event), 'pending');

  test.each<[string, TopupEvent[], TopupStatus | null]>([
    ['is credited', ['payment_completed', 'crediting', 'credited'], 'credited'],
    ['is credited by a retry', ['crediting', 'blocked', 'crediting', 'credited'], 'credited'],
    ['may stay blocked', ['blocked', 'blocked'], 'blocked'],
    ['is not refunded once credited', ['credited', 'refund_started'], null],
    ['is not credited while refunded', ['refund_started', 'credited'], null],
    ['is credited after a refund that failed', ['refund_started', 'refund_undone', 'credited'], 'credited'],
    ['may be refunded in parts once reversed', ['credited', 'reversed', 'refund_started'], 'reversed'],
    ['is not reversed twice', ['credited', 'reversed', 'reversed'], null],
    ['is not credited once reversed', ['credited', 'reversed', 'crediting'], null],
    ['is brought back by a late success', ['payment_failed', 'payment_completed'], 'pending'],
  ])('%s', (_what, events, expected) => {
    expect(follow(...events)).toBe(expected);
  });

  test('are credited at most once, whatever happens', () => {
    const events: TopupEvent[] = [
      'payment_completed',
      'payment_failed',
      'crediting',
      'credited',
      'blocked',
      'reversing',
      'reversed',
      'refund_started',
      'refund_succeeded',
      'refund_undone',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (happening) => {
        let status: TopupStatus = 'pending';
        let credits = 0;
        for (const event of happening) {
          const next = topupAfter(status, event);
          if (next && event === 'credited') credits += 1;
          status = next ?? status;
          expect(TOPUP_STATUSES).toContain(status);
        }
        expect(credits).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('have a movement id per attempt, always the same', () => {
    const payment = encodeId('payment', '01900000-0000-7000-8000-000000000001');
    expect(topupMovementId(payment, 1)).toBe(topupMovementId(payment, 1));
    expect(topupMovementId(payment, 1)).not.toBe(topupMovementId(payment, 2));
  });
});
