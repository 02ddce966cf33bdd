/** Phone numbers in international form (E.164) from any usual local spelling. */
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { CURRENCIES, type Currency } from './money.ts';

/** Digits and what people put between them. Text around a number would be guessed at, not read. */
const SPELLING = /^(?:tel:)?[\p{Cf}\s(]*[+\uFF0B]?[\p{Nd}\p{Cf}\p{Pd}\s()./]+$/u;

/**
 * @param text as typed: "+251 911 234 567", "0911-234567", "251911234567"
 * @param currency names the country whose local spelling is assumed
 * @returns "+251911234567", or null when it cannot be a phone number
 */
export function normalisePhone(text: string, currency?: Currency): string | null {
  if (text.length > 40 || !SPELLING.test(text)) return null;
  const country = currency ? (CURRENCIES[currency].country as CountryCode | null) : null;
  const local = parsePhoneNumberFromString(text, country ?? undefined);
  if (local?.isPossible()) return local.number;
  // Digits with the country code but without the plus: the usual spelling of mobile-money systems.
  const international = parsePhoneNumberFromString(`+${text.replace(/\D/g, '')}`);
  return international?.isPossible() ? international.number : null;
}

/**
 * The same for whoever may be in one of several countries.
 * @param currencies name those countries; with none, only international spellings are understood
 * @returns every number that the text could be: none, one, or several
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
