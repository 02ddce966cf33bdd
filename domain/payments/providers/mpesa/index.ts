/**
 * M-PESA through Safaricom's API (Daraja), in Kenya and in Ethiopia: a prompt on the payer's phone, refunds by reversal,
 * payouts to subscribers. Nothing is signed, repeats are not recognised, and results of reversals and payouts are reported later.
 */
import type { PaymentRow } from '../../payment.model.ts';
import type { Provider, ProviderStatus, StatusSetup } from '../provider.port.ts';
import { readCallback } from './callback.ts';
import { credentialRules, CREDENTIALS, hasInitiator } from './credentials.ts';
import { marketOf, MARKETS } from './markets.rules.ts';
import { paybill } from './paybill.ts';
import { payouts } from './payouts/index.ts';
import { createPush, queryPush } from './push.ts';
import { statusByReceipt } from './receipt.ts';
import { accountReference } from './requests.rules.ts';
import { refundByReversal } from './reversal.ts';

const CAPABILITIES: Provider['capabilities'] = {
  status_api: true,
  refunds: true,
  partial_refunds: true,
  payouts: true,
  callbacks_signed: false,
  needs_callback: true,
};

export const mpesa: Provider = {
  name: 'mpesa',
  title: 'M-PESA',
  payer_hint: null,
  currencies: [MARKETS.KE.currency, MARKETS.ET.currency],
  capabilities: CAPABILITIES,
  amount_step_minor: 100n,
  base_urls: MARKETS.KE.base_urls,
  termsOfAccount(credentials) {
    const { currency, subscriber_phone, base_urls, paths } = marketOf(credentials);
    const has_initiator = hasInitiator(credentials);
    return {
      currencies: [currency],
      phone_pattern: subscriber_phone,
      base_urls,
      capabilities: {
        ...CAPABILITIES,
        status_api: paths.push_query !== null,
        refunds: has_initiator,
        partial_refunds: has_initiator,
        payouts: has_initiator,
      },
    };
  },
  environments: ['test', 'live'],
  needs_phone: true,
  expiry_s: 3_600,
  credentials: CREDENTIALS,
  credentialRules,
  callback_segment: 'daraja',
  callback_address_refused: /mpesa|exe|cmd|sql|query/i,
  callback_answer: { ResultCode: 0, ResultDesc: 'Success' },
  refund_known_by_its_id: true,
  create_repeatable: false,
  refund_needs_txn_id: true,
  create: createPush,
  fetchStatus,
  refund: refundByReversal,
  payouts,
  readCallback,
  paybill,
  statementReference: ({ id, reference }) => accountReference(reference, id),
  canBeAsked: ({ provider_data }) => provider_data['checkout_request_id'] !== undefined,
};

function fetchStatus(payment: PaymentRow, setup: StatusSetup): Promise<ProviderStatus | null> {
  const { push_query } = marketOf(setup.credentials).paths;
  return push_query === null ? statusByReceipt(payment, setup) : queryPush(payment, setup, push_query);
}
