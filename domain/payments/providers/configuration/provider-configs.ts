/** The providers' credentials of projects: checked on saving, sealed at rest, shown masked only. */
import type { CircuitView } from '../../../../core/circuit.ts';
import { equalInConstantTime, newToken } from '../../../../core/crypto.ts';
import { AppError, invalidField, notFound, refusal } from '../../../../core/errors.ts';
import type { Environment, Scope } from '../../../../core/scope.ts';
import type { Queryable } from '../../../../db/connection.ts';
import { scopeColumns, type RowOf, type ScopeColumns } from '../../../../db/model.ts';
import { expectOne } from '../../../../db/rows.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Caller, type ScopedContext } from '../../../platform/unit.ts';
import type { SealedTable } from '../../../platform/rotate-encryption.ts';
import { Paybill, type PaybillRow } from '../../paybills/paybill.model.ts';
import { requireStillManager } from '../../../staff/index.ts';
import { webhookUrl } from '../callback-address.ts';
import { circuitOf } from '../circuit.ts';
import { checkCredentials, maskCredentials, needsCredentials } from './credentials.ts';
import { PayoutSettings } from '../../payouts/settings/payout-settings.model.ts';
import { findProvider, PROVIDERS } from '../index.ts';
import { ProviderConfig } from './provider-config.model.ts';
import {
  ProviderUnavailable,
  type CredentialField,
  type Provider,
  type ProviderSetup,
  type ProviderTerms,
} from '../provider.port.ts';
import { termsOf } from '../terms.rules.ts';

/** Kept with the credentials: the token in the address that the provider calls for all payments of the project. */
const WEBHOOK_TOKEN = 'webhook_token';

type ConfigRow = Pick<
  RowOf<ProviderConfig>,
  'project_id' | 'environment' | 'provider' | 'credentials_sealed' | 'credentials_masked'
>;

export type PaybillState = Pick<PaybillRow, 'enabled' | 'reject_unknown' | 'registered_at'>;

/** Of a project that never asked for it. */
const NO_PAYBILL: PaybillState = { enabled: false, reject_unknown: false, registered_at: null };

export interface ProviderView extends ProviderTerms {
  name: string;
  title: string;
  needs_phone: boolean;
  configured: boolean;
  /** Whether an owner lets it send money in this environment. */
  payouts_enabled: boolean;
  /** What can be entered to configure it; empty where there is nothing. */
  fields: readonly CredentialField[];
  /** Masked; null where there are none. */
  credentials: Record<string, string> | null;
  /** What the project's staff enter at the provider, so that it calls this server; null where there is no such address. */
  webhook_url: string | null;
  /** Payments without a prompt; null where the provider does not tell us about them. */
  paybill: PaybillState | null;
  /** The circuit of this process; null where nothing goes over the network. */
  circuit: CircuitView | null;
}

/**
 * The providers that exist in an environment.
 * @param server_url where providers reach this server, without a trailing slash
 */
export async function listProviders(base: ScopedContext, server_url: string): Promise<ProviderView[]> {
  const { ctx, scope } = base;
  const rows = await ProviderConfig.query(ctx.db).inScope(scope);
  const configs = new Map(rows.map((row) => [row.provider, row]));
  const paybills = new Map((await Paybill.query(ctx.db).inScope(scope)).map((row) => [row.provider, row]));
  const enabled = await PayoutSettings.query(ctx.db)
    .inScope(scope)
    .where({ enabled: true })
    .select('provider');
  const paying_out = new Set(enabled.map(({ provider }) => provider));
  return Object.values(PROVIDERS)
    .filter(({ environments }) => environments.includes(scope.environment))
    .map((provider) =>
      viewOf(base, {
        provider,
        config: configs.get(provider.name) ?? null,
        payouts_enabled: paying_out.has(provider.name),
        paybill: paybills.get(provider.name),
        server_url,
      }),
    );
}

interface Found {
  provider: Provider;
  config: ConfigRow | null;
  payouts_enabled: boolean;
  paybill: PaybillState | undefined;
  server_url: string;
}

function viewOf(
  { ctx, scope }: ScopedContext,
  { provider, config, payouts_enabled, paybill, server_url }: Found,
): ProviderView {
  const { name, title, needs_phone } = provider;
  const credentials = config?.credentials_masked ?? null;
  const token = config && provider.paymentNamedIn ? openConfig(ctx, config)[WEBHOOK_TOKEN] : undefined;
  const terms = termsOf(provider, credentials);
  const base_url = baseUrlOf({ ctx, scope }, name, terms);
  return {
    name,
    title,
    needs_phone,
    ...terms,
    configured: base_url !== undefined && (!needsCredentials(provider) || credentials !== null),
    payouts_enabled,
    fields: provider.credentials ?? [],
    credentials,
    paybill: provider.paybill?.calls ? (paybill ?? NO_PAYBILL) : null,
    circuit: base_url ? circuitOf(ctx, provider, scope.environment, base_url).view : null,
    webhook_url: token === undefined ? null : webhookUrl({ ctx, scope }, provider, { server_url, token }),
  };
}

function openConfig(ctx: Context, row: ConfigRow): Record<string, string> {
  const opened = ctx.secrets.open(row.credentials_sealed, sealContext(row, row.provider));
  return JSON.parse(opened) as Record<string, string>;
}

/**
 * Saves a provider's credentials, in place of what was there.
 * @throws AppError VALIDATION_ERROR naming every field at fault; `provider_unknown`, `provider_not_configured`
 */
export async function configureProvider(
  caller: Caller,
  name: string,
  { given, server_url }: { given: Record<string, unknown>; server_url: string },
): Promise<ProviderView> {
  const { ctx, scope, actor } = caller;
  const provider = findProvider(name);
  requireEnvironment(provider, scope);
  if (!provider.credentials) throw invalidField('provider', `${name} works without credentials.`);
  const credentials = checkCredentials(provider, given, scope.environment);
  const masked = maskCredentials(provider.credentials, credentials);
  const now = scope.clock.now();
  const row = await inTransaction(caller, async (unit) => {
    const { trx } = unit;
    await requireStillManager(trx, scope.project_id, actor.id);
    const query = () => ProviderConfig.query(trx).inScope(scope).where({ provider: name });
    const before = await query().forUpdate().first();
    // The address was entered at the provider: it stays the same.
    const token = provider.paymentNamedIn && before && openConfig(ctx, before)[WEBHOOK_TOKEN];
    const kept = provider.paymentNamedIn ? { [WEBHOOK_TOKEN]: token ?? newToken('') } : {};
    const values = {
      credentials_sealed: ctx.secrets.seal(
        JSON.stringify({ ...credentials, ...kept }),
        sealContext(scope, name),
      ),
      credentials_masked: masked,
      updated_at: now,
    };
    await audit(unit, 'provider.configured', name, { fields: Object.keys(credentials) });
    return ProviderConfig.query(trx)
      .insert({ ...scopeColumns(scope), provider: name, ...values, created_at: now })
      .onConflict(['project_id', 'environment', 'provider'])
      .merge(Object.keys(values))
      .returning('*');
  });
  const settings = { provider: name, enabled: true };
  const enabled = await PayoutSettings.query(ctx.db).inScope(scope).where(settings).first();
  const payouts_enabled = enabled !== undefined;
  const paybill = await Paybill.query(ctx.db).inScope(scope).where({ provider: name }).first();
  const config = expectOne([row].flat());
  return viewOf(caller, { provider, config, payouts_enabled, paybill, server_url });
}

/**
 * Deletes a provider's credentials. The status of its payments that are under way can then not be fetched until it is
 * configured again.
 * @throws AppError NOT_FOUND unless it is configured; `provider_unknown`
 */
export async function removeProviderConfig(caller: Caller, name: string): Promise<void> {
  const { name: provider } = findProvider(name);
  await inTransaction(caller, async (unit) => {
    const removed = await ProviderConfig.query(unit.trx).inScope(unit.scope).where({ provider }).delete();
    if (removed === 0) throw notFound('provider configuration');
    await audit(unit, 'provider.removed', provider, {});
  });
}

/**
 * What a call to the provider needs, with the credentials opened.
 * @throws AppError `provider_not_configured`
 */
export async function loadProviderSetup(base: ScopedContext, provider: Provider): Promise<ProviderSetup> {
  const { ctx, scope } = base;
  const { name } = provider;
  const { environment } = scope;
  requireEnvironment(provider, scope);
  const credentials = await openCredentials(base, provider);
  const base_url = baseUrlOf(base, name, termsOf(provider, credentials));
  if (base_url === undefined)
    throw refusal(
      'provider_not_configured',
      `This server does not know where ${name} is: PROVIDER_${`${name}_BASE_URL_${environment}`.toUpperCase()} is not set.`,
    );
  const web_base_url = ctx.config.provider_web_base_urls[`${name}:${environment}`] ?? null;
  const deadline_ms = ctx.provider_deadline_ms;
  const circuit = circuitOf(ctx, provider, environment, base_url);
  return { provider: name, environment, credentials, base_url, web_base_url, deadline_ms, circuit };
}

/** @throws AppError `provider_not_configured` */
async function openCredentials(
  { ctx, scope }: ScopedContext,
  provider: Provider,
): Promise<Record<string, string>> {
  if (!provider.credentials) return {};
  const row = await ProviderConfig.query(ctx.db).inScope(scope).where({ provider: provider.name }).first();
  if (row) return openConfig(ctx, row);
  if (needsCredentials(provider)) throw refusal('provider_not_configured');
  return {};
}

/** The environment whose address this is, of those that the provider calls for a whole project; null where it is none. */
export async function environmentOfWebhook(
  ctx: Context,
  { name, environments }: Provider,
  { project_id, token }: { project_id: string; token: string },
): Promise<Environment | null> {
  const rows = await ProviderConfig.query(ctx.db).where({ project_id, provider: name });
  const found = rows.find((row) => {
    const expected = openConfig(ctx, row)[WEBHOOK_TOKEN];
    return expected !== undefined && equalInConstantTime(expected, token);
  });
  return found && environments.includes(found.environment) ? found.environment : null;
}

/** The terms of the project's account with a provider; the provider's general terms where it has none. */
export async function accountTerms(
  db: Queryable,
  scope: ScopeColumns,
  provider: Provider,
): Promise<ProviderTerms> {
  return termsOf(provider, await maskedCredentials(db, scope, provider));
}

/** The credentials of a project, secrets masked, open fields as they are; null where it configured nothing. */
export async function maskedCredentials(
  db: Queryable,
  scope: ScopeColumns,
  { name }: Provider,
): Promise<Record<string, string> | null> {
  const row = await ProviderConfig.query(db).inScope(scope).where({ provider: name }).first();
  return row?.credentials_masked ?? null;
}

/**
 * The same, where the provider needs them or there are some; empty otherwise.
 * @throws AppError `provider_not_configured`
 */
export async function configuredCredentials(
  db: Queryable,
  scope: Scope,
  provider: Provider,
): Promise<Record<string, string>> {
  requireEnvironment(provider, scope);
  const credentials = await maskedCredentials(db, scope, provider);
  if (!credentials && needsCredentials(provider)) throw refusal('provider_not_configured');
  return credentials ?? {};
}

/** @returns undefined when a provider that is reached over the network has no address; '' when it is not reached that way */
function baseUrlOf(
  { ctx: { config }, scope: { environment } }: ScopedContext,
  name: string,
  { base_urls }: ProviderTerms,
): string | undefined {
  return config.provider_base_urls[`${name}:${environment}`] ?? (base_urls ? base_urls[environment] : '');
}

/** Whether the provider cannot be asked now: it does not answer, or its credentials were deleted meanwhile. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof AppError) return error.reason === 'provider_not_configured';
  return error instanceof ProviderUnavailable;
}

/** @throws AppError `provider_not_configured` */
function requireEnvironment({ name, environments }: Provider, { environment }: Scope): void {
  if (!environments.includes(environment))
    throw refusal('provider_not_configured', `${name} does not exist in the ${environment} environment.`);
}

function sealContext({ project_id, environment }: ScopeColumns, provider: string): string {
  return `${project_id}:${environment}:${provider}`;
}

/** Credentials are encrypted. */
export const sealedCredentials: SealedTable = {
  table: ProviderConfig.tableName,
  key: ['project_id', 'environment', 'provider'],
  reseal(row, reseal) {
    const { project_id, environment, provider, credentials_sealed } = row as unknown as ProviderConfig;
    const anew = reseal(credentials_sealed, sealContext({ project_id, environment }, provider));
    return anew === null ? {} : { credentials_sealed: anew };
  },
};
