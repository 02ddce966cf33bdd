/** Renames fields from the wire's snake_case to the SDK's camelCase and back; names that are data stay unchanged. */

type Rename = (name: string) => string;

export const toSnake: Rename = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const toCamel: Rename = (name) =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/**
 * @param maps paths in wire names, without array indexes (`payments.metadata`), below which names are data
 * @returns the value with every field renamed
 */
export function renamed(value: unknown, rename: Rename, maps: readonly string[] = [], path = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename, maps, path));
  if (!isPlainObject(value) || maps.includes(path)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const below = path === '' ? toSnake(name) : `${path}.${toSnake(name)}`;
      return [rename(name), renamed(inner, rename, maps, below)];
    }),
  );
}

/** @throws TypeError when an amount is not a safe integer */
export function checkAmounts(value: unknown, maps: readonly string[], path = ''): void {
  if (Array.isArray(value)) for (const each of value) checkAmounts(each, maps, path);
  if (!isPlainObject(value) || maps.includes(path)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.endsWith('_minor') && inner !== undefined && inner !== null && !Number.isSafeInteger(inner)) {
      const given = typeof inner === 'number' ? inner : `of type ${typeof inner}`;
      throw new TypeError(`${toCamel(name)} is a whole number of hundredths up to 2^53 - 1, not ${given}`);
    }
    checkAmounts(inner, maps, path === '' ? name : `${path}.${name}`);
  }
}

/** Is it an object with fields? Instances of classes count, except those with their own JSON form, such as Date. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}
