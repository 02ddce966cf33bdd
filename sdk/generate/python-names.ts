/** Names and text of the Python SDK: modules, classes and arguments, in ruff's format. */
import { lastName, type JsonSchema } from './openapi.ts';
import type { SdkMethod } from './operations.ts';

/** Python keywords that may be names in the API. */
const KEYWORDS = new Set([
  'as',
  'class',
  'def',
  'del',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
  'is',
  'pass',
  'return',
  'with',
]);

/** `buyShares` → `buy_shares`, `from` → `from_` */
export function pythonName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** `sacco.members` → `SaccoMembers`, `paid_from` → `PaidFrom` */
export function className(id: string): string {
  return id.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** `sacco.members.buyShares` → `SACCO_MEMBERS_BUY_SHARES` */
export function constantName(id: string): string {
  return id.replaceAll(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase();
}

/** The model of a method's answer, or of an element of its list. */
export function resultModel({ id, result }: SdkMethod): string {
  return result?.$ref ? lastName(result.$ref) : `${className(id)}Result`;
}

export function quoted(text: string): string {
  return text.includes('"')
    ? JSON.stringify(text)
    : `"${text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t')}"`;
}

/** A call, or anything in brackets, with each part on a separate line, which ruff keeps. */
export function exploded(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`;
}

/** Lines of a docstring, the first after the quotes. */
export function docstring(lines: readonly string[], indent: string): string {
  const [first = '', ...others] = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  if (others.length === 0) return `${indent}"""${first}"""\n`;
  const below = others.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  return `${indent}"""${first}\n${below}${indent}"""\n`;
}

/** `self.name = make(from)`, in a constructor. */
export function assigned(name: string, make: string, from: string): string {
  const line = `        self.${name} = ${make}(${from})`;
  return `${line.length <= 100 ? line : exploded(`        self.${name} = ${make}(`, [from], ')', ' '.repeat(8))}\n`;
}

export interface PythonMethod extends SdkMethod {
  /** Is `dry_run` sent? */
  readonly dry_run?: true;
}

/** If an operation has a different answer with `dry_run`, that is a separate method. */
export function withPreview(method: SdkMethod): PythonMethod[] {
  if (method.preview === null) return [method];
  const names = [...method.names.slice(0, -1), 'preview'];
  const preview: PythonMethod = {
    ...method,
    id: names.join('.'),
    names,
    result: method.preview,
    preview: null,
    idempotency: 'none',
    dry_run: true,
    summary: `What it would come to: ${method.summary.charAt(0).toLowerCase()}${method.summary.slice(1)}`,
    description: 'Nothing is stored.',
  };
  return [method, preview];
}

export interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
  in_query: boolean;
}

/** Keyword arguments, the required ones first. */
export function fieldsOf({ params, query_names }: SdkMethod): Field[] {
  return Object.entries(params?.properties ?? {})
    .map(([name, schema]) => ({
      name,
      schema,
      required: params?.required?.includes(name) ?? false,
      in_query: query_names.includes(name),
    }))
    .toSorted((a, b) => Number(b.required) - Number(a.required));
}
