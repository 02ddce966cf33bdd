/** Writes cli/generated/operations.ts: what the command-line tool knows of every operation, those for sessions included. */
import { lastName, type JsonSchema, type OpenApi, type Operation, type Parameter } from './openapi.ts';
import { listsIn } from './lists.ts';
import { takesMinorUnits } from './params.ts';

const BANNER = '// Written by `npm run sdk` from docs/reference/openapi.json.\n';

/** These have flags of their own. */
const APART = new Set(['amount', 'amount_minor', 'idempotency_key']);

/** @returns the file's content. @param facts_file declares the types */
export function cliOperations(document: OpenApi, facts_file: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => !operationId.startsWith('callbacks.'))
      .map(([verb, operation]): [string, object] => [
        operation.operationId,
        factsOf(document, verb, path, operation),
      ]),
  );
  const ids = operations.map(([id]) => `'${id}'`).join(' | ');
  const head = `${BANNER}import type { OperationFacts } from '${facts_file}';\n`;
  const table = JSON.stringify(Object.fromEntries(operations));
  return `${head}
export type OperationId = ${ids};

export const OPERATIONS: Record<OperationId, OperationFacts> = ${table};
`;
}

function factsOf(document: OpenApi, verb: string, path: string, operation: Operation): object {
  const parameters = operation.parameters.map((each) =>
    '$ref' in each ? (document.components.parameters[lastName(each.$ref)] as Parameter) : each,
  );
  const answer = answerOf(document, operation);
  const { schema: body, example = {} } = operation.requestBody?.content['application/json'] ?? {};
  return {
    method: verb.toUpperCase(),
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => idOf(name, parameters)),
    access: accessOf(operation),
    summary: operation.summary,
    idempotency: operation['x-idempotency'] ?? 'none',
    amount: body ? amountOf(body) : null,
    sends_major_units: body !== undefined && takesMinorUnits(body),
    page: operation['x-page'] ?? null,
    answer: answer ? answerName(answer) : null,
    lists: answer ? listsIn(answer, operation.operationId, document) : {},
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema, required = false, description = schema.description }) =>
        fieldOf(document, name, schema, { required, description }),
      ),
    body: Object.entries(body?.properties ?? {})
      .filter(([name]) => !APART.has(name))
      .map(([name, schema]) =>
        fieldOf(document, name, schema, {
          required: body?.required?.includes(name) ?? false,
          description: schema.description,
          sample: example[name],
        }),
      ),
  };
}

function idOf(name: string, parameters: readonly Parameter[]): object {
  const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
  const { pattern, description } = schema ?? {};
  const prefix = /^\^\(?([a-z]+)_/.exec(String(pattern))?.[1];
  return { name, ...(prefix ? { prefix } : {}), ...(description ? { description } : {}) };
}

function accessOf({ security }: Operation): 'none' | 'session' | 'staff' | 'any' {
  if (!security) return 'any';
  const [first] = security;
  if (!first) return 'none';
  return 'environment' in first ? 'staff' : 'session';
}

function amountOf({ properties = {}, required = [], oneOf }: JsonSchema): 'required' | 'optional' | null {
  if (!properties['amount'] && !properties['amount_minor']) return null;
  const one_is_needed = oneOf?.length === 2 || required.some((name) => name.startsWith('amount'));
  return one_is_needed ? 'required' : 'optional';
}

function answerOf(document: OpenApi, operation: Operation): JsonSchema | undefined {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const response =
    success && '$ref' in success ? document.components.responses[lastName(success.$ref)] : success;
  return response?.content?.['application/json']?.schema;
}

function answerName(schema: JsonSchema): string | null {
  const reference = schema.$ref ?? schema.anyOf?.[0]?.$ref;
  return reference === undefined ? null : lastName(reference);
}

interface Beside {
  required: boolean;
  description: string | undefined;
  sample?: unknown;
}

function fieldOf(
  document: OpenApi,
  name: string,
  schema: JsonSchema,
  { required, description, sample }: Beside,
): object {
  const resolved = schema.$ref ? (document.components.schemas[lastName(schema.$ref)] as JsonSchema) : schema;
  const types = [resolved.type ?? 'string'].flat();
  const choices = (resolved.enum ?? resolved.items?.enum)?.filter((choice) => choice !== null);
  const shown = sampleText(sample);
  return {
    name,
    type: types.find((type) => type !== 'null') ?? 'string',
    ...(required ? { required } : {}),
    ...(types.includes('null') ? { nullable: true } : {}),
    ...(choices ? { choices } : {}),
    ...(resolved.items && (resolved.items.$ref ?? resolved.items.properties) ? { of_objects: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(shown === null ? {} : { sample: shown }),
  };
}

/** Without what differs each time that examples are recorded. @returns null where there is nothing to show */
function sampleText(sample: unknown): string | null {
  if (typeof sample === 'number' || typeof sample === 'boolean') return String(sample);
  if (typeof sample !== 'string' || RECORDED_ANEW.test(sample)) return null;
  return sample.replace(/^([a-z]+_)[0-9A-Z]{26}$/, '$1…');
}

/** Moments, codes, and tokens. */
const RECORDED_ANEW = /^\d{4}-\d\d-\d\dT|^\d{6}$|_EXAMPLE$/;
