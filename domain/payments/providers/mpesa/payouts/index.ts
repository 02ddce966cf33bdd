/** Payouts by M-PESA. */
import type { ProviderPayouts } from '../../payout.port.ts';
import { checkCredentials, fetch, send } from './payout.ts';
import { readCallback } from './payout-callback.ts';

export const payouts: ProviderPayouts = {
  destinations: ['phone'],
  unknown_after_s: 60,
  checkCredentials,
  send,
  fetch,
  readCallback,
};
