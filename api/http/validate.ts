/** Checks a request against its route's schemas and names every field at fault. */
import joi from 'joi';
import { invalid, notFound, refusal, type ErrorDetail } from '../../core/errors.ts';
import { idPattern, type IdKind } from '../../core/ids.ts';
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

/** @throws AppError VALIDATION_ERROR with all problems at once */
export function validate(route: Route, raw: RawInput): CheckedInput {
  const problems: ErrorDetail[] = [];
  const checked = {
    params: checkParams(route.params ?? {}, raw.params),
    headers: checkEach(route.headers ?? {}, raw.headers, problems),
    query: checkQuery(route.query, raw.query, problems),
    body: checkBody(route.body, raw.body, problems),
  };
  if (problems.length > 0) throw invalid(problems);
  return checked as CheckedInput;
}

function checkEach(
  schemas: Record<string, joi.Schema>,
  values: Record<string, unknown>,
  problems: ErrorDetail[],
): object {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      check(schema, values[name], name, problems, true),
    ]),
  );
}

/** A path that cannot name anything names nothing: 404, like any other unknown id. */
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
  problems: ErrorDetail[],
): unknown {
  if (schema) return check(schema, query, '', problems, true);
  for (const path of Object.keys(query))
    problems.push({ path, message: `"${path}" is not a parameter of this request` });
  return {};
}

/** What a route without a body takes. */
const NOTHING = joi.object({});

function checkBody(schema: joi.ObjectSchema | undefined, body: unknown, problems: ErrorDetail[]): unknown {
  // Without a body every missing field is named, as with an empty one.
  return check(schema ?? NOTHING, body ?? {}, '', problems, false);
}

function check(
  schema: joi.Schema,
  value: unknown,
  at: string,
  problems: ErrorDetail[],
  convert: boolean,
): unknown {
  const result = schema.validate(value, { abortEarly: false, convert, errors: { wrap: { label: '"' } } });
  for (const detail of result.error?.details ?? []) {
    const path = [at, ...detail.path].filter((part) => part !== '').join('.');
    const whole = at ? `"${at}"` : 'The body';
    problems.push({
      path,
      message: detail.path.length === 0 ? detail.message.replace('"value"', whole) : detail.message,
    });
  }
  return result.value;
}
