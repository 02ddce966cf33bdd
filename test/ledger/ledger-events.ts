/** The random events of a ledger's history, as data: ledger-pair.ts executes them. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { LimitRule, Transfer } from '../../domain/ledger/backend.port.ts';

export const KES = 404;
export const UGX = 800;

/** The accounts of each history; the last is opened only by an event. */
export const ACCOUNTS: { currency: number; limit: LimitRule }[] = [
  { currency: KES, limit: 'none' },
  { currency: KES, limit: 'none' },
  { currency: KES, limit: 'debits' },
  { currency: KES, limit: 'credits' },
  { currency: UGX, limit: 'none' },
  { currency: UGX, limit: 'debits' },
  { currency: KES, limit: 'debits' },
];
export const OPENED_LATER = ACCOUNTS.length - 1;

/** The clock moves in steps of seven seconds, so that no timeout ends at the instant of another event. */
export const CLOCK_STEP_MS = 7_000;
const TIMEOUTS_S = [0, 0, 10, 30, 100];

export const alterations = {
  phase: (t: Transfer) => ({ ...t, phase: t.phase === 'pending' ? null : ('pending' as const) }),
  pending_id: (t: Transfer) => ({ ...t, pending_id: t.pending_id ? null : randomUUID() }),
  own_id: (t: Transfer) => ({ ...t, pending_id: t.id }),
  timeout: (t: Transfer) => ({ ...t, timeout_s: t.timeout_s + 10 }),
  sides: (t: Transfer) => ({
    ...t,
    debit_account_id: t.credit_account_id,
    credit_account_id: t.debit_account_id,
  }),
  one_account: (t: Transfer) => ({ ...t, credit_account_id: t.debit_account_id }),
  amount: (t: Transfer) => ({ ...t, amount: t.amount + 1n }),
  less: (t: Transfer) => ({ ...t, amount: t.amount > 1n ? t.amount - 1n : 1n }),
  reference: (t: Transfer) => ({ ...t, reference: `${t.reference}!` }),
  memo: (t: Transfer) => ({ ...t, memo: t.memo === null ? '' : null }),
  code: (t: Transfer) => ({ ...t, code: t.code + 1 }),
};
type Alteration = keyof typeof alterations;

/** These keep the accounts: they are used in races, where an id must not stand for transfers of different accounts. */
export const KEEPING_ACCOUNTS = new Set<Alteration | null>([
  'timeout',
  'amount',
  'less',
  'reference',
  'memo',
  'code',
]);

/** A transfer, in terms of what exists when it is requested: which account, which of the earlier transfers. */
export type TransferPlan =
  | { make: 'movement'; from: number; to: number; amount: bigint; timeout_s: number; pending: boolean }
  | { make: 'resolution'; of: number; phase: 'post' | 'void'; altered: Alteration | null }
  | { make: 'again'; of: number; altered: Alteration | null };

const account = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4, max: 5 }) },
  { weight: 1, arbitrary: fc.constant(OPENED_LATER) },
);
/** Two accounts, mostly of one currency. */
const accounts = fc
  .tuple(account, account, fc.integer({ min: 0, max: 9 }))
  .map(([from, to, mixed]) =>
    mixed > 0 && (from === to || ACCOUNTS[from]?.currency !== ACCOUNTS[to]?.currency)
      ? from < 4
        ? { from, to: (from + 1 + (to % 3)) % 4 }
        : { from: 4 + (to % 2), to: 5 - (to % 2) }
      : { from, to },
  );
const altered = (likely: number): fc.Arbitrary<Alteration | null> =>
  fc.oneof(
    { weight: 10 - likely, arbitrary: fc.constant(null) },
    { weight: likely, arbitrary: fc.constantFrom(...(Object.keys(alterations) as Alteration[])) },
  );

const plan: fc.Arbitrary<TransferPlan> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        make: fc.constant('movement' as const),
        between: accounts,
        amount: fc.bigInt({ min: 1n, max: 60n }),
        timeout_s: fc.constantFrom(...TIMEOUTS_S),
        pending: fc.boolean(),
      })
      .map(({ between, timeout_s, ...rest }) => ({
        ...rest,
        ...between,
        timeout_s: rest.pending ? timeout_s : 0,
      })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      make: fc.constant('resolution' as const),
      of: fc.nat(20),
      phase: fc.constantFrom('post' as const, 'void' as const),
      altered: altered(4),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ make: fc.constant('again' as const), of: fc.nat(60), altered: altered(6) }),
  },
);

const chain = fc.oneof(
  { weight: 2, arbitrary: fc.array(plan, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(plan, { minLength: 1, maxLength: 5 }) },
);

export type Operation =
  { do: 'post'; chains: TransferPlan[][] } | { do: 'repeat'; of: number } | { do: 'sweep' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      chains: fc.array(chain, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), of: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
);

export type Step =
  | Operation
  | { do: 'wait'; steps: number }
  | { do: 'open' }
  /** Each engine executes its operations one after the other, both engines at once. */
  | { do: 'race'; operations: [Operation[], Operation[]] };

const operations_of_one = fc.array(operation, { minLength: 1, maxLength: 3 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: operation },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), steps: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      operations: fc.tuple(operations_of_one, operations_of_one),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
);

const post = (...chains: TransferPlan[][]): Step => ({ do: 'post', chains });
const move = (from: number, to: number, amount = 1n): TransferPlan => ({
  make: 'movement',
  from,
  to,
  amount,
  timeout_s: 0,
  pending: false,
});
const hold = (from: number, to: number, amount = 5n, timeout_s = 0): TransferPlan => ({
  make: 'movement',
  from,
  to,
  amount,
  timeout_s,
  pending: true,
});
/** Resolves the hold that was requested last. */
const resolve = (phase: 'post' | 'void', altered_how: Alteration | null = null): TransferPlan => ({
  make: 'resolution',
  of: 0,
  phase,
  altered: altered_how,
});
const again = (of: number, altered_how: Alteration | null = null): TransferPlan => ({
  make: 'again',
  of,
  altered: altered_how,
});

/** Leads to every outcome that matters. */
export const EVERY_OUTCOME: Step[] = [
  post([move(0, 1)]),
  { do: 'repeat', of: 0 },
  // A new transfer, in one chain with an earlier one.
  post([move(0, 1), again(1)]),
  post([again(0, 'amount')]),
  post([move(2, 0, 1_000n)]),
  { do: 'repeat', of: 0 },
  post([move(0, 3, 1_000n)]),
  post([move(0, 0)], [move(OPENED_LATER, 0)], [move(0, 4)]),
  post([hold(0, 1)], [resolve('post')], [resolve('post')]),
  post([hold(0, 1)], [resolve('void')], [resolve('void')]),
  post([hold(0, 1)], [resolve('post', 'amount')]),
  post([hold(2, 0, 1_000n)]),
  post([resolve('post')]),
  post([hold(0, 1, 5n, 10)]),
  { do: 'wait', steps: 2 },
  post([resolve('post')]),
  { do: 'sweep' },
];
