/**
 * Reads a customer's phone number in any usual spelling. A customer has no currency that would imply a country, so a local
 * spelling is read by the currencies that the project uses: a teller of a SACCO in Kenya writes 0712 345 678. Where they imply
 * no country, or several possible ones, the international form is required.
 */
import { invalidField } from '../../core/errors.ts';
import { normalisePhoneAmong } from '../../core/phone.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { currenciesInUse } from '../ledger/index.ts';
import { limitedCurrencies } from './kyc/kyc-limits.ts';

/** @returns the international form, E.164. @throws AppError VALIDATION_ERROR */
export async function readPhone(db: Queryable, scope: Scope, text: string): Promise<string> {
  const read = (await phoneReader(db, scope))(text);
  if ('problem' in read) throw invalidField('phone', `"phone" ${read.problem}`);
  return read.phone;
}

type ReadPhone = { phone: string } | { problem: string };

/** The same for many: reads one after the other, each to its international form or what is wrong with it. */
export async function phoneReader(db: Queryable, scope: Scope): Promise<(text: string) => ReadPhone> {
  const booked = await currenciesInUse(db, scope);
  const limited = await limitedCurrencies(db, scope);
  const currencies = [...new Set([...booked, ...limited])];
  return (text) => {
    const [phone, another] = normalisePhoneAmong(text, currencies);
    if (phone === undefined)
      return { problem: 'must be a phone number with its country code, like +251911234567' };
    return another === undefined
      ? { phone }
      : {
          problem:
            'could be a number of several countries; write it with its country code, like +254712345678',
        };
  };
}
