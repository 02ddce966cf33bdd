/** The documentation holds: links lead somewhere, and generated pages are fresh. test/demo/ runs what the examples show. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reference } from '../commands/reference.ts';
import { readConfig } from '../core/config.ts';
import { deref, DOCUMENT } from './harness/documented.ts';
import { codeBlocks, PAGES, readPage, ROOT } from './harness/pages.ts';

const REFERENCE = join(ROOT, 'docs/reference');

test('there are pages to check', () => {
  expect(PAGES.length).toBeGreaterThan(20);
});

test('every page is found from docs/README.md', async () => {
  const index = await readPage('docs/README.md');
  const linked = new Set([...index.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => join('docs', link)));
  const unlinked = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(unlinked.filter((page) => !linked.has(page))).toEqual([]);
});

/** Words of a picture that the documentation does without, and that are no word of payments, banking or programming. */
const PICTURE = /\b(house|rooms?|doors?|cellar|stairs|wish(es)?|lanes?|strangers?|noted)\b/i;

test('the pages speak plainly', async () => {
  const lines = (await Promise.all(PAGES.map(async (page) => [page, await readPage(page)] as const))).flatMap(
    ([page, text]) => text.split('\n').map((line) => `${page}: ${line}`),
  );
  expect(lines.filter((line) => PICTURE.test(line))).toEqual([]);
});

describe('the reference', () => {
  test('is what `npm run reference` writes', async () => {
    for (const [name, content] of Object.entries(reference())) {
      const written = await readFile(join(REFERENCE, name), 'utf8').catch(() => '');
      expect(written === content, `docs/reference/${name} is out of date: npm run reference`).toBe(true);
    }
  });

  test('holds nothing else', async () => {
    expect((await readdir(REFERENCE)).toSorted()).toEqual(Object.keys(reference()).toSorted());
  });
});

test('links lead to files and headings that exist', async () => {
  const broken: string[] = [];
  for (const page of PAGES) {
    for (const [, link = ''] of (await readPage(page)).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      const found = existsSync(join(ROOT, target));
      if (!found || (anchor && !(await anchors(target)).includes(anchor))) broken.push(`${page}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

test('commands can be pasted into bash and zsh: without comments, unquoted addresses with `?`, and placeholders', async () => {
  // An interactive zsh takes `#` for a command, looks for files that match `?`, `*` and `[`, and reads from `<word>`.
  const unsafe = /(?<=^|\s)#|:\/\/\S*[?*[]|<\w[^>\n]*>/;
  const found: string[] = [];
  for (const page of PAGES) {
    for (const block of codeBlocks(await readPage(page), 'bash')) {
      const unquoted = block.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, "''");
      for (const line of unquoted.split('\n')) if (unsafe.test(line)) found.push(`${page}: ${line}`);
    }
  }
  expect(found).toEqual([]);
});

test('JSON in the pages is JSON', async () => {
  for (const page of PAGES) for (const json of codeBlocks(await readPage(page), 'json')) JSON.parse(json);
  expect(codeBlocks(await readPage('docs/concepts/webhooks.md'), 'json')).toHaveLength(1);
  expect(codeBlocks(await readPage('docs/getting-started-developer.md'), 'json')).toHaveLength(1);
});

/** Anchors of a page's headings, spelled as on GitHub. */
async function anchors(page: string): Promise<string[]> {
  return [...(await readPage(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(['README.md', 'docs/operating/configuration.md'])('the table of variables in %s', (page) => {
  test('names every variable with its default', async () => {
    const rows = [...(await readPage(page)).matchAll(/^\| `([A-Z_<>]+)`.*?\| +(.*?) +\|/gm)];
    const defaults = new Map(rows.map(([, name = '', value = '']) => [name, /^`([^`]*)`/.exec(value)?.[1]]));
    const source = await readPage('core/config.ts');
    const known = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(known.length).toBeGreaterThan(10);
    expect([...defaults.keys()].filter((name) => !name.startsWith('PROVIDER_')).toSorted()).toEqual(
      known.toSorted(),
    );

    const config = readConfig({});
    expect(Object.fromEntries(defaults)).toMatchObject({
      PORT: String(config.port),
      HOST: config.host,
      LEDGER_BACKEND: config.ledger_backend,
      OPEN_REGISTRATION: String(config.open_registration),
      RATE_LIMIT_PER_MINUTE: String(config.rate_limit_per_minute),
      LOG_LEVEL: config.log_level,
    });
    expect(resolve(defaults.get('DATA_DIR') ?? '')).toBe(config.data_dir);
  });
});

test('the page on money lists the spellings of amounts as the OpenAPI document has them', async () => {
  const page = await readPage('docs/concepts/money.md');
  const row = /^\| (.+?) +\| (yes|no) +\| (yes|no) +\| (yes|no) +\|$/gm;
  const listed: Record<string, string[]> = {};
  for (const [, operations = '', ...spellings] of page.matchAll(row)) {
    const named = [...operations.matchAll(/`(POST [^`]+)`/g)].map(([, operation = '']) => operation);
    for (const operation of named.length > 0 ? named : ['all others']) listed[operation] = spellings;
  }
  expect(spellingsOfAmounts(listed)).toEqual(listed);
});

/** How each operation takes its amount: as text, as a number, in minor units. Those that are not named are taken together. */
function spellingsOfAmounts(named: object): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [path, operations] of Object.entries(DOCUMENT.paths)) {
    for (const [verb, { requestBody }] of Object.entries(operations)) {
      const body = deref(requestBody?.content['application/json']?.schema);
      const { amount, amount_minor } = (body?.['properties'] ?? {}) as Record<string, unknown>;
      if (amount === undefined && amount_minor === undefined) continue;
      const schema = JSON.stringify(deref(amount) ?? '');
      const spellings = [
        schema.includes('"string"'),
        schema.includes('"number"'),
        amount_minor !== undefined,
      ];
      const operation = `${verb.toUpperCase()} ${path}`;
      const name = operation in named ? operation : 'all others';
      const answers = spellings.map((is_taken) => (is_taken ? 'yes' : 'no'));
      expect(found[name] ?? answers, operation).toEqual(answers);
      found[name] = answers;
    }
  }
  return found;
}

test('the page on upgrades lists every migration that drops a column or table', async () => {
  const migrations = await readdir(join(ROOT, 'db/migrations'));
  const dropping = await Promise.all(
    migrations.map(async (file) => {
      const text = await readFile(join(ROOT, 'db/migrations', file), 'utf8');
      return /drop (?:column|table)|rename (?:column|to)|\.(?:dropColumns?|dropTable\w*|renameColumn|renameTable)\(/i.test(
        text,
      )
        ? [file.replace(/\.ts$/, '')]
        : [];
    }),
  );
  const page = await readPage('docs/operating/upgrade.md');
  const listed = [...page.matchAll(/^\| `(\d{2}-[a-z0-9-]+)`/gm)].map(([, name]) => name);
  expect(listed).toEqual(dropping.flat().toSorted());
});
