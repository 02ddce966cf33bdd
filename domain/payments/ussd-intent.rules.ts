/**
 * What a payer dials on any phone, without internet, to send a sum by mobile money. No operator documents a code that
 * carries till, amount or reference, so a dial string only opens the menu and the steps say the rest. A payer's secret
 * code is never part of a string. Pure data.
 */
import { formatMoney, type Currency } from '../../core/money.ts';

interface DialCode {
  provider: string;
  name: string;
  dial_string: string;
  currency: Currency;
  /** The menu's way to paying a merchant. */
  menu: string;
}

/** In the order in which they are answered (contract). */
const DIAL_CODES: DialCode[] = [
  {
    provider: 'telebirr',
    name: 'telebirr',
    dial_string: '*127#',
    currency: 'ETB',
    menu: 'Choose to pay a merchant.',
  },
  {
    provider: 'cbebirr',
    name: 'CBE Birr',
    dial_string: '*847#',
    currency: 'ETB',
    menu: 'Choose to pay a merchant or to buy goods.',
  },
  {
    provider: 'mpesa',
    name: 'M-PESA',
    dial_string: '*334#',
    currency: 'KES',
    menu: 'Choose Lipa na M-PESA, then Pay Bill or Buy Goods.',
  },
];

export interface UssdIntent {
  provider: string;
  name: string;
  dial_string: string;
  /** For a link; a bare `#` would begin a fragment there. */
  tel_uri: string;
  currency_matches: boolean;
  steps: string[];
}

export interface UssdRequest {
  amount_minor: bigint;
  currency: Currency;
  reference: string;
}

/** All three, those of another currency marked so. */
export function ussdIntents(request: UssdRequest): UssdIntent[] {
  return DIAL_CODES.map((code) => ({
    provider: code.provider,
    name: code.name,
    dial_string: code.dial_string,
    tel_uri: `tel:${code.dial_string.replaceAll('#', '%23')}`,
    currency_matches: code.currency === request.currency,
    steps: code.currency === request.currency ? stepsOf(code, request) : [mismatchOf(code, request)],
  }));
}

function stepsOf(
  { dial_string, menu }: DialCode,
  { amount_minor, currency, reference }: UssdRequest,
): string[] {
  return [
    `Dial ${dial_string} and call.`,
    menu,
    'Enter the number of the merchant, as the merchant gave it to you.',
    `Enter the amount: ${formatMoney(amount_minor, currency)}.`,
    `Where an account, reason or reference is asked for, enter: ${reference}`,
    'Check the name and the amount, then confirm on your own phone. Never tell anyone your secret code.',
  ];
}

function mismatchOf({ name, currency }: DialCode, request: UssdRequest): string {
  return `${name} pays in ${currency}; this amount is in ${request.currency}.`;
}
