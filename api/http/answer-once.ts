/**
 * Answers creations under the header Idempotency-Key. The first answer is stored as it is sent; a repeat is answered with the
 * same bytes, except for `replayed`, and with `X-Cache: HIT-IDEMPOTENCY`.
 */
import { setTimeout } from 'node:timers/promises';
import { parse, stringify } from 'lossless-json';
import { toJson } from '../../core/json.ts';
import { findResponse, storeResponse, type StoredResponse } from '../../domain/platform/idempotency.ts';
import type { ScopedContext } from '../../domain/platform/unit.ts';
import type { Answer } from './route.ts';

/** Longest that a repeat waits for the first answer; then it is answered with what exists, and nothing is stored. */
const REPEAT_WAITS_MS = 5_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

interface Creation<Result, Body> {
  /** Without a key each request creates something new. */
  key: string | undefined;
  /** Creates, or finds what the same request created before. */
  create: () => Promise<Result>;
  /** The body, to which `replayed` is added. */
  present: (result: Result) => Body;
  /** Whether what was created waits for a second person first; left out where nothing does. */
  waits?: (result: Result) => boolean;
  /** Whether the request that created it has either answered or died. */
  isOver: (result: Result) => boolean;
}

export async function answerOnce<Result extends { replayed: boolean }, Body extends object>(
  { ctx: { db }, scope }: ScopedContext,
  { key, create, present, waits, isOver }: Creation<Result, Body>,
): Promise<Answer<Body & { replayed: boolean }>> {
  const responseTo = (result: Result): StoredResponse => ({
    response_status: waits?.(result) ? 202 : 201,
    response_body: toJson({ ...present(result), replayed: false }),
  });
  const started = performance.now();
  for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(pause_ms * 2, LONGEST_PAUSE_MS)) {
    const result = await create();
    if (key === undefined) return answerOf(responseTo(result), result.replayed);
    const stored = result.replayed ? await findResponse(db, scope, key) : null;
    if (stored) return answerOf(stored, true);
    if (!result.replayed || isOver(result)) {
      const response = responseTo(result);
      const first = await storeResponse(db, { scope, key, ...response });
      return answerOf((first ? null : await findResponse(db, scope, key)) ?? response, result.replayed);
    }
    if (performance.now() - started > REPEAT_WAITS_MS) return answerOf(responseTo(result), true);
    await setTimeout(pause_ms);
  }
}

function answerOf<Body extends object>(
  { response_status: status, response_body: json }: StoredResponse,
  replayed: boolean,
): Answer<Body> {
  if (!replayed) return { status, json };
  // Numbers keep their digits.
  const body = stringify({ ...(parse(json) as object), replayed });
  return { status, json: body, ...replayHeaders(replayed) };
}

/** The headers by which a repeat is recognised. */
export function replayHeaders(replayed: boolean): Pick<Answer, 'headers'> {
  return replayed ? { headers: { 'X-Cache': 'HIT-IDEMPOTENCY' } } : {};
}
