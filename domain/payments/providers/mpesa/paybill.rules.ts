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
export function readNoticeBody(body: Buffer, shortcode: string | undefined): PaybillNotice | null {
  const fields = readJsonObject(body.toString('utf8'));
  if (!fields) return null;
  const transaction_id = textOf(fields['TransID']);
  const amount_minor = amountOf(fields['TransAmount']);
  const to = textOf(fields['BusinessShortCode']);
  if (transaction_id === null || !new RegExp(`^\\w{1,${MAX_ID}}$`).test(transaction_id)) return null;
  if (typeof amount_minor !== 'bigint' || amount_minor <= 0n) return null;
  if (to !== null && shortcode !== undefined && to !== shortcode) return null;
  const names = ['FirstName', 'MiddleName', 'LastName'].map((name) => textOf(fields[name]));
  return {
    transaction_id,
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
 * What the answer about a transaction proves: money that came to this shortcode, and nothing that left it or went elsewhere.
 * @returns null when it proves nothing, and M-PESA is to be asked again
 */
export function verdictOf(
  answer: LaterResult,
  { transaction_id, shortcode }: { transaction_id: string; shortcode: string },
): PaybillTransaction | null {
  if (answer.result_code !== '0') return isUnknownTransaction(answer) ? { status: 'unknown' } : null;
  const status = transactionStatus(answer);
  if (status.receipt !== null && status.receipt !== transaction_id) return null;
  const payer = partyIn(answer.parameters['DebitPartyName']);
  const payee = partyIn(answer.parameters['CreditPartyName']);
  if (payer?.number === shortcode || (payee !== null && payee.number !== shortcode))
    return { status: 'refused', error: 'not_to_us' };
  if (NOT_MADE.has(status.name) || status.name.includes('revers'))
    return { status: 'refused', error: 'not_paid' };
  if (status.name !== 'completed') return { status: 'pending' };
  const { amount_minor } = status;
  if (typeof amount_minor !== 'bigint' || amount_minor <= 0n)
    return { status: 'refused', error: 'amount_unreadable' };
  const payer_phone = phoneIn(payer?.number ?? null);
  return {
    status: 'completed',
    amount_minor,
    ...(payer_phone === null ? {} : { payer_phone }),
    ...(payer?.name ? { payer_name: payer.name } : {}),
  };
}
