/** Runs the command of a command line. The code of a command is loaded when it runs, so that all start fast. */
import { CommanderError } from 'commander';
import type { Call, CommandRow } from './command.ts';
import { EXIT, Interrupted, usageError, type ExitCode } from './failure.ts';
import { createProgram } from './program.ts';
import type { GlobalFlags } from './profiles/settings.ts';
import { VERSION } from './version.ts';

/** Commander's errors that are not failures. */
const SHOWN = new Set(['commander.helpDisplayed', 'commander.version']);

async function onCall(row: CommandRow, call: Call): Promise<ExitCode> {
  if (!('operation' in row)) return (await row.load()).run(call, row);
  if (row.load) return (await row.load()).run(call, row);
  return (await import('./request/run-operation.ts')).runOperation(call, row);
}

/** Commander's message, and for a noun of the API the command that has another one. */
async function misspelled({ code, message }: CommanderError): Promise<string> {
  const said = message.replace(/^error: /, '');
  if (code !== 'commander.unknownCommand' || said.includes('Did you mean')) return said;
  const { commandsFor } = await import('./suggestion.ts');
  const commands = commandsFor(/'([^']+)'/.exec(said)?.[1] ?? '');
  return commands === null ? said : `${said}\n(Did you mean ushirika ${commands}?)`;
}

/** From the flag, or from the profile if it can be read. */
async function wantsJson(globals: GlobalFlags): Promise<boolean> {
  if (globals.json === true) return true;
  const { resolveSettings } = await import('./profiles/settings.ts');
  // An API key on stdin can be read only once.
  const settings = await resolveSettings({ ...globals, apiKey: undefined }).catch(() => null);
  return settings?.as_json ?? false;
}

/**
 * @param argv the words after `ushirika`
 * @param signal aborted with `Interrupted` by Ctrl-C
 * @returns the exit code; errors have been printed
 */
export async function runCommandLine(argv: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  let exit: ExitCode = EXIT.done;
  const program = createProgram(VERSION, { argv, signal, onCall, onExit: (code) => (exit = code) });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && SHOWN.has(error.code)) return EXIT.done;
    // Commander has shown help because the command is missing.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
    const { describeError, exitCodeOf } = await import('./output/report.ts');
    if (error instanceof Interrupted) return exitCodeOf(error);
    const is_misspelled = error instanceof CommanderError;
    const failure = is_misspelled ? usageError(await misspelled(error)) : error;
    // Parsing may have stopped before the flag.
    const as_json = argv.includes('--json') || (await wantsJson(program.opts<GlobalFlags>()));
    process.stderr.write(`${describeError(failure, as_json)}\n`);
    if (is_misspelled && !as_json) process.stderr.write('Run it with --help for its usage.\n');
    return exitCodeOf(failure);
  }
}
