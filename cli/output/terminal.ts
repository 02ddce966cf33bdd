/** The three streams. stdout carries results only; everything else goes to stderr. */
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { environmentVariable } from '../environment.ts';
import { usageError } from '../failure.ts';

/** A line of the result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line beside the result: a hint, a question, progress, an error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Is there somebody who sees questions and can answer them? */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Does stderr move, so that a progress bar is of use? */
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
 * @param what the answer is for, should there be nobody to ask
 * @throws CliError wrong use where there is nobody to ask
 */
export async function ask(question: string, what: string, signal: AbortSignal): Promise<string> {
  return readAnswer(question, what, signal, true);
}

/** The same without showing what is typed. */
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
  if (!isInteractive()) throw usageError(`There is no terminal to ask on. Give ${what}.`);
  const output = is_shown ? process.stderr : new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output, terminal: true });
  // Only now: until readline has the terminal, it shows by itself what is typed.
  if (!is_shown) process.stderr.write(question);
  try {
    // readline takes Ctrl-C for itself while it reads.
    asking.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return (await asking.question(is_shown ? question : '', { signal })).trim();
  } catch (error) {
    signal.throwIfAborted();
    // Ctrl-D.
    if ((error as Error).name === 'AbortError') throw usageError('Nothing was answered, and nothing done.');
    throw error;
  } finally {
    asking.close();
  }
}

/**
 * Asks to go on.
 * @throws CliError wrong use where the answer is not yes, or there is nobody to ask
 */
export async function confirm(question: string, yes: boolean, signal: AbortSignal): Promise<void> {
  if (yes) return;
  const answer = await ask(`${question} [y/N] `, '--yes to go on without being asked', signal);
  if (!/^y(es)?$/i.test(answer)) throw usageError('Nothing was done.');
}
