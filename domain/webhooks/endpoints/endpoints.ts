/** The endpoints of a project, with their signing secrets, which are sealed at rest. */
import { randomBytes } from 'node:crypto';
import { systemTimeIn, systemNow } from '../../../core/clock.ts';
import { invalidField, notFound, refusal } from '../../../core/errors.ts';
import { isPublicAddress } from '../../../core/http-client.ts';
import { newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { WebhookDelivery } from '../delivery/delivery.model.ts';
import { WebhookEndpoint, type EndpointRow, type PreviousSecret } from './endpoint.model.ts';
import { WebhookEndpointState } from './endpoint-state.model.ts';
import { lockProject } from './endpoints.sql.ts';
import { WebhookPollState } from '../polling/poll-state.model.ts';
import { SECRET_PREFIX } from '../signing.rules.ts';

/** After a rotation the old secret signs as well for that long, so that receivers can switch. */
const OLD_SECRET_SIGNS_MS = 24 * 3_600_000;
/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** Old secrets that still sign: each makes every delivery's header longer. */
const MAX_PREVIOUS_SECRETS = 5;
/** Endpoints of one environment and mode; each event is fanned out to all of them in one transaction. */
const MAX_ENDPOINTS = 50;

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export type EndpointRequest = { events: string[] } & ({ mode: 'push'; url: string } | { mode: 'poll' });

/**
 * @param may_have_secrets whether a key or a manager registers it
 * @returns the endpoint and its secret, which is shown once
 */
export async function createEndpoint(
  caller: Caller,
  request: EndpointRequest,
  { may_have_secrets }: Pick<EndpointRow, 'may_have_secrets'>,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const { ctx, scope, actor } = caller;
  if (request.mode === 'push') refusePrivateUrl(ctx, request.url, 'url');
  const id = newId('webhook_endpoint');
  const secret = newSecret();
  const endpoint = await inTransaction(caller, async (unit) => {
    const { trx } = unit;
    // The lock serialises creations in a project, so that they are counted correctly.
    await lockProject(trx, { project_id: scope.project_id });
    const existing = await WebhookEndpoint.query(trx)
      .inScope(scope)
      .whereNull('deleted_at')
      .where({ mode: request.mode })
      .limit(MAX_ENDPOINTS)
      .select('id');
    if (existing.length >= MAX_ENDPOINTS) throw refusal('too_many_endpoints');
    const inserted = await WebhookEndpoint.query(trx)
      .insert({
        id,
        ...scopeColumns(scope),
        ...request,
        secret_sealed: ctx.secrets.seal(secret, id),
        may_have_secrets,
        created_by_type: actor.type,
        created_by_id: actor.id,
        created_at: scope.clock.now(),
      })
      .returning('*');
    const state = { endpoint_id: id, ...scopeColumns(scope) };
    if (request.mode === 'push') await WebhookEndpointState.query(trx).insert(state);
    else await WebhookPollState.query(trx).insert({ ...state, polled_at: systemNow() });
    await audit(unit, 'webhook.endpoint_created', id, { ...request });
    return inserted;
  });
  return { endpoint, secret };
}

/**
 * An address that a client chose must not lead into our own network.
 * @param path the field that holds it
 * @throws AppError VALIDATION_ERROR
 */
export function refusePrivateUrl(ctx: Context, text: string, path: string): void {
  if (!URL.canParse(text)) throw invalidField(path, 'This is not a URL.');
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) throw invalidField(path, 'The URL must not carry a user name or password.');
  if (!/^https?:$/.test(protocol)) throw invalidField(path, 'The URL must begin with https://.');
  if (ctx.allow_private_webhooks) return;
  if (protocol !== 'https:') throw invalidField(path, 'The URL must begin with https://.');
  const host = hostname.replace(/^\[|\]$/g, '');
  const literal = /^[\d.]+$/.test(host) || host.includes(':');
  if (host === 'localhost' || host.endsWith('.localhost') || (literal && !isPublicAddress(host))) {
    throw invalidField(path, 'The URL must lead to a public address.');
  }
}

export function listEndpoints(db: Db, scope: Scope, request: PageRequest): Promise<Page<EndpointRow>> {
  return WebhookEndpoint.query(db).inScope(scope).whereNull('deleted_at').paginate(request);
}

/** Deletes the endpoint; its pending deliveries are abandoned. */
export async function deleteEndpoint(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const deleted = await WebhookEndpoint.query(trx)
      .inScope(scope)
      .where({ id })
      .whereNull('deleted_at')
      .patch({ deleted_at: systemNow(), status: 'disabled' });
    if (deleted === 0) throw notFound('webhook endpoint');
    await WebhookPollState.query(trx).where({ endpoint_id: id }).delete();
    await abandonDeliveries(trx, id);
    await audit(unit, 'webhook.endpoint_deleted', id);
  });
}

/** Ends the pending deliveries of an endpoint. */
export async function abandonDeliveries(trx: Transaction, endpoint_id: string): Promise<void> {
  await WebhookDelivery.query(trx)
    .whereIn(
      'id',
      // In id order, as where attempts are recorded, which avoids deadlocks.
      WebhookDelivery.query(trx)
        .where({ endpoint_id, status: 'pending' })
        .orderBy('id')
        .forUpdate()
        .select('id'),
    )
    .patch({ status: 'failed', next_attempt_at: null });
}

/**
 * A new secret; each old one still signs for 24 hours after it was replaced.
 * @returns the new secret, shown once
 * @throws AppError `too_many_secrets` while five old ones still sign
 */
export async function rotateSecret(
  caller: Caller,
  id: string,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const secret = newSecret();
  const endpoint = await inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const present = await WebhookEndpoint.query(trx)
      .whereNull('deleted_at')
      .forNoKeyUpdate()
      .findInScope(scope, id);
    const until = systemTimeIn(OLD_SECRET_SIGNS_MS).toISOString();
    const previous = [{ sealed: present.secret_sealed, until }, ...stillSigning(present)];
    if (previous.length > MAX_PREVIOUS_SECRETS) throw refusal('too_many_secrets');
    await audit(unit, 'webhook.endpoint_secret_rotated', id);
    return expectOne(
      await WebhookEndpoint.query(trx)
        .inScope(scope)
        .where({ id })
        .patch({ secret_sealed: ctx.secrets.seal(secret, id), previous_secrets: previous })
        .returning('*'),
    );
  });
  return { endpoint, secret };
}

/**
 * The secrets that sign now, the newest first. An old one that cannot be opened does not sign.
 * @throws Error, with a message for the endpoint's owner, when the newest cannot be opened
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

/** Null for a secret that was sealed with another key; the error is logged. */
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

/** The encrypted secrets: the current one, and old ones that still sign. */
export const sealedEndpoints: SealedTable = {
  table: WebhookEndpoint.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, secret_sealed, previous_secrets } = row as unknown as EndpointRow;
    const newest = reseal(secret_sealed, id);
    const previous = previous_secrets.map(({ sealed, until }) => ({
      sealed: reseal(sealed, id) ?? sealed,
      until,
    }));
    const changed = previous.some(({ sealed }, i) => sealed !== previous_secrets[i]?.sealed);
    return {
      ...(newest === null ? {} : { secret_sealed: newest }),
      ...(changed ? { previous_secrets: JSON.stringify(previous) } : {}),
    };
  },
};
