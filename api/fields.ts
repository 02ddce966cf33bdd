/** Request fields that many routes share, with error messages for people. */
import joi from 'joi';
import { worded } from '../core/field-messages.ts';
import { isLosslessNumber } from 'lossless-json';
import {
  CURRENCY_CODES,
  hasForbiddenFraction,
  isCurrency,
  MAX_AMOUNT_MINOR,
  parseDecimal,
  type AmountProblem,
} from '../core/money.ts';
import { isCountry } from '../core/countries.ts';
import { ID_PREFIXES, idPattern, type IdKind } from '../core/ids.ts';
import { isLocalDate } from '../core/local-date.ts';
import { ENVIRONMENTS } from '../core/scope.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../db/page.ts';
import { PROVIDER_NAMES } from '../domain/payments/index.ts';

const AMOUNT_MESSAGES: Record<AmountProblem, string> = {
  not_decimal: '{{#label}} must be a plain decimal amount',
  too_many_decimals: '{{#label}} must have at most two decimals',
  not_positive: '{{#label}} must be more than zero',
  too_large: '{{#label}} must be at most 90071992547409.91',
};

/** Decimal text with exactly two decimals. A minus is accepted here, so that -1.00 gets the message about its value. */
const DECIMAL_TEXT = /^-?(0|[1-9]\d{0,15})\.\d{2}$/;
const UNSIGNED_DECIMAL_TEXT = /^(0|[1-9]\d{0,15})\.\d{2}$/;
const DECIMAL_TEXT_SCHEMA = { pattern: UNSIGNED_DECIMAL_TEXT.source };

function minorOrFault(text: string, helpers: joi.CustomHelpers): bigint | joi.ErrorReport {
  const minor = parseDecimal(text);
  return typeof minor === 'bigint' ? minor : helpers.error(minor);
}

/**
 * A payment's amount in major units, parsed from its digits to minor units (bigint): a JSON number, or text with exactly two
 * decimals as in every other request.
 */
export const paymentAmount = worded(
  joi.any().custom((value: unknown, helpers) => {
    const is_number = typeof value === 'number' || isLosslessNumber(value);
    if (!is_number && !(typeof value === 'string' && DECIMAL_TEXT.test(value)))
      return helpers.error('amount.base');
    return minorOrFault(String(value), helpers);
  }),
  {
    ...AMOUNT_MESSAGES,
    'amount.base': '{{#label}} must be a number, or text with exactly two decimals, like "150.00"',
  },
).meta({
  openapi: {
    anyOf: [
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'string', ...DECIMAL_TEXT_SCHEMA },
    ],
    description: 'Major units: a number with at most two decimals, or text with exactly two',
  },
});

/** A validated request whose amount was sent in major units and is now in minor units. */
export type WithAmount<Request> = Omit<Request, 'amount_minor'> & { amount: bigint };

/** A body with a payment's amount and currency that refuses fractions if payments in the currency must be whole. */
export function refuseFractions<Body>(body: joi.ObjectSchema<Body>): joi.ObjectSchema<Body> {
  return worded(
    body.custom((value: { amount: unknown; currency: string }, helpers) => {
      const { amount, currency } = value;
      if (typeof amount !== 'bigint' || !isCurrency(currency) || !hasForbiddenFraction(amount, currency))
        return value;
      const { path = [], ancestors } = helpers.state;
      return helpers.error('amount.whole', {}, helpers.state.localize?.([...path, 'amount'], ancestors));
    }),
    {
      'amount.whole': '{{#label}} must be a whole number: this currency has no decimals in payments',
    },
  );
}

/** Integer minor units as a bigint. @param least the minimum */
function minorFrom(least: number) {
  return worded(
    joi
      .number()
      .integer()
      .min(least)
      .max(Number(MAX_AMOUNT_MINOR))
      .custom((value: number) => (Number.isSafeInteger(value) ? BigInt(value) : value)),
    {
      'number.base': '{{#label}} must be an integer number of minor units',
      'number.unsafe': '{{#label}} must be at most 9007199254740991',
    },
  );
}

export const amountMinor = minorFrom(1);
/** For fees and limits. */
export const minorFromZero = minorFrom(0);

/** One amount in either form: exact decimal text, or integer minor units. The route defines whether it is required. */
export const amountFields = {
  amount: worded(joi.string().pattern(DECIMAL_TEXT).custom(minorOrFault), {
    ...AMOUNT_MESSAGES,
    'string.base': '{{#label}} must be text with exactly two decimals, like "150.00"',
    'string.pattern.base': '{{#label}} must be text with exactly two decimals, like "150.00"',
  }).meta({ openapi: DECIMAL_TEXT_SCHEMA }),
  amount_minor: amountMinor,
};

/** A counted sum as exact decimal text: it may be zero. */
export const decimalFromZero = worded(
  joi
    .string()
    .pattern(UNSIGNED_DECIMAL_TEXT)
    .custom((value: string, helpers) => (value === '0.00' ? 0n : minorOrFault(value, helpers))),
  {
    ...AMOUNT_MESSAGES,
    'string.pattern.base': '{{#label}} must be text with exactly two decimals, like "150.00"',
  },
).meta({ openapi: DECIMAL_TEXT_SCHEMA });

/** A body of these fields that has exactly one of the two `amountFields`. */
export function withOneAmount<Body>(fields: joi.SchemaMap): joi.ObjectSchema<Body> {
  return joi.object<Body>(fields).xor('amount', 'amount_minor');
}

/** The values of `amountFields`, both in minor units. */
export interface AmountBody {
  amount?: bigint | undefined;
  amount_minor?: bigint | undefined;
}

export function amountOf({ amount, amount_minor }: AmountBody): { amount_minor?: bigint } {
  const chosen = amount ?? amount_minor;
  return chosen === undefined ? {} : { amount_minor: chosen };
}

export const currency = worded(joi.string().valid(...CURRENCY_CODES), {
  'any.only': '{{#label}} must be one of the supported currencies: {{#valids}}',
});

export const environment = joi.string().valid(...ENVIRONMENTS);

export function id(kind: IdKind): joi.StringSchema {
  return worded(joi.string().pattern(idPattern(kind)), {
    'string.pattern.base': `{{#label}} must be an id like ${ID_PREFIXES[kind]}_…`,
  });
}

/** An id, or a word that stands for one. */
export function idOr(kind: IdKind, word: string): joi.StringSchema {
  return worded(joi.string().pattern(new RegExp(`^${word}$|${idPattern(kind).source}`)), {
    'string.pattern.base': `{{#label}} must be an id like ${ID_PREFIXES[kind]}_…, or ${word}`,
  });
}

/** An uploaded file, or none. */
export const fileOrNone = id('file').allow(null);

export const localDate = worded(
  joi.string().custom((text: string, helpers) => (isLocalDate(text) ? text : helpers.error('date'))),
  { date: '{{#label}} must be a date that exists, as YYYY-MM-DD' },
).meta({ openapi: { format: 'date' } });

/** A time zone without summer time, in minutes east of UTC. */
export const utcOffset = joi.number().integer().min(-720).max(840);

/** The days of creation of a list, and whose days they are. */
export const creationDays = {
  from: localDate.description('First day of creation'),
  to: localDate.description('Last day of creation, inclusive'),
  utc_offset_minutes: utcOffset.description(
    'Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC',
  ),
};

/** RFC 3339 with a zone, as a Date. */
export const instant = worded(
  joi
    .string()
    .pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/)
    .custom((text: string, helpers) => {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) || !isLocalDate(text.slice(0, 10))
        ? helpers.error('instant')
        : date;
    }),
  {
    instant: '{{#label}} must be an instant that exists',
    'string.pattern.base': '{{#label}} must be an RFC 3339 instant, like 2026-11-21T09:30:00Z',
  },
).meta({ openapi: { format: 'date-time' } });

/** 1..255 printable ASCII characters. */
export const idempotencyKey = worded(joi.string().pattern(/^[ -~]{1,255}$/), {
  'string.pattern.base': '{{#label}} must be 1 to 255 printable ASCII characters',
});

/** Of a body with `dry_run`, which stores nothing. */
export const idempotencyKeyUnlessDry = idempotencyKey
  .when('dry_run', { is: true, then: joi.optional(), otherwise: joi.required() })
  .meta({
    openapi: {
      type: 'string',
      description: 'Required, except with `dry_run`',
      pattern: '^[ -~]{1,255}$',
    },
  });

export const MEMBER_NUMBER = /^[A-Za-z0-9][A-Za-z0-9/_-]{0,31}$/;

/** `{member}` in a path. */
export const memberName = joi
  .string()
  .pattern(new RegExp(`${idPattern('member').source}|${MEMBER_NUMBER.source}`))
  .description("The member's id or number");

/** The same as a header, bare or quoted. */
export const idempotencyKeyHeader = worded(
  joi
    .string()
    .max(257)
    .custom((text: string, helpers) => {
      const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
      return idempotencyKey.validate(key).error ? helpers.error('key') : key;
    }),
  { key: '{{#label}} must be 1 to 255 printable ASCII characters' },
).meta({
  openapi: {
    type: 'string',
    maxLength: 257,
    description: 'A repeat with the same key and body returns the same answer and takes effect once',
  },
});

export const optionalLimit = joi.number().integer().min(1).max(MAX_LIMIT);
export const limit = optionalLimit.default(DEFAULT_LIMIT);

/** The largest row number: PostgreSQL's int8. */
const MAX_ROW_NUMBER = 2n ** 63n - 1n;
const rowNumber = worded(
  joi
    .string()
    .pattern(/^\d{1,19}$/)
    .custom((digits: string, helpers) =>
      // The pattern reports all other errors.
      /^\d+$/.test(digits) && BigInt(digits) > MAX_ROW_NUMBER ? helpers.error('cursor') : digits,
    ),
  {
    cursor: '{{#label}} must be what next_after said',
    'string.pattern.base': '{{#label}} must be what next_after said',
  },
);

const CURSOR = { type: 'string', description: '`next_after` of the previous page' };

/** The cursor of a list with one item per KYC tier and currency. */
export const tierAndCurrency = worded(joi.string().pattern(/^[0-3] [A-Z]{3}$/), {
  'string.pattern.base': '{{#label}} must be what next_after said',
});

/** Page parameters. @param cursor the kind of id, `number` for numbered rows, or a schema */
export function pageFields(cursor: IdKind | 'number' | joi.StringSchema) {
  if (typeof cursor !== 'string') return { limit, after: cursor.meta({ openapi: CURSOR }) };
  const after = cursor === 'number' ? rowNumber : id(cursor);
  return { limit, after: after.meta({ openapi: CURSOR }) };
}

/** ISO 3166 alpha-2, in any letter case. */
export const country = worded(
  joi
    .string()
    .custom((code: string, helpers) =>
      isCountry(code.toUpperCase()) ? code.toUpperCase() : helpers.error('country'),
    ),
  { country: '{{#label}} must be the two letters of a country, like KE (ISO 3166 alpha-2)' },
).meta({ openapi: { pattern: '^[A-Za-z]{2}$' } });

/** A single line of text, trimmed. */
export function text(max: number): joi.StringSchema {
  return worded(trimmed(max).pattern(/^\P{Cc}*$/u), {
    'string.pattern.base': '{{#label}} must be one line of text',
  });
}

/** A text of any number of lines, trimmed. */
export function lines(max: number): joi.StringSchema {
  return worded(trimmed(max).pattern(/^[\P{Cc}\n\t]*$/u), {
    'string.pattern.base': '{{#label}} must have no control characters',
  });
}

function trimmed(max: number): joi.StringSchema {
  return joi
    .string()
    .min(1)
    .max(max)
    .custom((typed: string, helpers) => typed.trim() || helpers.error('string.empty'));
}

/** A code from an authenticator app, or a recovery code. */
export const totpCode = joi.string().max(40).description('6 digits, or a recovery code');

const SHORTEST_PASSWORD = 10;

/** A new password. Longer ones would only cost hashing time. */
export const password = joi
  .string()
  .min(SHORTEST_PASSWORD)
  .max(200)
  // joi counts UTF-16 units; a character outside the basic plane, such as an emoji, has two.
  .custom((text: string, helpers) =>
    Array.from(text).length < SHORTEST_PASSWORD
      ? helpers.error('string.min', { limit: SHORTEST_PASSWORD })
      : text,
  );

export const email = joi.string().email({ tlds: false }).max(254);

/** One line that is required if `decision` is the given rejection. */
export function noteRequiredTo(rejection: string): joi.StringSchema {
  return worded(
    text(500).when('decision', {
      is: rejection,
      then: joi.required(),
      otherwise: joi.allow(null).default(null),
    }),
    { 'any.required': `{{#label}} is required to ${rejection}: it gives the reason` },
  ).meta({
    openapi: { type: ['string', 'null'], maxLength: 500, description: `Required to ${rejection}` },
  });
}

export const providerName = worded(joi.string().pattern(/^[a-z0-9_]{1,40}$/), {
  'string.pattern.base': '{{#label}} must be the name of a payment provider',
}).meta({ openapi: { description: `One of ${PROVIDER_NAMES.map((name) => `\`${name}\``).join(', ')}` } });
