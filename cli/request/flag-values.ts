/** Reads the values of flags: JSON and files are parsed, amounts become integers. */
import { readFile } from 'node:fs/promises';
import { isSafeNumber, parse } from 'lossless-json';
import { parseMajor, parseMinor } from './amount.rules.ts';
import { usageError } from '../failure.ts';
import { fieldsOf, flagName, optionKey } from './flag-options.ts';
import type { OperationFacts } from '../operation-facts.ts';
import { readStdin } from '../output/terminal.ts';

/** Values by field name. */
export type FieldValues = Record<string, unknown>;

/**
 * The given values, by field name.
 * @param given by commander's keys
 * @throws CliError on wrong usage
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

/** JSON, `@file` or `-` for stdin. @throws CliError when it is not JSON */
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

/** The text itself, the content of `@file`, or stdin. */
async function readTextFlag(flag: string, text: string): Promise<string> {
  if (text === '-') return readStdin();
  if (!text.startsWith('@')) return text;
  return readFile(text.slice(1), 'utf8').catch((error: Error) => {
    throw usageError(`${flag}: ${error.message}`);
  });
}

/**
 * The amount in minor units; null if none is given.
 * @throws CliError when both flags are given, or the amount is invalid
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
