/** Whether a provider may pay out for a project, and how much: off until an owner turns it on. */
import { toJson } from '../../../../core/json.ts';
import { refusal, type AppError } from '../../../../core/errors.ts';
import type { Scope } from '../../../../core/scope.ts';
import type { Queryable } from '../../../../db/connection.ts';
import { scopeColumns } from '../../../../db/model.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { approvedBy, type SubjectAction } from '../../../platform/second-person.port.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../../platform/unit.ts';
import { strictApprovals } from '../../../staff/index.ts';
import { systemNow } from '../../../../core/clock.ts';
import { loadProviderSetup } from '../../providers/configuration/provider-configs.ts';
import { findProvider } from '../../providers/index.ts';
import type { ProviderPayouts } from '../../providers/payout.port.ts';
import type { Provider } from '../../providers/provider.port.ts';
import { wakeHeld } from '../payout.sql.ts';
import { PayoutSettings, type PayoutTerms } from './payout-settings.model.ts';
import { lockSettings } from './payout-settings.sql.ts';
import { changesBetween, isSame, LIMITS, OFF, weakens } from './payout-settings.rules.ts';

/** Payouts that are sent at once when payouts are enabled again; the others follow within the hour in which each is looked at. */
const MAX_WOKEN = 500;

export interface ProviderPayoutTerms extends PayoutTerms {
  provider: string;
}

/** Off for a provider that sends no money. @throws AppError `provider_unknown` */
export async function getPayoutSettings(
  db: Queryable,
  scope: Scope,
  provider: string,
): Promise<ProviderPayoutTerms> {
  findProvider(provider);
  return { provider, ...(await readTerms(db, scope, provider)) };
}

async function readTerms(db: Queryable, scope: Scope, provider: string): Promise<PayoutTerms> {
  const row = await PayoutSettings.query(db).inScope(scope).where({ provider }).first();
  if (!row) return OFF;
  const { enabled, max_minor, daily_max_minor, approval_above_minor } = row;
  return { enabled, max_minor, daily_max_minor, approval_above_minor };
}

/** @throws AppError `payouts_not_supported` */
export function requirePayouts({ title, payouts }: Provider): ProviderPayouts {
  if (!payouts) throw refusal('payouts_not_supported', `${title} sends no money.`);
  return payouts;
}

/**
 * @param how `locked`: they do not change before the commit, and other payouts of the day are counted before or after
 * @throws AppError `payouts_disabled`
 */
export async function requireEnabled(
  { db, scope }: { db: Queryable; scope: Scope },
  provider: string,
  how: 'locked' | 'read',
): Promise<PayoutTerms> {
  const query = PayoutSettings.query(db).inScope(scope).where({ provider });
  const found = await (how === 'locked' ? query.forNoKeyUpdate() : query).first();
  if (!found?.enabled) throw refusal('payouts_disabled');
  return found;
}

/** Limits that are left out stay as they are. */
export type WantedTerms = Pick<PayoutTerms, 'enabled'> & {
  [Limit in (typeof LIMITS)[number]]?: PayoutTerms[Limit] | undefined;
};

/**
 * Changes the settings. Under strict approvals a change by which more can be sent waits for a second person; turning payouts off
 * never does.
 * @returns the settings as they are now, and the id of the approval that the change waits for
 * @throws AppError as `requirePayouts`; `provider_not_configured`, and what the provider needs besides, to enable them
 */
export async function putPayoutSettings(
  caller: Caller,
  name: string,
  { enabled, ...limits }: WantedTerms,
): Promise<{ settings: ProviderPayoutTerms; approval_id: string | null }> {
  const provider = findProvider(name);
  const payouts = requirePayouts(provider);
  if (enabled) {
    const { credentials } = await loadProviderSetup(caller, provider);
    payouts.checkCredentials?.(credentials);
  }
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const present = await lockTerms(unit, name);
    const wanted = { ...keepUnnamed(present, limits), enabled };
    if (!weakens(present, wanted) || !(await strictApprovals.areOn(trx, scope))) {
      await replace(unit, { provider: name, present, wanted });
      return { settings: { provider: name, ...wanted }, approval_id: null };
    }
    const approval_id = await ctx.second_person.request(unit, {
      kind: 'settings_change',
      subject: { type: 'payout_settings', id: name },
      summary:
        wanted.enabled && !present.enabled
          ? `Enable payouts by ${provider.title}`
          : `Change the limits of payouts by ${provider.title}`,
      change: { wanted, present },
    });
    return { settings: { provider: name, ...present }, approval_id };
  });
}

function keepUnnamed(present: PayoutTerms, named: Omit<WantedTerms, 'enabled'>): PayoutTerms {
  const terms = { ...present };
  for (const limit of LIMITS) if (named[limit] !== undefined) terms[limit] = named[limit];
  return terms;
}

/** The request to enable payouts, or to raise their limits. */
export const payoutSettingsChange: SubjectAction = {
  kind: 'settings_change',
  subject_type: 'payout_settings',

  async refusal({ db, scope }, { subject_id, change }) {
    return changedSince(change, await readTerms(db, scope, subject_id));
  },

  async changes({ db, scope }, { subject_id, change }) {
    return changesBetween(await readTerms(db, scope, subject_id), changeIn(change).wanted);
  },

  async onApproved(unit, request) {
    const { subject_id: provider } = request;
    const { wanted } = changeIn(request.change);
    const present = await lockTerms(unit, provider);
    const refused = changedSince(request.change, present);
    if (refused) throw refused;
    const as_requested = { ...unit, actor: request.requested_by };
    await replace(as_requested, { provider, present, wanted }, approvedBy(unit, request));
  },
};

/** Approved later, it would undo what was done since: turn payouts on again that were turned off, for one. */
function changedSince(change: unknown, present: PayoutTerms): AppError | null {
  if (isSame(changeIn(change).present, present)) return null;
  return refusal('invalid_state', 'These settings have changed since the request. Reject it, and ask anew.');
}

type StoredTerms = { enabled: boolean } & Record<(typeof LIMITS)[number], number | null>;

function changeIn(change: unknown): { wanted: PayoutTerms; present: PayoutTerms } {
  const { wanted, present } = change as Record<'wanted' | 'present', StoredTerms>;
  return { wanted: termsIn(wanted), present: termsIn(present) };
}

function termsIn({ enabled, ...limits }: StoredTerms): PayoutTerms {
  const [max_minor, daily_max_minor, approval_above_minor] = LIMITS.map((name) => {
    const minor = limits[name];
    return minor === null ? null : BigInt(minor);
  }) as [bigint | null, bigint | null, bigint | null];
  return { enabled, max_minor, daily_max_minor, approval_above_minor };
}

/** Also where there is no row yet, so that two first changes follow each other. */
async function lockTerms({ trx, scope }: CallerUnit, provider: string): Promise<PayoutTerms> {
  await lockSettings(trx, { key: toJson({ ...scopeColumns(scope), provider }) });
  await PayoutSettings.query(trx).inScope(scope).where({ provider }).forUpdate();
  return readTerms(trx, scope, provider);
}

interface Replaced {
  provider: string;
  present: PayoutTerms;
  wanted: PayoutTerms;
}

/** @param details for the audit log */
async function replace(
  unit: CallerUnit,
  { provider, present, wanted }: Replaced,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { trx, scope, enqueue } = unit;
  if (changesBetween(present, wanted).length === 0) return;
  const values = { ...wanted, updated_at: scope.clock.now() };
  await PayoutSettings.query(trx)
    .insert({ ...scopeColumns(scope), provider, ...values })
    .onConflict(['project_id', 'environment', 'provider'])
    .merge(Object.keys(values));
  if (wanted.enabled && !present.enabled) {
    const of_provider = { ...scopeColumns(scope), provider };
    const woken = await wakeHeld(trx, { ...of_provider, limit: MAX_WOKEN, now: systemNow() });
    for (const { id: payout_id } of woken) enqueue('process-payout', { payout_id });
  }
  await audit(unit, 'payouts.settings_changed', provider, { ...wanted, previous: present, ...details });
}
