/** What Chapa's answers about transfers mean. Pure; numbers come as their text. */
import type { FailureCode } from '../../payment.rules.ts';
import { amountOf, lookUp, textOf } from '../answer-text.rules.ts';
import type { PayoutOrder, ProviderPayout } from '../payout.port.ts';
import { failureCode, messageOf } from './answers.rules.ts';

type Answer = Record<string, unknown>;

const STATUSES: Record<string, ProviderPayout['status']> = {
  success: 'succeeded',
  successful: 'succeeded',
  completed: 'succeeded',
  failed: 'failed',
  'failed/cancelled': 'failed',
  cancelled: 'failed',
  // Where the merchant's server did not approve it, and where the bank gave it back.
  reverted: 'failed',
  reversed: 'failed',
};

export interface Transfer {
  /** Pending for every name that is not final. */
  status: ProviderPayout['status'];
  reference: string | null;
  amount_minor: bigint | null;
  currency: string | null;
  /** `test` or `live`. */
  environment: string | null;
  chapa_id: string | null;
  charge: string | null;
}

/** The transfer in an answer; null where there is none yet: in test mode it is a list of nothing. */
export function transferIn(answer: Answer): Transfer | null {
  const data: unknown = Array.isArray(answer['data']) ? answer['data'][0] : answer['data'];
  if (typeof data !== 'object' || data === null) return null;
  const fields = data as Answer;
  return {
    status: lookUp(STATUSES, textOf(fields['status'])?.toLowerCase() ?? '') ?? 'pending',
    reference: textOf(fields['tx_ref']) ?? textOf(fields['reference']),
    amount_minor: amountOf(fields['amount']),
    currency: textOf(fields['currency']),
    environment: textOf(fields['mode'])?.toLowerCase() ?? null,
    chapa_id: textOf(fields['chapa_reference']) ?? textOf(fields['chapa_transfer_id']),
    charge: textOf(fields['charge']),
  };
}

/** Whether a transfer is what was asked for. */
export function isOf(
  { reference, amount_minor, currency, environment }: Transfer,
  payout: Pick<PayoutOrder, 'id' | 'amount_minor' | 'currency' | 'environment'>,
): boolean {
  return (
    reference === payout.id &&
    amount_minor === payout.amount_minor &&
    currency === payout.currency &&
    (environment ?? payout.environment) === payout.environment
  );
}

/** Chapa has switched its transfers off: another time will do. */
export function isClosedNow(status_code: number, answer: Answer): boolean {
  return status_code === 404 && /available|disabled/i.test(messageOf(answer));
}

/** Chapa refuses a bank with the status of a wrong key. */
export function isBankRefused(answer: Answer): boolean {
  return /bank code/i.test(messageOf(answer));
}

/** The failure code of a refused transfer. */
export function refusalCode(said: string): FailureCode {
  if (/account number|account name|bank code|bank is no/i.test(said)) return 'payee_not_found';
  return failureCode(said);
}
