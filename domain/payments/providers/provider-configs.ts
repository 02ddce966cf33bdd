/** What a project configures of a provider: checked on saving, sealed at rest, shown masked only. */
import {
  AppError,
  invalid,
  invalidField,
  notFound,
  refusal,
  type ErrorDetail,
} from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import { findProvider, PROVIDERS } from './index.ts';
import { ProviderConfig } from './provider-config.model.ts';
import {
  ProviderUnavailable,
  type CredentialField,
  type Provider,
  type ProviderSetup,
} from './provider.port.ts';

/** Longest value; a key in PEM has a few hundred characters. */
const MAX_CREDENTIAL = 8_000;
/** Of a value so long the last characters may be shown; they tell which it is, and not what. */
const SHOWN_FROM = 16;
const SHOWN_CHARACTERS = 4;

export interface ProviderView {
  name: string;
  configured: boolean;
  currencies: Provider['currencies'];
  capabilities: Provider['capabilities'];
  /** What is asked for to configure it; empty where nothing is needed. */
  fields: readonly CredentialField[];
  /** Masked; null where there are none. */
  credentials: Record<string, string> | null;
}

/** The providers that exist in an environment. */
export async function listProviders(ctx: Context, scope: Scope): Promise<ProviderView[]> {
  const rows = await ProviderConfig.query(ctx.db).inScope(scope);
  const masked = new Map(rows.map((row) => [row.provider, row.credentials_masked]));
  return Object.values(PROVIDERS)
    .filter(({ environments }) => environments.includes(scope.environment))
    .map((provider) => viewOf(provider, masked.get(provider.name) ?? null));
}

function viewOf(provider: Provider, credentials: Record<string, string> | null): ProviderView {
  const { name, capabilities } = provider;
  return {
    name,
    configured: !provider.credentials || credentials !== null,
    currencies: currenciesWith(provider, credentials),
    capabilities,
    fields: provider.credentials ?? [],
    credentials,
  };
}

/** The currencies in which a provider takes payments for whoever has these credentials, which may be the masked ones. */
export function currenciesWith(
  { currencies, account_currency }: Provider,
  credentials: Record<string, string> | null,
): readonly Currency[] {
  return account_currency && credentials ? [account_currency(credentials)] : currencies;
}

/**
 * Saves a provider's credentials, in place of what was there.
 * @throws AppError VALIDATION_ERROR naming every field at fault; `provider_unknown`, `provider_not_configured`
 */
export async function configureProvider(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  name: string,
  given: Record<string, unknown>,
): Promise<ProviderView> {
  const provider = findProvider(name);
  requireEnvironment(provider, scope);
  if (!provider.credentials) throw invalidField('provider', `${name} works without credentials.`);
  const credentials = checked(provider.credentials, given);
  const masked = Object.fromEntries(
    provider.credentials
      .filter(({ name: field }) => credentials[field] !== undefined)
      .map(({ name: field, open }) => {
        const value = credentials[field] as string;
        return [field, open ? value : maskOf(value)];
      }),
  );
  const now = scope.clock.now();
  const values = {
    credentials_sealed: ctx.secrets.seal(JSON.stringify(credentials), sealContext(scope, name)),
    credentials_masked: masked,
    updated_at: now,
  };
  await ctx.db.transaction(async (trx) => {
    await ProviderConfig.query(trx)
      .insert({ ...scopeColumns(scope), provider: name, ...values, created_at: now })
      .onConflict(['project_id', 'environment', 'provider'])
      .merge(Object.keys(values));
    await audit(trx, scope, actor, 'provider.configured', name, { fields: Object.keys(credentials) });
  });
  return viewOf(provider, masked);
}

/**
 * Forgets a provider's credentials. Its payments that are under way can then no longer be asked for, until it is
 * configured again.
 * @throws AppError NOT_FOUND unless it is configured; `provider_unknown`
 */
export async function removeProviderConfig(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  name: string,
): Promise<void> {
  const { name: provider } = findProvider(name);
  await ctx.db.transaction(async (trx) => {
    const removed = await ProviderConfig.query(trx).inScope(scope).where({ provider }).delete();
    if (removed === 0) throw notFound('provider configuration');
    await audit(trx, scope, actor, 'provider.removed', provider, {});
  });
}

function checked(fields: readonly CredentialField[], given: Record<string, unknown>): Record<string, string> {
  const credentials: Record<string, string> = {};
  const problems: ErrorDetail[] = [];
  const refuse = (name: string, what: string): void => {
    const path = `credentials.${name}`;
    problems.push({ path, message: `"${path}" ${what}` });
  };
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name)) refuse(name, 'is not allowed');
  for (const { name, optional, problem } of fields) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || (optional && value === null)) {
      if (!optional) refuse(name, 'is required');
      continue;
    }
    const text = typeof value === 'string' ? value.trim() : '';
    const wrong =
      text === '' || text.length > MAX_CREDENTIAL
        ? `must be text of 1 to ${MAX_CREDENTIAL} characters`
        : problem(text);
    if (wrong) refuse(name, wrong);
    else credentials[name] = text;
  }
  if (problems.length > 0) throw invalid(problems);
  return credentials;
}

/** At most the last characters; nothing of what is short, or of a PEM, whose end is the same for all. */
function maskOf(value: string): string {
  const shown =
    value.length >= SHOWN_FROM && !value.startsWith('-----') ? value.slice(-SHOWN_CHARACTERS) : '';
  return `••••${shown}`;
}

/**
 * What a call to the provider needs, with the credentials opened.
 * @throws AppError `provider_not_configured`
 */
export async function setupOf(ctx: Context, scope: Scope, provider: Provider): Promise<ProviderSetup> {
  requireEnvironment(provider, scope);
  const base_url =
    ctx.config.provider_base_urls[`${provider.name}:${scope.environment}`] ??
    provider.base_urls?.[scope.environment] ??
    '';
  const setup = { base_url, deadline_ms: ctx.provider_deadline_ms };
  if (!provider.credentials) return { ...setup, credentials: {} };
  const row = await ProviderConfig.query(ctx.db).inScope(scope).where({ provider: provider.name }).first();
  if (!row) throw refusal('provider_not_configured');
  const opened = ctx.secrets.open(row.credentials_sealed, sealContext(scope, provider.name));
  return { ...setup, credentials: JSON.parse(opened) as Record<string, string> };
}

/** The provider cannot be asked now: it does not answer, or its credentials were deleted meanwhile. */
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
