/** The tree of commands, from the table. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { argumentsOf, quoteForShell } from './request/arguments.ts';
import type { Call, CommandRow, ExtraFlag } from './command.ts';
import { COMMANDS, GROUPS } from './command-table.ts';
import { ENVIRONMENTS } from './environment.ts';
import type { ExitCode } from './failure.ts';
import { flagName, optionsOf } from './request/flag-options.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { OperationFacts } from './operation-facts.ts';
import { OWN_COMMANDS } from './own-commands.ts';
import type { GlobalFlags } from './profiles/settings.ts';
import { placesOf } from './completion/tree.ts';

export const EVERY_COMMAND: readonly CommandRow[] = [...COMMANDS, ...OWN_COMMANDS];

/** Called with the chosen command. */
export type OnCall = (row: CommandRow, call: Call) => Promise<ExitCode>;

interface Running {
  argv: readonly string[];
  signal: AbortSignal;
  onCall: OnCall;
  /** Receives the exit code. */
  onExit: (code: ExitCode) => void;
}

/** @param running null: only the tree, for descriptions of it */
export function createProgram(version: string, running: Running | null): Command {
  const program = new Command('ushirika')
    .description("Runs a cooperative's money from a terminal: everything that the API of Ushirika offers.")
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .exitOverride()
    // The caller prints errors, in the requested format.
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError();
  for (const option of globalOptions()) program.addOption(option);
  for (const row of EVERY_COMMAND)
    if (running === null || mayBeMeant(row, running.argv)) addCommand(program, row, running);
    else addName(program, row);
  return program;
}

/** Declaring 140 commands with all flags would take longer than most commands run. */
function mayBeMeant({ words }: CommandRow, argv: readonly string[]): boolean {
  return argv.includes(words.split(' ')[0] ?? '');
}

/** Declares only the name, for the list of commands and suggestions for a mistyped one. */
function addName(program: Command, row: CommandRow): void {
  const [first = '', ...others] = row.words.split(' ');
  if (others.length > 0) groupOf(program, [first]);
  else program.command(first).description(summaryOf(row));
}

function globalOptions(): Option[] {
  return [
    new Option('--json', "print the API's JSON"),
    new Option('--quiet', 'print ids only'),
    new Option('--wide', 'show all columns of tables, also those that do not fit'),
    new Option('--environment <name>', 'with a session: test or live').choices(ENVIRONMENTS),
    new Option('--project <id>', 'with a session: another project than the chosen one'),
    new Option('--url <address>', 'of the service; default USHIRIKA_URL, then the profile'),
    new Option('--api-key <key>', '- reads it from stdin; default USHIRIKA_API_KEY, then the profile'),
    new Option('--profile <name>', 'default USHIRIKA_PROFILE, then the one in use'),
    new Option('--yes', 'answer yes to all questions'),
    new Option('--timeout <seconds>', 'per attempt (30)').argParser(readSeconds),
    new Option('--debug', 'show requests and answers on stderr, without secrets'),
  ];
}

function readSeconds(text: string): number {
  const seconds = /^\d{1,5}(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}

function addCommand(program: Command, row: CommandRow, running: Running | null): void {
  const words = row.words.split(' ');
  const name = words.at(-1) ?? '';
  const command = groupOf(program, words.slice(0, -1)).command(name);
  const facts = 'operation' in row ? OPERATIONS[row.operation] : null;
  command.summary(summaryOf(row)).description(`${summaryOf(row)}.${accessNote(facts)}`);
  for (const argument of argumentsFor(row)) command.addArgument(argument);
  if (facts && 'operation' in row)
    for (const option of optionsOf(facts, row.left_out ?? [])) command.addOption(option);
  for (const flag of row.extra_flags ?? []) command.addOption(extraOption(flag));
  command.addHelpText('after', `\nExample:\n  $ ushirika ${exampleOf(row)}`);
  if (!running) return;
  command.action(async () => {
    const call = {
      args: command.processedArgs.filter((value) => value !== undefined) as string[],
      flags: command.opts<Record<string, unknown>>(),
      globals: program.opts<GlobalFlags>(),
      signal: running.signal,
      argv: running.argv,
      tree: () => placesOf(createProgram('', null)),
    };
    running.onExit(await running.onCall(row, call));
  });
}

function groupOf(program: Command, words: readonly string[]): Command {
  let at = program;
  for (const [i, word] of words.entries()) {
    const found = at.commands.find((each) => each.name() === word);
    at = found ?? at.command(word).description(GROUPS[words.slice(0, i + 1).join(' ')] ?? '');
  }
  return at;
}

export function summaryOf(row: CommandRow): string {
  return 'operation' in row ? OPERATIONS[row.operation].summary : row.summary;
}

function accessNote(facts: OperationFacts | null): string {
  return facts?.access === 'session' || facts?.access === 'staff' ? ' Needs a session.' : '';
}

function argumentsFor(row: CommandRow): Argument[] {
  if ('operation' in row)
    return argumentsOf(row).map((name) => {
      const place = placeName(name);
      const is_optional = row.optional_places?.includes(name) ?? false;
      return new Argument(is_optional ? `[${place}]` : `<${place}>`, aboutPlace(row, name));
    });
  return (row.args ?? []).map(({ name, about, choices }) => {
    const argument = new Argument(name, about);
    return choices ? argument.choices(choices) : argument;
  });
}

/** The argument is a file if the field is its text. */
function placeName(name: string): string {
  return name === 'csv' ? 'file' : flagName(name);
}

function aboutPlace(row: CommandRow, name: string): string {
  if (name === 'csv') return 'the statement; - for stdin';
  const id = 'operation' in row && OPERATIONS[row.operation].ids.find((each) => each.name === name);
  if (!id) return '';
  return id.description?.toLowerCase() ?? (id.prefix ? `${id.prefix}_…` : '');
}

function extraOption({ flags, description, choices, repeatable }: ExtraFlag): Option {
  const option = new Option(flags, description);
  if (choices) option.choices(choices);
  if (repeatable) option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  return option;
}

/** The words, ids and required flags, with values from the documentation. */
export function exampleOf(row: CommandRow): string {
  if (row.example !== undefined) return row.example;
  if (!('operation' in row))
    return [row.words, ...(row.args ?? []).map(({ choices, name }) => choices?.[0] ?? name)].join(' ');
  const { ids, body, query, amount } = OPERATIONS[row.operation];
  const places = argumentsOf(row).map((name) => {
    const prefix = ids.find((id) => id.name === name)?.prefix;
    return prefix === undefined ? `<${placeName(name)}>` : `${prefix}_…`;
  });
  const flags = [...query, ...body]
    .filter(({ name, required }) => required && !row.left_out?.includes(name) && name !== 'environment')
    .map(
      ({ name, sample, choices }) => `--${flagName(name)} ${quoteForShell(sample ?? choices?.[0] ?? '…')}`,
    );
  return [row.words, ...places, ...flags, ...(amount === 'required' ? ['--amount 150.00'] : [])].join(' ');
}
