/** docs/reference/cli.md, from the tree of commands. */
import { EXIT, type ExitCode } from '../cli/failure.ts';
import { createProgram, EVERY_COMMAND, exampleOf } from '../cli/program.ts';
import { table } from './markdown.ts';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];

const MEANING: Record<keyof typeof EXIT, string> = {
  done: 'done',
  refused: 'refused by the API (400, 413, 422), or the entry, payment or line failed',
  usage:
    'wrong usage: unknown flag, missing argument, bad amount, a question without a terminal. Nothing was sent',
  not_allowed: 'not signed in or not allowed (401, 403)',
  not_found: 'not found (404)',
  conflict: 'conflict (409)',
  unavailable: 'rate limited, unavailable, no connection, timeout (429, 5xx)',
  waiting: 'waiting for a second person, with `--fail-on-waiting`',
  interrupted: 'Ctrl-C (`listen` and `logs --follow`: 0)',
};

/** @returns the parts of the page */
export function cliParts(): string[] {
  const program = createProgram('', null);
  return [
    '## Flags of every command',
    optionTable(program.options),
    '## Exit codes',
    table(
      ['Code', 'When'],
      (Object.entries(EXIT) as [keyof typeof EXIT, ExitCode][]).map(([name, code]) => [
        String(code),
        MEANING[name],
      ]),
    ),
    ...groups().flatMap((group) => groupParts(program, group)),
  ];
}

/** The first words of the commands, in order. */
function groups(): string[] {
  return [...new Set(EVERY_COMMAND.map(({ words }) => words.split(' ')[0] ?? ''))];
}

function groupParts(program: Command, group: string): string[] {
  const rows = EVERY_COMMAND.filter(({ words }) => words.split(' ')[0] === group);
  return [
    `## ${group}`,
    ...rows.flatMap((row) => {
      const command = findCommand(program, row.words);
      const title = ['ushirika', row.words, ...places(command)].join(' ');
      return [
        ...(rows.length > 1 ? [`### ${row.words}`] : []),
        command.description(),
        `\`\`\`text\n${title}\n\`\`\``,
        ...(command.options.length > 0 ? [optionTable(command.options)] : []),
        `Example: \`ushirika ${onOneLine(exampleOf(row))}\``,
      ];
    }),
  ];
}

/** Joins the lines of a command that continues after backslashes. */
function onOneLine(command: string): string {
  return command
    .split('\\\n')
    .map((line) => line.trim())
    .join(' ');
}

function findCommand(program: Command, words: string): Command {
  return words
    .split(' ')
    .reduce((command, word) => command.commands.find((each) => each.name() === word) ?? command, program);
}

function places(command: Command): string[] {
  return command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
}

function optionTable(options: readonly Option[]): string {
  return table(
    ['Flag', 'What'],
    options.map(({ flags, description, argChoices }) => [
      `\`${flags}\``,
      [description, argChoices ? `one of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}` : '']
        .filter(Boolean)
        .join('; '),
    ]),
  );
}
