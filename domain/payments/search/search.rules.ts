/** What somebody may mean who searches payments: the same text may be an amount, a phone, the beginning of a reference, or an id. */
import { idPattern } from '../../../core/ids.ts';
import { CURRENCY_CODES, isCurrency, parseDecimal } from '../../../core/money.ts';
import { normalisePhoneAmong } from '../../../core/phone.ts';

export interface SearchMeaning {
  amount_minor: bigint | null;
  /** Several where the text is a local number of several countries. */
  phones: readonly string[];
  /** As typed, and in the other case: references and ids of providers keep theirs. */
  texts: readonly string[];
  payment_id: string | null;
}

/** @param typed not empty, without space around it */
export function meaningOf(typed: string): SearchMeaning {
  return {
    amount_minor: amountIn(typed),
    phones: normalisePhoneAmong(typed, CURRENCY_CODES),
    texts: [...new Set([typed, typed.toUpperCase(), typed.toLowerCase()])],
    payment_id: idPattern('payment').test(typed) ? typed : null,
  };
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;

/** "1500", "1,500.50", "KES 1,500" or "1500 kes"; null where it is no amount. */
function amountIn(typed: string): bigint | null {
  const [, before = '', number = '', after = ''] =
    /^([a-z]{3})?\s*([\d.,]+)\s*([a-z]{3})?$/i.exec(typed) ?? [];
  const currencies = [before, after].filter((code) => code !== '');
  if (number === '' || currencies.length > 1) return null;
  if (currencies.some((code) => !isCurrency(code.toUpperCase()))) return null;
  const amount = parseDecimal(GROUPED.test(number) ? number.replaceAll(',', '') : number);
  return typeof amount === 'bigint' ? amount : null;
}
