/** The lists of objects in an answer, and what kind of rows each has. */
import { lastName, type JsonSchema, type OpenApi } from './openapi.ts';

/**
 * @param name of an answer that is no named schema
 * @returns path of the list, without indexes, → the name of its rows: that of their schema, otherwise the nearest named schema
 *   around them with the path in it: `{ accounts: 'Statement.accounts', 'accounts.movements': 'Statement.accounts.movements' }`
 */
export function listsIn(answer: JsonSchema, name: string, document: OpenApi): Record<string, string> {
  const found: Record<string, string> = {};
  function visit(at: JsonSchema, path: readonly string[], named: string, within: readonly string[]): void {
    if (at.$ref) {
      const schema = lastName(at.$ref);
      // A recursive schema would be followed forever.
      if (!within.includes(schema)) visit(schemaAt(at), path, schema, [...within, schema]);
      return;
    }
    for (const option of [...(at.anyOf ?? []), ...(at.oneOf ?? [])]) visit(option, path, named, within);
    if (at.items && schemaAt(at.items).properties) {
      found[path.join('.')] = at.items.$ref ? lastName(at.items.$ref) : named;
      visit(at.items, path, named, within);
    }
    for (const [field, inner] of Object.entries(at.properties ?? {}))
      visit(inner, [...path, field], `${named}.${field}`, within);
  }
  function schemaAt(schema: JsonSchema): JsonSchema {
    return schema.$ref ? (document.components.schemas[lastName(schema.$ref)] as JsonSchema) : schema;
  }
  visit(answer, [], name, []);
  return found;
}
