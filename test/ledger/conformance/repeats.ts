/** Repeats of the same chains, one after the other and at once. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  ChainOutcome,
  LedgerBackend,
  Transfer,
  TransferError,
} from '../../../domain/ledger/backend.port.ts';
import { capture, hold, later, outcomeText, release, transfer, type TestScope } from '../test-scope.ts';
import { HOUR_S, type Conformance } from './conformance.ts';

export function describeRepeats(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let rival: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, rival, scope } = current());
  });

  describe('a repeat', () => {
    test('of a chain answers what was booked, and books nothing', async () => {
      const [a, b] = [await scope.open(), await scope.open('debits')];
      const held = hold(a, b, 7n, 60);
      const chain = [transfer(a, b, 5n, { memo: 'first' }), held, capture(held, { amount: 2n })];
      const now = new Date();
      const original = await scope.must(now, ...chain);
      for (const again of [now, later(now, HOUR_S)]) {
        expect(await ledger.post([chain], again)).toEqual([{ status: 'replayed', transfers: original }]);
        expect(await rival.post([chain], again)).toEqual([{ status: 'replayed', transfers: original }]);
      }
      await scope.expectBalances(b, { credits_posted: 7n });
    });

    describe('of what was refused says why, too', () => {
      const refused = async (...chain: Transfer[]): Promise<string> => {
        const [outcome] = await rival.post([chain], new Date());
        return outcome?.status === 'refused'
          ? `${outcome.error} @${outcome.index} ${outcome.earlier}`
          : 'booked';
      };

      test('the debited account, also once it has enough', async () => {
        const from = await scope.openWithFunds(10n);
        const to = await scope.openWithDebits(100n);
        const short = transfer(from, to, 11n);
        expect(await scope.chain(short)).toBe('exceeds_credits @0');
        expect(await refused(short)).toBe('id_already_failed @0 exceeds_credits');
        await scope.must(new Date(), transfer(await scope.open(), from, 50n));
        expect(await refused(short)).toBe('id_already_failed @0 exceeds_credits');
      });

      test('the credited one', async () => {
        const [from, to] = [await scope.openWithFunds(100n), await scope.openWithDebits(10n)];
        const short = transfer(from, to, 11n);
        expect(await scope.chain(short)).toBe('exceeds_debits @0');
        expect(await refused(short)).toBe('id_already_failed @0 exceeds_debits');
        await scope.must(new Date(), transfer(to, await scope.open(), 50n));
        expect(await refused(short)).toBe('id_already_failed @0 exceeds_debits');
      });

      test('of a chain, after those before it', async () => {
        const [shares, savings] = [await scope.openWithFunds(60n), await scope.openWithFunds(40n)];
        const cash = await scope.openWithDebits(99n);
        const chain = [transfer(shares, savings, 60n), transfer(savings, cash, 100n)];
        expect(await scope.chain(...chain)).toBe('exceeds_debits @1');
        expect(await refused(...chain)).toBe('id_already_failed @1 exceeds_debits');
      });

      test('of two that were short, the debited one', async () => {
        const [from, to] = [await scope.openWithFunds(10n), await scope.openWithDebits(10n)];
        const short = transfer(from, to, 11n);
        expect(await scope.chain(short)).toBe('exceeds_credits @0');
        expect(await refused(short)).toBe('id_already_failed @0 exceeds_credits');
      });
    });

    test('is recognised also when the chains are divided differently', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const [one, two, three] = [transfer(a, b, 1n), transfer(a, b, 2n), transfer(a, b, 3n)];
      await scope.must(new Date(), one, two);
      await scope.must(new Date(), three);
      expect(await scope.post([[one], [two], [three], [three, one], [two, one], [one, two, three]])).toEqual(
        Array.from({ length: 6 }, () => 'replayed'),
      );
      await scope.expectBalances(a, { debits_posted: 6n });
    });

    test('with something new or different in the chain is refused, and the new is not booked', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const [one, two] = [transfer(a, b, 1n), transfer(a, b, 2n)];
      await scope.must(new Date(), one, two);
      const fresh = transfer(a, b, 3n);
      expect(await scope.chain(one, fresh)).toBe('exists @0');
      expect(await scope.chain(fresh, one)).toBe('exists @1');
      expect(await scope.chain(one, { ...two, amount: 9n })).toBe('exists @0');
      expect(await scope.chain({ ...one, amount: 9n }, two)).toBe('exists_with_different_amount @0');
      await scope.expectBalances(a, { debits_posted: 3n });
      expect(await scope.chain(fresh)).toBe('created');
    });

    test('is recognised whatever was booked since', async () => {
      const now = new Date();
      const other = await scope.open();
      const limited = await scope.openWithFunds(10n, now);
      const spend = transfer(limited, other, 10n);
      const held = hold(other, limited, 5n, 60);
      await scope.must(now, spend, held);
      const end = capture(held);
      await scope.must(now, end);
      expect(await scope.chainAt(now, spend)).toBe('replayed');
      expect(await scope.chainAt(later(now, HOUR_S), held)).toBe('replayed');
      expect(await scope.chainAt(later(now, HOUR_S), end)).toBe('replayed');
      expect(await scope.chainAt(later(now, HOUR_S), { ...end, amount: 4n })).toBe(
        'exists_with_different_amount @0',
      );
    });

    /** Each alteration, in the order in which they are checked. */
    const alterations = (other: string): [TransferError, (original: Transfer) => Partial<Transfer>][] => [
      ['exists_with_different_flags', ({ phase }) => ({ phase: phase === 'void' ? 'post' : 'void' })],
      ['exists_with_different_pending_id', () => ({ pending_id: randomUUID() })],
      ['exists_with_different_timeout', () => ({ timeout_s: 77 })],
      ['exists_with_different_debit_account_id', () => ({ debit_account_id: other })],
      ['exists_with_different_credit_account_id', () => ({ credit_account_id: other })],
      ['exists_with_different_amount', ({ amount }) => ({ amount: amount - 1n })],
      ['exists_with_different_user_data_128', () => ({ reference: 'another' })],
      ['exists_with_different_code', () => ({ code: 9 })],
    ];

    test.each(['plain', 'pending', 'post', 'void'] as const)(
      'that is altered is no repeat, and the first difference is named: %s',
      async (kind) => {
        const [a, b, c] = [await scope.open(), await scope.open(), await scope.open()];
        const held = hold(a, b, 10n, 60);
        await scope.must(new Date(), held);
        const original = {
          plain: transfer(a, b, 10n),
          pending: hold(a, b, 10n, 60),
          post: capture(held),
          void: release(held),
        }[kind];
        await scope.must(new Date(), original);
        const table = alterations(c);
        for (const [i, [error, alter]] of table.entries()) {
          expect(await scope.chain({ ...original, ...alter(original) })).toBe(`${error} @0`);
          // Together with all later ones.
          const more = table.slice(i).map(([, also]) => also(original));
          expect(await scope.chain(Object.assign({}, original, ...more))).toBe(`${error} @0`);
        }
        expect(await scope.chain({ ...original, memo: 'a memo' })).toBe(
          'exists_with_different_user_data_128 @0',
        );
        expect(await scope.chain({ ...original, phase: null, pending_id: null })).toBe(
          kind === 'plain' ? 'replayed' : 'exists_with_different_flags @0',
        );
        expect(await scope.chain(original)).toBe('replayed');
      },
    );
  });

  describe('concurrency', () => {
    test('expired holds between many accounts are released by the first transfer', async () => {
      const now = new Date();
      const limited_accounts: string[] = [];
      for (let i = 0; i < 12; i++) limited_accounts.push(await scope.openWithFunds(10n, now));
      const pairs = limited_accounts.flatMap((from, i) => [
        [from, limited_accounts[(i + 1) % limited_accounts.length] as string] as const,
        [from, limited_accounts[(i + 5) % limited_accounts.length] as string] as const,
      ]);
      const holds = pairs.map(([from, to]) => hold(from, to, 5n, 60));
      await scope.must(now, ...holds);
      const sink = await scope.open();
      const expired_at = later(now, 61);
      const texts = await Promise.all(
        [...limited_accounts, ...limited_accounts.toReversed()].map(async (limited, i) => {
          const [outcome] = await (i % 2 ? ledger : rival).post([[transfer(limited, sink, 10n)]], expired_at);
          return outcomeText(outcome as ChainOutcome);
        }),
      );
      expect(texts.filter((text) => text === 'created')).toHaveLength(limited_accounts.length);
      expect(texts.filter((text) => text === 'exceeds_credits @0')).toHaveLength(limited_accounts.length);
      for (const limited of limited_accounts)
        await scope.expectBalances(limited, { credits_posted: 10n, debits_posted: 10n }, expired_at);
    });

    test('two hundred posts on one account never exceed its limit', async () => {
      const other = await scope.open();
      const limited = await scope.openWithFunds(1_000n);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, () => scope.chain(transfer(limited, other, 10n))),
      );
      expect(outcomes.filter((each) => each === 'created').length).toBe(100);
      expect(outcomes.filter((each) => each === 'exceeds_credits @0').length).toBe(100);
      await scope.expectBalances(limited, { credits_posted: 1_000n, debits_posted: 1_000n });
    });

    test('nor do two engines', async () => {
      const other = await scope.open();
      const limited = await scope.openWithFunds(1_000n);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_each, i) =>
          (i % 2 ? ledger : rival).post(
            [
              [i % 3 ? transfer(limited, other, 10n) : hold(limited, other, 10n)],
              [transfer(other, other, 1n)],
            ],
            new Date(),
          ),
        ),
      );
      const texts = outcomes.map(([first]) => first && outcomeText(first));
      expect(texts.filter((each) => each === 'created').length).toBe(100);
      expect(texts.filter((each) => each === 'exceeds_credits @0').length).toBe(100);
      const { debits_posted, debits_pending } = await scope.balances(limited);
      expect(debits_posted + debits_pending).toBe(1_000n);
    });

    test('the same transfer is booked once, and every caller gets the same answer', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const chain = [transfer(a, b, 1n), transfer(b, a, 1n)];
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_each, i) => (i % 2 ? ledger : rival).post([chain], new Date())),
      );
      const flat = outcomes.flat();
      expect(flat.map(outcomeText).toSorted()).toEqual([
        'created',
        ...Array.from({ length: 39 }, () => 'replayed'),
      ]);
      const answers = new Set(
        flat.map((outcome) =>
          outcome.status === 'refused' ? '' : outcome.transfers.map(({ timestamp }) => timestamp).join(),
        ),
      );
      expect(answers.size).toBe(1);
      await scope.expectBalances(a, { debits_posted: 1n, credits_posted: 1n });
    });

    test('a hold is resolved once', async () => {
      const [a, b] = [await scope.open(), await scope.open()];
      const held = hold(a, b, 10n);
      await scope.must(new Date(), held);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_each, i) =>
          (i % 2 ? ledger : rival).post([[i % 3 ? capture(held) : release(held)]], new Date()),
        ),
      );
      const texts = outcomes.flat().map(outcomeText);
      expect(texts.filter((each) => each === 'created').length).toBe(1);
      expect(texts.filter((each) => /already_(posted|voided)/.test(each)).length).toBe(39);
    });

    test('opposite orders of the same chains cause no deadlock', async () => {
      const accounts: string[] = [];
      for (let i = 0; i < 8; i++) accounts.push(await scope.open());
      const chains = Array.from({ length: 300 }, (_each, i) => [
        transfer(accounts[i % 8] as string, accounts[(i + 1 + (i % 7)) % 8] as string, 1n),
        transfer(accounts[(i * 3) % 8] as string, accounts[(i * 3 + 1 + (i % 7)) % 8] as string, 1n),
      ]);
      const outcomes = await Promise.all([
        ledger.post(chains, new Date()),
        rival.post(chains.toReversed(), new Date()),
        ledger.post(chains.toReversed(), new Date()),
        rival.post(chains, new Date()),
      ]);
      const texts = outcomes.flat().map(outcomeText);
      expect(texts.filter((each) => each === 'created').length).toBe(300);
      expect(texts.filter((each) => each === 'replayed').length).toBe(900);
    });
  });
}
