/** Writes sdk/typescript/src/generated/: the types of parameters and answers, and a class for each group of methods. */
import { groupsOf } from './groups.ts';
import { lastName, type JsonSchema } from './openapi.ts';
import type { SdkMethod, SdkModel } from './operations.ts';
import { camel, quoted, typesText } from './typescript-types.ts';

const BANNER = '// Written by `npm run sdk` from docs/reference/openapi.json.\n';

/** @returns the content of the folder, by file path */
export async function typescriptFiles(described: SdkModel, version: string): Promise<Record<string, string>> {
  const model = withSpelledNames(described);
  const groups = groupsOf(model.methods);
  const tops = [...groups.keys()].filter((group) => group !== '' && !group.includes('.'));
  return {
    'version.ts': `${BANNER}export const VERSION = ${quoted(version)};\n`,
    'maps.ts': `${BANNER}/** Where names are data in events. */\nexport const EVENT_MAPS: readonly string[] = ${listOf(model.event_maps)};\n`,
    'models.ts': BANNER + (await typesText(namedTypes(model), camel)),
    ...Object.fromEntries(tops.map((top) => [`resources/${top}.ts`, BANNER + groupFile(top, groups)])),
    'resources.ts': BANNER + rootFile(tops, groups.get('') ?? []),
  };
}

/** The model with field names in descriptions in TypeScript's spelling: `next_after` → `nextAfter`. */
function withSpelledNames(model: SdkModel): SdkModel {
  const text = JSON.stringify(model);
  const fields = new Set([...text.matchAll(/"([a-z]\w*_\w+)":/g)].map(([, name]) => name));
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && (key === 'description' || key === 'summary')
      ? value.replaceAll(/`(\w+)`/g, (all, name: string) => (fields.has(name) ? `\`${camel(name)}\`` : all))
      : value,
  ) as SdkModel;
}

/** The named schemas, and the parameters and answers of methods without one. */
function namedTypes({ schemas, methods }: SdkModel): [name: string, schema: JsonSchema][] {
  const named = Object.entries(schemas);
  for (const method of methods) {
    if (method.params) named.push([paramsName(method), method.params]);
    if (method.result && !method.result.$ref) named.push([`${typeName(method.id)}Result`, method.result]);
    if (method.page_fields) named.push([`${typeName(method.id)}Page`, method.page_fields]);
  }
  return named;
}

// ── methods ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A top group with all nested groups, the innermost first. */
function groupFile(top: string, groups: Map<string, SdkMethod[]>): string {
  const within = [...groups.keys()].filter((group) => group === top || group.startsWith(`${top}.`));
  const innermost = within.toSorted((a, b) => b.split('.').length - a.split('.').length);
  const classes = innermost.map((group) => {
    const inner = within.filter((each) => each.slice(0, each.lastIndexOf('.')) === group);
    return classText(className(group), inner, groups.get(group) ?? []);
  });
  return (
    importsOf(
      within.flatMap((group) => groups.get(group) ?? []),
      '../../',
      '../',
    ) + classes.join('\n')
  );
}

function rootFile(tops: readonly string[], methods: readonly SdkMethod[]): string {
  const imports = tops.map((top) => `import { ${className(top)} } from './resources/${top}.ts';\n`);
  return imports.join('') + importsOf(methods, '../', './') + classText('GeneratedResources', tops, methods);
}

function importsOf(methods: readonly SdkMethod[], core: string, generated: string): string {
  const models = new Set(methods.flatMap((method) => [...typesOf(method)]));
  const from = (names: string[], path: string): string =>
    names.length === 0 ? '' : `import type { ${names.toSorted().join(', ')} } from '${path}';\n`;
  const lists = methods.some(({ page }) => page !== null);
  const calls = methods.some(({ page }) => page === null);
  const options = [...new Set(methods.map(optionsName))];
  return (
    from(calls ? ['Call'] : [], `${core}call.ts`) +
    from(lists ? ['Page', 'PageCall'] : [], `${core}page.ts`) +
    `import { Resource${options.map((name) => `, type ${name}`).join('')} } from '${core}resource.ts';\n` +
    from([...models], `${generated}models.ts`) +
    '\n'
  );
}

function classText(name: string, inner: readonly string[], methods: readonly SdkMethod[]): string {
  const fields = inner.map(
    (group) =>
      `  readonly ${group.slice(group.lastIndexOf('.') + 1)}: ${className(group)} = new ${className(group)}(this._transport);\n`,
  );
  return `export class ${name} extends Resource {\n${[fields.join(''), ...methods.map(methodText)].filter(Boolean).join('\n')}}\n`;
}

function methodText(method: SdkMethod): string {
  const { path_names, numbered, params, page } = method;
  const ids = path_names.map((name) => camel(name));
  const taken = [
    ...path_names.map((name) => `${camel(name)}: string${numbered.includes(name) ? ' | number' : ''}`),
    ...(params ? [`params${method.params_optional ? '?' : ''}: ${paramsName(method)}`] : []),
    `options?: ${optionsName(method)}`,
  ];
  const type = resultName(method);
  const fields = method.page_fields ? `, ${typeName(method.id)}Page` : '';
  const answer =
    page === null
      ? `Call<${type}>`
      : `PageCall<${type}, Page<${type}>${fields && ` & ${typeName(method.id)}Page`}>`;
  const handed = [factsText(method), `[${ids.join(', ')}]`, params ? 'params' : 'undefined', 'options'].join(
    ', ',
  );
  const sent =
    page === null ? `call<${type}>(${handed})` : `list<${type}${fields}>(${quoted(page)}, ${handed})`;
  return `${docText(method)}  ${method.names.at(-1)}(${taken.join(', ')}): ${answer} {\n    return this._${sent};\n  }\n`;
}

function docText({ summary, description, verb, path }: SdkMethod): string {
  const sentence = description === '' ? `${summary}.` : `${summary}. ${description}`;
  return `  /**\n   * ${sentence.replaceAll('*/', '* /')}\n   *\n   * \`${verb} ${path}\`\n   */\n`;
}

/** The input of resource.ts: only values other than the defaults. */
function factsText(method: SdkMethod): string {
  const { verb, path, idempotency, has_body, query_names, sends_major_units, maps } = method;
  const facts = [
    `verb: ${quoted(verb)}`,
    `path: ${quoted(path)}`,
    ...(idempotency === 'none' ? [] : [`key: ${quoted(idempotency)}`]),
    ...(has_body ? ['body: true'] : []),
    ...(has_body && query_names.length > 0 ? [`query: ${listOf(query_names)}`] : []),
    ...(sends_major_units ? ['major: true'] : []),
    ...(maps.params.length > 0 ? [`sent_maps: ${listOf(maps.params)}`] : []),
    ...(maps.answer.length > 0 ? [`answered_maps: ${listOf(maps.answer)}`] : []),
  ];
  return `{ ${facts.join(', ')} }`;
}

// ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function* typesOf(method: SdkMethod): Generator<string> {
  if (method.params) yield paramsName(method);
  if (method.page_fields) yield `${typeName(method.id)}Page`;
  if (method.result) yield resultName(method);
}

function resultName({ id, result }: SdkMethod): string {
  if (!result) return 'void';
  return result.$ref ? lastName(result.$ref) : `${typeName(id)}Result`;
}

function paramsName({ id }: SdkMethod): string {
  return `${typeName(id)}Params`;
}

function optionsName({ idempotency }: SdkMethod): string {
  return idempotency === 'none' ? 'RequestOptions' : 'KeyOptions';
}

/** `sacco.members.buyShares` → `SaccoMembersBuyShares` */
function typeName(id: string): string {
  return id.replaceAll(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** The class of a group; no schema has this name. */
function className(group: string): string {
  return `${typeName(group)}Resource`;
}

function listOf(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`;
}
