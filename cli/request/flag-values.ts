/** What flags say, by the names of fields: JSON and files are read, amounts become integers. */
import { readFile } from 'node:fs/promises';
import { isSafeNumber, parse } from 'lossless-json';
import { parseMajor, parseMinor } from './amount.rules.ts';
import { usageError } from '../failure.ts';
import { fieldsOf, flagName, optionKey } from './flag-options.ts';
import type { OperationFacts } from '../operation-facts.ts';
import { readStdin } from '../output/terminal.ts';

/** Values of flags by the names of fields. */
export type FieldValues = Record<string, unknown>;

/**
 * What was given, by the names of fields.
 * @param given as commander has it
 * @throws CliError wrong use
 */
export async function valuesOf(facts: OperationFacts, given: Record<string, unknown>): Promise<FieldValues> {
  const values: FieldValues = {};
  for (const { name, type, of_objects } of fieldsOf(facts)) {
    const value = given[name === 'guarantors' ? 'guarantor' : optionKey(name)];
    if (value === undefined) continue;
    const is_json = (type === 'object' || of_objects) && typeof value === 'string';
    values[name] = is_json ? await readJsonFlag(`--${flagName(name)}`, value) : value;
  }
  return values;
}

/** JSON, `@file` or `-` for stdin. @throws CliError where it is no JSON */
export async function readJsonFlag(flag: string, text: string): Promise<unknown> {
  const json = await readTextFlag(flag, text);
  let rounded: string | null = null;
  const readNumber = (digits: string): number => {
    if (!isSafeNumber(digits)) rounded ??= digits;
    return Number(digits);
  };
  let value: unknown;
  try {
    value = parse(json, undefined, { parseNumber: readNumber });
  } catch {
    throw usageError(`${flag} must be JSON, @file or - for stdin.`);
  }
  if (rounded !== null) throw usageError(`${flag}: the number ${String(rounded)} would be rounded.`);
  return value;
}

/** The text itself, that of `@file`, or of stdin. */
async function readTextFlag(flag: string, text: string): Promise<string> {
  if (text === '-') return readStdin();
  if (!text.startsWith('@')) return text;
  return readFile(text.slice(1), 'utf8').catch((error: Error) => {
    throw usageError(`${flag}: ${error.message}`);
  });
}

/**
 * The amount in minor units; null where none is given.
 * @throws CliError where both are given, or it is no amount
 */
export function amountOf(given: Record<string, unknown>): number | null {
  const { amount, amountMinor: minor } = given as { amount?: string; amountMinor?: string };
  if (amount !== undefined && minor !== undefined)
    throw usageError('Give --amount or --amount-minor, not both.');
  if (amount !== undefined)
    return (
      parseMajor(amount) ??
      fail(`--amount "${amount}" must be more than zero with at most two decimals, like 150.00.`)
    );
  if (minor === undefined) return null;
  return (
    parseMinor(minor) ?? fail(`--amount-minor "${minor}" must be an integer from 1 to 9007199254740991.`)
  );
}

function fail(message: string): never {
  throw usageError(message);
}
