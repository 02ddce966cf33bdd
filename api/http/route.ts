/**
 * Routes are declarations: the router, the OpenAPI document and the tests that try every route derive from them. A
 * handler calls one domain function and a presenter.
 */
import type joi from 'joi';
import type { ErrorCode } from '../../core/errors.ts';
import type { IdKind } from '../../core/ids.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { ProjectRow, Role, UserRow } from '../../domain/staff/index.ts';

/**
 * Who may call:
 * - `none`: anyone
 * - `user`: any signed-in user
 * - `book`: an API key, or any staff session with the project and environment headers
 * - `staff`: a staff session with those headers and one of `roles`
 * - `project`: a session of staff, with one of `roles`, of the project named in the path
 */
export type Access =
  | { kind: 'none' }
  | { kind: 'user' }
  | { kind: 'book' }
  | { kind: 'staff'; roles: readonly Role[] }
  | { kind: 'project'; roles: readonly Role[] };

/** What access establishes, for the handler. */
interface Identity {
  none: object;
  user: { user: UserRow; token: string };
  book: { scope: Scope; actor: Actor };
  staff: { scope: Scope; actor: Actor; user: UserRow };
  project: { project: ProjectRow; actor: Actor; user: UserRow };
}

export interface Input {
  ctx: Context;
  /** Where clients reach this server, without a trailing slash. */
  server_url: string;
  /** Which of these content types the client likes best; the first where it does not care. */
  accepts: (...types: string[]) => string | false;
  /** Checked path parameters. */
  params: Record<string, string>;
  /** Checked values of the headers that the route declares, by lower-case name. */
  headers: Record<string, string | undefined>;
}

export interface Answer {
  status: number;
  /** A value to write as JSON, or `{ json }` holding text that was written before. */
  body?: object;
  /** JSON that was written before. */
  json?: string;
  /** Something else than JSON. */
  text?: { type: string; content: string };
  headers?: Record<string, string>;
}

export interface ResponseDeclaration {
  description: string;
  /** OpenAPI schema by name, or none for an empty body. */
  schema?: object;
}

/** What the OpenAPI document says of a route. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI spelling: `/api/v1/payments/{payment}`. */
  path: string;
  tag: string;
  summary: string;
  access: Access;
  /** Kinds of the ids in the path, or a schema where it is no id; `{project}` is part of access. */
  params?: Record<string, IdKind | joi.Schema>;
  query?: joi.ObjectSchema;
  headers?: Record<string, joi.Schema>;
  /** Failures count towards the limit on sign-ins. */
  throttled?: boolean;
  body?: joi.ObjectSchema;
  responses: Record<number, ResponseDeclaration>;
  /** Errors that it can answer besides those that follow from the rest. */
  errors?: ErrorCode[];
}

export interface Route extends Operation {
  handle(input: never): Promise<Answer>;
}

type Declared<Kind extends Access['kind'], Query, Body> = Omit<Route, 'access' | 'handle'> & {
  access: Extract<Access, { kind: Kind }>;
  handle(input: Input & Identity[Kind] & { query: Query; body: Body }): Promise<Answer>;
};

/** Declares a route; `Query` and `Body` are what its schemas let through. */
export function route<Kind extends Access['kind'], Query = object, Body = object>(
  declared: Declared<Kind, Query, Body>,
): Route {
  return declared;
}

export const SCOPED: { kind: 'book' } = { kind: 'book' };

export function ok(body: object): Answer {
  return { status: 200, body };
}

export function created(body: object): Answer {
  return { status: 201, body };
}

/** A list as the contract has it: `{ <plural>: [...], next_after }`. */
export function listOf<Item>(
  plural: string,
  { items, next_after }: { items: Item[]; next_after: string | null },
  present: (item: Item) => object,
): Answer {
  return { status: 200, body: { [plural]: items.map(present), next_after } };
}
