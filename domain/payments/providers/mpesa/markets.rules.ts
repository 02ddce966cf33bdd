/** What differs between the countries in which M-PESA is reached through Safaricom's API. Pure data. */
import type { Environment } from '../../../../core/scope.ts';
import type { Currency } from '../../../../core/money.ts';

export const MARKET_CODES = ['KE', 'ET'] as const;
export type MarketCode = (typeof MARKET_CODES)[number];

export interface Market {
  currency: Currency;
  /** Mobile numbers of its M-PESA subscribers, E.164. */
  subscriber_phone: RegExp;
  base_urls: Record<Environment, string>;
  paths: {
    token: string;
    push: string;
    /** Null: a push cannot be asked for; only a receipt can, and is answered later. */
    push_query: string | null;
    reversal: string;
    transaction_status: string;
    payout: string;
    register_urls: string;
  };
}

export const MARKETS: Record<MarketCode, Market> = {
  KE: {
    currency: 'KES',
    subscriber_phone: /^\+254[17]\d{8}$/,
    base_urls: { test: 'https://sandbox.safaricom.co.ke', live: 'https://api.safaricom.co.ke' },
    paths: {
      token: '/oauth/v1/generate?grant_type=client_credentials',
      push: '/mpesa/stkpush/v1/processrequest',
      push_query: '/mpesa/stkpushquery/v1/query',
      reversal: '/mpesa/reversal/v1/request',
      transaction_status: '/mpesa/transactionstatus/v1/query',
      payout: '/mpesa/b2c/v3/paymentrequest',
      register_urls: '/mpesa/c2b/v2/registerurl',
    },
  },
  ET: {
    currency: 'ETB',
    subscriber_phone: /^\+2517\d{8}$/,
    base_urls: { test: 'https://apisandbox.safaricom.et', live: 'https://api.safaricom.et' },
    paths: {
      token: '/v1/token/generate?grant_type=client_credentials',
      push: '/mpesa/stkpush/v3/processrequest',
      push_query: null,
      reversal: '/mpesa/reversal/v2/request',
      transaction_status: '/mpesa/transactionstatus/v1/query',
      payout: '/mpesa/b2c/v2/paymentrequest',
      register_urls: '/v1/c2b-register-url/register',
    },
  },
};

/** The market that the credentials name; Kenya where they name none. */
export function marketOf({ country }: Record<string, string>): Market {
  return MARKETS[MARKET_CODES.find((code) => code === country) ?? 'KE'];
}
