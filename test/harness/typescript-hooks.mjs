/** Compiles each file of ours when it is imported. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, await readFile(path, 'utf8'), { sourcemap: false });
  if (errors.length > 0) throw new Error(errors[0].message);
  return { format: 'module', source: code, shortCircuit: true };
}
