/** Builds the request of an operation from ids, flags and `--data`. */
import { randomUUID } from 'node:crypto';
import { pathOf, withMajorUnits, type TransportRequest } from '@ushirika/sdk/transport';
import { usageError } from '../failure.ts';
import { flagName } from './flag-options.ts';
import { amountOf, readJsonFlag, valuesOf, type FieldValues } from './flag-values.ts';
import type { OperationFacts } from '../operation-facts.ts';

export interface BuiltRequest {
  path: string;
  request: TransportRequest;
  /** The idempotency key; null if the operation has none. */
  key: string | null;
}

interface Given {
  /** The ids of the path. */
  ids: readonly string[];
  /** By commander's keys. */
  flags: Record<string, unknown>;
  /** From the settings, for operations with such a field. */
  environment: string;
  /** Was the environment chosen, or is it the default? */
  is_environment_given: boolean;
  /** Fields that the command itself fills. */
  fixed?: FieldValues;
}

/** @throws CliError on wrong usage */
export async function buildRequest(facts: OperationFacts, given: Given): Promise<BuiltRequest> {
  const { flags } = given;
  const environment = { environment: given.environment };
  const values: FieldValues = { ...(await valuesOf(facts, flags)), ...given.fixed };
  const data = await dataOf(flags['data']);
  const in_query = pick(facts.query, { ...values, ...(given.is_environment_given ? environment : {}) });
  requireFields(facts.query, in_query);
  const path = pathWith(facts.path, given.ids);
  const key = facts.idempotency === 'none' ? null : keyOf(flags, data);
  const in_body = { ...environmentIn(facts, environment), ...data, ...pick(facts.body, values, in_query) };
  requireFields(facts.body, in_body, in_query);
  return {
    path,
    key,
    request: {
      query: in_query,
      ...(facts.idempotency === 'header' ? { idempotencyKey: key ?? undefined } : {}),
      ...bodyOf(facts, in_body, amountOf(flags), facts.idempotency === 'body' ? key : null),
    },
  };
}

/** @throws CliError when an id is empty, or consists of dots that would lead to another path */
export function pathWith(template: string, ids: readonly string[]): string {
  try {
    return pathOf(template, ids);
  } catch (error) {
    throw usageError(`An argument is empty: ${(error as Error).message}.`);
  }
}

function environmentIn({ body }: OperationFacts, environment: FieldValues): FieldValues {
  return body.some(({ name }) => name === 'environment') ? environment : {};
}

/** The values of these fields that are not already used elsewhere. */
function pick(
  fields: OperationFacts['query'],
  values: FieldValues,
  elsewhere: FieldValues = {},
): FieldValues {
  return Object.fromEntries(
    fields.flatMap(({ name }) => (name in values && !(name in elsewhere) ? [[name, values[name]]] : [])),
  );
}

/** @throws CliError when a required field is missing */
function requireFields(
  fields: OperationFacts['query'],
  values: FieldValues,
  elsewhere: FieldValues = {},
): void {
  const missing = fields.filter(
    ({ name, required }) => required && !(name in values) && !(name in elsewhere),
  );
  if (missing.length > 0)
    throw usageError(`Required: ${missing.map(({ name }) => `--${flagName(name)}`).join(', ')}.`);
}

async function dataOf(flag: unknown): Promise<FieldValues> {
  if (typeof flag !== 'string') return {};
  const data = await readJsonFlag('--data', flag);
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw usageError('--data must be a JSON object.');
  return data as FieldValues;
}

function keyOf(flags: Record<string, unknown>, data: FieldValues): string {
  const given = flags['idempotencyKey'] ?? data['idempotency_key'];
  return typeof given === 'string' ? given : randomUUID();
}

function bodyOf(
  facts: OperationFacts,
  fields: FieldValues,
  amount_minor: number | null,
  key: string | null,
): Pick<TransportRequest, 'body'> {
  const { amount, amount_minor: minor, ...others } = fields;
  const named = amount_minor !== null || amount !== undefined || minor !== undefined;
  if (facts.amount === 'required' && !named) throw usageError('Required: --amount or --amount-minor.');
  const rest = { ...others, ...(key === null ? {} : { idempotency_key: key }) };
  if (facts.body.length === 0 && facts.amount === null && Object.keys(rest).length === 0) return {};
  if (amount_minor === null) return { body: { ...fields, ...rest } };
  return {
    body: facts.sends_major_units ? withMajorUnits({ amount_minor, ...rest }) : { amount_minor, ...rest },
  };
}
