/** The types of commands: a row of the table, and a call of it. */
import type { ExitCode } from './failure.ts';
import type { FieldValues } from './request/flag-values.ts';
import type { OperationId } from './generated/operations.ts';
import type { GlobalFlags } from './profiles/settings.ts';
import type { Place } from './completion/tree.ts';

/** A flag that is not a field of the operation. */
export interface ExtraFlag {
  /** In commander's notation: `--wait-timeout <seconds>`. */
  flags: string;
  description: string;
  choices?: readonly string[];
  /** May be given several times. */
  repeatable?: true;
}

export interface Call {
  /** The arguments after the words, in order. */
  args: readonly string[];
  /** Flags of the command, by commander's keys. */
  flags: Record<string, unknown>;
  globals: GlobalFlags;
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
  /** The command line as typed, to be shown for a repeat. */
  argv: readonly string[];
  /** All commands, and the words that can follow them. */
  tree: () => Place[];
}

/** The value of a text flag; undefined if it was not given. */
export function textFlag(flags: Record<string, unknown>, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export type Run<Row> = (call: Call, row: Row) => Promise<ExitCode>;

interface CommonRow {
  /** `members deposit` */
  words: string;
  extra_flags?: readonly ExtraFlag[];
  /** The words after `ushirika`; made from ids and required flags when left out. */
  example?: string;
}

/** A command for one operation of the API. */
export interface OperationRow extends CommonRow {
  operation: OperationId;
  /** Fields that are arguments after the ids instead of flags. */
  places?: readonly string[];
  /** Those of them that may be left out, because `--data` may have them. */
  optional_places?: readonly string[];
  /** Fields without a flag, because the command fills them. */
  left_out?: readonly string[];
  /** Constant values of such fields. */
  fixed?: FieldValues;
  /** Changes nothing, although its method is not GET. */
  harmless?: true;
  /** Loads the code of a command that does more than one request. */
  load?: () => Promise<{ run: Run<OperationRow> }>;
}

/** A command of the tool itself. */
export interface OwnRow extends CommonRow {
  summary: string;
  /** In commander's notation: `<name>`, `[what]`. */
  args?: readonly { name: string; about: string; choices?: readonly string[] }[];
  load: () => Promise<{ run: Run<OwnRow> }>;
}

export type CommandRow = OperationRow | OwnRow;
