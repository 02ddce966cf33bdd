/**
 * No regular expression of the service takes more than linear time, whatever it is given: one that does lets a single
 * request stop the process. All of them are checked, not only those that meet outside text today; what joi brings along is
 * measured in api/hostile-bodies.test.ts.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { check } from 'recheck';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LAYERS = ['api', 'app', 'commands', 'core', 'db', 'domain', 'embedded', 'jobs', 'workers'];
/** There have always been more than so many: with fewer the test looked in the wrong place. */
const FEWEST_EXPRESSIONS = 70;
/** A few rounds of tries find what is quadratic, where the checker has no proof; more rounds look for what is worse hidden. */
const EFFORT = {
  timeout: 60_000,
  maxIteration: 3,
  // Counted in steps and not in time, so that the load of the machine makes no difference.
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};

/** File → how it is made to put together, from what a request holds, those that it has not when it is loaded. */
const COMPOSED_FOR_REQUESTS: Record<string, string> = {
  'domain/reconciliation/parsing/date.rules.ts': `
    for (const form of [undefined, 'DD MMM YYYY hh:mm:ss A', ' DD - MM - YY \\t HH : mm ', 'AYY MM(DD)hhmmss'])
      module.dateReader(form, 180);`,
};

interface Expression {
  file: string;
  source: string;
  flags: string;
}

/** What a file holds: expressions as they are written, and how many are put together at run time. */
function expressionsOf(file: string): { literals: Expression[]; composed: number } {
  const literals: Expression[] = [];
  let composed = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (type === 'Literal' && regex) literals.push({ file, source: regex.pattern, flags: regex.flags });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') composed++;
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' }));
  return { literals, composed };
}

/** Loads files of the built service, and prints each expression that is put together with the file that does it. */
const RECORD_COMPOSED = `
const recorded = [];
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args) {
    const made = Reflect.construct(target, args);
    const caller = new Error().stack.split('\\n')[2];
    const at = caller.indexOf(process.argv[2]);
    const file = at < 0 ? null : caller.slice(at + process.argv[2].length).split('.js:')[0];
    if (file) recorded.push({ file: file + '.ts', source: made.source, flags: made.flags });
    return made;
  },
});
for (const [file, compose] of JSON.parse(process.argv[1])) {
  const module = await import(file);
  new Function('module', compose)(module);
}
process.stdout.write(JSON.stringify(recorded));
process.exit(0);
`;

/** @param files that put expressions together; the routes' schemas do so by calling them */
async function composedExpressions(files: string[]): Promise<Expression[]> {
  const built = ['api/routes.ts', ...files].map((file) => [
    pathToFileURL(join(ROOT, 'dist', file.replace(/\.ts$/, '.js'))).href,
    COMPOSED_FOR_REQUESTS[file] ?? '',
  ]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      RECORD_COMPOSED,
      JSON.stringify(built),
      pathToFileURL(join(ROOT, 'dist/')).href,
    ],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Expression[];
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}

/** One of each, as `/source/flags`, with the files that have it. */
function distinct(expressions: Expression[]): Map<string, Expression> {
  return new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each]));
}

async function faultsOf(expressions: Expression[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [written, { file, source, flags }] of distinct(expressions)) {
    const found = await check(source, flags, EFFORT);
    const how = 'complexity' in found ? found.complexity?.summary : undefined;
    if (found.status !== 'safe') faults.push(`${file}: ${written} is ${how ?? found.status}`);
  }
  return faults;
}

test('every regular expression takes linear time', async () => {
  const found = LAYERS.flatMap(sourceFiles).map((file) => ({ file, ...expressionsOf(file) }));
  const composing = found.filter((each) => each.composed > 0);
  const composed = await composedExpressions(composing.map(({ file }) => file));
  // One that is made in a request only is not seen here, unless it is listed above.
  const unseen = composing.filter(({ file, composed: count }) => {
    const seen = composed.filter((each) => each.file === file).length;
    return seen < count;
  });
  expect(unseen.map(({ file }) => file)).toEqual([]);
  const all = [...found.flatMap(({ literals }) => literals), ...composed];
  expect(all.length).toBeGreaterThan(FEWEST_EXPRESSIONS);
  expect(await faultsOf(all)).toEqual([]);
});

test('one that does not is found', async () => {
  const file = 'api/http/body.ts';
  const faults = await faultsOf([
    { file, source: '"(?:[^"\\\\]|\\\\.)*"(?=\\s*:)', flags: 'g' },
    { file, source: '\\s+$', flags: '' },
    { file, source: '^(a+)+$', flags: '' },
    { file, source: '^[a-z]+$', flags: '' },
  ]);
  expect(faults).toHaveLength(3);
});
