/** Turns a project's paybill on or off, and tells the provider where to call. */
import { systemNow } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { refusal, unavailable } from '../../../core/errors.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Currency } from '../../../core/money.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import { inTransaction, type Caller, type ScopedContext } from '../../platform/unit.ts';
import { requireStillManager } from '../../staff/index.ts';
import {
  callbackBaseUrl,
  newCallbackId,
  newPaybillTokens,
  paybillUrls,
  type PaybillTokens,
} from '../providers/callback-address.ts';
import { accountTerms, loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { PaybillCalls } from '../providers/provider.port.ts';
import { ProviderUnavailable, type Provider, type ProviderSetup } from '../providers/provider.port.ts';
import { requirePublicUrl } from '../providers/terms.rules.ts';
import { Paybill, type PaybillRow } from './paybill.model.ts';
import type { PaybillView } from './paybill.presenter.ts';

export interface PaybillChange {
  enabled: boolean;
  reject_unknown: boolean;
}

/**
 * Where it is enabled, the provider is told the addresses, unless it was told the same before. Turning it off refuses payments
 * that the provider asks about beforehand; what is paid all the same is still recorded.
 * @param server_url where providers reach this server, without a trailing slash
 * @throws AppError `paybill_not_supported`, `provider_not_configured`, `public_url_required`, `paybill_refused`; SERVICE_UNAVAILABLE
 */
export async function putPaybill(
  caller: Caller,
  name: string,
  { change, server_url }: { change: PaybillChange; server_url: string },
): Promise<PaybillView> {
  const { ctx } = caller;
  const provider = findProvider(name);
  const calls = requireCalls(provider);
  const account = change.enabled ? await loadAccount(caller, provider, server_url) : null;
  const found = await findOrMake(caller, provider, server_url);
  const urls = paybillUrls(ctx, provider, { ...found, tokens: openTokens(ctx, found) }, server_url);
  if (!account) return { paybill: (await save(caller, found, change)).paybill, ...urls };
  const hash = hashToken(`${account.name} ${urls.confirmation_url}`);
  // Before the call, so that what the provider then sends is accepted whatever becomes of this process.
  const { before, paybill } = await save(caller, found, {
    ...change,
    server_url,
    accounts: { [account.name]: account.currency },
    requested_hash: found.registered_hash === hash ? null : hash,
  });
  if (paybill.registered_hash === hash) return { paybill, ...urls };
  await register({ caller, calls, setup: account.setup }, before, { hash, urls });
  const registered = { registered_hash: hash, registered_at: systemNow(), requested_hash: null };
  return { paybill: (await save(caller, paybill, registered)).paybill, ...urls };
}

/** @throws AppError `paybill_not_supported` */
export function requireCalls({ paybill, title }: Provider): PaybillCalls {
  if (paybill?.calls) return paybill.calls;
  throw refusal(
    'paybill_not_supported',
    `${title} does not tell this service about payments without a prompt.`,
  );
}

interface Account {
  /** What the provider calls it. */
  name: string;
  currency: Currency;
  setup: ProviderSetup;
}

/** @throws AppError `provider_not_configured`, `paybill_not_supported`, `public_url_required` */
async function loadAccount(base: ScopedContext, provider: Provider, server_url: string): Promise<Account> {
  const setup = await loadProviderSetup(base, provider);
  const calls = requireCalls(provider);
  const problem = calls.problem(setup.credentials);
  if (problem) throw refusal('paybill_not_supported', problem);
  const { environment } = base.scope;
  const callback_base_url = callbackBaseUrl(base.ctx, provider, environment, server_url);
  const terms = await accountTerms(base.ctx.db, base.scope, provider);
  requirePublicUrl(provider, terms, { environment, callback_base_url });
  return {
    name: calls.accountName(setup.credentials),
    currency: terms.currencies[0] as Currency,
    setup,
  };
}

/**
 * Where the provider has addresses already, they are these only if it was asked for these before and the answer was lost. What was
 * certainly not registered leaves the paybill as it was.
 * @throws AppError `paybill_refused`; SERVICE_UNAVAILABLE
 */
async function register(
  { caller, calls, setup }: { caller: Caller; calls: PaybillCalls; setup: ProviderSetup },
  before: PaybillRow,
  { hash, urls }: { hash: string; urls: Parameters<PaybillCalls['register']>[1] },
): Promise<void> {
  try {
    const outcome = await calls.register(setup, urls);
    if (outcome === 'taken' && before.requested_hash !== hash) throw refusal('paybill_refused');
  } catch (error) {
    const is_unavailable = error instanceof ProviderUnavailable;
    if (!is_unavailable || !error.may_have_acted)
      await save(caller, before, { enabled: before.enabled, requested_hash: before.requested_hash });
    throw is_unavailable ? unavailable('payment provider', error) : error;
  }
}

/** Its addresses are made before the provider is told them. */
async function findOrMake(caller: Caller, provider: Provider, server_url: string): Promise<PaybillRow> {
  const { ctx, scope, actor } = caller;
  return inTransaction(caller, async ({ trx }) => {
    await requireStillManager(trx, scope.project_id, actor.id);
    const id = newCallbackId('paybill', provider);
    const tokens = newPaybillTokens();
    const key = { ...scopeColumns(scope), provider: provider.name };
    await Paybill.query(trx).insertUnlessTaken({
      id,
      ...key,
      enabled: false,
      reject_unknown: false,
      accounts: {},
      server_url,
      confirmation_token_hash: hashToken(tokens.confirmation),
      validation_token_hash: hashToken(tokens.validation),
      tokens_sealed: ctx.secrets.seal(JSON.stringify(tokens), sealContext(id)),
      updated_at: scope.clock.now(),
    });
    return expectOne(await Paybill.query(trx).where(key));
  });
}

/** Accounts are added to those that are there. */
async function save(
  caller: Caller,
  { id, provider }: PaybillRow,
  change: Partial<PaybillRow>,
): Promise<{ before: PaybillRow; paybill: PaybillRow }> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const before = expectOne(await Paybill.query(trx).where({ id }).forUpdate());
    const { enabled = before.enabled, reject_unknown = before.reject_unknown } = change;
    if (before.enabled !== enabled || before.reject_unknown !== reject_unknown || change.registered_hash)
      await audit(unit, 'paybill.changed', provider, {
        enabled: { from: before.enabled, to: enabled },
        reject_unknown: { from: before.reject_unknown, to: reject_unknown },
        registered: Boolean(change.registered_hash),
      });
    const updated_at = scope.clock.now();
    const accounts = { ...before.accounts, ...change.accounts };
    const paybill = expectOne(
      await Paybill.query(trx)
        .where({ id })
        .patch({ ...change, accounts, updated_at })
        .returning('*'),
    );
    return { before, paybill };
  });
}

// ── the tokens ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function sealContext(id: string): string {
  return `paybill:${id}`;
}

function openTokens({ secrets }: Context, { id, tokens_sealed }: PaybillRow): PaybillTokens {
  return JSON.parse(secrets.open(tokens_sealed, sealContext(id))) as PaybillTokens;
}

/** The tokens of addresses are encrypted. */
export const sealedPaybills: SealedTable = {
  table: Paybill.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, tokens_sealed } = row as unknown as PaybillRow;
    const anew = reseal(tokens_sealed, sealContext(id));
    return anew === null ? {} : { tokens_sealed: anew };
  },
};
