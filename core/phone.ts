/** Phone numbers in international form (E.164) from any usual local format. */
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { CURRENCIES, type Currency } from './money.ts';

/** The digits that the library reads: ASCII, full-width, Arabic-Indic and Eastern Arabic-Indic. It drops others silently. */
const DIGITS = '0-9\\uFF10-\\uFF19\\u0660-\\u0669\\u06F0-\\u06F9';
/** Digits and usual separators. A number inside other text is rejected: the library would only guess. */
const SPELLING = new RegExp(`^(?:tel:)?(?:[\\p{Cf}\\s(]*[+\\uFF0B])?[${DIGITS}\\p{Cf}\\p{Pd}\\s()./]+$`, 'u');
const NO_DIGITS = new RegExp(`[^${DIGITS}]`, 'gu');

/**
 * @param text as typed: "+251 911 234 567", "0911-234567", "251911234567"
 * @param currency gives the country whose local format is assumed
 * @returns "+251911234567", or null when it cannot be a phone number
 */
export function normalisePhone(text: string, currency?: Currency): string | null {
  if (text.length > 40 || !SPELLING.test(text)) return null;
  const digits = text.replace(NO_DIGITS, '');
  // With an explicit country code, any number that its numbering plan allows is accepted.
  if (/[+\uFF0B]/u.test(text)) return possible(`+${digits}`);
  const prefix = /^\D*(?:00|\uFF10\uFF10|\u0660\u0660|\u06F0\u06F0)/u.exec(text);
  if (prefix) return possible(`+${digits.slice(2)}`);
  const country = currency ? (CURRENCIES[currency].country as CountryCode | null) : null;
  const local = parsePhoneNumberFromString(text, country ?? undefined);
  if (local?.isValid()) return local.number;
  // Digits with the country code but without the plus: the usual format of mobile-money systems.
  const international = parsePhoneNumberFromString(`+${digits}`);
  return international?.isValid() ? international.number : null;
}

/** The library drops a zero before the national number. With two of them it would drop the next one only when it reads its own answer. */
function possible(international: string): string | null {
  const number = parsePhoneNumberFromString(international);
  if (!number?.isPossible()) return null;
  if (number.number === international) return international;
  return parsePhoneNumberFromString(number.number)?.number === number.number ? number.number : null;
}

/**
 * The same for a number of one of several countries.
 * @param currencies give the countries; without any, only international formats are accepted
 * @returns every number that the text may mean: none, one, or several
 */
export function normalisePhoneAmong(text: string, currencies: readonly Currency[]): string[] {
  const read = (currency?: Currency): string[] => {
    const phone = normalisePhone(text, currency);
    return phone === null ? [] : [phone];
  };
  if (currencies.length === 1) return read(currencies[0]);
  const valid = currencies
    .flatMap((currency) => read(currency))
    .filter((phone) => parsePhoneNumberFromString(phone)?.isValid());
  return valid.length > 0 ? [...new Set(valid)] : read();
}

/** An international number without its country code: "+251911234567" → "911234567". */
export function nationalDigits(phone: string): string {
  return parsePhoneNumberFromString(phone)?.nationalNumber ?? phone.slice(1);
}

/** For logs and messages: all but the last three digits hidden. */
export function maskPhone(phone: string): string {
  return `•••${phone.slice(-3)}`;
}
