/** The projects of the tests: which files each has, and what it needs. docs/development/README.md describes them. */

export interface Project {
  /** Said of it where it is left out. */
  about: string;
  include: string[];
  exclude?: string[];
  /** Needs the PostgreSQL server that global-setup.ts starts. */
  database: boolean;
  /** The globals of a browser, without one: for hooks of the dashboard. */
  environment?: 'happy-dom';
  /** Ends a test that hangs, where that is later than elsewhere: a walk over many pages takes long on a busy machine. */
  timeout_ms?: number;
  /** Part of `npm test`; the rest is in `npm run test:all` only, and `ha` in neither. */
  always: boolean;
}

const JOURNEYS = ['test/browser/journeys/**/*.test.ts'];
const BROWSER = ['test/browser/**/*.test.ts'];
const SYSTEM = ['test/{crash,demo,embedded,start}/**/*.test.ts', 'test/**/*.system.test.ts'];
const RANDOM = ['test/**/*.random.test.ts'];
const COMPONENTS = ['test/dashboard/**/*.component.test.ts'];
const HA = ['test/ha/**/*.ha.test.ts'];
const UNIT = ['test/*.test.ts', 'test/{core,deploy,rules}/**/*.test.ts', 'test/**/*.unit.test.ts'];

const WALK_MS = 300_000;

/** In the order in which they run: those of the longest files first, so that the short ones fill the end. */
export const PROJECTS: Record<string, Project> = {
  system: {
    about:
      'processes that are started and killed, movements and refunds under faults, lists of many rows, the embedded PostgreSQL, the demo, packages',
    include: SYSTEM,
    database: true,
    always: false,
  },
  ha: {
    about:
      'servers that replace each other: killed and frozen under load, where their programs are installed',
    include: HA,
    database: true,
    always: false,
  },
  browser: {
    about: 'the rest of the browser tests',
    include: BROWSER,
    exclude: [...JOURNEYS, ...SYSTEM],
    database: true,
    timeout_ms: WALK_MS,
    always: false,
  },
  random: {
    about: 'random histories of whole projects, compared with a naive model',
    include: RANDOM,
    database: true,
    always: false,
  },
  journeys: {
    about: 'the main journeys in a browser',
    include: JOURNEYS,
    database: true,
    timeout_ms: WALK_MS,
    always: true,
  },
  service: {
    about: 'the service in the process of the test, over HTTP',
    include: ['test/**/*.test.ts'],
    exclude: [...SYSTEM, ...HA, ...RANDOM, ...BROWSER, ...COMPONENTS, ...UNIT],
    database: true,
    always: true,
  },
  components: {
    about: 'hooks of the dashboard, in the globals of a browser',
    include: COMPONENTS,
    environment: 'happy-dom',
    database: false,
    always: true,
  },
  unit: {
    about: 'pure functions, sources and files, without a database',
    include: UNIT,
    exclude: SYSTEM,
    database: false,
    always: true,
  },
};
