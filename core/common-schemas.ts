/** Schemas that the resources of many modules share: money, currencies, actors, errors. */
import { ERROR_CODES, REASONS, type ErrorCode, type ErrorDetail, type Reason } from './errors.ts';
import { CURRENCY_CODES } from './money.ts';
import type { Actor } from './scope.ts';
import {
  arrayOf,
  bigInteger,
  integer,
  minorUnits,
  namedChoice,
  object,
  oneOf,
  resource,
  Schema,
  string,
} from './schema.ts';

export const currencySchema = namedChoice('Currency', 'ISO 4217 code', CURRENCY_CODES);
export const environmentSchema = namedChoice('Environment', 'Test and live data never meet', [
  'test',
  'live',
]);
export const reasonSchema = namedChoice(
  'Reason',
  'The rule that rejected the request; stable, to branch on. More can be added',
  (Object.keys(REASONS) as Reason[]).toSorted(),
);

const decimal = new Schema<string>({ type: 'string', pattern: '^-?\\d+\\.\\d{2}$' });

type MoneyFields<Name extends string, Text, Minor> = Record<Name, Schema<Text>> &
  Record<`${Name}_minor`, Schema<Minor>>;

/**
 * For each name a decimal string and the same amount in integer minor units (`core/money.ts`, `money`). The amount may be a
 * balance or a sum, which have no limit.
 */
export function moneyFields<Name extends string>(...names: Name[]): MoneyFields<Name, string, bigint> {
  return fieldsOf(names, decimal, bigInteger);
}

/** The same for amounts of one movement. */
export function movementMoneyFields<Name extends string>(
  ...names: Name[]
): MoneyFields<Name, string, bigint> {
  return fieldsOf(names, decimal, minorUnits);
}

/** Amounts of one movement that may be missing (`moneyOrNull`). */
export function nullableMoneyFields<Name extends string>(
  ...names: Name[]
): MoneyFields<Name, string | null, bigint | null> {
  return fieldsOf(names, decimal.nullable(), minorUnits.nullable());
}

/** Balances and sums that may be missing. */
export function nullableSumFields<Name extends string>(
  ...names: Name[]
): MoneyFields<Name, string | null, bigint | null> {
  return fieldsOf(names, decimal.nullable(), bigInteger.nullable());
}

function fieldsOf<Name extends string, Text, Minor>(
  names: Name[],
  text: Schema<Text>,
  minor: Schema<Minor>,
): MoneyFields<Name, Text, Minor> {
  const fields = names.flatMap((name) => [
    [name, text],
    [`${name}_minor`, minor],
  ]);
  return Object.fromEntries(fields) as MoneyFields<Name, Text, Minor>;
}

export const actorSchema = resource('Actor', 'Who did it: a user, an API key or the service itself', {
  type: oneOf(['user', 'api_key', 'system'] as const satisfies Actor['type'][]),
  id: string,
  name: string.describe('Of the person or the key; the service is called Ushirika'),
});

export const errorSchema = resource('Error', 'Every response that is not a success', {
  error: object({
    code: oneOf(Object.keys(ERROR_CODES) as ErrorCode[]),
    message: string.describe('A sentence for people; never branch on it'),
    reason: reasonSchema.optional(),
    details: arrayOf(
      object({
        path: string.describe('The invalid field').optional(),
        file: string.describe('Of a request with several files: which of them').optional(),
        line_no: integer.describe('The invalid line of a file').optional(),
        column: string
          .nullable()
          .describe('The invalid column of that line; null: the line as a whole')
          .optional(),
        message: string,
      }),
    )
      .describe('The causes where there are several: the first 20, or the first 100 lines of a file')
      .optional(),
    details_omitted: integer.describe('The number of causes that `details` leaves out').optional(),
    doc_url: new Schema<string>({ type: 'string', format: 'uri-reference' }).describe(
      'The page of this server that explains the error: its cause and remedy',
    ),
    request_id: string.describe('As in the header X-Request-Id; quote it when you report a defect'),
  }),
});

/** Maximum number of causes in an error. */
export const MAX_DETAILS = 20;
/** More for files, because a file is corrected in one pass. */
const MAX_LINE_DETAILS = 100;

interface ErrorFacts {
  code: ErrorCode;
  message: string;
  reason?: Reason | undefined;
  details?: ErrorDetail[] | undefined;
  details_omitted?: number;
}

/** An error as answered, except for the request id: with its first causes, and a count of the rest. */
export function presentError({ code, message, reason, details, details_omitted = 0 }: ErrorFacts) {
  const most = details?.some(({ line_no }) => line_no !== undefined) ? MAX_LINE_DETAILS : MAX_DETAILS;
  const named = details?.slice(0, most);
  const omitted = details_omitted + (details?.length ?? 0) - (named?.length ?? 0);
  return {
    code,
    message,
    ...(reason ? { reason } : {}),
    ...(named ? { details: named } : {}),
    ...(omitted > 0 ? { details_omitted: omitted } : {}),
    doc_url: `/docs/errors#${reason ?? code}`,
  };
}
