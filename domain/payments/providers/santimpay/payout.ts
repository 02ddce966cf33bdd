/** Payouts to wallets and bank accounts, through a channel of SantimPay. */
import { invalidField, refusal } from '../../../../core/errors.ts';
import { given } from '../../../../core/given.ts';
import { textOf } from '../answer-text.rules.ts';
import type {
  PayoutDestination,
  PayoutOrder,
  PayoutSetup,
  ProposedPayout,
  ProviderPayout,
  ProviderPayouts,
} from '../payout.port.ts';
import { readPayoutCallback } from './callback.ts';
import { PHONE } from './gateway.ts';
import { fetchTransfer, transferOut, type Transferred } from './payout-transfer.ts';

export const payouts: ProviderPayouts = {
  destinations: ['phone', 'wallet', 'bank'],
  unknown_after_s: 60,
  validate,
  send,
  fetch,
  readCallback: readPayoutCallback,
};

/** @throws AppError `phone_not_supported`, VALIDATION_ERROR of the bank code */
function validate({ to }: ProposedPayout, credentials: Record<string, string>): void {
  if (to.phone !== undefined && !PHONE.test(to.phone))
    throw refusal('phone_not_supported', 'SantimPay pays out to phones of Ethiopia only.');
  if (channelOf(to, credentials) === null)
    throw invalidField(
      'to.bank_code',
      'Name the channel, such as Telebirr, or set payment_method in the credentials.',
    );
}

async function send(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout> {
  const { id, amount_minor, narration, reference, to } = payout;
  const transfer = {
    id,
    amount_minor,
    reason: narration ?? reference,
    method: channelOf(to, setup.credentials) ?? '',
    receiver: to.phone ?? to.account_number,
  };
  return payoutOf(await transferOut(transfer, setup));
}

/** @returns null where it never arrived: sent again, it is known by its id */
async function fetch(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout | null> {
  const transferred = await fetchTransfer(payout, setup);
  return transferred && payoutOf(transferred);
}

/** The institution that is named; for a phone without one, the account's own channel. */
function channelOf(
  { phone, bank_code }: PayoutDestination,
  { payment_method }: Record<string, string>,
): string | null {
  return textOf(bank_code) ?? (phone === undefined ? null : (payment_method ?? null));
}

function payoutOf({ txn_id, ...transferred }: Transferred): ProviderPayout {
  const ids = given({ provider_txn_id: txn_id });
  if (transferred.status === 'failed') return { ...transferred, ...ids };
  const { status, commission } = transferred;
  return { status, ...ids, ...(status === 'succeeded' ? given({ fee: commission }) : {}) };
}
