/** The amounts that customers of a KYC tier may hold and move, by currency. A limit that is not set does not apply. */
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit/audit.ts';
import { approvedBy, type ChangedValue, type SubjectAction } from '../../platform/second-person.port.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
import { strictApprovals } from '../../staff/index.ts';
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

/**
 * Replaces the limits of one tier and currency; without any there is no row. A repetition is not audited again. Under strict
 * approvals a change waits for a second person.
 * @returns the limits as they are now, and the id of the approval that the change waits for
 */
export async function putKycLimit(
  caller: Caller,
  wanted: TierLimits,
): Promise<{ limits: TierLimits; approval_id: string | null }> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const present = await lockKycLimit(unit, wanted);
    if (changesBetween(present, wanted).length === 0 || !(await strictApprovals.areOn(trx, scope))) {
      await replaceLimits(unit, { present, wanted });
      return { limits: wanted, approval_id: null };
    }
    const approval_id = await ctx.second_person.request(unit, {
      kind: 'settings_change',
      subject: { type: 'limits', id: nameOf(wanted) },
      summary: `Change the limits of tier ${wanted.tier} in ${wanted.currency}`,
      change: wanted,
      amount: { amount_minor: 0n, currency: wanted.currency },
    });
    return { limits: present, approval_id };
  });
}

/** The request to change the limits of a tier in a currency. */
export const limitsChange: SubjectAction = {
  kind: 'settings_change',
  subject_type: 'limits',

  async changes({ db, scope }, { change }) {
    const wanted = limitsIn(change);
    return changesBetween(await findKycLimit(db, scope, wanted), wanted);
  },

  async onApproved(unit, request) {
    const wanted = limitsIn(request.change);
    const present = await lockKycLimit(unit, wanted);
    await replaceLimits(
      { ...unit, actor: request.requested_by },
      { present, wanted },
      approvedBy(unit, request),
    );
  },
};

function nameOf({ tier, currency }: Pick<TierLimits, 'tier' | 'currency'>): string {
  return `${currency} tier ${tier}`;
}

function limitsIn(change: unknown): TierLimits {
  const { tier, currency, ...limits } = change as Pick<TierLimits, 'tier' | 'currency'> &
    Record<(typeof LIMITS)[number], number | null>;
  const [max_balance_minor, max_single_minor, max_daily_out_minor] = LIMITS.map((name) => {
    const minor = limits[name];
    return minor === null ? null : BigInt(minor);
  }) as [bigint | null, bigint | null, bigint | null];
  return { tier, currency, max_balance_minor, max_single_minor, max_daily_out_minor };
}

/** The limits of a tier in a currency as they are; all null where none is set. */
export async function findKycLimit(
  db: Queryable,
  scope: Scope,
  { tier, currency }: Pick<TierLimits, 'tier' | 'currency'>,
): Promise<TierLimits> {
  const row = await KycLimit.query(db).findOne({ ...scopeColumns(scope), tier, currency });
  const { max_balance_minor = null, max_single_minor = null, max_daily_out_minor = null } = row ?? {};
  return { tier, currency, max_balance_minor, max_single_minor, max_daily_out_minor };
}

async function lockKycLimit({ trx, scope }: CallerUnit, { tier, currency }: TierLimits): Promise<TierLimits> {
  await lockLimits(trx, { key: JSON.stringify({ ...scopeColumns(scope), tier, currency }) });
  return findKycLimit(trx, scope, { tier, currency });
}

function changesBetween(present: TierLimits, wanted: TierLimits): ChangedValue[] {
  return LIMITS.filter((name) => present[name] !== wanted[name]).map((name) => ({
    field: name,
    from: present[name]?.toString() ?? null,
    to: wanted[name]?.toString() ?? null,
  }));
}

/** @param details for the audit log */
async function replaceLimits(
  unit: CallerUnit,
  { present, wanted }: Record<'present' | 'wanted', TierLimits>,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { trx, scope } = unit;
  if (changesBetween(present, wanted).length === 0) return;
  const { tier, currency, ...limits } = wanted;
  const key = { ...scopeColumns(scope), tier, currency };
  await KycLimit.query(trx).where(key).delete();
  if (LIMITS.some((name) => limits[name] !== null)) await KycLimit.query(trx).insert({ ...key, ...limits });
  await audit(unit, 'kyc.limits_changed', nameOf(wanted), {
    ...limits,
    previous: Object.fromEntries(LIMITS.map((name) => [name, present[name]])),
    ...details,
  });
}
