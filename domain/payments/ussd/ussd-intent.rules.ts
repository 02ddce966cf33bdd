/**
 * What a payer dials on any phone, without internet, to send a sum by mobile money. The dial string opens the provider's menu and
 * the steps say the rest, unless the merchant configured a template that carries it. A payer's secret code is never part of a
 * string. Pure.
 */
import { formatMoney, type Currency } from '../../../core/money.ts';
import { DIAL_CODES, type DialCode } from './dial-codes.rules.ts';
import { dialStringOf, contains, type Placeholder } from './dial-string.rules.ts';

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

/**
 * All three, those of another currency marked so.
 * @param configured the fields of `manual` that the project has, by name
 */
export function ussdIntents(request: UssdRequest, configured: Record<string, string> = {}): UssdIntent[] {
  return DIAL_CODES.map((code) => {
    const currency_matches = code.currency === request.currency;
    const { dial_string, steps } = currency_matches
      ? dialling(code, request, configured)
      : { dial_string: code.ussd_code, steps: [mismatchOf(code, request)] };
    const tel_uri = `tel:${dial_string.replaceAll('#', '%23')}`;
    return { provider: code.provider, name: code.name, dial_string, tel_uri, currency_matches, steps };
  });
}

function dialling(
  code: DialCode,
  request: UssdRequest,
  configured: Record<string, string>,
): Pick<UssdIntent, 'dial_string' | 'steps'> {
  const template = configured[`${code.provider}_dial_string`];
  const till = configured[`${code.provider}_till`];
  const filled = template === undefined ? null : dialStringOf(template, { ...request, till });
  const { ussd_code, menu } = code;
  if (template === undefined || filled === null) {
    const steps = [`Dial ${ussd_code} and call.`, menu, ...Object.values(entries(request, till)), CONFIRM];
    return { dial_string: ussd_code, steps };
  }
  const left = Object.entries(entries(request, till))
    .filter(([name]) => !contains(template, name as Placeholder))
    .map(([, step]) => step);
  const steps = [`Dial ${filled} and call.`, ...left, CONFIRM, otherwise(code, request, till)];
  return { dial_string: filled, steps };
}

const CONFIRM =
  'Check the name and the amount, then confirm on your own phone. Never tell anyone your secret code.';

/** The payer's inputs, by placeholder. */
function entries(
  { amount_minor, currency, reference }: UssdRequest,
  till: string | undefined,
): Record<Placeholder, string> {
  return {
    till:
      till === undefined
        ? 'Enter the number of the merchant, as the merchant gave it to you.'
        : `Enter the number of the merchant: ${till}.`,
    amount: `Enter the amount: ${formatMoney(amount_minor, currency)}.`,
    reference: `Where an account, reason or reference is asked for, enter: ${reference}`,
  };
}

/** Operators change their menus: the short code always opens them. */
function otherwise(
  { ussd_code }: DialCode,
  { amount_minor, currency, reference }: UssdRequest,
  till: string | undefined,
): string {
  const number = till === undefined ? '' : `number ${till}, `;
  return `If that does not work, dial ${ussd_code} and enter it yourself: ${number}amount ${formatMoney(amount_minor, currency)}, reference ${reference}`;
}

function mismatchOf({ name, currency }: DialCode, request: UssdRequest): string {
  return `${name} pays in ${currency}; this amount is in ${request.currency}.`;
}
