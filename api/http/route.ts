/**
 * Routes are declarations: the router, the OpenAPI document, the SDKs and the tests of all routes are derived from them. A
 * handler calls one domain function and a presenter.
 */
import type joi from 'joi';
import type { ErrorCode } from '../../core/errors.ts';
import { ID_PREFIXES, type IdKind } from '../../core/ids.ts';
import type { Schema } from '../../core/schema.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Page } from '../../db/page.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import type { ClientInfo, ProjectCaller, ProjectRow, Role, UserRow } from '../../domain/staff/index.ts';
import { memberName } from '../fields.ts';
import type { Tag } from '../openapi/tags.ts';
import { presentTotals, type PresentedTotals } from './totals.ts';
import type { UploadedFile } from './upload.ts';

/**
 * Who may call:
 * - `none`: anyone
 * - `user`: any signed-in user
 * - `operator`: a session of a platform operator
 * - `scoped`: an API key, or any staff session with the project and environment headers
 * - `staff`: a staff session with those headers and one of `roles`
 * - `project`: a session of staff, with one of `roles`, of the project named in the path
 */
export type Access =
  | { kind: 'none' }
  | { kind: 'user' }
  | { kind: 'operator' }
  | { kind: 'scoped' }
  | { kind: 'staff'; roles: readonly Role[] }
  | { kind: 'project'; roles: readonly Role[] };

/** The identity that the access check establishes, for the handler. */
interface Identity {
  none: object;
  user: { user: UserRow; token: string };
  operator: { user: UserRow; actor: Actor };
  scoped: { scope: Scope; actor: Actor; caller: Caller };
  staff: { scope: Scope; actor: Actor; caller: Caller; user: UserRow };
  project: { project: ProjectRow; actor: Actor; caller: ProjectCaller; user: UserRow };
}

interface Input<Params extends string> {
  ctx: Context;
  /** Where clients reach this server, without a trailing slash. */
  server_url: string;
  /** The client, as the connection reports it. */
  client: ClientInfo;
  /** The content type that the client prefers; the first one if it has no preference. */
  accepts: (...types: string[]) => string | false;
  /** For handlers that wait: aborted when the client disconnects or the server closes. */
  ended: () => AbortSignal;
  /** The file that the request uploads, where its route takes one: read to its end by whoever takes it. */
  upload: <Result>(take: (file: UploadedFile) => Promise<Result>) => Promise<Result>;
  /** Validated path parameters. */
  params: Record<Params, string>;
  /** Validated values of the declared headers, by lower-case name. */
  headers: Record<string, string | undefined>;
}

export interface Answer<Body extends object = object> {
  status: number;
  /** A value to write as JSON. */
  body?: Body;
  /** Stored JSON. */
  json?: string;
  /** Content other than JSON. */
  text?: { type: string; content: string };
  /** A file. */
  file?: { type: string; name: string; content: Uint8Array };
  /** Content that somebody uploaded, read as fast as the client accepts it: saved, never shown or run. */
  download?: { type: string; name: string; bytes: number; content: AsyncIterable<Uint8Array> };
  /** Text in chunks, read as fast as the client accepts them. */
  stream?: { type: string; chunks: AsyncIterable<string> };
  headers?: Record<string, string>;
}

interface ResponseDeclaration<Body = unknown> {
  description: string;
  /** Omitted for an empty body. */
  schema?: Schema<Body>;
  /** Other content types in which the same content is available. */
  also_as?: string[];
}

/** The kind of an id in a path, or the schema of another path parameter. */
type ParamKind = IdKind | joi.Schema;

/** A route as described in the OpenAPI document. */
export interface Operation {
  /** Its path in SDKs: `payments.refunds.create`. */
  operation_id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI spelling: `/api/v1/payments/{payment}`. */
  path: string;
  tag: Tag;
  summary: string;
  /** Details for callers that are not in the summary. */
  description?: string;
  access: Access;
  /** Staff need a second factor if the project requires one. */
  second_factor?: boolean;
  /** Path parameters by name; `{project}` is part of access. */
  params: Record<string, ParamKind>;
  query?: joi.ObjectSchema;
  headers?: Record<string, joi.Schema>;
  /** Requests count towards a limit per address: failures for `sign_in`, all for `registration`. */
  throttled?: 'sign_in' | 'registration';
  body?: joi.ObjectSchema;
  /** Maximum body size, if larger than for other routes. Such a path has no parameters. */
  body_bytes?: number;
  /** It takes a form with one file instead of a body, of at most so many bytes. Such a path has no parameters. */
  upload_bytes?: number;
  responses: Record<number, ResponseDeclaration>;
  /** Whether it reads many rows, where that does not show: lists have a limit, and reports are also CSV. */
  reads_many?: boolean;
  /** Whether a list is also CSV, page by page (list-csv.ts), if other than that those for API keys are. */
  csv?: boolean;
  /** Errors in addition to those that follow from the declaration. */
  errors?: ErrorCode[];
}

export interface Route extends Operation {
  handle(input: never): Promise<Answer>;
}

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Names that are not themselves a kind of id. */
type NamesToDeclare<Path extends string> = Exclude<NamesIn<Path>, IdKind>;

/** `{payment}` is a payment's id; a name that is not a kind of id needs a declaration. */
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

/** Declares a route. The handler's input and possible answers follow from its path, access and schemas. */
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

/** What is named in paths not by its id only. */
const NAMED: Record<string, joi.Schema> = { member: memberName };

function paramsOf(path: string, declared: Record<string, ParamKind>): Record<string, ParamKind> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(declared, name) || name !== 'project')
      .map((name): [string, ParamKind] => {
        const kind =
          declared[name] ?? NAMED[name] ?? (Object.hasOwn(ID_PREFIXES, name) ? (name as IdKind) : undefined);
        if (kind === undefined) throw new Error(`${path} does not say what {${name}} is`);
        return [name, kind];
      }),
  );
}

/** Lists, reports, statements and exports: what a replica may answer. */
export function readsMany({ method, query, responses, reads_many }: Operation): boolean {
  if (method !== 'GET') return false;
  const has_limit = Object.hasOwn((query?.describe().keys as object | undefined) ?? {}, 'limit');
  return reads_many ?? (has_limit || Object.values(responses).some(({ also_as }) => also_as !== undefined));
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

/** 202 with the id of the approval if a change of the resource waits for a second person. */
export function okOrWaiting<Body extends object>(
  body: Body,
  approval_id: string | null,
): Answer<Body & { approval_id?: string }> {
  return approval_id === null ? ok(body) : { status: 202, body: { ...body, approval_id } };
}

/** 201 for a new resource, 200 if the same request created it before; `replayed` tells which. */
export function createdOnce<Body extends object>(
  body: Body,
  replayed: boolean,
): Answer<Body & { replayed: boolean }> {
  return { status: replayed ? 200 : 201, body: { ...body, replayed } };
}

/**
 * A report as JSON, or as CSV if the client prefers it; its route declares `also_as: [CSV]`.
 * @param rows the text in chunks, e.g. of `csvOf`; an error before the first chunk is answered as an error
 */
export async function jsonOrCsv<Body extends object>(
  accepts: (...types: string[]) => string | false,
  json: () => Promise<Body> | Body,
  rows: () => AsyncIterable<string>,
): Promise<Answer<Body>> {
  if (accepts('application/json', CSV) !== CSV) return ok(await json());
  return { status: 200, stream: { type: CSV, chunks: rows() } };
}

/**
 * A resource as JSON, or as a paper if the client prefers it; its route declares `also_as: [PDF]`.
 * @param name of the file, without its ending
 */
export async function jsonOrPdf<Body extends object>(
  accepts: (...types: string[]) => string | false,
  json: () => Promise<Body> | Body,
  { name, make }: { name: string; make: () => Promise<Uint8Array> },
): Promise<Answer<Body>> {
  return accepts('application/json', PDF) === PDF ? pdf(name, await make()) : ok(await json());
}

export function pdf(name: string, content: Uint8Array): Answer<never> {
  return { status: 200, file: { type: PDF, name: `${name}.pdf`, content } };
}

export const CSV = 'text/csv';
export const PDF = 'application/pdf';
/** Content of whatever type was uploaded. */
export const BINARY = 'application/octet-stream';

type ListAnswer<Plural extends string, Presented> = Answer<
  Record<Plural, Presented[]> & { next_after: string | null; totals?: PresentedTotals }
>;

/** A list in the shape of the contract: `{ <plural>: [...], next_after }`, and totals where they were asked for. */
export function listOf<Plural extends string, Item, Presented>(
  plural: Plural,
  { items, next_after, totals }: Page<Item>,
  present: (item: Item) => Presented,
): ListAnswer<Plural, Presented> {
  const body = {
    [plural]: items.map((item) => present(item)),
    next_after,
    ...(totals && { totals: presentTotals(totals) }),
  };
  return { status: 200, body } as ListAnswer<Plural, Presented>;
}

/** The same if the presenter needs further data, which is read for the whole page at once. */
export async function pageOfPresented<Plural extends string, Item, Presented>(
  plural: Plural,
  found: Page<Item>,
  present: (items: Item[]) => Promise<Presented[]>,
): Promise<ListAnswer<Plural, Presented>> {
  return listOf(plural, { ...found, items: await present(found.items) }, (item) => item);
}
