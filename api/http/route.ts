/**
 * Routes are declarations: the router, the OpenAPI document, the SDKs and the tests that try every route derive from them. A
 * handler calls one domain function and a presenter.
 */
import type joi from 'joi';
import type { ErrorCode } from '../../core/errors.ts';
import { ID_PREFIXES, type IdKind } from '../../core/ids.ts';
import type { Schema } from '../../core/schema.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import type { ClientInfo, ProjectCaller, ProjectRow, Role, UserRow } from '../../domain/staff/index.ts';
import type { Tag } from '../openapi/tags.ts';

/**
 * Who may call:
 * - `none`: anyone
 * - `user`: any signed-in user
 * - `scoped`: an API key, or any staff session with the project and environment headers
 * - `staff`: a staff session with those headers and one of `roles`
 * - `project`: a session of staff, with one of `roles`, of the project named in the path
 */
export type Access =
  | { kind: 'none' }
  | { kind: 'user' }
  | { kind: 'scoped' }
  | { kind: 'staff'; roles: readonly Role[] }
  | { kind: 'project'; roles: readonly Role[] };

/** What access establishes, for the handler. */
interface Identity {
  none: object;
  user: { user: UserRow; token: string };
  scoped: { scope: Scope; actor: Actor; caller: Caller };
  staff: { scope: Scope; actor: Actor; caller: Caller; user: UserRow };
  project: { project: ProjectRow; actor: Actor; caller: ProjectCaller; user: UserRow };
}

interface Input<Params extends string> {
  ctx: Context;
  /** Where clients reach this server, without a trailing slash. */
  server_url: string;
  /** Who asks, as far as the connection tells. */
  client: ClientInfo;
  /** Which of these content types the client likes best; the first where it does not care. */
  accepts: (...types: string[]) => string | false;
  /** For what waits: aborted when the client has gone or the server closes. */
  ended: () => AbortSignal;
  /** Checked path parameters. */
  params: Record<Params, string>;
  /** Checked values of the headers that the route declares, by lower-case name. */
  headers: Record<string, string | undefined>;
}

export interface Answer<Body extends object = object> {
  status: number;
  /** A value to write as JSON. */
  body?: Body;
  /** JSON that was written before. */
  json?: string;
  /** Something else than JSON. */
  text?: { type: string; content: string };
  /** The same in chunks, which are read as fast as the client takes them. */
  stream?: { type: string; chunks: AsyncIterable<string> };
  headers?: Record<string, string>;
}

interface ResponseDeclaration<Body = unknown> {
  description: string;
  /** Left out for an empty body. */
  schema?: Schema<Body>;
  /** Content types other than JSON in which the same can be had. */
  also_as?: string[];
}

/** Kind of the id that stands in a path, or the schema of what stands there and is no id. */
type ParamKind = IdKind | joi.Schema;

/** What the OpenAPI document says of a route. */
export interface Operation {
  /** Where SDKs have it: `payments.refunds.create`. */
  operation_id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI spelling: `/api/v1/payments/{payment}`. */
  path: string;
  tag: Tag;
  summary: string;
  /** More than the summary says, where there is more to know before calling it. */
  description?: string;
  access: Access;
  /** Staff need a second factor for it where the project requires one. */
  second_factor?: boolean;
  /** What stands in the path, by name; `{project}` is part of access. */
  params: Record<string, ParamKind>;
  query?: joi.ObjectSchema;
  headers?: Record<string, joi.Schema>;
  /** Requests count towards a limit of the address: failures of `sign_in`, all of `registration`. */
  throttled?: 'sign_in' | 'registration';
  body?: joi.ObjectSchema;
  /** Largest body, where that is more than other routes take. Its path has no parameters. */
  body_bytes?: number;
  responses: Record<number, ResponseDeclaration>;
  /** Errors that it can answer besides those that follow from the rest. */
  errors?: ErrorCode[];
}

export interface Route extends Operation {
  handle(input: never): Promise<Answer>;
}

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Names whose kind does not follow from the name itself. */
type NamesToDeclare<Path extends string> = Exclude<NamesIn<Path>, IdKind>;

/** `{payment}` is a payment's id; a name that is no kind of id says what it is. */
type ParamDeclarations<Path extends string> = [NamesToDeclare<Path>] extends [never]
  ? { params?: never }
  : { params: Record<NamesToDeclare<Path>, ParamKind> };

type Declared<
  A extends Access,
  Path extends string,
  Query extends object,
  Body extends object,
  Result extends object,
> = Omit<Operation, 'access' | 'path' | 'params' | 'query' | 'body' | 'responses'> &
  ParamDeclarations<Path> & {
    access: A;
    path: Path;
    query?: joi.ObjectSchema<Query>;
    body?: joi.ObjectSchema<Body>;
    responses: Record<number, ResponseDeclaration<Result>>;
    handle(
      input: Input<Exclude<NamesIn<Path>, 'project'>> & Identity[A['kind']] & { query: Query; body: Body },
    ): Promise<Answer<NoInfer<Result>>>;
  };

/** Declares a route. What the handler is given and may answer follows from its path, access and schemas. */
export function route<
  const A extends Access,
  const Path extends string,
  Query extends object = object,
  Body extends object = object,
  Result extends object = object,
>(declared: Declared<A, Path, Query, Body, Result>): Route {
  const { params, ...rest } = declared;
  return { ...rest, params: paramsOf(declared.path, params ?? {}) };
}

function paramsOf(path: string, declared: Record<string, ParamKind>): Record<string, ParamKind> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(declared, name) || name !== 'project')
      .map((name): [string, ParamKind] => {
        const kind = declared[name] ?? (Object.hasOwn(ID_PREFIXES, name) ? (name as IdKind) : undefined);
        if (kind === undefined) throw new Error(`${path} does not say what {${name}} is`);
        return [name, kind];
      }),
  );
}

export const SCOPED = { kind: 'scoped' } as const;

export function ok<Body extends object>(body: Body): Answer<Body> {
  return { status: 200, body };
}

/** An empty answer, once the work is done. */
export async function noContent(work: Promise<void>): Promise<Answer> {
  await work;
  return { status: 204 };
}

export function created<Body extends object>(body: Body): Answer<Body> {
  return { status: 201, body };
}

/** 201 when it was made now, 200 when the same request made it before; `replayed` says which. */
export function createdOnce<Body extends object>(
  body: Body,
  replayed: boolean,
): Answer<Body & { replayed: boolean }> {
  return { status: replayed ? 200 : 201, body: { ...body, replayed } };
}

/**
 * A report: JSON, or CSV for those who like that best; its route says `also_as: [CSV]`.
 * @param rows the text in chunks, e.g. of `csvOf`; what it throws before the first one is answered as an error
 */
export async function jsonOrCsv<Body extends object>(
  accepts: (...types: string[]) => string | false,
  json: () => Promise<Body> | Body,
  rows: () => AsyncIterable<string>,
): Promise<Answer<Body>> {
  if (accepts('application/json', CSV) !== CSV) return ok(await json());
  return { status: 200, stream: { type: CSV, chunks: rows() } };
}

export const CSV = 'text/csv';

type ListAnswer<Plural extends string, Presented> = Answer<
  Record<Plural, Presented[]> & { next_after: string | null }
>;

interface FoundPage<Item> {
  items: Item[];
  next_after: string | null;
}

/** A list as the contract has it: `{ <plural>: [...], next_after }`. */
export function listOf<Plural extends string, Item, Presented>(
  plural: Plural,
  { items, next_after }: FoundPage<Item>,
  present: (item: Item) => Presented,
): ListAnswer<Plural, Presented> {
  const body = { [plural]: items.map((item) => present(item)), next_after };
  return { status: 200, body: body as Record<Plural, Presented[]> & { next_after: string | null } };
}

/** The same where what is presented besides the rows is found for the whole page at once. */
export async function pageOfPresented<Plural extends string, Item, Presented>(
  plural: Plural,
  { items, next_after }: FoundPage<Item>,
  present: (items: Item[]) => Promise<Presented[]>,
): Promise<ListAnswer<Plural, Presented>> {
  return listOf(plural, { items: await present(items), next_after }, (item) => item);
}
