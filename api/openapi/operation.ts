/** One operation of the OpenAPI document, from its route's declaration. */
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { idPattern } from '../../core/ids.ts';
import { LIST_CSV_HINT } from '../http/list-csv.ts';
import type { Access, Operation } from '../http/route.ts';
import { FILE_FIELD } from '../http/upload.ts';
import type { Components } from './components.ts';
import { EXAMPLES } from './examples.ts';
import { PageSchema } from './page-schema.ts';
import { fieldsOf, publishedSchemaOf, type Json } from './request-schema.ts';

/** The default of the document, because most operations have it. */
export const DEFAULT_SECURITY: Json[] = [
  { apiKey: [] },
  { apiKeyBearer: [] },
  { session: [], project: [], environment: [] },
];

const SECURITY: Record<Exclude<Access['kind'], 'scoped'>, Json[]> = {
  none: [],
  user: [{ session: [] }],
  operator: [{ session: [] }],
  project: [{ session: [] }],
  staff: [{ session: [], project: [], environment: [] }],
};

export function operationOf(route: Operation, components: Components): Json {
  return {
    operationId: route.operation_id,
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    ...hintsOf(route),
    ...(route.access.kind === 'scoped' ? {} : { security: SECURITY[route.access.kind] }),
    parameters: [...pathParameters(route), ...headerParameters(route), ...queryParameters(route)].map(
      (parameter) => components.parameter(components.withNamedChoices(parameter) as Json),
    ),
    ...(route.body ? { requestBody: requestBody(route, route.body, components) } : {}),
    ...(route.upload_bytes === undefined ? {} : { requestBody: UPLOAD }),
    responses: {
      ...successes(route, components),
      ...Object.fromEntries(
        errorsOf(route).map((code) => [String(ERROR_CODES[code].status), components.error(code)]),
      ),
      default: components.anyError(ANY_REQUEST),
    },
  };
}

/** The route's own description; in a paragraph of its own, who may call it. */
function descriptionOf({ description = '', second_factor, access }: Operation): string {
  const factor = second_factor ? 'Staff need a second factor if the project requires one.' : '';
  const sentences = [description, factor].filter(Boolean).join(' ');
  return [sentences, `${ACCESS}${callersOf(access)}.`].filter(Boolean).join('\n\n');
}

/** Begins the paragraph about access, which SDKs leave out: they have the operations that an API key may call. */
const ACCESS = 'Access: ';

function callersOf(access: Access): string {
  if (access.kind === 'none') return 'anybody, without a credential';
  if (access.kind === 'user') return 'any signed-in user';
  if (access.kind === 'operator') return 'a session of a platform operator';
  if (access.kind === 'scoped') return 'an API key, or a session of staff of the project';
  return `a session of staff with the role ${LIST_OF_ROLES.format(access.roles)}`;
}

const LIST_OF_ROLES = new Intl.ListFormat('en', { type: 'disjunction' });

/** For SDK generators: whether SDKs include it, how to repeat it safely, and which list it pages through. */
function hintsOf(route: Operation): Json {
  const page = Object.values(route.responses).find(({ schema }) => schema instanceof PageSchema)?.schema;
  return {
    // SDKs use an API key, which can call only these operations.
    ...(route.access.kind === 'scoped' ? {} : { 'x-sdk': false }),
    ...(route.method === 'GET' ? {} : { 'x-idempotency': idempotencyOf(route) }),
    ...(page instanceof PageSchema ? { 'x-page': page.plural } : {}),
  };
}

function idempotencyOf(route: Operation): 'header' | 'body' | 'none' {
  if (route.body && fieldsOf(route.body).has('idempotency_key')) return 'body';
  return route.headers?.['idempotency-key'] ? 'header' : 'none';
}

/** Errors that any request can return; documented once, as the default response. */
export const ANY_REQUEST: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
];

/** The errors of this operation: those of its kind, and those that the route declares. */
function errorsOf(route: Operation): ErrorCode[] {
  const errors: ErrorCode[] = [...(route.errors ?? [])];
  if (route.access.kind === 'none') errors.push('RATE_LIMITED');
  else errors.push('UNAUTHORIZED');
  if ('roles' in route.access || route.access.kind === 'operator') errors.push('FORBIDDEN');
  if (Object.keys(route.params).length > 0) errors.push('NOT_FOUND');
  if (route.method !== 'GET') errors.push('CONFLICT', 'UNPROCESSABLE');
  return [...new Set(errors)];
}

function successes(route: Operation, components: Components): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, { description, schema, also_as = [] }]) => {
      const others = Object.fromEntries(also_as.map((type) => [type, { schema: contentOf(type, route) }]));
      if (!schema) return [status, { description, ...(also_as.length > 0 && { content: others }) }];
      const json = {
        schema: components.schema(schema),
        ...exampleOf(EXAMPLES.responses[route.operation_id]),
      };
      const content = { 'application/json': json, ...others };
      return [status, components.success(status, schema, { description, content })];
    }),
  );
}

/** Text, unless it is a file. */
function contentOf(type: string, { csv }: Operation): Json {
  if (!type.startsWith('text/')) return { type: 'string', format: 'binary' };
  return { type: 'string', ...(csv ? { description: LIST_CSV_HINT } : {}) };
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

function requestBody(
  { operation_id }: Operation,
  body: NonNullable<Operation['body']>,
  components: Components,
): Json {
  const schema = publishedSchemaOf(body) as Json & { required?: string[] };
  return {
    required: (schema.required?.length ?? 0) > 0,
    content: {
      'application/json': {
        schema: components.withNamedChoices(schema),
        ...exampleOf(EXAMPLES.requests[operation_id]),
      },
    },
  };
}

/** A form with one file. */
const UPLOAD: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { [FILE_FIELD]: { type: 'string', format: 'binary' } },
        required: [FILE_FIELD],
      },
    },
  },
};

function pathParameters(route: Operation): Json[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const kind = route.params[name] ?? 'project';
    const schema =
      typeof kind === 'string'
        ? { type: 'string', pattern: idPattern(kind).source }
        : publishedSchemaOf(kind);
    return { name, in: 'path', required: true, schema };
  });
}

function headerParameters(route: Operation): Json[] {
  return Object.entries(route.headers ?? {}).map(([name, schema]) => ({
    name,
    in: 'header',
    schema: publishedSchemaOf(schema),
  }));
}

function queryParameters(route: Operation): Json[] {
  const schema = (route.query ? publishedSchemaOf(route.query) : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...each }]) => ({
    name,
    in: 'query',
    ...(schema.required?.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: each,
  }));
}
