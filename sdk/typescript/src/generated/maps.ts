// Written by `npm run sdk` from docs/reference/openapi.json.
/** Where names are data in events. */
export const EVENT_MAPS: readonly string[] = ['data.count', 'data.counts', 'data.metadata', 'data.totals'];
