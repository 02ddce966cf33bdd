/** Reads JSON bodies: bounded in size and depth, only JSON, no number silently rounded, no text that the database cannot store. */
import express, { type Request, type Response } from 'express';
import { isSafeNumber, LosslessNumber, parse as parseLossless } from 'lossless-json';
import { AppError, invalid } from '../../core/errors.ts';

/** Enough for every request. */
const BODY_BYTES = 256 * 1024;
/** More than any request needs, and few enough for whatever walks a body recursively. */
const MAX_LEVELS = 64;

/** Reads the raw bytes; parsing waits until access has been checked. */
export const readBody = express.raw({ type: () => true, limit: BODY_BYTES });

/** Reads the body of a route that takes larger ones, once access has been checked. */
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
  refuseStrangeShape(value);
  if (/\\u(0000|[dD][89a-fA-F])|\\u0000/.test(text) || text.includes('\0')) refuseUnstorableText(value, '');
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
  try {
    const value: unknown = JSON.parse(text);
    const { names, rest } = splitText(text);
    // Long numbers may not survive the way through a double, and an exponent would not show; those keep their spelling.
    if (!/-?(?:\d[\d.]{14}|\d[\d.]*[eE])/.test(rest) && !mayNameTwice(names)) return value;
    return parseLossless(text, undefined, {
      parseNumber: (digits) =>
        isSafeNumber(digits) && !/e/i.test(digits) ? Number(digits) : new LosslessNumber(digits),
    });
  } catch (cause) {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid JSON.', { cause });
  }
}

/**
 * The names of all fields, as they are spelled, and what is left of the JSON without its strings. One walk over the text,
 * however long its strings are.
 * @param text that is valid JSON
 */
function splitText(text: string): { names: string[]; rest: string } {
  const names: string[] = [];
  const rest: string[] = [];
  let after = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', after)) {
    rest.push(text.slice(after, start));
    after = endOfString(text, start);
    COLON.lastIndex = after;
    if (COLON.test(text)) names.push(text.slice(start, after));
  }
  rest.push(text.slice(after));
  return { names, rest: rest.join(' ') };
}

/** What follows a field's name. */
const COLON = /\s*:/y;

/** @returns the place behind the string's closing quote */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

/** A field that is named twice is read as whichever comes last: what was meant, nobody knows. */
function mayNameTwice(names: string[]): boolean {
  return new Set(names).size < names.length || names.some((name) => name.includes('\\'));
}

/** Too deep, or with a field that would pass for what every object inherits. */
function refuseStrangeShape(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS)
      throw new AppError('VALIDATION_ERROR', `The body is nested more than ${MAX_LEVELS} levels deep.`);
    const inner = level.filter((value): value is object => typeof value === 'object' && value !== null);
    if (inner.some((value) => Object.hasOwn(value, '__proto__')))
      throw invalid([{ path: '__proto__', message: '"__proto__" is not allowed' }]);
    level = inner.flatMap((value): unknown[] => Object.values(value));
  }
}

/** NUL and half surrogate pairs are legal JSON, but no text that PostgreSQL stores. */
export function refuseUnstorableText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) {
      throw invalid([{ path, message: `"${path}" holds characters that cannot be stored` }]);
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorableText(key, path);
      refuseUnstorableText(inner, path ? `${path}.${key}` : key);
    }
  }
}
