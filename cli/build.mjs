/**
 * Builds the tool into dist/: its source, the transport of the SDK and all packages in few files, each loaded when a command
 * needs it, so that commands start fast and an installation downloads nothing else.
 */
import { build } from 'vite';

await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions: ['ushirika-source'] },
  ssr: { noExternal: true },
  build: { ssr: 'main.ts', target: 'node20', license: { fileName: 'LICENSES.md' } },
});
