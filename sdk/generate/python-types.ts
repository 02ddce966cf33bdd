/** Types of the Python SDK: webhook events, request parameters, and the imports of a file. */
import { lastName, type JsonSchema } from './openapi.ts';
import type { SdkModel } from './operations.ts';
import { className, docstring, exploded, quoted } from './python-names.ts';

/** Types of sent objects and long enumerations, by name. */
export type Params = Map<string, JsonSchema>;

/** Maximum length of an enumeration within an argument; a longer one gets a name. */
const LONGEST_CHOICE = 60;

export function eventsText({ schemas }: SdkModel): string {
  const events = (schemas['WebhookEvent']?.oneOf ?? []).map(({ $ref = '' }) => lastName($ref));
  const models = events.map((name) => `models.${name}`);
  const rows = events.map((name) => `${quoted(typeOf(schemas[name]))}: models.${name}`);
  return `"""The events of webhooks, by their type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ushirika.generated import models

WebhookEvent: TypeAlias = (
    ${models.join('\n    | ')}
)

EVENTS: Mapping[str, type[WebhookEvent]] = ${exploded('{', rows, '}', '')}
`;
}

function typeOf(event: JsonSchema | undefined): string {
  return event?.properties?.['type']?.const ?? '';
}

/** @param params of all methods */
export function paramsText(params: Params): string {
  const choices: string[] = [];
  const classes: string[] = [];
  // Nested objects are added during the iteration.
  for (const [name, schema] of params) {
    if (schema.enum) {
      const values = exploded('Literal[', knownValues(schema), ']', '    ');
      choices.push(`\n${name}: TypeAlias = ${exploded('Union[', [values, 'str'], ']', '')}\n`);
      continue;
    }
    const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => {
      const type = typeText(each, `${name}${className(field)}`, params).replaceAll('params.', '');
      const sent = schema.required?.includes(field) ? type : `NotRequired[${type}]`;
      return `    ${field}: ${sent}\n${each.description ? docstring([each.description], '    ') : ''}`;
    });
    classes.push(`\n\nclass ${name}(TypedDict):\n${fields.join('')}`);
  }
  const text = [...choices, ...classes].join('');
  return `"""Objects within arguments."""\n${importsFor(text)}${text}`;
}

/** @param name of the type if the schema is an object, which is added to the params */
export function typeText(schema: JsonSchema, name: string, params: Params): string {
  if (schema.$ref) return `models.${lastName(schema.$ref)}`;
  if (schema.enum) {
    const choice = `Literal[${knownValues(schema).join(', ')}] | str`;
    if (choice.length <= LONGEST_CHOICE) return choice;
    params.set(name, schema);
    return `params.${name}`;
  }
  const type = [schema.type ?? []].flat().find((each) => each !== 'null');
  if (type === 'array') return `Sequence[${typeText(schema.items ?? {}, name, params)}]`;
  if (type === 'object' && schema['x-map'] === true) return 'Mapping[str, Any]';
  if (type === 'object') {
    params.set(name, schema);
    return `params.${name}`;
  }
  if (schema['format'] === 'date') return 'date | str';
  if (schema['format'] === 'date-time') return 'datetime | str';
  return { integer: 'int', boolean: 'bool', string: 'str' }[type ?? ''] ?? 'Any';
}

function knownValues({ enum: values }: JsonSchema): string[] {
  return (values ?? []).filter((value) => value !== null).map(quoted);
}

export function isNullable({ type, enum: values }: JsonSchema): boolean {
  return [type ?? []].flat().includes('null') || (values ?? []).includes(null);
}

/** The imports that a file may need, in ruff's order. */
const SOURCES: readonly (readonly [string, readonly string[]])[] = [
  ['collections.abc', ['Mapping', 'Sequence']],
  ['datetime', ['date', 'datetime']],
  ['types', ['NoneType']],
  ['typing', ['Any', 'Literal', 'TypeAlias', 'Union']],
  ['typing_extensions', ['NotRequired', 'TypedDict']],
  ['ushirika', ['_extras']],
  [
    'ushirika._core',
    [
      'AsyncCore',
      'AsyncResource',
      'Core',
      'Resource',
      'async_list_with_response',
      'async_with_response',
      'with_response',
    ],
  ],
  ['ushirika._operation', ['NOT_GIVEN', 'ListOperation', 'NotGiven', 'Operation']],
  ['ushirika._pages', ['AsyncPages', 'Page']],
  ['ushirika.generated', ['models', 'params']],
];

/** @returns the imports for the text of a file */
export function importsFor(text: string): string {
  const code = text.replaceAll(/"""[^]*?"""/g, '');
  const used = SOURCES.map(([module, names]): [string, string[]] => [
    module,
    names.filter((name) => new RegExp(`(?<![\\w.])${name}\\b(?!:)`).test(code)),
  ]).filter(([, names]) => names.length > 0);
  const lines = used.map(([module, names]) => importText(module, names));
  const sections = [
    ['from __future__ import annotations'],
    ...[/^from (?!typing_ext|ushirika)/, /^from typing_ext/, /^from ushirika/].map((section) =>
      lines.filter((line) => section.test(line)),
    ),
  ];
  return `\n${sections
    .filter((section) => section.length > 0)
    .map((section) => `${section.join('\n')}\n`)
    .join('\n')}`;
}

/** On one line if it fits. */
export function importText(module: string, names: readonly string[]): string {
  const head = ['from', module, 'import'].join(' ');
  const line = `${head} ${names.join(', ')}`;
  return line.length <= 100 ? line : exploded(`${head} (`, names, ')', '');
}
