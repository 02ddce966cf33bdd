"""Written by `npm run sdk` from docs/reference/openapi.json."""
