/** What Safaricom's stand-in keeps, and where it is called. */
import type { Fields } from '../stand-in.ts';

export interface Push {
  payment_id: string;
  checkout_request_id: string;
  merchant_request_id: string;
  amount: number;
  phone: string;
  callback_url: string;
  receipt: string;
  /** Null until the payer has decided. */
  result_code: string | null;
}

export interface Reversal {
  transaction_id: string;
  receipt: string;
  amount: number;
  done: boolean;
}

export interface PaidOut {
  /** `OriginatorConversationID`: ours. */
  id: string;
  conversation_id: string;
  transaction_id: string;
  amount: number;
  phone: string;
  command: string;
  remarks: string;
  /** `0` where the money was sent; null while it waits in a queue. */
  result_code: string | null;
}

/** What a payer sent to the shortcode by themselves. */
export interface PaybillPayment {
  transaction_id: string;
  /** Decimal text. */
  amount: string;
  account: string;
  phone: string;
  status: 'Completed' | 'Reversed' | 'Failed';
  /** The shortcode that was paid, where it is not the account's. */
  to?: string;
  /** How the answer about it names the payer; phone and name when left out. */
  payer?: string;
}

/** Where payments by the payers themselves are validated and confirmed. */
export interface RegisteredUrls {
  confirmation: string;
  validation: string;
}

/** To be told at its address. */
export interface LaterResult {
  result_url: string;
  timeout_url: string;
  /** A function: as they are when the result is told; null while there is none. */
  fields: Fields | (() => Fields | null);
}

export const PATHS = {
  KE: {
    token: '/oauth/v1/generate?grant_type=client_credentials',
    push: '/mpesa/stkpush/v1/processrequest',
    push_query: '/mpesa/stkpushquery/v1/query',
    reversal: '/mpesa/reversal/v1/request',
    payout: '/mpesa/b2c/v3/paymentrequest',
    status: '/mpesa/transactionstatus/v1/query',
    register: '/mpesa/c2b/v2/registerurl',
  },
  ET: {
    token: '/v1/token/generate?grant_type=client_credentials',
    push: '/mpesa/stkpush/v3/processrequest',
    push_query: '',
    reversal: '/mpesa/reversal/v2/request',
    payout: '/mpesa/b2c/v2/paymentrequest',
    status: '/mpesa/transactionstatus/v1/query',
    register: '/v1/c2b-register-url/register?apikey=stand-in-key',
  },
};
