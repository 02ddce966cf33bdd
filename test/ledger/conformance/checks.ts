/** Failures: which transfer ids they make unusable, and in which order the checks are made. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerBackend, Transfer, TransferError } from '../../../domain/ledger/backend.port.ts';
import { capture, hold, later, outcomeText, release, transfer, type TestScope } from '../test-scope.ts';
import { HOUR_S, type Conformance } from './conformance.ts';

export function describeChecks(current: () => Conformance): void {
  let ledger: LedgerBackend;
  let rival: LedgerBackend;
  let scope: TestScope;
  beforeEach(() => {
    ({ ledger, rival, scope } = current());
  });

  describe('a failed transfer id', () => {
    interface Failure {
      error: TransferError;
      /** A transfer that fails with the error now, and what lets it succeed later. */
      make: () => Promise<{ failing: Transfer; allow: () => Promise<unknown> }>;
    }

    const failures: Failure[] = [
      {
        error: 'debit_account_not_found',
        async make() {
          const [no_account, b] = [randomUUID(), await scope.open()];
          return { failing: transfer(no_account, b, 1n), allow: () => scope.open('none', no_account) };
        },
      },
      {
        error: 'credit_account_not_found',
        async make() {
          const [no_account, b] = [randomUUID(), await scope.open()];
          return { failing: transfer(b, no_account, 1n), allow: () => scope.open('none', no_account) };
        },
      },
      {
        error: 'pending_transfer_not_found',
        async make() {
          const held = hold(await scope.open(), await scope.open(), 5n);
          return { failing: capture(held), allow: () => scope.must(new Date(), held) };
        },
      },
      {
        error: 'exceeds_credits',
        async make() {
          const [a, b] = [await scope.open('debits'), await scope.open()];
          return { failing: transfer(a, b, 5n), allow: () => scope.must(new Date(), transfer(b, a, 5n)) };
        },
      },
      {
        error: 'exceeds_debits',
        async make() {
          const [a, b] = [await scope.open(), await scope.open('credits')];
          return { failing: hold(a, b, 5n), allow: () => scope.must(new Date(), transfer(b, a, 5n)) };
        },
      },
    ];

    test.each(failures)('$error makes it unusable, alone', async ({ error, make }) => {
      const { failing, allow } = await make();
      expect(await scope.chain(failing)).toBe(`${error} @0`);
      await allow();
      expect(await scope.chain(failing)).toBe('id_already_failed @0');
      expect((await rival.post([[failing]], new Date())).map(outcomeText)).toEqual(['id_already_failed @0']);
      // The same transfer with a new id succeeds: it was the id that failed.
      expect(await scope.chain({ ...failing, id: randomUUID() })).toBe('created');
    });

    test.each(failures)(
      '$error makes it unusable, also when its chain is rolled back',
      async ({ error, make }) => {
        const { failing, allow } = await make();
        const [a, b] = [await scope.open(), await scope.open()];
        const [before, after] = [transfer(a, b, 1n), transfer(a, b, 2n)];
        expect(await scope.chain(before, failing, after)).toBe(`${error} @1`);
        await allow();
        expect(await scope.chain(before, failing, after)).toBe('id_already_failed @1');
        // The other ids of the chain are usable, also for other transfers.
        expect(
          await scope.chain({ ...after, debit_account_id: b, credit_account_id: a, memo: 'other' }),
        ).toBe('created');
        expect(await scope.chain(before)).toBe('created');
        expect((await ledger.transfers([before.id, after.id])).get(after.id)).toMatchObject({
          memo: 'other',
        });
        await scope.expectBalances(a, { debits_posted: 1n, credits_posted: 2n });
      },
    );

    test('may not be used for another transfer either', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open(), await scope.open('debits')];
      const failing = transfer(empty, b, 1n);
      await scope.chain(failing);
      expect(await scope.chain(transfer(a, b, 1n, { id: failing.id }))).toBe('id_already_failed @0');
      expect(await scope.chain(hold(a, b, 1n, 5), { ...hold(a, b, 1n), id: failing.id })).toBe(
        'id_already_failed @1',
      );
    });

    test('in a chain makes no other id of the chain unusable', async () => {
      const [a, b, empty] = [await scope.open(), await scope.open(), await scope.open('debits')];
      const failed = transfer(empty, b, 1n);
      await scope.chain(failed);
      const [other, late] = [transfer(a, b, 1n), transfer(empty, b, 1n)];
      expect(await scope.chain(other, failed, late)).toBe('id_already_failed @1');
      await scope.must(new Date(), transfer(a, empty, 1n));
      expect(await scope.post([[other], [late]])).toEqual(['created', 'created']);
    });

    test('other failures leave the id usable, with other texts too', async () => {
      const now = new Date();
      const [a, b, foreign] = [await scope.open(), await scope.open(), await scope.openForeign()];
      const [posted, voided, short, existing] = [
        hold(a, b, 5n),
        hold(a, b, 5n),
        hold(a, b, 5n, 60),
        transfer(a, b, 5n),
      ];
      await scope.must(now, posted, voided, short, existing, capture(posted), release(voided));
      const failing: [Transfer, TransferError][] = [
        [transfer(a, a, 1n), 'accounts_must_be_different'],
        [transfer(a, b, 1n, { pending_id: short.id }), 'pending_id_must_be_zero'],
        [transfer(a, b, 1n, { timeout_s: 1 }), 'timeout_reserved_for_pending_transfer'],
        [transfer(a, foreign, 1n), 'accounts_must_have_the_same_ledger'],
        [capture(short, { pending_id: null }), 'pending_id_must_not_be_zero'],
        [capture(existing), 'pending_transfer_not_pending'],
        [capture(short, { debit_account_id: b }), 'pending_transfer_has_different_debit_account_id'],
        [capture(short, { credit_account_id: a }), 'pending_transfer_has_different_credit_account_id'],
        [capture(short, { code: 9 }), 'pending_transfer_has_different_code'],
        [capture(short, { amount: 6n }), 'exceeds_pending_transfer_amount'],
        [release(short, { amount: 4n }), 'pending_transfer_has_different_amount'],
        [capture(posted), 'pending_transfer_already_posted'],
        [capture(voided), 'pending_transfer_already_voided'],
        [capture(short), 'pending_transfer_expired'],
      ];
      const at = later(now, HOUR_S);
      expect(
        await scope.post(
          failing.map(([each]) => [each]),
          at,
        ),
      ).toEqual(failing.map(([, error]) => `${error} @0`));
      const usable = failing.map(([each]) => [transfer(a, b, 1n, { id: each.id, memo: 'at last' })]);
      expect(await scope.post(usable, at)).toEqual(failing.map(() => 'created'));
      const booked = await ledger.transfers(usable.flat().map((each) => each.id));
      for (const [each] of usable) expect(booked.get((each as Transfer).id)).toMatchObject(each as Transfer);
      expect(await scope.post(usable, at)).toEqual(failing.map(() => 'replayed'));
    });
  });

  describe('the order of checks', () => {
    /** A transfer that breaks several rules, and the error of the first. */
    interface Case {
      error: TransferError;
      wrong: () => Promise<Transfer> | Transfer;
    }

    const no_account = randomUUID();
    const missing = randomUUID();
    let now: Date;
    /** Without a limit; at its limit on either side; of the other currency. */
    let free: string;
    let empty: string;
    let full: string;
    let foreign: string;
    let plain: Transfer;
    let held: Transfer;
    let posted: Transfer;
    let voided: Transfer;

    beforeEach(async () => {
      now = new Date();
      [free, empty, full, foreign] = [
        await scope.open(),
        await scope.open('debits'),
        await scope.open('credits'),
        await scope.openForeign('credits'),
      ];
      const other = await scope.open();
      plain = transfer(free, other, 5n);
      [held, posted, voided] = [
        hold(free, other, 5n, 60),
        hold(free, other, 5n, 60),
        hold(free, other, 5n, 60),
      ];
      await scope.must(now, plain, held, posted, voided, capture(posted), release(voided));
    });

    /** When every hold has expired. */
    const at = (): Date => later(now, HOUR_S);

    const failedId = async (): Promise<string> => {
      const failed = transfer(empty, free, 1n);
      expect(await scope.chain(failed)).toBe('exceeds_credits @0');
      return failed.id;
    };

    const cases: Case[] = [
      // The id is checked before everything else.
      {
        error: 'exists_with_different_flags',
        wrong: () => transfer(no_account, no_account, 9n, { id: held.id, pending_id: missing }),
      },
      {
        error: 'exists_with_different_pending_id',
        wrong: () => ({ ...plain, pending_id: missing, timeout_s: 1, debit_account_id: no_account }),
      },
      {
        error: 'id_already_failed',
        wrong: async () =>
          transfer(no_account, no_account, 9n, { id: await failedId(), pending_id: missing }),
      },
      {
        error: 'id_already_failed',
        wrong: async () => capture(held, { id: await failedId(), pending_id: null, timeout_s: 1 }),
      },
      // Plain and pending transfers.
      {
        error: 'accounts_must_be_different',
        wrong: () => transfer(no_account, no_account, 1n, { pending_id: missing, timeout_s: 1 }),
      },
      {
        error: 'pending_id_must_be_zero',
        wrong: () => transfer(no_account, missing, 1n, { pending_id: missing, timeout_s: 1 }),
      },
      {
        error: 'pending_id_must_be_zero',
        wrong: () => ({ ...hold(no_account, missing, 1n, 1), pending_id: held.id }),
      },
      {
        error: 'timeout_reserved_for_pending_transfer',
        wrong: () => transfer(no_account, missing, 1n, { timeout_s: 1 }),
      },
      { error: 'debit_account_not_found', wrong: () => transfer(no_account, missing, 1n) },
      { error: 'debit_account_not_found', wrong: () => transfer(no_account, foreign, 1n) },
      { error: 'credit_account_not_found', wrong: () => transfer(empty, missing, 1n) },
      { error: 'accounts_must_have_the_same_ledger', wrong: () => transfer(empty, foreign, 1n) },
      { error: 'accounts_must_have_the_same_ledger', wrong: () => hold(foreign, full, 1n, 5) },
      { error: 'exceeds_credits', wrong: () => transfer(empty, full, 1n) },
      { error: 'exceeds_credits', wrong: () => hold(empty, full, 1n, 5) },
      { error: 'exceeds_debits', wrong: () => transfer(free, full, 1n) },
      // Posts and voids.
      {
        error: 'pending_id_must_not_be_zero',
        wrong: () => capture(held, { pending_id: null, timeout_s: 1, amount: 9n, code: 9 }),
      },
      {
        error: 'pending_id_must_be_different',
        wrong: () => {
          const id = randomUUID();
          return release(held, { id, pending_id: id, timeout_s: 1, code: 9 });
        },
      },
      {
        error: 'timeout_reserved_for_pending_transfer',
        wrong: () => capture(held, { pending_id: missing, timeout_s: 1 }),
      },
      {
        error: 'pending_transfer_not_found',
        wrong: () => capture(held, { pending_id: missing, debit_account_id: no_account, code: 9 }),
      },
      // The accounts of a post or void must be the hold's: whether they exist is not checked.
      {
        error: 'pending_transfer_not_pending',
        wrong: () => capture(plain, { debit_account_id: no_account, amount: 9n, code: 9 }),
      },
      {
        error: 'pending_transfer_has_different_debit_account_id',
        wrong: () =>
          capture(held, { debit_account_id: no_account, credit_account_id: no_account, amount: 9n }),
      },
      {
        error: 'pending_transfer_has_different_debit_account_id',
        wrong: () => capture(posted, { debit_account_id: foreign, credit_account_id: foreign, code: 9 }),
      },
      {
        error: 'pending_transfer_has_different_credit_account_id',
        wrong: () => release(voided, { credit_account_id: no_account, amount: 9n, code: 9 }),
      },
      {
        error: 'pending_transfer_has_different_code',
        wrong: () => capture(posted, { amount: 9n, code: 9 }),
      },
      { error: 'exceeds_pending_transfer_amount', wrong: () => capture(posted, { amount: 6n }) },
      { error: 'exceeds_pending_transfer_amount', wrong: () => release(voided, { amount: 6n }) },
      { error: 'pending_transfer_has_different_amount', wrong: () => release(posted, { amount: 4n }) },
      { error: 'pending_transfer_already_posted', wrong: () => capture(posted, { amount: 4n }) },
      { error: 'pending_transfer_already_posted', wrong: () => release(posted) },
      { error: 'pending_transfer_already_voided', wrong: () => capture(voided) },
      { error: 'pending_transfer_already_voided', wrong: () => release(voided) },
      { error: 'pending_transfer_expired', wrong: () => capture(held, { amount: 4n }) },
      { error: 'pending_transfer_expired', wrong: () => release(held) },
    ];

    test.each(cases.map((each, no) => ({ ...each, no })))(
      '$no: $error before what comes after it',
      async ({ error, wrong }) => {
        const failing = await wrong();
        expect(await scope.chainAt(at(), failing)).toBe(`${error} @0`);
        expect(await scope.chainAt(at(), transfer(free, await scope.open(), 1n), { ...failing })).toBe(
          `${FAILS_ID.has(error) ? 'id_already_failed' : error} @1`,
        );
      },
    );
  });
}

/** As docs/concepts/ledger.md says, after these errors the transfer id is unusable. */
const FAILS_ID: ReadonlySet<TransferError> = new Set([
  'debit_account_not_found',
  'credit_account_not_found',
  'pending_transfer_not_found',
  'exceeds_credits',
  'exceeds_debits',
]);
