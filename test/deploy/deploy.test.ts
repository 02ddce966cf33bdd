/**
 * deploy/ as far as it can be checked without a container engine or a running systemd: the files parse, what they run
 * exists, every queue has a worker, every variable is one that the service reads.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { QUEUE_NAMES } from '../../jobs/registry.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = join(ROOT, 'deploy/systemd');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Variables of core/config.ts, and what others read from the same environment. */
const VARIABLES = new Set([
  ...[...read('core/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name),
  'NODE_ENV',
]);

/** A queue's worker, or another program of the service that exists. @throws when it is neither */
function queueOf(command: string[]): string | null {
  const [node, ...words] = command;
  expect(node).toBe('node');
  const [program = '', ...parameters] = words.filter((word) => !word.startsWith('--'));
  expect([program, existsSync(join(ROOT, program.replace(/^dist\/(.*)\.js$/, '$1.ts')))]).toEqual([
    program,
    true,
  ]);
  if (program !== 'dist/workers/main.js') {
    expect(parameters).toEqual([]);
    return null;
  }
  expect(parameters).toHaveLength(1);
  return parameters[0] as string;
}

// ── the compose file ─────────────────────────────────────────────────────────────────────────────────────────────────

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  volumes?: string[];
}

describe('compose.yaml', () => {
  const source = read('deploy/compose.yaml');
  const compose = parse(source, { merge: true, strict: true, uniqueKeys: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'ushirika');

  test('has a worker for every queue, named after it, web and migrations', () => {
    const queues = Object.fromEntries(ours.map(([name, { command }]) => [name, queueOf(command)]));
    expect(queues).toEqual({
      web: null,
      migrate: null,
      ...Object.fromEntries(QUEUE_NAMES.map((queue) => [queue, queue])),
    });
  });

  test('sets only variables that are known, and leaves out none that is required', () => {
    for (const [name, { environment }] of ours) {
      expect([name, Object.keys(environment).filter((variable) => !VARIABLES.has(variable))]).toEqual([
        name,
        [],
      ]);
      expect(Object.keys(environment)).toEqual(
        expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'ENCRYPTION_KEY', 'PUBLIC_URL']),
      );
    }
    const example = read('deploy/env.example');
    for (const [, variable] of source.matchAll(/\$\{([A-Z_]+)/g))
      expect(example).toMatch(new RegExp(`^${variable}=`, 'm'));
  });

  test('starts nothing before the migrations are done, and stops nothing too early', () => {
    for (const [name, { depends_on, stop_grace_period, build }] of ours) {
      expect(
        Object.keys(depends_on ?? {}).filter((other) => !Object.hasOwn(compose.services, other)),
      ).toEqual([]);
      if (name !== 'migrate')
        expect(depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
      expect(stop_grace_period).toBe('30s');
      expect(existsSync(join(ROOT, 'deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    }
  });

  test('asks every long-running process for its health, where it answers', () => {
    for (const [name, { healthcheck, environment }] of ours.filter(([each]) => each !== 'migrate'))
      expect(healthcheck?.test.at(-1), name).toContain(
        `http://127.0.0.1:${environment['METRICS_PORT'] ?? '3000'}/health`,
      );
  });

  test('keeps the database in a volume that is declared', () => {
    const volumes = compose.services['postgres']?.volumes ?? [];
    expect(volumes).toHaveLength(1);
    // And that of uploaded files, which every process sees.
    const named = [...volumes, ...(ours[0]?.[1].volumes ?? [])].map((volume) => volume.split(':')[0]);
    expect(Object.keys(compose.volumes)).toEqual(named);
  });
});

// ── the chart ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What needs no Helm; the rendered objects are tested in chart.system.test.ts. */
describe('the Helm chart', () => {
  const values = parse(read('deploy/helm/ushirika/values.yaml'), { strict: true }) as {
    config: Record<string, string>;
    secret: { required: string[]; optional: string[] };
    workers: { pools: Record<string, unknown> };
  };

  test("has a pool for every queue, and its version is the service's", () => {
    expect(Object.keys(values.workers.pools)).toEqual(QUEUE_NAMES);
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(parse(read('deploy/helm/ushirika/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  test('sets only variables that are known', () => {
    const names = [...Object.keys(values.config), ...values.secret.required, ...values.secret.optional];
    for (const [, name = ''] of read('deploy/helm/ushirika/templates/_helpers.tpl').matchAll(
      /- name: ([A-Z_]+)/g,
    ))
      names.push(name);
    expect(names.filter((name) => !VARIABLES.has(name))).toEqual([]);
  });
});

// ── the image ────────────────────────────────────────────────────────────────────────────────────────────────────────

describe('Containerfile', () => {
  const instructions = read('deploy/Containerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) +(.*)$/.exec(line)?.slice(1) as [string, string]);
  const all = (name: string): string[] =>
    instructions.filter(([instruction]) => instruction === name).map(([, rest]) => rest);

  test('consists of instructions that exist, and starts from the Node that the service needs', () => {
    const known = 'FROM ARG WORKDIR COPY RUN ENV USER EXPOSE STOPSIGNAL CMD'.split(' ');
    expect(instructions.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
    const least = Number(/>=(\d+)/.exec(read('package.json').split('"node"')[1] ?? '')?.[1]);
    expect(least).toBeGreaterThan(0);
    for (const from of all('FROM'))
      expect(Number(/node:(\d+)/.exec(from)?.[1]), from).toBeGreaterThanOrEqual(least);
  });

  test('copies what exists, or what the stage before made', () => {
    for (const copied of all('COPY')) {
      const words = copied.split(/ +/);
      const staged = words[0]?.startsWith('--from=build') ?? false;
      for (const source of words.slice(staged ? 1 : 0, -1)) {
        const path = staged ? source.replace(/^\/build\//, '') : source;
        expect([path, ['dist', 'node_modules'].includes(path) || existsSync(join(ROOT, path))]).toEqual([
          path,
          true,
        ]);
      }
    }
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    for (const [, script = ''] of all('RUN')
      .join('\n')
      .matchAll(/npm run (\S+)/g))
      expect(scripts).toContain(script);
  });

  test('runs a program that exists, not as root', () => {
    expect(queueOf(JSON.parse(all('CMD')[0] as string) as string[])).toBeNull();
    expect(all('USER')).toEqual(['node']);
    for (const [, variable = ''] of all('ENV')
      .join(' ')
      .matchAll(/([A-Z_]+)=/g))
      expect([...VARIABLES]).toContain(variable);
  });

  test('sends neither secrets nor data to the build', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.data', '.git', 'node_modules', 'dist']));
    expect(ignored).toContain('deploy/.env');
  });
});

// ── the units ────────────────────────────────────────────────────────────────────────────────────────────────────────

type Unit = Record<string, Record<string, string[]>>;

/** Sections, and in each the values of every key, in their order. @throws on a line that is none of these */
function parseUnit(text: string): Unit {
  const unit: Unit = {};
  let section: Record<string, string[]> | undefined;
  for (const line of text.split('\n').filter((each) => each.trim() !== '' && !/^[#;]/.test(each))) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key, value] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    if (name) section = unit[name] ??= {};
    else if (section && key) (section[key] ??= []).push(value as string);
    else throw new Error(`not a line of a unit: ${line}`);
  }
  return unit;
}

describe('the systemd units', () => {
  const files = readdirSync(UNITS);
  const units = new Map(files.map((file) => [file, parseUnit(readFileSync(join(UNITS, file), 'utf8'))]));
  /** The file of a unit, whatever its instance. */
  const fileOf = (unit: string): string => unit.replace(/@[^.]*/, '@');
  const services = [...units].filter(([file]) => file.endsWith('.service'));
  const [wanted = []] = [units.get('ushirika.target')?.['Unit']?.['Wants']];

  test('of the target exist, with one worker for every queue', () => {
    expect(wanted.filter((unit) => !files.includes(fileOf(unit)))).toEqual([]);
    const instances = wanted.flatMap((unit) => /^ushirika-worker@(.*)\.service$/.exec(unit)?.[1] ?? []);
    expect(instances.toSorted()).toEqual([...QUEUE_NAMES].toSorted());
  });

  test('refer to each other by names that exist', () => {
    const referred = [...units.values()].flatMap(({ Unit: facts = {} }) =>
      ['Requires', 'After', 'PartOf', 'Conflicts'].flatMap((key) =>
        (facts[key] ?? []).flatMap((names) => names.split(' ')),
      ),
    );
    const own = referred.filter((unit) => unit.startsWith('ushirika'));
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(own.filter((unit) => !files.includes(unit))).toEqual([]);
  });

  test('run programs that exist, as a user of their own, with time to end', () => {
    expect(services.length).toBeGreaterThanOrEqual(5);
    for (const [file, { Service: facts = {} }] of services) {
      expect(facts['ExecStart'], file).toHaveLength(1);
      const [env, ...words] = facts['ExecStart']?.[0]?.split(' ') ?? [];
      expect(env).toBe('/usr/bin/env');
      const queue = queueOf(words.filter((word) => !/^[A-Z_]+=/.test(word)));
      expect(queue).toBe(file === 'ushirika-worker@.service' ? '%i' : null);
      expect(facts['User']).toEqual(['ushirika']);
      expect(facts['NoNewPrivileges']).toEqual(['yes']);
      if (facts['Type']?.[0] !== 'oneshot') expect(facts['TimeoutStopSec']).toEqual(['30']);
    }
  });

  test('set only variables that are known', () => {
    for (const [, { Service: facts = {} }] of services)
      for (const set of [...(facts['Environment'] ?? []), ...(facts['ExecStart'] ?? [])])
        for (const [, variable = ''] of set.matchAll(/(?:^| )([A-Z_]+)=/g))
          expect([...VARIABLES]).toContain(variable);
    for (const [, variable = ''] of read('deploy/env.example').matchAll(/^#?([A-Z_]+)=/gm))
      expect([...VARIABLES, 'POSTGRES_PASSWORD']).toContain(variable);
  });

  const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!hasAnalyzer).each(files)('%s passes systemd-analyze verify', (file) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(UNITS, file)], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
