/**
 * Reads JSON bodies: limited in size, depth and members; no number is silently rounded, and text that the database cannot
 * store is refused. Every step takes linear time, whatever the body contains.
 */
import express, { type Request, type Response } from 'express';
import { isSafeNumber, LosslessNumber, parse as parseLossless } from 'lossless-json';
import { AppError, invalid, invalidField } from '../../core/errors.ts';
import { pathWithin } from './field-path.ts';
import { surveyJson } from './json-survey.ts';

/** Large enough for every request. */
const BODY_BYTES = 256 * 1024;
/** More than any request needs, and safe for code that walks a body recursively. */
const MAX_LEVELS = 64;
/** Of one list or object. Each member costs validation time, and an error names it if it is wrong. */
const MAX_MEMBERS = 1_000;
/** Of one number: far more than any amount needs, and few enough to compute with. */
const MAX_NUMBER_CHARACTERS = 100;

/** Reads the raw bytes; they are parsed after access has been checked. */
export const readBody = express.raw({ type: () => true, limit: BODY_BYTES });

/** Reads the body of a route that accepts larger ones, after access has been checked. */
export function readLargeBody(request: Request, response: Response, limit_bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    express.raw({ type: () => true, limit: limit_bytes })(request, response, (error?: Error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * @returns undefined when there is no body
 * @throws AppError VALIDATION_ERROR on a wrong content type or malformed JSON
 */
export function parseBody(request: Request): unknown {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!request.is(['application/json', 'application/*+json'])) {
    throw new AppError('VALIDATION_ERROR', 'Send the body as JSON, with Content-Type: application/json.');
  }
  const text = decodeUtf8(bytes);
  const value = parseJson(text);
  if (/\\u(0000|[dD][89a-fA-F])/.test(text) || text.includes('\0')) refuseUnstorableText(value, '');
  return value;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  const value = orMalformed(() => JSON.parse(text) as unknown);
  const fields = countFields(value, '', 0);
  const survey = surveyJson(text);
  // JSON.parse takes the last of two fields with one name, which may not be the intended one.
  if (survey.fields !== fields) throw malformed();
  if (survey.longest_number > MAX_NUMBER_CHARACTERS)
    throw new AppError(
      'VALIDATION_ERROR',
      `The body contains a number of more than ${MAX_NUMBER_CHARACTERS} characters.`,
    );
  return survey.exact_numbers ? value : orMalformed(() => parseLossless(text, undefined, { parseNumber }));
}

/** Numbers that a double may not represent exactly, and numbers with an exponent, keep their original digits. */
function parseNumber(digits: string): number | LosslessNumber {
  return isSafeNumber(digits) && !/e/i.test(digits) ? Number(digits) : new LosslessNumber(digits);
}

function orMalformed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', 'The body is not valid JSON.', { cause });
}

/**
 * Refuses values that are too deep, have too many members, or have a field `__proto__`.
 *
 * @param path of the value
 * @param depth of the value
 * @returns the number of fields of all objects in the value
 */
function countFields(value: unknown, path: string, depth: number): number {
  if (depth > MAX_LEVELS)
    throw new AppError('VALIDATION_ERROR', `The body is nested more than ${MAX_LEVELS} levels deep.`);
  if (typeof value !== 'object' || value === null) return 0;
  if (Object.hasOwn(value, '__proto__'))
    throw invalid([{ path: '__proto__', message: '"__proto__" is not allowed' }]);
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS)
    throw invalidField(path, `${path ? `"${path}"` : 'The body'} has more than ${MAX_MEMBERS} members`);
  let fields = Array.isArray(value) ? 0 : names.length;
  for (const [part, inner] of partsOf(value)) fields += countFields(inner, pathWithin(path, part), depth + 1);
  return fields;
}

/** NUL and unpaired surrogates are legal in JSON, but PostgreSQL cannot store them. */
export function refuseUnstorableText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) {
      throw invalid([{ path, message: `"${path}" contains characters that cannot be stored` }]);
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [part, inner] of partsOf(value)) {
      if (typeof part === 'string') refuseUnstorableText(part, path);
      refuseUnstorableText(inner, pathWithin(path, part));
    }
  }
}

/** Members by name, or elements by index. */
function partsOf(value: object): Iterable<[string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}
