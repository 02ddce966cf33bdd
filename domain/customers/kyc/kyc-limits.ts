/** What a KYC tier may hold and move per currency. A limit that is not set does not apply. */
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit.ts';
import { KycLimit, type KycLimitRow, type TierLimits } from './kyc-limit.model.ts';
import { LOWEST_TIER } from './kyc.rules.ts';

const LIMITS = ['max_balance_minor', 'max_single_minor', 'max_daily_out_minor'] as const;

/** Whose limits are looked for. */
export interface LimitsOf {
  scope: Scope;
  /** The effective one. */
  tier: number;
  currency: Currency;
}

/**
 * The limits that customers of those effective tiers are under, in their order; null where none is set. Nobody gains by
 * falling to tier 0 with a wallet: where it has no limits of its own, those of tier 1 hold.
 */
export async function kycLimits(db: Queryable, wanted: readonly LimitsOf[]): Promise<(TierLimits | null)[]> {
  const scopes = new Map(
    wanted.map(({ scope, currency }) => [
      scopeName(scope, currency),
      [scope.project_id, scope.environment, currency],
    ]),
  );
  if (scopes.size === 0) return [];
  const rows = await db<KycLimitRow>('kyc_limits').whereIn(
    ['project_id', 'environment', 'currency'],
    [...scopes.values()],
  );
  const found = new Map(
    rows.map(({ project_id, environment, ...limit }) => [
      `${scopeName({ project_id, environment }, limit.currency)} ${limit.tier}`,
      limit,
    ]),
  );
  return wanted.map(({ scope, tier, currency }) => {
    const name = scopeName(scope, currency);
    const own = found.get(`${name} ${tier}`);
    const next = tier === LOWEST_TIER ? found.get(`${name} ${LOWEST_TIER + 1}`) : undefined;
    return own ?? next ?? null;
  });
}

function scopeName({ project_id, environment }: ScopeColumns, currency: string): string {
  return `${project_id} ${environment} ${currency}`;
}

/** What is set, by tier and currency; the cursor is both, as `1 KES`. */
export async function listKycLimits(
  db: Queryable,
  scope: Scope,
  { limit, after }: PageRequest,
): Promise<Page<TierLimits>> {
  const query = KycLimit.query(db).inScope(scope).orderBy(['tier', 'currency']);
  if (after !== undefined) void query.whereRaw('(tier, currency) > (?, ?)', after.split(' '));
  return page(await query.limit(limit + 1), limit, ({ tier, currency }) => `${tier} ${currency}`);
}

/** The currencies for which any limit is set, in their order. */
export async function limitedCurrencies(db: Queryable, scope: Scope): Promise<Currency[]> {
  const rows = await KycLimit.query(db).inScope(scope).distinct('currency').orderBy('currency');
  return rows.map(({ currency }) => currency);
}

/** Replaces the limits of one tier and currency; with none left, there is no row. A repeat is not audited again. */
export async function putKycLimit(
  db: Db,
  scope: Scope,
  actor: Actor,
  limit: TierLimits,
): Promise<TierLimits> {
  const { tier, currency, ...limits } = limit;
  const key = { ...scopeColumns(scope), tier, currency };
  await db.transaction(async (trx) => {
    // Against another change of the same limits: the row to lock may not be there yet.
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [JSON.stringify(key)]);
    const before = await KycLimit.query(trx).findOne(key);
    if (LIMITS.every((name) => (before?.[name] ?? null) === limits[name])) return;
    await KycLimit.query(trx).where(key).delete();
    if (LIMITS.some((name) => limits[name] !== null)) await KycLimit.query(trx).insert({ ...key, ...limits });
    await audit({ trx, scope, actor }, 'kyc.limits_changed', `${currency} tier ${tier}`, {
      ...limits,
      previous: Object.fromEntries(LIMITS.map((name) => [name, before?.[name] ?? null])),
    });
  });
  return limit;
}
