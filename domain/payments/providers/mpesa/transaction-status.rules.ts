/** What M-PESA answers to a question about a transaction's status. Pure. */
import { textOf } from '../answer-text.rules.ts';
import { amountOf, type LaterResult } from './callback.rules.ts';

export interface TransactionStatus {
  receipt: string | null;
  /** In lower case. */
  name: string;
  amount_minor: bigint | 'unreadable' | null;
}

/** The transaction in an answer. Both spellings of each name occur. */
export function transactionStatus({ parameters }: LaterResult): TransactionStatus {
  const name = textOf(parameters['Status']) ?? textOf(parameters['TransactionStatus']);
  return {
    receipt: textOf(parameters['TransactionReceipt']) ?? textOf(parameters['ReceiptNo']),
    name: name?.toLowerCase() ?? '',
    amount_minor: amountOf(parameters['TransactionAmount']) ?? amountOf(parameters['Amount']),
  };
}

/** Names of transactions that moved no money. */
export const NOT_MADE: ReadonlySet<string> = new Set(['failed', 'declined', 'cancelled', 'expired']);

/** There is no such transaction. Every other code except success is about the query: busy, or the initiator refused. */
const UNKNOWN_TRANSACTION = '2032';
const SAYS_UNKNOWN = /not found|not exist|no (such )?(transaction|record)/i;

export function isUnknownTransaction({ result_code, description }: LaterResult): boolean {
  return result_code === UNKNOWN_TRANSACTION || SAYS_UNKNOWN.test(description ?? '');
}
