/** Where a project wants its events: endpoints with their signing secrets, which are sealed at rest. */
import { randomBytes } from 'node:crypto';
import { systemTimeIn, systemNow } from '../../core/clock.ts';
import { invalidField, notFound, refusal } from '../../core/errors.ts';
import { isPublicAddress } from '../../core/http-client.ts';
import { newId } from '../../core/ids.ts';
import type { Environment, Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { SECRET_PREFIX } from './webhook.rules.ts';

export interface EndpointRow {
  id: string;
  project_id: string;
  environment: Environment;
  url: string;
  events: string[];
  status: 'enabled' | 'disabled';
  secret_sealed: string;
  /** Newest first. */
  previous_secrets: PreviousSecret[];
  created_at: Date;
  deleted_at: Date | null;
}

interface PreviousSecret {
  sealed: string;
  /** RFC 3339; it signs along until then. */
  until: string;
}

/** After a rotation the old secret signs too for that long, so that receivers can change over. */
const OLD_SECRET_SIGNS_MS = 24 * 3_600_000;
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** Secrets that sign along with the newest: each makes every delivery's header longer. */
const MAX_PREVIOUS_SECRETS = 5;
/** Endpoints of one book; each event is fanned out to all of them in one transaction. */
const MAX_ENDPOINTS = 50;

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** @returns the endpoint and its secret, which is shown this once */
export async function createEndpoint(
  ctx: Context,
  scope: Scope,
  request: { url: string; events: string[] },
): Promise<{ endpoint: EndpointRow; secret: string }> {
  refuseUrl(ctx, request.url);
  const book = { project_id: scope.project_id, environment: scope.environment };
  const id = newId('webhook_endpoint');
  const secret = newSecret();
  const endpoint = await ctx.db.transaction(async (trx) => {
    // One at a time in a project, so that they are counted right.
    await trx('projects').where({ id: scope.project_id }).forNoKeyUpdate().select('id');
    const existing = await trx('webhook_endpoints')
      .where(book)
      .whereNull('deleted_at')
      .limit(MAX_ENDPOINTS)
      .pluck('id');
    if (existing.length >= MAX_ENDPOINTS) throw refusal('too_many_endpoints');
    return expectOne(
      await trx<EndpointRow>('webhook_endpoints')
        .insert({
          id,
          ...book,
          ...request,
          secret_sealed: ctx.secrets.seal(secret, id),
          created_at: scope.clock.now(),
        })
        .returning('*'),
    );
  });
  return { endpoint, secret };
}

function refuseUrl(ctx: Context, text: string): void {
  if (!URL.canParse(text)) throw invalidField('url', 'This is not a URL.');
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) throw invalidField('url', 'The URL must not carry a user name or password.');
  if (ctx.allow_private_webhooks) return;
  if (protocol !== 'https:') throw invalidField('url', 'The URL must begin with https://.');
  const host = hostname.replace(/^\[|\]$/g, '');
  const literal = /^[\d.]+$/.test(host) || host.includes(':');
  if (host === 'localhost' || host.endsWith('.localhost') || (literal && !isPublicAddress(host))) {
    throw invalidField('url', 'The URL must lead to a public address.');
  }
}

export async function listEndpoints(
  ctx: Context,
  scope: Scope,
  { limit, after }: PageRequest,
): Promise<Page<EndpointRow>> {
  const query = ctx
    .db<EndpointRow>('webhook_endpoints')
    .where({ project_id: scope.project_id, environment: scope.environment })
    .whereNull('deleted_at');
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}

/** Deletes the endpoint; what is still to be delivered there is given up. */
export async function deleteEndpoint(ctx: Context, scope: Scope, id: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const deleted = await trx('webhook_endpoints')
      .where({ id, project_id: scope.project_id, environment: scope.environment })
      .whereNull('deleted_at')
      .update({ deleted_at: systemNow(), status: 'disabled' });
    if (deleted === 0) throw notFound('webhook endpoint');
    await giveUpDeliveries(trx, id);
  });
}

/** Nothing more is sent to that endpoint. */
export async function giveUpDeliveries(trx: Transaction, endpoint_id: string): Promise<void> {
  await trx('webhook_deliveries')
    .where({ endpoint_id, status: 'pending' })
    .update({ status: 'failed', next_attempt_at: null, leased_until: null });
}

/**
 * A new secret; the old ones sign along, each for 24 hours from when it was replaced.
 * @returns the new secret, shown this once
 * @throws AppError `too_many_secrets` while five old ones still sign
 */
export async function rotateSecret(
  ctx: Context,
  scope: Scope,
  id: string,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const secret = newSecret();
  const mine = { id, project_id: scope.project_id, environment: scope.environment };
  const endpoint = await ctx.db.transaction(async (trx) => {
    const present = await trx<EndpointRow>('webhook_endpoints')
      .where(mine)
      .whereNull('deleted_at')
      .forNoKeyUpdate()
      .first();
    if (!present) throw notFound('webhook endpoint');
    const until = systemTimeIn(OLD_SECRET_SIGNS_MS).toISOString();
    const previous = [{ sealed: present.secret_sealed, until }, ...stillSigning(present)];
    if (previous.length > MAX_PREVIOUS_SECRETS) throw refusal('too_many_secrets');
    return expectOne(
      await trx<EndpointRow>('webhook_endpoints')
        .where(mine)
        .update({
          secret_sealed: ctx.secrets.seal(secret, id),
          previous_secrets: JSON.stringify(previous) as never,
        })
        .returning('*'),
    );
  });
  return { endpoint, secret };
}

/**
 * The secrets that sign now, the newest first. An old one that cannot be opened does not sign along.
 * @throws Error, in words for the endpoint's owner, when there is none to sign with
 */
export function signingSecrets(ctx: Context, endpoint: EndpointRow): string[] {
  const newest = openSecret(ctx, endpoint, endpoint.secret_sealed);
  if (newest === null) throw new Error('the signing secret cannot be opened on this server; rotate it');
  const old = stillSigning(endpoint).map(({ sealed }) => openSecret(ctx, endpoint, sealed));
  return [newest, ...old.filter((secret) => secret !== null)];
}

function stillSigning({ previous_secrets }: EndpointRow): PreviousSecret[] {
  return previous_secrets.filter(({ until }) => new Date(until) > systemNow());
}

/** Null for what was sealed with another key; what exactly went wrong is for the log. */
function openSecret(ctx: Context, { id }: EndpointRow, sealed: string): string | null {
  try {
    return ctx.secrets.open(sealed, id);
  } catch (error) {
    ctx.log.error(
      { err: error, endpoint_id: id },
      'a webhook secret cannot be opened; is ENCRYPTION_KEY the one with which it was sealed?',
    );
    return null;
  }
}

export function presentEndpoint({ id, url, events, status, created_at }: EndpointRow, secret?: string) {
  return { id, url, events, status, ...(secret ? { secret } : {}), created_at };
}
