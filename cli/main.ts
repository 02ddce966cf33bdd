/** The command-line tool: ends with the exit code of the command that its arguments name. */
import { Interrupted } from './failure.ts';
import { runCommandLine } from './run.ts';

const interrupt = new AbortController();
let nobody_reads = false;
// A second time the process ends at once. A terminal that is closed sends SIGHUP.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => interrupt.abort(new Interrupted()));
// Whoever reads stdout has seen enough: `| head -1`. What the command made for itself is deleted, as on Ctrl-C.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
  nobody_reads = true;
  interrupt.abort(new Interrupted());
});
// Nobody sees what is told: the terminal is gone.
process.stderr.on('error', () => undefined);
const exit = await runCommandLine(process.argv.slice(2), interrupt.signal);
process.exitCode = nobody_reads ? 0 : exit;
