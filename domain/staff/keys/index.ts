export {
  createApiKey as create,
  isApiKey,
  listApiKeys as list,
  revokeApiKey as revoke,
  type KeyRequest,
} from './api-keys.ts';
export { isWithinScopes, KEY_SCOPES as SCOPES } from './api-key.rules.ts';
export { apiKeySchema as schema, presentApiKey as present } from './api-key.presenter.ts';
