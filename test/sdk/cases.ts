/** The cases that both SDKs pass (sdk/cases.json, sdk/cases/methods.json), and how TypeScript spells them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ushirika } from '@ushirika/sdk';
import type { Scripted } from './recorder.ts';

type Json = Record<string, unknown>;

export interface Call {
  method: string;
  ids: string[];
  params?: Json | null;
}

interface Vector {
  name: string;
  headers: Record<string, string>;
  body: string;
  secrets: string | string[];
  tolerance: number;
  valid: boolean;
}

export interface Cases {
  names: Record<string, string>;
  absent: string[];
  errors: { status: number; body: unknown; content_type?: string; error: string }[];
  retries: {
    name: string;
    call: Call;
    answers: Scripted[];
    sent: number;
    idempotency_key?: string;
    max_retries?: number;
    timeout_seconds?: number;
    waits_at_least_ms?: number;
    waits_at_most_ms?: number;
    error?: string;
  }[];
  paging: { method: string; plural: string; rows: number; limit: number; requests: Json[] };
  money: { exact: { amount_minor: number; json: string }[]; refused: (number | string)[] };
  paths: (Call & { path: string })[];
  refused_ids: string[];
  refused_keys: string[];
  retry_after: { header: string; wait_ms: number | null }[];
  errors_of_others: { status: number; body: unknown; error: string }[];
  answers_of_others: { body: string; content_type: string }[];
  credentials: { accepted: Record<string, string>; refused: string[] };
  webhooks: {
    vectors: Vector[];
    signed: { name: string; offset_seconds: number; valid: boolean }[];
    no_events: string[];
    events: { body: Json; maps: string[] }[];
  };
}

export interface MethodCase {
  method: string;
  ids: string[];
  params: Json | null;
  maps: { params: string[]; answer: string[] };
  idempotency_key: string | null;
  request: { verb: string; path: string; query: Json; idempotency_key_header: string | null; body: unknown };
  answer: { status: number; page: string | null; body: Json | null };
}

const FOLDER = join(import.meta.dirname, '../../sdk');

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

export const CASES = read('cases.json') as Cases;
export const METHOD_CASES = read('cases/methods.json') as MethodCase[];

export function camel(name: string): string {
  const [first = '', ...others] = name.split('_');
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** All fields in camelCase, but for those below the paths in `maps`. */
export function inCamelCase(value: unknown, maps: readonly string[], path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => inCamelCase(each, maps, path));
  if (typeof value !== 'object' || value === null || maps.includes(path.join('.'))) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camel(name), inCamelCase(inner, maps, [...path, name])]),
  );
}

/** The method of that name; undefined where there is none. */
export function methodOf(client: Ushirika, name: string): ((...taken: unknown[]) => unknown) | undefined {
  const parts = name.split('.');
  const group = parts.slice(0, -1).reduce<unknown>((at, part) => (at as Json | undefined)?.[part], client);
  const method = (group as Json | undefined)?.[parts.at(-1) as string];
  return typeof method === 'function' ? (...taken: unknown[]) => method.apply(group, taken) : undefined;
}

/** @returns what the method answers */
export function callMethod(
  client: Ushirika,
  call: Call,
  options: object = {},
  maps: readonly string[] = [],
): unknown {
  const method = methodOf(client, call.method);
  if (!method) throw new Error(`there is no ${call.method}`);
  const params = call.params ? [inCamelCase(call.params, maps)] : [];
  return method(...call.ids, ...params, options);
}
