/** The amounts that customers of a KYC tier may hold and move, by currency. A limit that is not set does not apply. */
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { KycLimit, type TierLimits } from './kyc-limit.model.ts';
import { findLimitsOfScopes, lockLimits } from './kyc-limits.sql.ts';
import { LOWEST_TIER } from './kyc.rules.ts';

const LIMITS = ['max_balance_minor', 'max_single_minor', 'max_daily_out_minor'] as const;

/** Names the limits of a tier. */
export interface LimitsOf {
  scope: Scope;
  /** The effective one. */
  tier: number;
  currency: Currency;
}

/**
 * The limits of those effective tiers, in their order; null where none is set. Where tier 0 has no limits of its own, those of
 * tier 1 apply: a customer who falls to tier 0 must not gain by it.
 */
export async function kycLimits(db: Queryable, wanted: readonly LimitsOf[]): Promise<(TierLimits | null)[]> {
  if (wanted.length === 0) return [];
  const distinct = [...new Map(wanted.map((each) => [scopeName(each.scope, each.currency), each])).values()];
  const rows = await findLimitsOfScopes(db, {
    project_ids: distinct.map(({ scope }) => scope.project_id),
    environments: distinct.map(({ scope }) => scope.environment),
    currencies: distinct.map(({ currency }) => currency),
  });
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

/** The limits that are set, by tier and currency; the cursor is both, as `1 KES`. */
export async function listKycLimits(
  db: Queryable,
  scope: Scope,
  { limit, after }: PageRequest,
): Promise<Page<TierLimits>> {
  const query = KycLimit.query(db).inScope(scope).orderBy(['tier', 'currency']);
  if (after !== undefined) void query.whereRaw('(tier, currency) > (?, ?)', after.split(' '));
  return page(await query.limit(limit + 1), limit, ({ tier, currency }) => `${tier} ${currency}`);
}

/** The currencies with at least one limit, in their order. */
export async function limitedCurrencies(db: Queryable, scope: Scope): Promise<Currency[]> {
  const rows = await KycLimit.query(db).inScope(scope).distinct('currency').orderBy('currency');
  return rows.map(({ currency }) => currency);
}

/** Replaces the limits of one tier and currency; without any there is no row. A repetition is not audited again. */
export async function putKycLimit(caller: Caller, limit: TierLimits): Promise<TierLimits> {
  const { tier, currency, ...limits } = limit;
  const key = { ...scopeColumns(caller.scope), tier, currency };
  await inTransaction(caller, async (unit) => {
    const { trx } = unit;
    await lockLimits(trx, { key: JSON.stringify(key) });
    const before = await KycLimit.query(trx).findOne(key);
    if (LIMITS.every((name) => (before?.[name] ?? null) === limits[name])) return;
    await KycLimit.query(trx).where(key).delete();
    if (LIMITS.some((name) => limits[name] !== null)) await KycLimit.query(trx).insert({ ...key, ...limits });
    await audit(unit, 'kyc.limits_changed', `${currency} tier ${tier}`, {
      ...limits,
      previous: Object.fromEntries(LIMITS.map((name) => [name, before?.[name] ?? null])),
    });
  });
  return limit;
}
