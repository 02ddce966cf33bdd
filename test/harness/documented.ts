/** Every answer that a test gets must be one that the OpenAPI document tells of: its status, and each field of its body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { openApi } from '../../api/openapi/document.ts';
import { ANY_REQUEST } from '../../api/openapi/operation.ts';
import { ERROR_CODES } from '../../core/errors.ts';
import { isLocalDate } from '../../core/local-date.ts';

type Json = Record<string, unknown>;

export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  /** The document's own where left out. */
  security?: Json[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, Json>;
  [keyword: string]: unknown;
}

/** As published. */
export const DOCUMENT = openApi() as Json & {
  security: Json[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, { post: DocumentedOperation }>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, Json>;
    parameters: Record<string, Json>;
  };
};

const PATHS = Object.entries(DOCUMENT.paths).map(([path, operations]) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  operations,
}));

/** Only where there is to be a credential. */
const OF_CREDENTIALS = new Set(['401', '403']);
/** Statuses that the default response stands for. */
const BY_DEFAULT = ANY_REQUEST.map((code) => String(ERROR_CODES[code].status));

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
ajv.addFormat('date', isLocalDate);
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
ajv.addFormat('uri', (text: string) => URL.canParse(text));
ajv.addFormat('uri-reference', (text: string) => URL.canParse(text, 'http://localhost'));
ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
ajv.addFormat('int64', true);
// Named fields only: what is answered and not documented is a fault, though clients must put up with new fields.
ajv.addSchema(closed(DOCUMENT) as Json, 'openapi');

/** Objects with named fields take no others. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, closed(inner)]);
  const { type, properties, additionalProperties } = value as Json;
  const open = type === 'object' && typeof properties === 'object' && additionalProperties === undefined;
  return { ...Object.fromEntries(entries), ...(open ? { additionalProperties: false } : {}) };
}

/** What stands at that place of the document. */
export function valueAt(pointer: string): Json {
  let at: unknown = DOCUMENT;
  for (const part of pointer.slice(1).split('/'))
    at = (at as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return at as Json;
}

/** The same behind any reference, with where that is. */
function resolve(value: Json | undefined, pointer: string): { value: Json; pointer: string } {
  const reference = value?.['$ref'];
  if (typeof reference !== 'string') return { value: value as Json, pointer };
  const target = reference.slice(1);
  return resolve(valueAt(target), target);
}

/** The part of the document that a reference stands for, or the value itself. */
export function deref<Value>(value: Value): Value {
  return resolve(value as Json, '').value as Value;
}

function validatorAt(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`openapi#${encodeURI(pointer)}`);
  if (!validate) throw new Error(`there is no schema at ${pointer}`);
  return validate;
}

const token = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** What is wrong with a value by the schema at that place; empty when nothing is. */
export function faults(pointer: string, value: unknown): string[] {
  const validate = validatorAt(pointer);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/** The operation that a method and URL lead to, and where it stands; null for what is none of the API. */
export function operationAt(
  method: string,
  url: string,
): { operation: DocumentedOperation; pointer: string } | null {
  const at = url.split('?')[0] as string;
  const verb = method.toLowerCase();
  // Where two match, the first wins, as in the router.
  const found = PATHS.find(({ pattern, operations }) => pattern.test(at) && operations[verb]);
  const operation = found?.operations[verb];
  return found && operation ? { operation, pointer: `/paths/${token(found.path)}/${verb}` } : null;
}

/** Where the schema of a documented answer stands; null where it has no body. */
export function answerSchemaAt(
  { operation, pointer }: { operation: DocumentedOperation; pointer: string },
  status: string,
) {
  const key = status in operation.responses ? status : 'default';
  const response = resolve(operation.responses[key], `${pointer}/responses/${key}`);
  const { content } = response.value as { content?: Record<string, unknown> };
  // An answer may be CSV alone.
  return content && 'application/json' in content
    ? `${response.pointer}/content/application~1json/schema`
    : null;
}

export interface Exchange {
  method: string;
  url: string;
  /** As sent: a value, or JSON text. */
  request: unknown;
  status: number;
  /** Parsed; null where the answer is not JSON. */
  answer: unknown;
}

let recorded: Exchange[] | null = null;

/** Everything that clients send and are answered meanwhile. */
export async function recordExchanges(work: () => Promise<void>): Promise<Exchange[]> {
  const mine: Exchange[] = [];
  recorded = mine;
  try {
    await work();
  } finally {
    recorded = null;
  }
  return mine;
}

/** Fails when the method and path are of an operation that does not document the answer, or that took another request. */
export function expectDocumented({ method, url, request, status, answer }: Exchange): void {
  const found = operationAt(method, url);
  if (!found) return;
  recorded?.push({ method, url, request, status, answer });
  const about = `${method} ${url} ${status}`;
  const documented = [
    ...Object.keys(found.operation.responses),
    ...BY_DEFAULT.filter(
      (each) => !OF_CREDENTIALS.has(each) || (found.operation.security ?? DOCUMENT.security).length > 0,
    ),
  ];
  expect(documented, about).toContain(String(status));
  const schema = answerSchemaAt(found, String(status));
  if (answer !== null && schema)
    expect(faults(schema, answer), `${about} ${JSON.stringify(answer)}`).toEqual([]);
  if (status >= 300 || !found.operation.requestBody) return;
  const sent: unknown = typeof request === 'string' ? JSON.parse(request) : (request ?? {});
  const body = `${found.pointer}/requestBody/content/application~1json/schema`;
  expect(faults(body, sent), `${about} took ${JSON.stringify(sent)}`).toEqual([]);
}
