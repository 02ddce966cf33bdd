/** What is built and shipped: the languages, the weight of the first page, and how the server answers for it. */
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboard } from '../../api/http/dashboard.ts';
import { readConfig } from '../../core/config.ts';
import { sharedService, type TestService } from '../harness/index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ASSETS = `${ROOT}dist/dashboard/assets/`;
const FIRST_LOAD_BYTES = 200_000;
const LAZY_CHUNK_BYTES = 120_000;

type Texts = { [name: string]: string | Texts };

const textsIn = (file: string): Texts =>
  JSON.parse(readFileSync(`${ROOT}dashboard/locales/${file}.json`, 'utf8')) as Texts;

/** Those of the first page, and those that are loaded later. */
function texts(language: string): Texts {
  return { first: textsIn(language), later: textsIn(`${language}.later`) };
}

function* pathsOf(all: Texts, before = ''): Generator<[path: string, text: string]> {
  for (const [name, each] of Object.entries(all)) {
    if (typeof each === 'string') yield [before + name, each];
    else yield* pathsOf(each, `${before}${name}.`);
  }
}

const placesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted();

describe.each(['sw', 'am'])('the language %s', (language) => {
  const english = new Map(pathsOf(texts('en')));
  const translated = new Map(pathsOf(texts(language)));

  test('has the same texts as English, none of them empty, with the same places for values', () => {
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, text] of translated) {
      expect(text.trim(), path).not.toBe('');
      expect(placesIn(text), path).toEqual(placesIn(english.get(path) ?? ''));
    }
  });
});

test('every text is used, and every text used is there', () => {
  const sources = sourcesOf(`${ROOT}dashboard`).join('\n');
  // Those are named by a word of the API, in the groups that words.ts lists.
  const [, groups = ''] =
    /type WordGroup =([^;]*);/.exec(readFileSync(`${ROOT}dashboard/words.ts`, 'utf8')) ?? [];
  const names = ['status', ...[...groups.matchAll(/'(\w+)'/g)].map(([, name]) => name)];
  const by_word = new RegExp(
    `^(?:(?:${names.join('|')})\\.|movement\\.(?:cash|savings|bank)$|consent\\.(?:consent|decline)$)`,
  );
  const { first, later } = texts('en') as { first: Texts; later: Texts };
  const unused = [...pathsOf(first), ...pathsOf(later)]
    .map(([path]) => path)
    .filter((path) => !by_word.test(path))
    .map((path) => path.replace(/_(?:one|other)$/, ''))
    .filter((path) => !sources.includes(`'${path}'`) && !sources.includes(`="${path}"`));
  expect(unused).toEqual([]);
});

test('each part of Mantine that is used brings its styles', () => {
  const css = ['mantine', 'mantine-later']
    .map((name) => readFileSync(`${ROOT}dashboard/styles/${name}.css`, 'utf8'))
    .join('\n');
  const used = new Set(
    sourcesOf(`${ROOT}dashboard`)
      .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
      .flatMap(([, names]) => (names ?? '').split(','))
      .map((name) => name.trim()),
  );
  const styled = new Set(readdirSync(`${ROOT}node_modules/@mantine/core/styles`));
  const missing = [...used].filter((name) => styled.has(`${name}.css`) && !css.includes(`/${name}.css'`));
  expect(missing).toEqual([]);
});

/** The texts of all programs in a folder. */
function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

type Manifest = Record<string, { file: string; css?: string[] }>;

describe('the weight, as Brotli sends it', () => {
  const size = (name: string): number => statSync(`${ASSETS}${name}.br`).size;
  const page = readFileSync(`${ROOT}dist/dashboard/index.html`, 'utf8');
  const first = new Set([...page.matchAll(/\/assets\/([\w-]+\.(?:js|css))/g)].map(([, name]) => name ?? ''));
  // Assets of earlier builds lie there too.
  const manifest = JSON.parse(readFileSync(`${ROOT}dist/dashboard/manifest.json`, 'utf8')) as Manifest;
  const built = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  const lazy = [...new Set(built.map((path) => path.replace('assets/', '')))].filter(
    (name) => /\.(?:js|css)$/.test(name) && !first.has(name),
  );

  test('the first page', () => {
    expect(first.size).toBeGreaterThan(1);
    const language = Math.max(...lazy.filter((name) => /^(?:en|sw|am)-/.test(name)).map(size));
    const total = [...first].map(size).reduce((sum, each) => sum + each, language);
    expect(total).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
  });

  test('what is loaded later', () => {
    for (const name of lazy) expect(size(name), name).toBeLessThanOrEqual(LAZY_CHUNK_BYTES);
  });
});

describe('the server', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await sharedService();
  });
  afterAll(() => service.stop());

  const addresses = JSON.parse(readFileSync(`${ROOT}dashboard/addresses.json`, 'utf8')) as Record<
    string,
    string
  >;

  test.each(Object.values(addresses))('%s is the page, with a nonce of its own', async (address) => {
    const path = address.replace(/:\w+/, 'x');
    const [one, other] = [await service.anyone.get(path), await service.anyone.get(path)];
    expect(one.status).toBe(200);
    expect(one.headers.get('content-type')).toContain('text/html');
    expect(one.headers.get('cache-control')).toBe('no-cache');
    const nonce = (reply: typeof one): string | undefined =>
      /'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
    expect(nonce(one)).toBeTruthy();
    expect(one.text).toContain(`nonce="${nonce(one)}"`);
    expect(nonce(one)).not.toBe(nonce(other));
    expect(one.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  });

  test('a file that is gone ends its request, not the process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    cpSync(`${ROOT}dist/dashboard`, folder, { recursive: true });
    const server = express()
      .use(dashboard({ config: readConfig({}) }, folder).pages)
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [gone = '', there = ''] = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
    const get = (name: string): Promise<Response> => fetch(`http://127.0.0.1:${port}/assets/${name}`);
    for (const ending of ['', '.br', '.gz']) rmSync(join(folder, 'assets', gone + ending));
    await expect(get(gone).then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
    expect((await get(there)).status).toBe(200);
    server.close();
    rmSync(folder, { recursive: true });
  });

  test('assets are compressed and kept for a year; what is not there is a JSON 404', async () => {
    const script = readdirSync(ASSETS).find((name) => name.endsWith('.js')) ?? '';
    const asset = await service.anyone.send('GET', `/assets/${script}`, undefined, {
      'accept-encoding': 'br',
    });
    expect(asset.status).toBe(200);
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
    for (const path of ['/assets/none.js', '/nothing', '/assets/../package.json', '/index.html', '/.hash']) {
      const reply = await service.anyone.get(path);
      expect(reply.status, path).toBe(404);
      expect(reply.body.error.code).toBe('NOT_FOUND');
    }
  });

  test('the service worker of the pages that open without a network may reach this server alone', async () => {
    const reply = await service.anyone.get('/collections/worker.js');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('javascript');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    expect(reply.headers.get('service-worker-allowed')).toBe('/collections');
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  });

  test('a browser that asks for an address where nothing is gets the page that says so', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const open = (path: string, method = 'GET') => service.anyone.send(method, path, undefined, { accept });
    const reply = await open('/membrs/mem_1');
    expect(reply.status).toBe(404);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.headers.get('content-security-policy')).toContain('nonce-');
    for (const path of ['/api/v1/nothing', '/assets/none.js', '/callbacks/none'])
      expect((await open(path)).body.error.code, path).toBe('NOT_FOUND');
    expect((await open('/membrs', 'POST')).body.error.code).toBe('NOT_FOUND');
  });
});
