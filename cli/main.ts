/** The command-line tool: ends with the exit code of the command that its arguments name. */
import { Interrupted } from './failure.ts';
import { runCommandLine } from './run.ts';

const interrupt = new AbortController();
// A second time the process ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupt.abort(new Interrupted()));
// Whoever reads stdout has seen enough: `| head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCommandLine(process.argv.slice(2), interrupt.signal);
