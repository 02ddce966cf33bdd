/** The faults of providers as cases: what goes wrong, what happens then, and how the payment ends. */
import { formatMinor } from '../../core/money.ts';
import type { Faults, StandIn } from '../stand-ins/stand-in.ts';

/** Far less than in earnest, where a test waits for its end. */
export const DEADLINE_MS = 1_500;

export interface ProviderUnderTest<Gateway extends StandIn> {
  /** The API's name. */
  name: string;
  makeStandIn: () => Gateway;
  /** Credentials besides the stand-in's usual ones. */
  credentials?: (gateway: Gateway) => Record<string, string>;
  /** Configuration of the server besides the base URL. */
  env?: Record<string, string>;
  currency: string;
  amount_minor: number;
  phone: string;
  /** Of the payment's request. */
  metadata?: Record<string, unknown>;
  /** A callback with a wrong signature is refused; otherwise there is none that is looked at. */
  signs_callbacks: boolean;
  /** A callback that tells of another amount is shown to a person. */
  flags_callback_amounts?: boolean;
  /** The status says how much was paid. */
  status_tells_amount: boolean;
  /** A payment whose creation was never answered can be asked for. */
  asks_by_own_id: boolean;
  /** A payment that never arrived is submitted again. */
  create_repeatable: boolean;
  /** The status alone says that a creation was accepted. */
  accepts_by_status?: boolean;
  /** Calls carry access tokens that expire. */
  has_tokens: boolean;
  /** What is cancelled on our side can still be paid at the provider. */
  paid_after_cancelling: boolean;
  /** How a payment stands can be asked for once a callback has come, and not before: the statement completes the others. */
  asks_after_callback?: boolean;
}

export interface FaultCase<More extends object = object> {
  name: string;
  faults: Partial<Faults & More>;
  /** What the creation is answered with. */
  created: 'initiated' | 'pending' | 'completed' | 'failed';
  /** What happens then, in this order. */
  steps: Step[];
  ends: 'initiated' | 'pending' | 'completed' | 'failed';
  /** What a person sees, in the timeline. */
  mismatch?: object;
  /** What our callbacks' addresses answered. */
  callbacks?: number[];
}

export type Step =
  /** The payer acts; callbacks follow. */
  | 'pays'
  | 'fails at the provider'
  | 'callback'
  | 'poll'
  | 'polls until submitted again'
  | 'merchant cancels'
  /** The provider's next answer is a 500. */
  | 'outage'
  /** Those about a status: what is asked has its effect, and nobody learns of it. */
  | 'answers are lost'
  | 'answers come too late'
  | 'answers come again'
  | 'tokens expire'
  /** What was wrong with the status is put right. */
  | 'status is put right';

/** Those of every adapter, as far as they apply to it. */
export function commonCases<Gateway extends StandIn>(subject: ProviderUnderTest<Gateway>): FaultCase[] {
  const { signs_callbacks, asks_by_own_id, create_repeatable } = subject;
  const { asks_after_callback = false, accepts_by_status = false } = subject;
  /** Of a payment whose creation was not answered and of which no callback tells. */
  const lost = asks_by_own_id ? 'completed' : 'initiated';
  /** Of a payment of which no callback tells, or none that is believed. */
  const untold = asks_after_callback ? 'pending' : 'completed';
  const cases: (FaultCase | false)[] = [
    {
      name: 'no fault',
      faults: {},
      created: 'pending',
      steps: ['pays'],
      ends: 'completed',
      callbacks: [200],
    },
    {
      name: 'the answer is lost after the provider acted',
      faults: { drop_response: true },
      created: 'initiated',
      steps: ['pays'],
      ends: 'completed',
    },
    {
      name: 'the answer is lost and no callback comes',
      faults: { drop_response: true, callback: 'never' },
      created: 'initiated',
      steps: ['poll', 'pays', 'poll', 'poll'],
      ends: lost,
    },
    {
      name: 'the answer comes after the deadline',
      faults: { delay_ms: DEADLINE_MS + 500 },
      created: 'initiated',
      steps: ['pays', 'poll'],
      ends: 'completed',
    },
    {
      name: 'the callback comes twice',
      faults: { callback: 'twice' },
      created: 'pending',
      steps: ['pays', 'callback', 'poll'],
      ends: 'completed',
      callbacks: [200, 200, 200],
    },
    {
      name: 'the callback comes late',
      faults: { callback: 'never' },
      created: 'pending',
      steps: ['pays', 'poll', 'callback'],
      ends: 'completed',
      callbacks: [200],
    },
    {
      name: 'the callback comes before the create answer',
      faults: { callback: 'before_answer' },
      created: 'pending',
      steps: ['callback', 'poll'],
      ends: 'completed',
    },
    {
      name: 'the callback comes before a create answer that is lost',
      faults: { callback: 'before_answer', drop_response: true },
      created: 'initiated',
      steps: ['poll'],
      ends: 'completed',
    },
    {
      name: 'the callback tells of a wrong amount',
      faults: { callback_amount: '999999.00' },
      created: 'pending',
      steps: ['pays'],
      ends: subject.flags_callback_amounts ? untold : 'completed',
      callbacks: [200],
      ...(subject.flags_callback_amounts ? { mismatch: { amount: { reported: '999999.00' } } } : {}),
    },
    {
      name: 'the callback claims a payment that was not made',
      faults: {},
      created: 'pending',
      steps: ['callback', 'poll'],
      ends: 'pending',
      callbacks: [200],
    },
    signs_callbacks && {
      name: "the callback's signature is wrong",
      faults: { callback_signature: 'wrong' },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'completed',
      callbacks: [401],
    },
    {
      name: 'no callback comes',
      faults: { callback: 'never' },
      created: 'pending',
      steps: ['poll', 'pays', 'poll'],
      ends: untold,
      callbacks: [],
    },
    { name: 'nobody pays', faults: {}, created: 'pending', steps: ['poll', 'poll'], ends: 'pending' },
    create_repeatable && {
      name: 'the provider fails once without having acted, and is asked again',
      faults: { errors_500: 1 },
      created: 'initiated',
      steps: ['polls until submitted again', 'pays'],
      ends: 'completed',
    },
    !create_repeatable && {
      name: 'the provider fails once without having acted, and cannot be asked twice',
      faults: { errors_500: 1 },
      created: 'initiated',
      steps: ['poll', 'poll'],
      ends: 'initiated',
    },
    {
      name: 'the provider fails once after having acted',
      faults: { errors_500_after: 1, callback: 'never' },
      created: 'initiated',
      steps: ['pays', 'poll'],
      ends: lost,
    },
    !asks_after_callback && {
      name: 'the status fails once, then succeeds',
      faults: { callback: 'never' },
      created: 'pending',
      steps: ['pays', 'outage', 'poll', 'poll'],
      ends: 'completed',
    },
    ...(asks_after_callback ? [] : (['answers are lost', 'answers come too late'] as const)).map(
      (trouble): FaultCase => ({
        name: `the status is asked for, and ${trouble}`,
        faults: { callback: 'never' },
        created: 'pending',
        steps: ['pays', trouble, 'poll', 'answers come again', 'poll'],
        ends: 'completed',
      }),
    ),
    {
      name: 'the answer cannot be read',
      faults: { unreadable: true },
      created: 'initiated',
      steps: ['pays'],
      ends: 'completed',
    },
    {
      name: 'the answer says nothing',
      faults: { says_nothing: true },
      created: accepts_by_status ? 'pending' : 'initiated',
      steps: ['pays'],
      ends: 'completed',
    },
    {
      name: 'the answer sends us elsewhere',
      faults: { redirect_to: 'http://127.0.0.1:9/' },
      created: 'initiated',
      steps: ['pays'],
      ends: 'completed',
    },
    // What a callback alone says ends no payment.
    !asks_after_callback && {
      name: 'the payment fails, and was paid after all',
      faults: {},
      created: 'pending',
      steps: ['fails at the provider', 'pays'],
      ends: 'completed',
    },
    subject.paid_after_cancelling && {
      name: 'the merchant cancels, and it was paid after all',
      faults: { callback: 'twice' },
      created: 'pending',
      steps: ['merchant cancels', 'pays'],
      ends: 'completed',
    },
    subject.paid_after_cancelling &&
      !asks_after_callback && {
        name: 'the merchant cancels, it was paid after all, and no callback says so',
        faults: { callback: 'never' },
        created: 'pending',
        steps: ['merchant cancels', 'poll', 'pays', 'poll'],
        ends: 'completed',
      },
  ];
  return [...cases.filter((each) => each !== false), ...amountCases(subject), ...tokenCases(subject)];
}

function amountCases<Gateway extends StandIn>({
  status_tells_amount,
  amount_minor,
  asks_after_callback = false,
}: ProviderUnderTest<Gateway>): FaultCase[] {
  if (!status_tells_amount) return [];
  const expected = formatMinor(BigInt(amount_minor));
  const told = (name: string, status_amount: string, reported: string | null): FaultCase => ({
    name: `the status tells of ${name}`,
    faults: { status_amount },
    created: 'pending',
    steps: ['pays', 'poll', 'poll'],
    ends: 'pending',
    mismatch: { amount: { expected, reported } },
  });
  const smaller = formatMinor(BigInt(amount_minor) - 100n);
  const larger = formatMinor(BigInt(amount_minor) * 100n);
  const wrong = [
    told('a smaller amount', smaller, smaller),
    told('a larger amount', larger, larger),
    told('more decimals than there are', `${expected}01`, null),
  ];
  if (asks_after_callback) return wrong;
  return [
    ...wrong,
    {
      name: 'a wrong status is put right',
      faults: { status_amount: '1' },
      created: 'pending',
      steps: ['pays', 'status is put right', 'poll'],
      ends: 'completed',
      mismatch: { amount: { expected, reported: '1.00' } },
    },
  ];
}

function tokenCases<Gateway extends StandIn>({
  has_tokens,
  asks_after_callback = false,
}: ProviderUnderTest<Gateway>): FaultCase[] {
  if (!has_tokens) return [];
  return [
    {
      name: 'the access token has expired when the payment is created',
      faults: { tokens_expired: true },
      created: 'pending',
      steps: ['pays'],
      ends: 'completed',
    },
    {
      name: 'the access token has expired, and is refused without a word',
      faults: { tokens_expired: true, bare_refusals: true },
      created: 'pending',
      steps: ['pays'],
      ends: 'completed',
    },
    {
      name: 'the access token expires between creation and status',
      faults: asks_after_callback ? {} : { callback: 'never' },
      created: 'pending',
      steps: asks_after_callback ? ['tokens expire', 'pays'] : ['pays', 'tokens expire', 'poll'],
      ends: 'completed',
    },
  ];
}
