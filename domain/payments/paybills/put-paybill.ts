/** Turns a project's paybill on or off, and tells the provider where to call. */
import { systemNow } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { refusal, unavailable } from '../../../core/errors.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Currency } from '../../../core/money.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller, type ScopedContext } from '../../platform/unit.ts';
import { requireStillManager } from '../../staff/index.ts';
import {
  callbackBaseUrl,
  callbackToken,
  newCallbackId,
  paybillUrls,
  validationSubject,
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
 * Where it is enabled, the provider is told the addresses first, unless it was told the same before. Turning it off refuses payments
 * that the provider asks about beforehand; what is paid all the same is still recorded.
 * @param server_url where providers reach this server, without a trailing slash
 * @throws AppError `paybill_not_supported`, `provider_not_configured`, `public_url_required`, `paybill_refused`; SERVICE_UNAVAILABLE
 */
export async function putPaybill(
  caller: Caller,
  name: string,
  { change, server_url }: { change: PaybillChange; server_url: string },
): Promise<PaybillView> {
  const provider = findProvider(name);
  const calls = requireCalls(provider);
  const { currencies } = await accountTerms(caller.ctx.db, caller.scope, provider);
  const account = { server_url, currency: currencies[0] as Currency };
  const paybill = await findOrMake(caller, provider, account);
  const urls = paybillUrls(caller.ctx, provider, paybill, server_url);
  let registered: Partial<PaybillRow> = {};
  if (change.enabled) {
    const setup = await setupFor(caller, provider, server_url);
    const registered_as = calls.registeredAs(setup, urls.confirmation_url);
    if (paybill.registered_as !== registered_as) {
      await register(calls, setup, urls);
      registered = { registered_as, registered_at: systemNow() };
    }
  }
  return { paybill: await save(caller, paybill, { ...change, ...account, ...registered }), ...urls };
}

/** @throws AppError `paybill_not_supported` */
function requireCalls({ paybill, title }: Provider): PaybillCalls {
  if (paybill?.calls) return paybill.calls;
  throw refusal(
    'paybill_not_supported',
    `${title} does not tell this service about payments without a prompt.`,
  );
}

/** @throws AppError `provider_not_configured`, `paybill_not_supported`, `public_url_required` */
async function setupFor(base: ScopedContext, provider: Provider, server_url: string): Promise<ProviderSetup> {
  const setup = await loadProviderSetup(base, provider);
  const problem = requireCalls(provider).problem(setup.credentials);
  if (problem) throw refusal('paybill_not_supported', problem);
  const { environment } = base.scope;
  const callback_base_url = callbackBaseUrl(base.ctx, provider, environment, server_url);
  const terms = await accountTerms(base.ctx.db, base.scope, provider);
  requirePublicUrl(provider, terms, { environment, callback_base_url });
  return setup;
}

async function register(
  calls: PaybillCalls,
  setup: ProviderSetup,
  urls: Parameters<PaybillCalls['register']>[1],
): Promise<void> {
  try {
    await calls.register(setup, urls);
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable('payment provider', error) : error;
  }
}

/** Its addresses are made before the provider is told them. */
async function findOrMake(
  caller: Caller,
  provider: Provider,
  account: Pick<PaybillRow, 'server_url' | 'currency'>,
): Promise<PaybillRow> {
  const { ctx, scope, actor } = caller;
  return inTransaction(caller, async ({ trx }) => {
    await requireStillManager(trx, scope.project_id, actor.id);
    const id = newCallbackId('paybill', provider);
    const key = { ...scopeColumns(scope), provider: provider.name };
    await Paybill.query(trx).insertUnlessTaken({
      id,
      ...key,
      enabled: false,
      reject_unknown: false,
      ...account,
      confirmation_token_hash: hashToken(callbackToken(ctx.secrets, id)),
      validation_token_hash: hashToken(callbackToken(ctx.secrets, validationSubject(id))),
      updated_at: scope.clock.now(),
    });
    return expectOne(await Paybill.query(trx).where(key));
  });
}

async function save(
  caller: Caller,
  { id, provider }: PaybillRow,
  change: PaybillChange & Partial<PaybillRow>,
): Promise<PaybillRow> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const before = expectOne(await Paybill.query(trx).where({ id }).forUpdate());
    const { enabled, reject_unknown } = change;
    if (before.enabled !== enabled || before.reject_unknown !== reject_unknown || change.registered_as)
      await audit(unit, 'paybill.changed', provider, {
        enabled: { from: before.enabled, to: enabled },
        reject_unknown: { from: before.reject_unknown, to: reject_unknown },
        registered: change.registered_as !== undefined,
      });
    const updated_at = scope.clock.now();
    return expectOne(
      await Paybill.query(trx)
        .where({ id })
        .patch({ ...change, updated_at })
        .returning('*'),
    );
  });
}
