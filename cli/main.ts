/** The command-line tool: runs the command that its arguments name and ends with its exit code. */
import { Interrupted } from './failure.ts';
import { runCommandLine } from './run.ts';

const interrupt = new AbortController();
let nobody_reads = false;
// A second signal ends the process immediately. A closed terminal sends SIGHUP.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => interrupt.abort(new Interrupted()));
// The reader of stdout has ended, as with `| head -1`: the command cleans up, as on Ctrl-C.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
  nobody_reads = true;
  interrupt.abort(new Interrupted());
});
// The terminal is closed.
process.stderr.on('error', () => undefined);
const exit = await runCommandLine(process.argv.slice(2), interrupt.signal);
process.exitCode = nobody_reads ? 0 : exit;
