/** Payouts: transfers from the merchant's balance to an account of a bank or a wallet. Chapa accepts a reference once. */
import { invalidField, refusal } from '../../../../core/errors.ts';
import { given } from '../../../../core/given.ts';
import { toJson } from '../../../../core/json.ts';
import { formatMinor } from '../../../../core/money.ts';
import { textOf } from '../answer-text.rules.ts';
import type {
  PayoutOrder,
  PayoutSetup,
  ProposedPayout,
  ProviderPayout,
  ProviderPayouts,
} from '../payout.port.ts';
import { ProviderUnavailable } from '../provider.port.ts';
import { accountOf, nationalPhone } from './account.rules.ts';
import { isDuplicate, messageOf } from './answers.rules.ts';
import { call } from './client.ts';
import { asksApproval, payoutNamedIn, readPayoutCallback } from './payout-callback.ts';
import { isBankRefused, isClosedNow, isOf, refusalCode, transferIn } from './transfer.rules.ts';

export const payouts: ProviderPayouts = {
  destinations: ['wallet', 'bank'],
  unknown_after_s: 60,
  validate,
  send,
  fetch,
  readCallback: readPayoutCallback,
  payoutNamedIn,
  asksApproval,
};

/** @throws AppError `currency_mismatch`, `phone_not_supported`, VALIDATION_ERROR of the bank code */
function validate({ currency, to }: ProposedPayout): void {
  if (currency !== 'ETB') throw refusal('currency_mismatch', `Chapa transfers ETB only, not ${currency}.`);
  if (!/^\d{1,9}$/.test(to.bank_code ?? ''))
    throw invalidField('to.bank_code', "Chapa's banks and wallets have numbers: see GET /v1/banks there.");
  if (to.phone !== undefined && nationalPhone(to.phone) === null)
    throw refusal('phone_not_supported', 'Chapa pays out to phones of Ethiopia only.');
}

async function send(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout> {
  const request = {
    ...accountOf(payout.to),
    amount: formatMinor(payout.amount_minor),
    currency: payout.currency,
    reference: payout.id,
    bank_code: Number(payout.to.bank_code),
  };
  const { status_code, body } = await call(setup, '/transfers', {
    method: 'POST',
    body: { json: toJson(request) },
    refuses_request: isBankRefused,
  });
  const said = messageOf(body);
  const status = textOf(body['status'])?.toLowerCase();
  if ((status_code < 300 && status === 'success') || isDuplicate(said)) return { status: 'pending' };
  if (isClosedNow(status_code, body)) throw new ProviderUnavailable(said, undefined, false);
  if (status_code < 300 && status !== 'failed')
    throw new ProviderUnavailable('the answer does not tell whether it was accepted');
  return { status: 'failed', failure_code: refusalCode(said), failure_message: said };
}

/** @returns null where it never arrived: sent again, it is known by its reference */
async function fetch(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout | null> {
  const path = `/transfers/verify/${payout.id}`;
  const { status_code, body } = await call(setup, path, { method: 'GET', repeatable: true });
  if (isClosedNow(status_code, body)) throw new ProviderUnavailable(messageOf(body));
  if (status_code === 404) return null;
  if (status_code >= 300) throw new ProviderUnavailable(`the status was refused: ${messageOf(body)}`);
  const transfer = transferIn(body);
  if (transfer === null || transfer.status === 'pending') return { status: 'pending' };
  if (!isOf(transfer, payout))
    throw new ProviderUnavailable('the transfer under our reference is another one; left for a person');
  const ids = given({ provider_txn_id: transfer.chapa_id });
  if (transfer.status === 'failed') return { status: 'failed', failure_code: 'declined', ...ids };
  return { status: 'succeeded', ...ids, ...given({ fee: transfer.charge }) };
}
