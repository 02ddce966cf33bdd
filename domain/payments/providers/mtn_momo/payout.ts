/** Payouts to MoMo subscribers: transfers. */
import { refusal } from '../../../../core/errors.ts';
import { given } from '../../../../core/given.ts';
import type { PayoutOrder, PayoutSetup, ProviderPayout, ProviderPayouts } from '../payout.port.ts';
import { readCallback } from './callback.ts';
import { hasDisbursement } from './credentials.ts';
import { disburse, fetchDisbursement, type Disbursed, type Disbursement } from './disbursement.ts';
import { callbackHeader, msisdn } from './requests.rules.ts';

export const payouts: ProviderPayouts = {
  destinations: ['phone'],
  unknown_after_s: 60,
  checkCredentials,
  send,
  fetch,
  readCallback,
};

/** @throws AppError `provider_not_configured` */
function checkCredentials(credentials: Record<string, string>): void {
  if (!hasDisbursement(credentials))
    throw refusal('provider_not_configured', 'Payouts by MTN MoMo need the disbursement_… credentials.');
}

async function send(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout> {
  const details = {
    message: payout.narration ?? payout.reference,
    default_message: 'Payout',
    fields: { payee: { partyIdType: 'MSISDN', partyId: msisdn(payout.to.phone ?? '') } },
    headers: callbackHeader(setup),
  };
  return payoutOf(await disburse(transferOf(payout), details, setup));
}

/** @returns null where it never arrived: sent again, it is known by its id */
async function fetch(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout | null> {
  const disbursed = await fetchDisbursement(transferOf(payout), setup);
  return disbursed && payoutOf(disbursed);
}

function transferOf({ id, amount_minor, currency, environment }: PayoutOrder): Disbursement {
  return { path: '/v1_0/transfer', id, amount_minor, currency, environment };
}

function payoutOf(disbursed: Disbursed): ProviderPayout {
  if (disbursed.status !== 'succeeded') return disbursed;
  const { status, financial_transaction_id: provider_txn_id } = disbursed;
  return { status, ...given({ provider_txn_id }) };
}
