/**
 * `npm run sdk`: writes what the SDKs generate from docs/reference/openapi.json. test/sdk/generated.unit.test.ts fails while a
 * file is out of date.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { methodCases } from './cases.ts';
import { cliOperations } from './cli.ts';
import { dashboardOperations } from './dashboard.ts';
import type { OpenApi } from './openapi.ts';
import { readModel, type SdkModel } from './operations.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';
import { typesText } from './typescript-types.ts';

/** A folder of generated files; nothing else lies in it. */
interface Generated {
  folder: string;
  /** @returns what belongs into it, by the paths of the files */
  write: (model: SdkModel, root: string) => Promise<Record<string, string>>;
}

export const GENERATED: Generated[] = [
  { folder: 'sdk/typescript/src/generated', write: formattedTypescript },
  { folder: 'sdk/cases', write: casesText },
  { folder: 'sdk/python/src/ushirika/generated', write: pythonFiles },
  {
    folder: 'cli/generated',
    write: async (_model, root) =>
      formatted({ 'operations.ts': cliOperations(await readDocument(root), '../operation-facts.ts') }, root),
  },
  { folder: 'dashboard/generated', write: (_model, root) => dashboardFiles(root) },
];

/** @param root of the checkout */
export async function readSdkModel(root: string): Promise<SdkModel> {
  return readModel(await readDocument(root));
}

async function readDocument(root: string): Promise<OpenApi> {
  return JSON.parse(await readFile(join(root, 'docs/reference/openapi.json'), 'utf8')) as OpenApi;
}

/** What the API sends and takes, in its own names, and how each operation is sent. */
async function dashboardFiles(root: string): Promise<Record<string, string>> {
  const document = await readDocument(root);
  const schemas = Object.entries(document.components.schemas);
  const files = {
    'wire.ts': await typesText(schemas, (name) => name),
    'operations.ts': await dashboardOperations(document, './wire.ts'),
  };
  const banner = '// Written by `npm run sdk` from docs/reference/openapi.json.\n';
  return formatted(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, banner + text])),
    root,
  );
}

async function casesText(model: SdkModel, root: string): Promise<Record<string, string>> {
  const cases = methodCases(model, await readDocument(root));
  return { 'methods.json': `${JSON.stringify(cases, null, 1)}\n` };
}

async function formattedTypescript(model: SdkModel, root: string): Promise<Record<string, string>> {
  const manifest = await readFile(join(root, 'sdk/typescript/package.json'), 'utf8');
  return formatted(await typescriptFiles(model, (JSON.parse(manifest) as { version: string }).version), root);
}

async function formatted(files: Record<string, string>, root: string): Promise<Record<string, string>> {
  const style = await resolveConfig(join(root, 'package.json'));
  const all = Object.entries(files).map(async ([name, content]): Promise<[string, string]> => [
    name,
    await format(content, { ...style, parser: 'typescript' }),
  ]);
  return Object.fromEntries(await Promise.all(all));
}

async function main(root: string): Promise<void> {
  const model = await readSdkModel(root);
  for (const { folder, write } of GENERATED) {
    const files = await write(model, root);
    await rm(join(root, folder), { recursive: true, force: true });
    for (const [name, content] of Object.entries(files)) {
      const path = join(root, folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    console.log(`${folder}: ${Object.keys(files).length} files`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.cwd());
