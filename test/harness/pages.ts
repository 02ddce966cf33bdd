/** The pages of the documentation, read as they are in the repository. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Paths below the repository's root. */
export const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'deploy/README.md',
  ...(await readdir(join(ROOT, 'docs'), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .toSorted(),
];

/** @param page its path below the repository's root */
export function readPage(page: string): Promise<string> {
  return readFile(join(ROOT, page), 'utf8');
}

/** The contents of a page's code blocks in that language. */
export function codeBlocks(markdown: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...markdown.matchAll(fenced)].map(([, content = '']) => content);
}
