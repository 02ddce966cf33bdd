/** The tree of commands as lists of the words that can follow. */
import type { Command, Option } from 'commander';

export interface Place {
  /** The words that lead there, joined by spaces: `payments list`; empty for the root. */
  path: string;
  /** Possible next words: commands, or the choices of an argument. */
  words: string[];
  flags: string[];
  /** Choices of flags; flags with any value are absent. */
  values: Record<string, string[]>;
  /** Flags that take a value. */
  with_value: string[];
}

/** Without characters that shells interpret; other choices are not offered, as they must be quoted. */
function isPlain(choice: string): boolean {
  return /^[\w.+-]+$/.test(choice);
}

export function placesOf(program: Command): Place[] {
  return visit(program, '', program.options);
}

function visit(command: Command, path: string, globals: readonly Option[]): Place[] {
  const options = [...new Set([...command.options, ...globals])];
  const argument_choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const here: Place = {
    path,
    words: [...command.commands.map((each) => each.name()), ...argument_choices],
    flags: [...options.map(({ long }) => long ?? ''), '--help'],
    values: Object.fromEntries(
      options.flatMap(({ long, argChoices }) =>
        long && argChoices ? [[long, argChoices.filter(isPlain)]] : [],
      ),
    ),
    with_value: options.flatMap(({ long, required, optional }) =>
      long && (required || optional) ? [long] : [],
    ),
  };
  const below = command.commands.flatMap((each) =>
    visit(each, path === '' ? each.name() : `${path} ${each.name()}`, globals),
  );
  return [here, ...below];
}
