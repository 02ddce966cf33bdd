/** Holds, and how they are posted and voided. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerBackend, Transfer } from '../../../domain/ledger/backend.port.ts';
import { balances, capture, hold, release, transfer, type TestScope } from '../test-scope.ts';
import { type Conformance } from './conformance.ts';

export function describeHolds(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, scope } = current());
  });

  describe('a hold', () => {
    test('raises what is pending on both sides until it is posted in full', async () => {
      const other = await scope.open('debits');
      const limited = await scope.openWithFunds(10n);
      const held = hold(limited, other, 10n);
      await scope.must(new Date(), held);
      await scope.expectBalances(limited, { credits_posted: 10n, debits_pending: 10n });
      await scope.expectBalances(other, { credits_pending: 10n });
      // Pending amounts cannot be used yet.
      expect(await scope.chain(transfer(other, limited, 1n))).toBe('exceeds_credits @0');
      const end = capture(held, { reference: 'the post', memo: 'all of it' });
      const [booked] = await scope.must(new Date(), end);
      expect(booked).toMatchObject(end);
      await scope.expectBalances(limited, { credits_posted: 10n, debits_posted: 10n });
      await scope.expectBalances(other, { credits_posted: 10n });
      expect(await ledger.history(limited, 10)).toMatchObject([
        { ...end, after: balances({ credits_posted: 10n, debits_posted: 10n }) },
        { ...held, after: balances({ credits_posted: 10n, debits_pending: 10n }) },
        { after: balances({ credits_posted: 10n }) },
      ]);
    });

    test('posted in part releases the rest', async () => {
      const other = await scope.open();
      const limited = await scope.openWithFunds(10n);
      const held = hold(limited, other, 8n);
      await scope.must(new Date(), held);
      await scope.must(new Date(), capture(held, { amount: 3n }));
      await scope.expectBalances(limited, { credits_posted: 10n, debits_posted: 3n });
      await scope.expectBalances(other, { credits_posted: 3n });
      expect(await scope.chain(transfer(limited, other, 7n))).toBe('created');
    });

    test('voided releases all of it', async () => {
      const other = await scope.open();
      const limited = await scope.openWithFunds(10n);
      const held = hold(limited, other, 8n);
      await scope.must(new Date(), held);
      expect(await scope.chain(release(held))).toBe('created');
      await scope.expectBalances(limited, { credits_posted: 10n });
      await scope.expectBalances(other, {});
      expect(await scope.chain(transfer(limited, other, 10n))).toBe('created');
    });

    test('is resolved once: by one post or one void, whichever came first', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const [posted, voided] = [hold(a, b, 5n), hold(a, b, 5n)];
      await scope.must(new Date(), posted, voided, capture(posted, { amount: 2n }), release(voided));
      expect(
        await scope.post([
          [capture(posted, { amount: 2n })],
          [capture(posted, { amount: 3n })],
          [release(posted)],
          [release(voided)],
          [capture(voided)],
        ]),
      ).toEqual([
        'pending_transfer_already_posted @0',
        'pending_transfer_already_posted @0',
        'pending_transfer_already_posted @0',
        'pending_transfer_already_voided @0',
        'pending_transfer_already_voided @0',
      ]);
      await scope.expectBalances(a, { debits_posted: 2n });
    });

    test('posting it is not checked against limits again', async () => {
      const other = await scope.open('credits');
      await scope.must(new Date(), transfer(other, await scope.open(), 10n));
      const limited = await scope.openWithFunds(10n);
      const held = hold(limited, other, 10n);
      await scope.must(new Date(), held);
      // Both accounts are at their limits.
      expect(await scope.chain(transfer(limited, await scope.open(), 1n))).toBe('exceeds_credits @0');
      expect(await scope.chain(transfer(await scope.open(), other, 1n))).toBe('exceeds_debits @0');
      expect(await scope.chain(capture(held))).toBe('created');
    });

    test('is distinguished from a plain transfer, and from a post or void', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const [plain, held] = [transfer(a, b, 5n), hold(a, b, 5n)];
      const [, , end] = await scope.must(new Date(), plain, held, capture(held));
      expect(await scope.chain(capture(plain))).toBe('pending_transfer_not_pending @0');
      expect(await scope.chain(release(end as Transfer))).toBe('pending_transfer_not_pending @0');
    });

    test('may be resolved in the same call, and by a later chain than the one that opened it', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const held = hold(a, b, 5n, 1);
      const end = capture(held);
      expect(await scope.post([[held], [end], [release(held)], [end]])).toEqual([
        'created',
        'created',
        'pending_transfer_already_posted @0',
        'replayed',
      ]);
    });
  });
}
