/** The OpenAPI 3.1 document, derived from the route declarations and the error catalogue. */
import joi from 'joi';
import { ERROR_CODES, REASONS, type ErrorCode } from '../../core/errors.ts';
import { idPattern } from '../../core/ids.ts';
import { CALLBACK_OPERATIONS } from '../callbacks.ts';
import type { Access, Operation } from '../http/route.ts';
import { ROUTES } from '../routes.ts';

type Json = Record<string, unknown>;

const SECURITY: Record<Access['kind'], Json[]> = {
  none: [],
  user: [{ session: [] }],
  project: [{ session: [] }],
  staff: [{ session: [], project: [], environment: [] }],
  book: [{ apiKey: [] }, { bearer: [] }, { session: [], project: [], environment: [] }],
};

/** Errors that any route of that access can answer. */
function errorsOf(route: Operation): ErrorCode[] {
  const always: ErrorCode[] = [
    ...(route.errors ?? []),
    'VALIDATION_ERROR',
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
  ];
  if (route.access.kind !== 'none') always.push('UNAUTHORIZED', 'FORBIDDEN');
  if (route.params) always.push('NOT_FOUND');
  if (route.method !== 'GET') always.push('CONFLICT', 'UNPROCESSABLE', 'PAYLOAD_TOO_LARGE');
  return [...new Set(always)];
}

export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const route of [...ROUTES, ...CALLBACK_OPERATIONS])
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ushirika',
      version: '1',
      description:
        "One service that runs a cooperative's money: payments, ledger, customers, SACCO, reconciliation.",
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { Error: errorSchema() } },
  };
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: '`ush_test_…` or `ush_live_…`' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
  session: { type: 'http', scheme: 'bearer', description: 'A session token, `ush_sess_…`' },
  project: { type: 'apiKey', in: 'header', name: 'X-Service-Project' },
  environment: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Environment',
    description: '`test` or `live`',
  },
};

function operation(route: Operation): Json {
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-zA-Z]+(\w)/g, (_all, next: string) => next.toUpperCase()).replace(/\W/g, '')}`,
    tags: [route.tag],
    summary: route.summary,
    security: SECURITY[route.access.kind],
    parameters: [...pathParameters(route), ...headerParameters(route), ...queryParameters(route)],
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, { description, schema }]) => [
          status,
          { description, ...(schema ? { content: json(schema) } : {}) },
        ]),
      ),
      ...Object.fromEntries(
        errorsOf(route).map((code) => [
          String(ERROR_CODES[code].status),
          {
            description: `\`${code}\`: ${ERROR_CODES[code].when}`,
            content: json({ $ref: '#/components/schemas/Error' }),
          },
        ]),
      ),
    },
  };
}

function requestBody(body: joi.Schema): Json {
  const schema = schemaOf(body) as { required?: string[] };
  return { required: (schema.required?.length ?? 0) > 0, content: json(schema) };
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

function pathParameters(route: Operation): Json[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const kind = route.params?.[name] ?? 'project';
    const schema =
      typeof kind === 'string' ? { type: 'string', pattern: idPattern(kind).source } : schemaOf(kind);
    return { name, in: 'path', required: true, schema };
  });
}

function headerParameters(route: Operation): Json[] {
  return Object.entries(route.headers ?? {}).map(([name, schema]) => ({
    name,
    in: 'header',
    schema: schemaOf(schema),
  }));
}

function queryParameters(route: Operation): Json[] {
  const schema = route.query
    ? (schemaOf(route.query) as { properties?: Record<string, Json>; required?: string[] })
    : {};
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: each,
  }));
}

/** joi emits JSON Schema itself; what a custom rule means is said by its `meta({ openapi })`. */
export function schemaOf(schema: joi.Schema): unknown {
  const standard = (schema as unknown as { '~standard': { jsonSchema: { input(options: object): Json } } })[
    '~standard'
  ];
  const emitted = standard.jsonSchema.input({ target: 'draft-2020-12' });
  applyMeta(schema.describe(), emitted);
  return emitted;
}

interface Described {
  metas?: { openapi?: Json }[];
  keys?: Record<string, Described>;
}

function applyMeta(described: Described, emitted: Json): void {
  for (const meta of described.metas ?? []) if (meta.openapi) Object.assign(emitted, meta.openapi);
  const properties = (emitted['properties'] ?? {}) as Record<string, Json>;
  for (const [name, inner] of Object.entries(described.keys ?? {})) {
    if (properties[name]) applyMeta(inner, properties[name]);
  }
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'request_id'],
        properties: {
          code: { enum: Object.keys(ERROR_CODES) },
          message: { type: 'string' },
          reason: { enum: Object.keys(REASONS) },
          details: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                path: { type: 'string' },
                line_no: { type: 'integer' },
                message: { type: 'string' },
              },
            },
          },
          request_id: { type: 'string' },
        },
      },
    },
  };
}
