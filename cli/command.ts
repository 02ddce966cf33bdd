/** What a command is: a row of the table, and a call of it. */
import type { ExitCode } from './failure.ts';
import type { FieldValues } from './request/flag-values.ts';
import type { OperationId } from './generated/operations.ts';
import type { GlobalFlags } from './profiles/settings.ts';
import type { Place } from './completion/tree.ts';

/** A flag that is no field of the operation. */
export interface ExtraFlag {
  /** As commander has it: `--wait-timeout <seconds>`. */
  flags: string;
  description: string;
  choices?: readonly string[];
  /** May be given several times. */
  repeatable?: true;
}

export interface Call {
  /** What stands behind the words, in order. */
  args: readonly string[];
  /** Flags of the command, as commander keeps them. */
  flags: Record<string, unknown>;
  globals: GlobalFlags;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** As typed, to be shown for a repeat. */
  argv: readonly string[];
  /** All commands, and what can follow them. */
  tree: () => Place[];
}

/** The value of a flag that takes text; undefined where it is not given. */
export function textFlag(flags: Record<string, unknown>, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export type Run<Row> = (call: Call, row: Row) => Promise<ExitCode>;

interface CommonRow {
  /** `members deposit` */
  words: string;
  extra_flags?: readonly ExtraFlag[];
  /** Behind `ushirika`; made from ids and required flags where left out. */
  example?: string;
}

/** A command for one operation of the API. */
export interface OperationRow extends CommonRow {
  operation: OperationId;
  /** Fields that stand behind the ids instead of being flags. */
  places?: readonly string[];
  /** Fields that the command fills itself: they have no flags. */
  left_out?: readonly string[];
  /** What those are. */
  fixed?: FieldValues;
  /** Changes nothing, whatever its method says. */
  harmless?: true;
  /** Loads what runs it, where that is more than the request and its answer. */
  load?: () => Promise<{ run: Run<OperationRow> }>;
}

/** A command of its own. */
export interface OwnRow extends CommonRow {
  summary: string;
  /** As commander has them: `<name>`, `[what]`. */
  args?: readonly { name: string; about: string; choices?: readonly string[] }[];
  load: () => Promise<{ run: Run<OwnRow> }>;
}

export type CommandRow = OperationRow | OwnRow;
