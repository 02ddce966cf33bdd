/**
 * The simulator for test keys: no network, every currency. The last three digits of the payer's phone choose the
 * outcome, as telecoms' own sandboxes do; `metadata.sandbox_outcome` overrides them. The outcome follows from the payment and
 * real time alone, so nothing needs to be stored.
 */
import { systemNow } from '../../../core/clock.ts';
import { given } from '../../../core/given.ts';
import { idTimestamp_ms } from '../../../core/ids.ts';
import { CURRENCY_CODES } from '../../../core/money.ts';
import { ageOf_ms } from '../payment.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { FailureCode } from '../payment.rules.ts';
import { lookUp } from './answer-text.rules.ts';
import { PAYOUT_DESTINATION_KINDS, type PayoutOrder, type ProviderPayout } from './payout.port.ts';
import type { PaybillConfirmationRow } from '../paybills/paybill.model.ts';
import type { PaybillTransaction, Provider, ProviderStatus } from './provider.port.ts';

interface Outcome {
  status: 'completed' | 'failed' | 'pending';
  after_ms: number;
  failure_code?: FailureCode;
  failure_message?: string;
}

const USUAL: Outcome = { status: 'completed', after_ms: 2_000 };
const AT_ONCE: Outcome = { status: 'completed', after_ms: 0 };

/** By the last three digits of the phone; the modelled providers use the same kind of suffixes. */
export const SANDBOX_OUTCOMES: Record<string, Outcome> = {
  '789': { status: 'completed', after_ms: 0 },
  '129': { status: 'pending', after_ms: 0 },
  '039': {
    status: 'failed',
    after_ms: 0,
    failure_code: 'not_approved',
    failure_message: 'The payer did not approve the payment.',
  },
  '029': {
    status: 'failed',
    after_ms: 0,
    failure_code: 'payer_not_found',
    failure_message: 'No account belongs to this phone.',
  },
  '048': {
    status: 'failed',
    after_ms: 0,
    failure_code: 'insufficient_funds',
    failure_message: "The payer's balance is too low.",
  },
  '069': {
    status: 'failed',
    after_ms: 0,
    failure_code: 'unspecified',
    failure_message: 'The provider gave no reason.',
  },
  '453': { status: 'completed', after_ms: 30_000 },
};

function outcomeOf(payment: PaymentRow): Outcome {
  const chosen = payment.metadata['sandbox_outcome'];
  const suffix = typeof chosen === 'string' ? chosen : payment.customer_phone?.slice(-3);
  return lookUp(SANDBOX_OUTCOMES, suffix ?? '') ?? USUAL;
}

function statusOf(payment: PaymentRow): ProviderStatus {
  const { status, after_ms, failure_code, failure_message } = outcomeOf(payment);
  const ids = { provider_txn_id: `SBX${payment.id.slice(-12)}` };
  const age_ms = ageOf_ms(payment);
  // The age of a payment from the future is unknown: the clock was ahead when it was created. Its outcome comes immediately.
  if ((age_ms >= 0 && age_ms < after_ms) || status === 'pending') return { status: 'pending', ...ids };
  if (status === 'failed')
    return {
      status,
      ...ids,
      ...given({ failure_code, failure_message }),
    };
  return { status, amount_minor: payment.amount_minor, currency: payment.currency, ...ids };
}

/**
 * What a test says is so, unless the last three digits of the payer's phone choose another outcome. Phones to which payouts fail are
 * not among them: such money comes, and cannot be sent back.
 */
function paybillStatusOf(confirmation: PaybillConfirmationRow): PaybillTransaction {
  const { amount_minor, payer_phone, payer_name, received_at } = confirmation;
  // A transaction that a person enters was never sent.
  if (amount_minor === null) return { status: 'refused', error: 'unknown' };
  const { status, after_ms, failure_code } =
    lookUp(SANDBOX_OUTCOMES, payer_phone?.slice(-3) ?? '') ?? AT_ONCE;
  const age_ms = systemNow().getTime() - received_at.getTime();
  if (status === 'pending' || age_ms < after_ms) return { status: 'pending' };
  if (failure_code === 'payer_not_found') return { status: 'refused', error: 'unknown' };
  if (failure_code === 'insufficient_funds') return { status: 'refused', error: 'not_paid' };
  return { status: 'completed', amount_minor, payer_phone, payer_name };
}

/** By the last three digits of the phone or of the account number. */
function payoutStatusOf({ id, to }: PayoutOrder): ProviderPayout {
  const suffix = (to.phone ?? to.account_number).slice(-3);
  const { status, after_ms, failure_code } = lookUp(SANDBOX_OUTCOMES, suffix) ?? USUAL;
  const ids = { provider_txn_id: `SBX${id.slice(-12)}` };
  const left_ms = after_ms - (systemNow().getTime() - idTimestamp_ms(id));
  if (status === 'pending') return { status, ...ids };
  if (left_ms > 0 && left_ms <= after_ms) return { status: 'pending', check_after_ms: left_ms, ...ids };
  if (status === 'completed') return { status: 'succeeded', fee: '0', ...ids };
  return { status, ...ids, ...given({ failure_code, failure_message: 'The sandbox refuses this payout.' }) };
}

export const sandbox = {
  name: 'sandbox',
  title: 'Sandbox',
  payer_hint: 'Play money, to try things out',
  currencies: CURRENCY_CODES,
  environments: ['test'],
  needs_phone: true,
  capabilities: {
    status_api: true,
    refunds: true,
    partial_refunds: true,
    payouts: true,
    callbacks_signed: false,
    needs_callback: false,
  },
  amount_step_minor: 1n,
  create_repeatable: true,
  expiry_s: 24 * 3_600,
  cancelled_is_unpayable: true,

  payouts: {
    destinations: PAYOUT_DESTINATION_KINDS,
    unknown_after_s: 60,
    send: (payout) => Promise.resolve(payoutStatusOf(payout)),
    fetch: (payout) => Promise.resolve(payoutStatusOf(payout)),
  },

  create(payment) {
    return Promise.resolve({
      status: 'pending' as const,
      provider_txn_id: `SBX${payment.id.slice(-12)}`,
      next_action: {
        type: 'prompt' as const,
        message: 'Confirm the payment on your phone. (Sandbox: nothing will ring.)',
      },
      check_after_ms: outcomeOf(payment).after_ms,
    });
  },

  refund(_payment, { id, reason }) {
    const provider_refund_id = `SBX${id.slice(-12)}`;
    if (reason?.includes('sandbox:pending'))
      return Promise.resolve({ status: 'pending' as const, waits_for_person: true, provider_refund_id });
    if (!reason?.includes('sandbox:fail'))
      return Promise.resolve({ status: 'succeeded' as const, provider_refund_id });
    return Promise.resolve({
      status: 'failed' as const,
      provider_refund_id,
      failure_code: 'unspecified',
      failure_message: 'The provider gave no reason.',
    });
  },

  paybill: { fetchTransaction: (confirmation) => Promise.resolve(paybillStatusOf(confirmation)) },

  fetchStatus(payment) {
    return Promise.resolve(statusOf(payment));
  },
} satisfies Provider;
