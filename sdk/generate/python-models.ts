/**
 * Writes models.py of the Python SDK, the models of all answers, with datamodel-code-generator. That is a Python program, so the
 * file is written again only when its source has changed: its first line holds a hash of the source. Hence neither the build
 * nor the tests of the service need Python.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastName, type JsonSchema } from './openapi.ts';
import type { SdkModel } from './operations.ts';
import { resultModel } from './python-names.ts';

const BANNER = '# Written by `npm run sdk` from docs/reference/openapi.json: ';

const MODELS = 'sdk/python/src/ushirika/generated/models.py';

const OPTIONS = [
  '--input-file-type=openapi',
  '--output-model-type=pydantic_v2.BaseModel',
  '--base-class=ushirika._model.Model',
  '--target-python-version=3.10',
  '--enum-field-as-literal=all',
  '--use-schema-description',
  '--use-field-description',
  '--use-type-alias',
  '--naming-strategy=parent-prefixed',
  '--output-datetime-class=datetime',
  '--disable-timestamp',
  '--keep-model-order',
];

/**
 * @param root of the checkout
 * @returns models.py
 * @throws Error when it must be written again and there is no Python 3.10 or newer
 */
export function modelsText(model: SdkModel, root: string): string {
  const written = read(join(root, MODELS));
  return written.startsWith(firstLine(model, root)) ? written : writeModels(model, root);
}

/**
 * Like `modelsText`, but always writes it again.
 * @throws Error when there is no Python 3.10 or newer
 */
export function writeModels(model: SdkModel, root: string): string {
  return firstLine(model, root) + generate(join(root, 'sdk/python'), documentOf(model));
}

/** Identifies the source of the file. */
function firstLine(model: SdkModel, root: string): string {
  const requirements = read(join(root, 'sdk/python/requirements.txt'));
  const tools = [...requirements.matchAll(/^(?:datamodel-code-generator|ruff)==.*$/gm)].map(([tool]) => tool);
  const made_from = [documentOf(model), ...tools, ...OPTIONS].join('\n');
  return `${BANNER}${createHash('sha256').update(made_from).digest('hex')}\n`;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function generate(folder: string, document: string): string {
  const work = mkdtempSync(join(tmpdir(), 'ushirika-models-'));
  try {
    const input = join(work, 'openapi.json');
    const output = join(work, 'models.py');
    writeFileSync(input, document);
    run('bash', [join(folder, 'venv.sh')]);
    run(join(folder, '.venv/bin/datamodel-codegen'), [...OPTIONS, `--input=${input}`, `--output=${output}`]);
    run(join(folder, '.venv/bin/ruff'), [
      'check',
      '--quiet',
      '--fix',
      '--select=I,UP',
      '--config',
      `${folder}/pyproject.toml`,
      output,
    ]);
    run(join(folder, '.venv/bin/ruff'), [
      'format',
      '--quiet',
      '--config',
      `${folder}/pyproject.toml`,
      output,
    ]);
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(program: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr ?? error?.message}`);
}

/** All named schemas, and the answers without a name, in the tool's input format. */
function documentOf({ schemas, methods }: SdkModel): string {
  // webhooks.py distinguishes events, and accepts unknown ones, too.
  const named = Object.entries(schemas).filter(([name]) => name !== 'WebhookEvent');
  for (const method of methods) {
    if (method.result && !method.result.$ref) named.push([resultModel(method), method.result]);
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Ushirika', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(named.map(([name, schema]) => [name, typed(schema)])) },
  });
}

/** Types only: lengths and patterns of answers are not checked, and enums and unions accept new values. */
function typed(schema: JsonSchema): object {
  const described = schema.description === undefined ? {} : { description: schema.description };
  if (schema.$ref) return { ...described, $ref: `#/components/schemas/${lastName(schema.$ref)}` };
  if (schema.enum) return { ...described, anyOf: openChoice(schema.enum) };
  if (schema.oneOf)
    return {
      ...described,
      anyOf: [...schema.oneOf.map(typed), { customTypePath: 'ushirika._model.Unknown' }],
    };
  const { type, properties, required, items, anyOf, additionalProperties } = schema;
  return {
    ...described,
    ...(schema.const === undefined ? {} : { const: schema.const }),
    ...(type === undefined ? {} : { type }),
    ...formatOf(schema),
    ...(items ? { items: typed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(typed) } : {}),
    ...(properties ? { properties: typedFields(properties), required: required ?? [] } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: typed(additionalProperties) }
      : { additionalProperties }),
  };
}

function typedFields(properties: Readonly<Record<string, JsonSchema>>): object {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, typed(field)]));
}

/** Times, days, and fractions that keep their digits; addresses stay text. */
function formatOf({ type, format }: JsonSchema): object {
  if (type === 'number') return { format: 'decimal' };
  return format === 'date' || format === 'date-time' ? { format } : {};
}

function openChoice(values: readonly (string | null)[]): object[] {
  const known = values.filter((value) => value !== null);
  const none = known.length < values.length ? [{ type: 'null' }] : [];
  return [{ type: 'string', enum: known }, { type: 'string' }, ...none];
}
