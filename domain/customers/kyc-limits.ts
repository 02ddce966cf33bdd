/** What a KYC tier may hold and move per currency. A limit that is not set does not apply. */
import type { Currency } from '../../core/money.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import { audit } from '../platform/audit.ts';
import { LOWEST_TIER } from './kyc.rules.ts';

export interface KycLimit {
  tier: number;
  currency: Currency;
  /** Of a wallet, after any credit. */
  max_balance_minor: bigint | null;
  /** Of each withdrawal or outgoing transfer. */
  max_single_minor: bigint | null;
  /** Of withdrawals and outgoing transfers together, per UTC day. */
  max_daily_out_minor: bigint | null;
}

const LIMITS = ['max_balance_minor', 'max_single_minor', 'max_daily_out_minor'] as const;
const COLUMNS = ['tier', 'currency', ...LIMITS] as const;

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
export async function kycLimits(db: Queryable, wanted: readonly LimitsOf[]): Promise<(KycLimit | null)[]> {
  const books = new Map(
    wanted.map(({ scope, currency }) => [
      bookOf(scope.project_id, scope.environment, currency),
      [scope.project_id, scope.environment, currency],
    ]),
  );
  if (books.size === 0) return [];
  const rows: (KycLimit & Pick<Scope, 'project_id' | 'environment'>)[] = await db('kyc_limits')
    .whereIn(['project_id', 'environment', 'currency'], [...books.values()])
    .select('project_id', 'environment', ...COLUMNS);
  const found = new Map(
    rows.map(({ project_id, environment, ...limit }) => [
      `${bookOf(project_id, environment, limit.currency)} ${limit.tier}`,
      limit,
    ]),
  );
  return wanted.map(({ scope, tier, currency }) => {
    const book = bookOf(scope.project_id, scope.environment, currency);
    const own = found.get(`${book} ${tier}`);
    const next = tier === LOWEST_TIER ? found.get(`${book} ${LOWEST_TIER + 1}`) : undefined;
    return own ?? next ?? null;
  });
}

function bookOf(project_id: string, environment: string, currency: string): string {
  return `${project_id} ${environment} ${currency}`;
}

/** Everything that is set, by tier and currency: too little for pages. */
export async function listKycLimits(db: Queryable, { project_id, environment }: Scope): Promise<KycLimit[]> {
  return db('kyc_limits').where({ project_id, environment }).orderBy(['tier', 'currency']).select(COLUMNS);
}

/** Replaces the limits of one tier and currency; with none left, nothing is kept. A repeat is not audited again. */
export async function putKycLimit(db: Db, scope: Scope, actor: Actor, limit: KycLimit): Promise<KycLimit> {
  const { tier, currency, ...limits } = limit;
  const key = { project_id: scope.project_id, environment: scope.environment, tier, currency };
  await db.transaction(async (trx) => {
    // Against another change of the same limits: the row to lock may not be there yet.
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [JSON.stringify(key)]);
    const before: KycLimit | undefined = await trx('kyc_limits').where(key).first(COLUMNS);
    if (LIMITS.every((name) => (before?.[name] ?? null) === limits[name])) return;
    await trx('kyc_limits').where(key).delete();
    if (LIMITS.some((name) => limits[name] !== null)) await trx('kyc_limits').insert({ ...key, ...limits });
    await audit(trx, scope, actor, 'kyc.limits_changed', `${currency} tier ${tier}`, {
      ...limits,
      previous: Object.fromEntries(LIMITS.map((name) => [name, before?.[name] ?? null])),
    });
  });
  return limit;
}
