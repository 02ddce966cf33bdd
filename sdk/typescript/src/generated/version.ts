// Written by `npm run sdk` from docs/reference/openapi.json.
export const VERSION = '0.2.0';
