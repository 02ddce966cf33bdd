/** What a build was made from, as a hash of contents: a checkout or a copied folder may have any times. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @param inputs files and folders, relative to the root */
export function hashOf(inputs) {
  const digest = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(join(ROOT, input))).toSorted()) {
    digest.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return digest.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .flatMap((name) => filesIn(join(path, name)));
}
