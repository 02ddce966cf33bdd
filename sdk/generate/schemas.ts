/** Queries over schemas: which are used, and which objects have field names that are data. */
import { lastName, type JsonSchema, type OpenApi } from './openapi.ts';

/** @returns the named schemas that these reference, directly or indirectly, by name */
export function reachable(from: readonly JsonSchema[], document: OpenApi): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value && typeof value.$ref === 'string') follow(lastName(value.$ref));
    for (const inner of Object.values(value)) visit(inner);
  }
  function follow(name: string): void {
    const schema = document.components.schemas[name];
    if (found.has(name) || !schema) return;
    found.set(name, schema);
    visit(schema);
  }
  visit(from);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @returns the paths of objects marked `x-map`, without array indexes: `payments.metadata` */
export function mapPaths(schema: JsonSchema, document: OpenApi): string[] {
  const found = new Set<string>();
  function visit(at: JsonSchema, path: readonly string[], within: readonly string[]): void {
    if (at['x-map'] === true) {
      found.add(path.join('.'));
      return;
    }
    const name = at.$ref && lastName(at.$ref);
    // A recursive schema would be followed forever.
    if (name && !within.includes(name))
      visit(document.components.schemas[name] as JsonSchema, path, [...within, name]);
    for (const option of [...(at.anyOf ?? []), ...(at.oneOf ?? [])]) visit(option, path, within);
    if (at.items) visit(at.items, path, within);
    for (const [field, inner] of Object.entries(at.properties ?? {})) visit(inner, [...path, field], within);
  }
  visit(schema, [], []);
  return [...found].toSorted();
}

/** @returns the names of the schemas to which this one leads directly, each once */
export function refsIn(schema: JsonSchema): string[] {
  const names = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set([...names].map(([, name = '']) => name))].toSorted();
}
