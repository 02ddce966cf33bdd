/** Validates a request against its route's schemas and names every invalid field. */
import joi from 'joi';
import { MAX_DETAILS } from '../../core/common-schemas.ts';
import { invalid, notFound, refusal, type ErrorDetail } from '../../core/errors.ts';
import { idPattern, type IdKind } from '../../core/ids.ts';
import { pathWithin } from './field-path.ts';
import { MESSAGES, onePerField, onFaults } from '../../core/field-messages.ts';
import type { Route } from './route.ts';

export interface RawInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

export interface CheckedInput {
  params: Record<string, string>;
  query: object;
  headers: Record<string, string | undefined>;
  body: object;
}

/** The errors of a request: the first invalid fields, and the number of the others. */
interface Problems {
  named: ErrorDetail[];
  omitted: number;
}

/** @throws AppError VALIDATION_ERROR with all problems at once */
export function validate(route: Route, raw: RawInput): CheckedInput {
  const problems: Problems = { named: [], omitted: 0 };
  const checked = {
    params: checkParams(route.params ?? {}, raw.params),
    headers: checkEach(route.headers ?? {}, raw.headers, problems),
    query: checkQuery(route.query, raw.query, problems),
    body: checkBody(route.body, raw.body, problems),
  };
  if (problems.named.length > 0) throw invalid(problems.named, problems.omitted);
  return checked as CheckedInput;
}

function checkEach(
  schemas: Record<string, joi.Schema>,
  values: Record<string, unknown>,
  problems: Problems,
): object {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      check(schema, values[name], { at: name, problems, convert: true }),
    ]),
  );
}

/** A malformed path parameter is answered with 404, like an unknown id. */
function checkParams(
  kinds: Record<string, IdKind | joi.Schema>,
  values: Record<string, string>,
): Record<string, string> {
  for (const [name, kind] of Object.entries(kinds)) {
    const value = values[name] ?? '';
    const known = typeof kind === 'string' ? idPattern(kind).test(value) : !kind.validate(value).error;
    if (known) continue;
    throw kind === 'account' ? refusal('account_not_found') : notFound(name.replaceAll('_', ' '));
  }
  return values;
}

function checkQuery(
  schema: joi.ObjectSchema | undefined,
  query: Record<string, unknown>,
  problems: Problems,
): unknown {
  if (schema) {
    const checked = check(schema, query, { at: '', problems, convert: true });
    nameMisspelledNumbers(schema, query, problems);
    return checked;
  }
  for (const path of Object.keys(query))
    problems.named.push({ path, message: `"${path}" is not a parameter of this request` });
  return {};
}

/** As every client writes them. joi would also read 1e3, +5, 05 and 5.0. */
const PLAIN_NUMBER = /^(0|-?[1-9]\d*)$/;
const numbersOf = new WeakMap<joi.ObjectSchema, string[]>();

function nameMisspelledNumbers(
  schema: joi.ObjectSchema,
  query: Record<string, unknown>,
  { named }: Problems,
): void {
  const numbers = numbersOf.get(schema) ?? numberFields(schema);
  numbersOf.set(schema, numbers);
  for (const path of numbers) {
    const text = query[path];
    if (typeof text !== 'string' || PLAIN_NUMBER.test(text) || named.some((each) => each.path === path))
      continue;
    named.push({ path, message: `"${path}" must be a whole number, written in digits` });
  }
}

function numberFields(schema: joi.ObjectSchema): string[] {
  const fields = (schema.describe()['keys'] ?? {}) as Record<string, joi.Description>;
  return Object.keys(fields).filter((name) => fields[name]?.type === 'number');
}

/** The schema of a route without a body. */
const NOTHING = joi.object({});

function checkBody(schema: joi.ObjectSchema | undefined, body: unknown, problems: Problems): unknown {
  // Without a body every missing field is named, as with an empty object. null is a body, but not an object.
  return check(schema ?? NOTHING, body === undefined ? {} : body, { at: '', problems, convert: false });
}

interface Check {
  /** The name of the value, to which the paths of its fields are added; '' for the whole query or body. */
  at: string;
  problems: Problems;
  /** Whether text may stand for numbers and booleans. */
  convert: boolean;
}

function check(schema: joi.Schema, value: unknown, options: Check): unknown {
  // Validation stops at the first error: collecting all of them is expensive, and only done if there is one.
  const result = schema.validate(value, { abortEarly: true, convert: options.convert });
  if (result.error) addProblems(schema, value, options);
  return result.value;
}

function addProblems(schema: joi.Schema, value: unknown, { at, problems, convert }: Check): void {
  const firstFaults = onFaults(schema, (faults) => {
    const told = onePerField(faults);
    problems.omitted += Math.max(0, told.length - MAX_DETAILS);
    return told.slice(0, MAX_DETAILS);
  });
  const options = { abortEarly: false, convert, messages: MESSAGES, errors: WRAP };
  for (const { path, message } of firstFaults.validate(value, options).error?.details ?? []) {
    const whole = at ? `"${at}"` : 'The body';
    problems.named.push({
      path: path.reduce<string>(pathWithin, at),
      message: path.length === 0 ? message.replace('"value"', whole) : message,
    });
  }
}

/** `"field" must be one of: a, b` */
const WRAP: joi.ErrorFormattingOptions = { wrap: { label: '"', array: false } };
