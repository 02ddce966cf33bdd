/**
 * Payments outside any gateway (cash at a branch, a bank transfer, a code that the payer dials): only a statement or a person
 * completes them. What the payer dials may be configured.
 */
import { CURRENCY_CODES } from '../../../core/money.ts';
import { DIAL_FIELDS } from '../ussd/dial-fields.ts';
import { PAYOUT_DESTINATION_KINDS } from './payout.port.ts';
import type { Provider } from './provider.port.ts';

export const manual: Provider = {
  name: 'manual',
  title: 'Manual',
  payer_hint: null,
  currencies: CURRENCY_CODES,
  environments: ['test', 'live'],
  needs_phone: false,
  capabilities: {
    status_api: false,
    refunds: false,
    partial_refunds: false,
    payouts: true,
    callbacks_signed: false,
    needs_callback: false,
  },
  amount_step_minor: 1n,
  create_repeatable: false,
  expiry_s: 30 * 24 * 3_600,
  credentials: DIAL_FIELDS,

  payouts: {
    destinations: PAYOUT_DESTINATION_KINDS,
    unknown_after_s: 60,
    send: () => Promise.resolve({ status: 'pending' as const, waits_for_person: true }),
    fetch: () => Promise.resolve({ status: 'pending' as const, waits_for_person: true }),
  },

  create: () => Promise.resolve({ status: 'pending' as const }),
  fetchStatus: () => Promise.resolve({ status: 'pending' as const }),
};
