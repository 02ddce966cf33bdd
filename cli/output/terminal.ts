/** The standard streams. stdout carries only results; everything else goes to stderr. */
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { environmentVariable } from '../environment.ts';
import { usageError } from '../failure.ts';

const USUAL_WIDTH = 80;

/** Prints a line of the result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line that is not part of the result: a hint, a question, progress, an error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Is there a user who can answer questions? */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Is the result read on a terminal? */
export function hasTerminal(): boolean {
  return process.stdout.isTTY;
}

/** In characters. */
export function terminalWidth(): number {
  // A terminal that does not know its size says 0.
  return process.stdout.columns || USUAL_WIDTH;
}

/** Can stderr show a progress bar? */
export function hasProgress(): boolean {
  return process.stderr.isTTY;
}

/** Red on a terminal, unless NO_COLOR is set. */
export function emphasised(word: string): string {
  return process.stderr.isTTY && environmentVariable('NO_COLOR') === undefined
    ? `\u001B[1;31m${word}\u001B[0m`
    : word;
}

export async function readStdin(): Promise<string> {
  return text(process.stdin);
}

/**
 * @param what to give instead, for the error without a terminal
 * @throws CliError when there is no terminal
 */
export async function ask(question: string, what: string, signal: AbortSignal): Promise<string> {
  return readAnswer(question, what, signal, true);
}

/** The same without echo. */
export async function askSecretly(question: string, what: string, signal: AbortSignal): Promise<string> {
  const answer = await readAnswer(question, what, signal, false);
  process.stderr.write('\n');
  return answer;
}

async function readAnswer(
  question: string,
  what: string,
  signal: AbortSignal,
  is_shown: boolean,
): Promise<string> {
  if (!isInteractive()) throw usageError(`There is no terminal to ask. Give ${what}.`);
  const output = is_shown ? process.stderr : new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output, terminal: true });
  // Not earlier: the terminal echoes input until readline has taken over.
  if (!is_shown) process.stderr.write(question);
  try {
    // readline intercepts Ctrl-C while it reads.
    asking.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return (await asking.question(is_shown ? question : '', { signal })).trim();
  } catch (error) {
    signal.throwIfAborted();
    // Ctrl-D.
    if ((error as Error).name === 'AbortError') throw usageError('There was no answer. Nothing was done.');
    throw error;
  } finally {
    asking.close();
  }
}

/**
 * Asks for confirmation.
 * @throws CliError when the answer is not yes, or there is no terminal
 */
export async function confirm(question: string, yes: boolean, signal: AbortSignal): Promise<void> {
  if (yes) return;
  const answer = await ask(`${question} [y/N] `, '--yes to continue without confirmation', signal);
  if (!/^y(es)?$/i.test(answer)) throw usageError('Nothing was done.');
}
