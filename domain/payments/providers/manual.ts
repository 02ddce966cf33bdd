/** Payments outside any gateway (cash at a branch, a bank transfer): only a statement or a person completes them. */
import { CURRENCY_CODES } from '../../../core/money.ts';
import type { Provider } from './provider.port.ts';

export const manual: Provider = {
  name: 'manual',
  currencies: CURRENCY_CODES,
  environments: ['test', 'live'],
  needs_phone: false,
  capabilities: { status_api: false, refunds: false, partial_refunds: false },
  expiry_s: 30 * 24 * 3_600,

  create: () => Promise.resolve({ status: 'pending' as const }),
  fetchStatus: () => Promise.resolve({ status: 'pending' as const }),
};
