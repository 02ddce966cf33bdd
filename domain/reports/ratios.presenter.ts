/** Ratios as clients see them, and as rows of CSV. */
import { currencySchema, nullableSumFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { moneyOrNull } from '../../core/money.ts';
import {
  arrayOf,
  bigInteger,
  boolean,
  date,
  integer,
  object,
  oneOf,
  resource,
  type Wire,
} from '../../core/schema.ts';
import { MISSING, RATIO_CODES, type Ratio } from './ratios.rules.ts';
import type { Ratios } from './ratios.ts';

const goalFields = { at_least_bps: integer.nullable(), at_most_bps: integer.nullable() };

const ratioFields = {
  code: oneOf(RATIO_CODES).describe('Of PEARLS where it is a letter and a number'),
  ...nullableSumFields('numerator', 'denominator'),
  value_bps: bigInteger
    .nullable()
    .describe('Rounded to the nearest basis point; null where the books cannot tell'),
};
const outcomeFields = {
  met: boolean.nullable(),
  missing: oneOf(MISSING).nullable().describe('Why the books cannot tell it'),
};

export const ratiosSchema = resource('Ratios', 'Ratios of capital, liquidity and the loan book', {
  as_of: date,
  currency: currencySchema,
  ratios: arrayOf(object({ ...ratioFields, goal: object(goalFields), ...outcomeFields })),
});

const presentRatio = ({ code, numerator_minor, denominator_minor, value_bps }: Ratio) => ({
  code,
  ...moneyOrNull('numerator', numerator_minor),
  ...moneyOrNull('denominator', denominator_minor),
  value_bps,
});

export function presentRatios({ as_of, currency, ratios }: Ratios): Wire<typeof ratiosSchema> {
  return {
    as_of,
    currency,
    ratios: ratios.map((ratio) => ({
      ...presentRatio(ratio),
      goal: ratio.goal,
      met: ratio.met,
      missing: ratio.missing,
    })),
  };
}

export function ratiosCsv({ ratios }: Ratios): AsyncIterable<string> {
  return csvOf(
    object({ ...ratioFields, ...goalFields, ...outcomeFields }),
    ratios.map((ratio) => ({
      ...presentRatio(ratio),
      ...ratio.goal,
      met: ratio.met,
      missing: ratio.missing,
    })),
  );
}
