/**
 * MTN MoMo in the countries whose currencies it names: the payer approves on the phone, refunds and payouts through
 * Disbursements where that was bought. Requests are known by ids of ours, so that one that is repeated is made once.
 */
import type { Currency } from '../../../../core/money.ts';
import type { Provider } from '../provider.port.ts';
import { readCallback } from './callback.ts';
import { fetchStatus, requestToPay } from './collection.ts';
import { subscriberPhone } from './countries.rules.ts';
import { credentialRules, CREDENTIALS, CURRENCIES, hasDisbursement } from './credentials.ts';
import { payouts } from './payout.ts';
import { refund } from './refund.ts';

const CAPABILITIES: Provider['capabilities'] = {
  status_api: true,
  refunds: true,
  partial_refunds: true,
  payouts: true,
  callbacks_signed: false,
  needs_callback: false,
};

export const mtn_momo: Provider = {
  name: 'mtn_momo',
  title: 'MTN MoMo',
  payer_hint: null,
  currencies: CURRENCIES,
  capabilities: CAPABILITIES,
  amount_step_minor: 1n,
  termsOfAccount(credentials) {
    const disburses = hasDisbursement(credentials);
    const phone_pattern = subscriberPhone(credentials['target_environment'] ?? '');
    return {
      ...(phone_pattern ? { phone_pattern } : {}),
      currencies: [credentials['currency'] as Currency],
      capabilities: {
        ...CAPABILITIES,
        refunds: disburses,
        partial_refunds: disburses,
        payouts: disburses,
      },
    };
  },
  environments: ['test', 'live'],
  needs_phone: true,
  expiry_s: 3_600,
  credentials: CREDENTIALS,
  credentialRules,
  // Live, each country has an address of its own, which MTN gives.
  base_urls: { test: 'https://sandbox.momodeveloper.mtn.com' },
  create_repeatable: true,
  create: requestToPay,
  fetchStatus,
  refund,
  payouts,
  readCallback,
};
