/** Reads what M-PESA calls with: the outcome of a push, and results of requests that are answered later. Pure. */
import { readJsonObject } from '../../../../core/json.ts';
import { parseDecimal } from '../../../../core/money.ts';

import { textOf } from '../answer-text.rules.ts';

type Fields = Record<string, unknown>;

/** The outcome of a push, as a callback reports it. */
export interface PushCallback {
  checkout_request_id: string | null;
  merchant_request_id: string | null;
  result_code: string | null;
  /** Null on failure, and where it cannot be read. */
  receipt: string | null;
  /** Null on failure; `unreadable` where it is no amount. */
  amount_minor: bigint | 'unreadable' | null;
}

/** @returns null when it is no callback of a push */
export function readPushCallback(body: Buffer): PushCallback | null {
  const callback = fieldsIn(fieldsIn(readJsonObject(body.toString('utf8')), 'Body'), 'stkCallback');
  if (!callback) return null;
  const items = itemsOf(fieldsIn(callback, 'CallbackMetadata')?.['Item'], 'Name');
  return {
    checkout_request_id: textOf(callback['CheckoutRequestID']),
    merchant_request_id: textOf(callback['MerchantRequestID']),
    result_code: textOf(callback['ResultCode']),
    receipt: textOf(items['MpesaReceiptNumber']),
    amount_minor: amountOf(items['Amount']),
  };
}

/** The result of a request that is answered later. */
export interface LaterResult {
  result_code: string | null;
  description: string | null;
  /** The id of the transaction that the request made, where it made one. */
  transaction_id: string | null;
  /** The ids of the conversation: ours where the request named one, and M-PESA's. */
  originator_conversation_id: string | null;
  conversation_id: string | null;
  parameters: Fields;
}

/** @returns null when it is no result */
export function readResult(answer: Fields | null): LaterResult | null {
  const result = fieldsIn(answer, 'Result');
  if (!result) return null;
  return {
    result_code: textOf(result['ResultCode']),
    description: textOf(result['ResultDesc']),
    transaction_id: textOf(result['TransactionID']),
    originator_conversation_id: textOf(result['OriginatorConversationID']),
    conversation_id: textOf(result['ConversationID']),
    parameters: itemsOf(fieldsIn(result, 'ResultParameters')?.['ResultParameter'], 'Key'),
  };
}

/** "1.00", "1.0" or 1 → 100n. @returns null where there is none */
export function amountOf(value: unknown): bigint | 'unreadable' | null {
  const text = textOf(value);
  if (text === null) return null;
  const amount = parseDecimal(text);
  return typeof amount === 'bigint' ? amount : 'unreadable';
}

/** Lists of `{ Name, Value }` by name; one item comes without its list. */
function itemsOf(value: unknown, name_field: 'Name' | 'Key'): Fields {
  const items = Array.isArray(value) ? value : [value];
  return Object.fromEntries(
    items.flatMap((item: unknown) => {
      const name = isFields(item) ? textOf(item[name_field]) : null;
      return name === null ? [] : [[name, (item as Fields)['Value']]];
    }),
  );
}

function fieldsIn(fields: Fields | null, name: string): Fields | null {
  const value = fields?.[name];
  return isFields(value) ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
