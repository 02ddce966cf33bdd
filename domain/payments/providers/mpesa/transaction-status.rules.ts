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

/**
 * The initiator's name, password or role is not accepted: no request of it does anything, nor is any question answered. Such an answer
 * says nothing about the transaction.
 */
const INITIATOR_REFUSED: ReadonlySet<string> = new Set([
  '18',
  '20',
  '21',
  '22',
  '2001',
  '8006',
  'SFC_IC0003',
]);
const NAMES_INITIATOR = /operator|initiator/i;

export function isInitiatorRefused({
  result_code,
  description,
}: Pick<LaterResult, 'result_code' | 'description'>): boolean {
  return INITIATOR_REFUSED.has(result_code ?? '') || NAMES_INITIATOR.test(description ?? '');
}

/** There is no such transaction. Every other code except success is about the query: busy, or the initiator refused. */
const UNKNOWN_TRANSACTION = '2032';
const NAMES_TRANSACTION = /\b(transaction|record|receipt)\b/i;
const SAYS_NOT_THERE = /\bnot (found|exist)|\bno (such )?(transaction|record|receipt)\b/i;

export function isUnknownTransaction(answer: LaterResult): boolean {
  if (isInitiatorRefused(answer)) return false;
  if (answer.result_code === UNKNOWN_TRANSACTION) return true;
  const description = answer.description ?? '';
  return (
    NAMES_TRANSACTION.test(description) &&
    SAYS_NOT_THERE.test(description) &&
    !/identifier/i.test(description)
  );
}
