/** Exit codes, and errors other than those of the API. */

export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  not_allowed: 3,
  not_found: 4,
  conflict: 5,
  unavailable: 6,
  waiting: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the program with a message and an exit code. */
export class CliError extends Error {
  readonly exit_code: ExitCode;

  constructor(exit_code: ExitCode, message: string) {
    super(message);
    this.name = 'CliError';
    this.exit_code = exit_code;
  }
}

/** Wrong usage: nothing was sent. */
export function usageError(message: string): CliError {
  return new CliError(EXIT.usage, message);
}

/** Ctrl-C. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interrupted';
  }
}
