/** What M-PESA says of payments that payers make by themselves (C2B), and what it is answered. Pure. */
import { readJsonObject } from '../../../../core/json.ts';
import { normalisePhone } from '../../../../core/phone.ts';
import { textOf } from '../answer-text.rules.ts';
import type { PaybillNotice, PaybillTransaction, PaybillVerdict } from '../provider.port.ts';
import { amountOf, type LaterResult } from './callback.rules.ts';
import { isUnknownTransaction, NOT_MADE, transactionStatus } from './transaction-status.rules.ts';

/** Longest texts of a notice that are stored, in characters; M-PESA's own are shorter. */
const MAX_ID = 40;
const MAX_ACCOUNT = 60;
const MAX_NAME = 120;

/** Reads the body of a validation or a confirmation, which are alike. @returns null when it cannot be read */
export function readNoticeBody(body: Buffer): PaybillNotice | null {
  const fields = readJsonObject(body.toString('utf8'));
  if (!fields) return null;
  const transaction_id = textOf(fields['TransID']);
  const amount_minor = amountOf(fields['TransAmount']);
  if (transaction_id === null || transaction_id.length > MAX_ID || !/^\w+$/.test(transaction_id)) return null;
  if (typeof amount_minor !== 'bigint' || amount_minor <= 0n) return null;
  const names = ['FirstName', 'MiddleName', 'LastName'].map((name) => textOf(fields[name]));
  return {
    transaction_id,
    paid_to: textOf(fields['BusinessShortCode']),
    amount_minor,
    account_number: (textOf(fields['BillRefNumber']) ?? '').slice(0, MAX_ACCOUNT),
    payer_phone: phoneIn(textOf(fields['MSISDN'])),
    payer_name:
      names
        .filter((name) => name !== null)
        .join(' ')
        .slice(0, MAX_NAME) || null,
  };
}

/** Digits with the country code; since 2022 they come hashed or masked. @returns null where they are not all there */
function phoneIn(msisdn: string | null): string | null {
  return msisdn !== null && /^\d{10,15}$/.test(msisdn) ? normalisePhone(`+${msisdn}`) : null;
}

const ANSWERS: Record<PaybillVerdict, { ResultCode: string; ResultDesc: string }> = {
  accepted: { ResultCode: '0', ResultDesc: 'Accepted' },
  unknown_account: { ResultCode: 'C2B00012', ResultDesc: 'Rejected' },
  refused: { ResultCode: 'C2B00016', ResultDesc: 'Rejected' },
};

export function validationAnswer(verdict: PaybillVerdict): Record<string, unknown> {
  return ANSWERS[verdict];
}

interface Party {
  /** Digits: a shortcode or a phone. */
  number: string;
  name: string | null;
}

/** "254712345678 - Jane Doe" or "600638 - Sacco". */
function partyIn(value: unknown): Party | null {
  const [, number, name = ''] = /^(\d{4,15})(?:\s*-\s*(.*))?$/s.exec(textOf(value) ?? '') ?? [];
  return number === undefined ? null : { number, name: name.trim().slice(0, MAX_NAME) || null };
}

/**
 * What the answer about a transaction proves: money that came to this shortcode, and nothing that left it or went elsewhere. An
 * answer that does not name the transaction and the shortcode proves nothing.
 * @param asked_at when the question was asked
 */
export function verdictOf(
  answer: LaterResult,
  { transaction_id, paid_to, asked_at }: { transaction_id: string; paid_to: string; asked_at: Date },
): PaybillTransaction {
  if (answer.result_code !== '0')
    return isUnknownTransaction(answer) ? { status: 'unknown', asked_at } : { status: 'pending' };
  const status = transactionStatus(answer);
  if (status.receipt !== transaction_id) return { status: 'pending' };
  const payer = partyIn(answer.parameters['DebitPartyName']);
  const payee = partyIn(answer.parameters['CreditPartyName']);
  if (payer?.number === paid_to) return { status: 'refused', error: 'not_to_us' };
  if (payee === null) return { status: 'pending' };
  if (payee.number !== paid_to) return { status: 'refused', error: 'not_to_us' };
  if (NOT_MADE.has(status.name) || status.name.includes('revers'))
    return { status: 'refused', error: 'not_paid' };
  if (status.name !== 'completed') return { status: 'pending' };
  const { amount_minor } = status;
  if (typeof amount_minor !== 'bigint' || amount_minor <= 0n)
    return { status: 'refused', error: 'amount_unreadable' };
  return {
    status: 'completed',
    amount_minor,
    payer_phone: phoneIn(payer?.number ?? null),
    payer_name: payer?.name ?? null,
  };
}
