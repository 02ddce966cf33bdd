import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LeftOut } from './test/harness/left-out.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { PROJECTS } from './test/harness/projects.ts';

/** Ends what hangs; longer than `until` waits (test/harness/wait.ts), which then says what for. */
const TIMEOUT_MS = 120_000;

export default defineConfig({
  // The sources of the workspaces, not what was built of them last.
  ssr: { resolve: { conditions: ['ushirika-source', 'node', 'development|production'] } },
  test: {
    projects: Object.entries(PROJECTS).map(
      ([name, { include, exclude = [], environment = 'node', database, timeout_ms = TIMEOUT_MS }]) => ({
        extends: true,
        test: {
          name,
          include,
          exclude,
          environment,
          testTimeout: timeout_ms,
          globalSetup: database ? ['test/harness/global-setup.ts'] : [],
        },
      }),
    ),
    setupFiles: ['test/harness/each-file.ts'],
    pool: 'forks',
    // Threads that the service starts import its sources.
    execArgv: ['--import', new URL('./test/harness/typescript-workers.mjs', import.meta.url).href],
    // The files of a worker share its modules: loading the whole service anew for each takes as long as its tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new LeftOut()],
    restoreMocks: true,
    // A worker often waits: for PostgreSQL, the browser, other processes.
    maxWorkers: availableParallelism() + 2,
    hookTimeout: TIMEOUT_MS,
    // What is polled may take as long on a busy machine as any other answer (PATIENCE_MS of test/harness/browser.ts).
    expect: { poll: { timeout: 60_000 } },
    // A test that only passes at the second try tells of a defect.
    retry: 0,
  },
});
