/** The OpenAPI 3.1 document, derived from the route declarations, the schemas of presenters and the error catalogue. */
import { CALLBACK_OPERATIONS } from '../callbacks.ts';
import { ROUTES } from '../routes.ts';
import { Components } from './components.ts';
import { DEFAULT_SECURITY, operationOf } from './operation.ts';
import type { Json } from './request-schema.ts';
import { TAGS } from './tags.ts';
import { eventCallbacksOf, webhooksOf } from './webhooks.ts';

const DESCRIPTION = `One service that runs a cooperative's money: payments, ledger, customers, wallets, SACCO.

Every request identifies its project and environment by its API key (\`X-API-Key\` or bearer), or by a session with the headers \`X-Service-Project\` and \`X-Service-Environment\`. Each amount is given as decimal text and as integer minor units (hundredths, in every currency). Lists are paged: request the next page with \`after\` set to \`next_after\`. Errors have one shape, \`Error\`: branch on \`code\` and \`reason\`.

Extensions for generators: \`x-sdk: false\` marks operations that API keys cannot use; \`x-idempotency\` tells where the idempotency key goes; \`x-page\` names the list of a page; \`x-map\` marks objects whose field names are data.`;

/** The operation that events follow from. */
const REGISTERS_ENDPOINT = 'webhookEndpoints.create';

export function openApi(): Json {
  const components = new Components();
  const webhooks = webhooksOf(components);
  const operations = [...ROUTES, ...CALLBACK_OPERATIONS];
  // Responses first: requests refer to the enums that they declare.
  for (const { responses } of operations)
    for (const { schema } of Object.values(responses)) if (schema) components.schema(schema);
  const paths: Record<string, Json> = {};
  for (const route of operations)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = {
      ...operationOf(route, components),
      ...(route.operation_id === REGISTERS_ENDPOINT ? { callbacks: eventCallbacksOf(components) } : {}),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ushirika',
      version: '1',
      description: DESCRIPTION,
      contact: { name: 'The maintainers of Ushirika' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: DEFAULT_SECURITY,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: { securitySchemes: SECURITY_SCHEMES, ...components.all() },
  };
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: '`ush_test_…` or `ush_live_…`' },
  apiKeyBearer: { type: 'http', scheme: 'bearer', description: 'An API key, as a bearer token' },
  session: { type: 'http', scheme: 'bearer', description: 'A session token, `ush_sess_…`' },
  project: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Project',
    description: "With a session: the project's id",
  },
  environment: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Environment',
    description: 'With a session: `test` or `live`',
  },
};
