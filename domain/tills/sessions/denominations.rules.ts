/** The notes and coins of each currency, and what a count of them comes to. Pure. */
import { invalidField } from '../../../core/errors.ts';
import { formatMinor, MAX_AMOUNT_MINOR, parseDecimal, type Currency } from '../../../core/money.ts';
import type { Pieces } from './session.model.ts';

/** Notes and coins in use, in major units, largest first. */
const IN_USE: Readonly<Record<Currency, string>> = {
  ETB: '200 100 50 10 5 1 0.5 0.25 0.1 0.05',
  KES: '1000 500 200 100 50 40 20 10 5 1 0.5',
  TZS: '10000 5000 2000 1000 500 200 100 50',
  UGX: '50000 20000 10000 5000 2000 1000 500 200 100 50',
  RWF: '5000 2000 1000 500 100 50 20 10 5 1',
  NGN: '1000 500 200 100 50 20 10 5 2 1 0.5',
  GHS: '200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.01',
  ZAR: '200 100 50 20 10 5 2 1 0.5 0.2 0.1',
  EGP: '200 100 50 20 10 5 1 0.5 0.25',
  XOF: '10000 5000 2000 1000 500 250 200 100 50 25 10 5 1',
  XAF: '10000 5000 2000 1000 500 100 50 25 10 5 2 1',
  ZMW: '500 200 100 50 20 10 5 2 1 0.5 0.1 0.05',
  MWK: '5000 2000 1000 500 200 100 50 20 10 5 1',
  MZN: '1000 500 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05',
  CDF: '20000 10000 5000 1000 500 200 100 50',
  USD: '100 50 20 10 5 2 1 0.5 0.25 0.1 0.05 0.01',
  EUR: '500 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01',
  GBP: '50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01',
};

/** In minor units, largest first. */
function denominationsMinor(currency: Currency): bigint[] {
  return IN_USE[currency].split(' ').map((major) => parseDecimal(major) as bigint);
}

/** As they are written in counts, largest first: `["1000.00", "500.00", …]`. */
export function denominationsOf(currency: Currency): string[] {
  return denominationsMinor(currency).map(formatMinor);
}

/**
 * What counted pieces come to, in minor units.
 * @param path of the field that has them
 * @throws AppError VALIDATION_ERROR for pieces that the currency does not have, and a sum beyond the largest amount
 */
export function countedIn(currency: Currency, pieces: Pieces, path: string): bigint {
  const by_name = new Map(denominationsMinor(currency).map((minor) => [formatMinor(minor), minor]));
  let total = 0n;
  for (const [name, number] of Object.entries(pieces)) {
    const minor = by_name.get(name);
    if (minor === undefined)
      throw invalidField(
        `${path}.${name}`,
        `"${path}.${name}" is no denomination of ${currency}; those are ${[...by_name.keys()].join(', ')}`,
      );
    total += minor * BigInt(number);
  }
  if (total > MAX_AMOUNT_MINOR) throw invalidField(path, `"${path}" comes to more than any amount can be`);
  return total;
}
