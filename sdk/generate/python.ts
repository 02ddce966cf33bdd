/**
 * Writes sdk/python/src/ushirika/generated/: models of answers, types of parameters, and classes of methods, sync and async, in
 * ruff's format.
 */
import { groupsOf } from './groups.ts';
import type { SdkModel } from './operations.ts';
import { modelsText } from './python-models.ts';
import {
  assigned,
  className,
  constantName,
  docstring,
  exploded,
  fieldsOf,
  pythonName,
  quoted,
  resultModel,
  withPreview,
  type Field,
  type PythonMethod,
} from './python-names.ts';
import {
  eventsText,
  importsFor,
  importText,
  isNullable,
  paramsText,
  typeText,
  type Params,
} from './python-types.ts';

const BANNER = '# Written by `npm run sdk` from docs/reference/openapi.json.\n';

/**
 * Hand-written parts in _extras.py: groups with a base class there, with its methods that can return a response, and methods
 * that combine others.
 */
const EXTRAS: Readonly<
  Record<string, { methods?: string[]; made?: Record<string, [from: string, by: string]> }>
> = {
  files: { methods: ['upload'] },
  'sacco.dividends': { methods: ['line_pdf'] },
  'sacco.entries': { methods: ['receipt_pdf'] },
  'sacco.loans': { methods: ['get_pdf', 'guarantee_pdf'] },
  'sacco.members': { methods: ['statement_csv', 'statement_pdf'] },
  'reconciliation.runs': { made: { import_and_wait: ['self.import_, self.get', 'and_wait'] } },
};

/** @returns the content of the folder, by file path */
export function pythonFiles(model: SdkModel, root: string): Promise<Record<string, string>> {
  const groups = groupsOf(model.methods.flatMap(withPreview));
  const tops = [...groups.keys()].filter((group) => group !== '' && !group.includes('.'));
  const params: Params = new Map();
  const files = {
    '__init__.py': `"""Written by \`npm run sdk\` from docs/reference/openapi.json."""\n`,
    'models.py': modelsText(model, root),
    'events.py': BANNER + eventsText(model),
    'resources/__init__.py': `"""The methods of the API, by group."""\n`,
    ...Object.fromEntries(
      tops.map((top) => [`resources/${pythonName(top)}.py`, BANNER + groupFile(top, groups, params)]),
    ),
    'root.py': BANNER + rootFile(tops, groups.get('') ?? [], params),
  };
  return Promise.resolve({ ...files, 'params.py': BANNER + paramsText(params) });
}

// ── methods ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The differences between the sync and the async classes. */
const KINDS = {
  sync: {
    prefix: '',
    helper: '',
    def: 'def',
    await: '',
    page: 'Page',
    raw: 'with_response',
    raw_list: 'with_response',
  },
  async: {
    prefix: 'Async',
    helper: 'async_',
    def: 'async def',
    await: 'await ',
    page: 'AsyncPages',
    raw: 'async_with_response',
    raw_list: 'async_list_with_response',
  },
};
type Kind = (typeof KINDS)[keyof typeof KINDS];

/** A group with all nested groups, the innermost first. */
function groupFile(top: string, groups: Map<string, PythonMethod[]>, params: Params): string {
  const within = [...groups.keys()].filter((group) => group === top || group.startsWith(`${top}.`));
  const innermost = within.toSorted((a, b) => b.split('.').length - a.split('.').length);
  const constants = innermost.flatMap((group) => (groups.get(group) ?? []).map(constantText));
  const classes = Object.values(KINDS).flatMap((kind) =>
    innermost.flatMap((group) => {
      const inner = within.filter((each) => each !== group && each.slice(0, each.lastIndexOf('.')) === group);
      return classesText(group, inner, groups.get(group) ?? [], kind, params);
    }),
  );
  const text = `\n${constants.join('\n')}${classes.join('')}`;
  return `"""\`client.${pythonName(top)}\`"""\n${importsFor(text)}${text}`;
}

function rootFile(tops: readonly string[], methods: readonly PythonMethod[], params: Params): string {
  const constants = methods.map((method) => `\n${constantText(method)}`);
  const classes = Object.values(KINDS).flatMap((kind) => classesText('', tops, methods, kind, params));
  const imports = tops.map(pythonName).toSorted();
  const text = constants.join('') + classes.join('');
  const modules = importText('ushirika.generated.resources', imports);
  return `"""All groups of methods."""\n${importsFor(text)}${modules}\n${text}`;
}

function constantText(method: PythonMethod): string {
  const { id, verb, path, page, result, idempotency, sends_major_units, maps } = method;
  const nullable = fieldsOf(method).filter(({ schema, in_query }) => !in_query && isNullable(schema));
  const model = result ? `models.${resultModel(method)}` : 'NoneType';
  const facts = page
    ? [quoted(path), quoted(page), model]
    : [
        quoted(verb),
        quoted(path),
        model,
        ...(idempotency === 'none' ? [] : [`idempotency=${quoted(idempotency)}`]),
        ...(nullable.length === 0 ? [] : [`nullable=${setOf(nullable.map(({ name }) => name))}`]),
        ...(maps.params.length === 0 ? [] : [`maps=${setOf(maps.params)}`]),
        ...(sends_major_units ? ['sends_major_units=True'] : []),
      ];
  return `${exploded(`${constantName(id)} = ${page ? 'List' : ''}Operation(`, facts, ')', '')}\n`;
}

function setOf(texts: readonly string[]): string {
  return `frozenset({${texts.map(quoted).join(', ')}})`;
}

/** The class of a group, and the one whose methods return status and headers. */
function classesText(
  group: string,
  inner: readonly string[],
  methods: readonly PythonMethod[],
  kind: Kind,
  params: Params,
): string[] {
  const name = kind.prefix + (className(group) || 'Resources');
  const extras = EXTRAS[group];
  const fields = inner.map((each) => [pythonName(each.slice(each.lastIndexOf('.') + 1)), each] as const);
  const place = (each: string): string =>
    (group === '' ? `${pythonName(each)}.` : '') + kind.prefix + className(each);
  const base = extras?.methods ? `_extras.${name}` : `${kind.prefix}Resource`;
  const made = [
    ...fields.map(([field, each]) => assigned(field, place(each), 'core')),
    ...Object.entries(extras?.made ?? {}).map(([field, [from, by]]) =>
      assigned(field, `_extras.${kind.helper}${by}`, from),
    ),
  ];
  const parts = [
    ...(made.length === 0
      ? []
      : [
          `    def __init__(self, core: ${kind.prefix}Core) -> None:\n        super().__init__(core)\n${made.join('')}`,
        ]),
    ...methods.map((method) => methodText(method, kind, params)),
  ];
  const raw = [
    ...methods.map(({ names, page }) => {
      const method = pythonName(names.at(-1) ?? '');
      return assigned(method, page ? kind.raw_list : kind.raw, `resource.${method}`);
    }),
    ...(extras?.methods ?? []).map((method) => assigned(method, kind.raw, `resource.${method}`)),
    ...fields.map(([field, each]) => assigned(field, `${place(each)}WithResponse`, `resource.${field}`)),
  ];
  return [
    `\n\nclass ${name}(${base}):\n${parts.join('\n')}`,
    `\n\nclass ${name}WithResponse:\n    def __init__(self, resource: ${name}) -> None:\n${raw.join('')}`,
  ];
}

function methodText(method: PythonMethod, kind: Kind, params: Params): string {
  const { id, names, path_names, numbered, page, result, has_body, idempotency } = method;
  const fields = fieldsOf(method);
  const ids = path_names.map(pythonName);
  const keyed = idempotency !== 'none';
  const model = result ? `models.${resultModel(method)}` : 'None';
  const taken = [
    'self',
    ...path_names.map((name) => `${pythonName(name)}: ${numbered.includes(name) ? 'str | int' : 'str'}`),
    '*',
    ...fields.map((field) => argumentText(field, `${className(id)}${className(field.name)}`, params)),
    ...(keyed ? ['idempotency_key: str | None = None'] : []),
    'timeout: float | None = None',
  ];
  const handed = (in_query: boolean): string => {
    const given = fields.filter((field) => field.in_query === in_query);
    const items = given.map(({ name }) => `${quoted(name)}: ${pythonName(name)}`);
    if (!in_query && method.dry_run) items.push('"dry_run": True');
    return exploded('{', items, '}', ' '.repeat(12));
  };
  const id_tuple = ids.length === 0 ? '()' : `(${ids.join(', ')}${ids.length === 1 ? ',' : ''})`;
  const sent = page
    ? [constantName(id), id_tuple, handed(true), 'timeout']
    : [
        constantName(id),
        id_tuple,
        ...(method.query_names.length === 0 ? [] : [`query=${handed(true)}`]),
        ...(has_body ? [`body=${handed(false)}`] : []),
        ...(keyed ? ['idempotency_key=idempotency_key'] : []),
        'timeout=timeout',
      ];
  const head = `    ${page ? 'def' : kind.def} ${pythonName(names.at(-1) ?? '')}(`;
  const answer = page ? `${kind.page}[${model}]` : model;
  const call = `        return ${page ? 'self._core.list(' : `${kind.await}self._core.call(`}`;
  return `${exploded(head, taken, `) -> ${answer}:`, '    ')}\n${docText(method)}${exploded(call, sent, ')', ' '.repeat(8))}\n`;
}

function argumentText(
  { name, schema, required, in_query }: Field,
  type_name: string,
  params: Params,
): string {
  const type = typeText(schema, type_name, params);
  const nullable = isNullable(schema) && !in_query;
  if (required) return `${pythonName(name)}: ${type}${nullable ? ' | None' : ''}`;
  if (nullable) return `${pythonName(name)}: ${type} | None | NotGiven = NOT_GIVEN`;
  return `${pythonName(name)}: ${type} | None = None`;
}

function docText(method: PythonMethod): string {
  const { summary, description, verb, path } = method;
  const told = fieldsOf(method).flatMap(({ name, schema }) =>
    schema.description ? [`    ${pythonName(name)}: ${schema.description}`] : [],
  );
  const lines = [
    `${summary}.`,
    ...(description === '' ? [] : ['', description]),
    '',
    `\`${verb} ${path}\``,
    ...(told.length === 0 ? [] : ['', 'Args:', ...told]),
  ];
  return docstring(lines, ' '.repeat(8));
}
