/** Changes the settings of a cooperative. */
import { invalidField, refusal } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { interestTerms, SaccoMember, SaccoSettings, type SettingsRow } from '../../cooperative/index.ts';
import { openAccounts } from '../../ledger/index.ts';
import { SaccoEntry, entries, saccoAccounts } from '../../movements/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { approvedBy, type SubjectAction } from '../../platform/second-person.port.ts';
import { localDateAt } from '../../../core/local-date.ts';
import {
  beginDueRuns,
  changeSavingsCurrency,
  findProductWithAmounts,
  requireDefaultProduct,
  savingsProducts,
} from '../../savings/index.ts';
import { inTransaction, type Caller, type CallerUnit, type ScopedUnit } from '../../platform/unit.ts';
import { strictApprovals } from '../../staff/index.ts';
import { openMemberAccounts } from '../accounts.ts';
import { changesBetween, settingsIn, weakensApprovals, type SettingsChange } from './settings.rules.ts';

const DEFAULTS = {
  min_kyc_tier: 1,
  entrance_fee_minor: 0n,
  min_share_capital_minor: 0n,
  utc_offset_minutes: 0,
  withdrawal_approval_minor: null,
  tills: 'off',
  paybill_match_phone: false,
  paybill_waterfall: 'savings',
  withholding: [] as SettingsRow['withholding'],
  savings_interest: null,
  savings_interest_plans: null,
} as const;

/**
 * Sets what is named and leaves the rest. Recorded in the audit log, and not approved; under strict approvals a change that raises
 * or removes a threshold waits for a second person, as a whole.
 * @returns the settings as they are now, and the id of the approval that the change waits for
 * @throws AppError VALIDATION_ERROR without a currency the first time, `currency_locked` once members' money has moved,
 *   `period_closed` for another offset of local days once the books of some are closed, `till_open` for no more tills while one has a
 *   session
 */
export async function putSettings(
  caller: Caller,
  change: SettingsChange,
): Promise<{ settings: SettingsRow; approval_id: string | null }> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const present = (await lockAgainstMovements(unit)) ?? (await storeFirst(unit, change));
    const waits = present && weakensApprovals(present, change) && (await strictApprovals.areOn(trx, scope));
    if (!waits) return { settings: await applyChange(unit, present, change), approval_id: null };
    await refuseOtherDays(unit, present, change);
    await requirePlans(unit, present, change);
    if (change.currency && change.currency !== present.currency) await refuseOtherCurrency(unit);
    const approval_id = await ctx.second_person.request(unit, {
      kind: 'settings_change',
      subject: { type: 'settings', id: scope.project_id },
      summary: 'Change the settings of the SACCO',
      change,
    });
    return { settings: present, approval_id };
  });
}

/** The request to change settings so that fewer movements wait for a checker. */
export const settingsChange: SubjectAction = {
  kind: 'settings_change',
  subject_type: 'settings',

  async changes({ db, scope }, { change }) {
    return changesBetween(await SaccoSettings.query(db).inScope(scope).first(), settingsIn(change));
  },

  async onApproved(unit, request) {
    const present = await lockAgainstMovements(unit);
    const requester = { ...unit, actor: request.requested_by };
    await applyChange(requester, present, settingsIn(request.change), approvedBy(unit, request));
  },
};

/** @param present locked; undefined where there are none yet @param details for the audit log */
async function applyChange(
  unit: CallerUnit,
  present: SettingsRow | undefined,
  wanted: SettingsChange,
  details: Record<string, unknown> = {},
): Promise<SettingsRow> {
  const { ctx, trx, scope } = unit;
  await requirePlans(unit, present, wanted);
  const { change, ...ended_plans } = withPlans(unit, present, wanted);
  if (present) await refuseOtherDays(unit, present, change);
  if (present?.tills === 'on' && change.tills === 'off') await ctx.cash.requireClosed(unit);
  if (present && change.currency && change.currency !== present.currency)
    await changeCurrency(unit, change.currency);
  if (change.savings_product_id !== undefined) await requireDefaultProduct(unit, change.savings_product_id);
  const updated_at = scope.clock.now();
  const since = await sinceOtherProduct(unit, present, change);
  const settings = expectOne(
    await SaccoSettings.query(trx)
      .inScope(scope)
      .patch({ ...change, ...since, ...ended_plans, updated_at })
      .returning('*'),
  );
  const changed = changesBetween(present, change).map(({ field }) => field as keyof SettingsChange);
  if (changed.length > 0)
    await audit(unit, 'sacco.settings_changed', scope.project_id, {
      changes: Object.fromEntries(
        changed.map((name) => [name, { from: present?.[name] ?? null, to: change[name] }]),
      ),
      ...details,
    });
  return settings;
}

/**
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for a plan whose product earns no interest this way, or has another plan, and for a
 *   default product that has a plan by its name
 */
async function requirePlans(
  unit: ScopedUnit,
  present: SettingsRow | undefined,
  change: SettingsChange,
): Promise<void> {
  const { savings_interest, savings_interest_plans } = change;
  const product_id = savings_interest?.product_id ?? null;
  if (product_id !== null)
    await savingsProducts.requireEarning(unit, product_id, 'savings_interest.product_id');
  refusePlannedDefault(present, change);
  if (savings_interest === undefined && savings_interest_plans === undefined) return;
  const settings = { ...present, ...change };
  const first =
    settings.savings_interest && (settings.savings_interest.product_id ?? settings.savings_product_id);
  for (const [i, plan] of (settings.savings_interest_plans ?? []).entries()) {
    const field = `savings_interest_plans[${i}].product_id`;
    if (plan.product_id === first)
      throw invalidField(field, '"savings_interest" is about this product: a product has one plan');
    if (savings_interest_plans) await savingsProducts.requireEarning(unit, plan.product_id, field);
  }
}

/**
 * What was declared for the accounts that every member has counts as declared for their product: the other accounts of a product that
 * has a plan of its own would lose these days.
 */
function refusePlannedDefault(
  present: SettingsRow | undefined,
  { savings_product_id }: SettingsChange,
): void {
  if (!present || savings_product_id === undefined || savings_product_id === present.savings_product_id)
    return;
  const { savings_interest, savings_interest_plans, ended_interest_plans } = present;
  const isAbout = ({ product_id }: interestTerms.Plan): boolean => product_id === savings_product_id;
  const setting = savings_interest_plans?.some(isAbout) ? 'savings_interest_plans' : 'savings_interest';
  if (savings_interest_plans?.some(isAbout) || (savings_interest && isAbout(savings_interest)))
    throw invalidField(
      'savings_product_id',
      `"${setting}" has a plan for this product: declare its interest up to now, take the plan out, and then make it the default product`,
    );
  if (ended_interest_plans?.some(isAbout))
    throw invalidField(
      'savings_product_id',
      'Interest of a plan for this product is still being declared: try again in a few minutes',
    );
}

/** The fees of months that are over are those of the product which was the default one then. */
async function sinceOtherProduct(
  unit: ScopedUnit,
  present: SettingsRow | undefined,
  { savings_product_id }: SettingsChange,
): Promise<Partial<SettingsRow>> {
  if (!present || savings_product_id === undefined || savings_product_id === present.savings_product_id)
    return {};
  await beginDueRuns(unit.trx, unit.scope);
  return { savings_product_since: localDateAt(unit.scope.clock.now(), present.utc_offset_minutes) };
}

/**
 * The row, with its default product, before anything else is changed: of two first requests one stores it.
 * @returns the settings that the other one has stored; undefined where it is this one
 * @throws AppError VALIDATION_ERROR without a currency
 */
async function storeFirst(unit: ScopedUnit, { currency }: SettingsChange): Promise<SettingsRow | undefined> {
  const { trx, scope } = unit;
  if (!currency) throw invalidField('currency', '"currency" is needed the first time.');
  await openCooperativeAccounts(unit, currency);
  const stored = await SaccoSettings.query(trx)
    .insert({ ...DEFAULTS, currency, ...scopeColumns(scope), updated_at: scope.clock.now() })
    .onConflict(['project_id', 'environment'])
    .ignore()
    .returning('currency');
  return stored ? undefined : lockAgainstMovements(unit);
}

/** Before the row, so that whoever finds the row finds the accounts too. */
function openCooperativeAccounts({ ctx, trx, scope }: ScopedUnit, currency: Currency): Promise<unknown> {
  return openAccounts(
    trx,
    ctx.ledger,
    saccoAccounts.OPENED_WITH_SETTINGS.map((kind) => ({ scope, key: { kind, currency, owner: '' } })),
  );
}

const NO_PLANS = { savings_interest: null, savings_interest_plans: null, ended_interest_plans: null };

/** Plans of interest take the place of the present ones, of which what has ended stays to be declared. */
function withPlans(
  { scope }: Pick<CallerUnit, 'scope'>,
  present: SettingsRow | undefined,
  change: SettingsChange,
): { change: SettingsChange } & Partial<Pick<SettingsRow, 'ended_interest_plans'>> {
  if (change.savings_interest === undefined && change.savings_interest_plans === undefined) return { change };
  const before = present ?? NO_PLANS;
  const { savings_interest: wanted, savings_interest_plans: of_products } = { ...before, ...change };
  const offset = change.utc_offset_minutes ?? present?.utc_offset_minutes ?? DEFAULTS.utc_offset_minutes;
  const { ended_interest_plans, ...plans } = interestTerms.replacePlans(
    before,
    {
      savings_interest: wanted && termsOf(wanted),
      savings_interest_plans: (of_products ?? []).map(termsOf),
    },
    {
      today: localDateAt(scope.clock.now(), offset),
      default_before: present?.savings_product_id,
      default_after: change.savings_product_id ?? present?.savings_product_id,
    },
  );
  return { change: { ...change, ...plans }, ended_interest_plans };
}

/** Of a plan that waited for a second person, too. */
function termsOf<P extends interestTerms.Plan>({ since: _since, from: _from, ...terms }: P) {
  return terms;
}

/** Closed books were counted by the present days. @throws AppError `period_closed` */
async function refuseOtherDays(
  { ctx, trx, scope }: ScopedUnit,
  present: SettingsRow,
  { utc_offset_minutes = present.utc_offset_minutes }: SettingsChange,
): Promise<void> {
  if (utc_offset_minutes === present.utc_offset_minutes) return;
  if (await ctx.closed_periods.exist(trx, scope))
    throw refusal('period_closed', 'A day must begin when it did: the books of some days are closed.');
}

/** Members who joined before any money moved get accounts in the new currency. @throws AppError `currency_locked` */
async function changeCurrency(unit: ScopedUnit, currency: Currency): Promise<void> {
  const { trx, scope } = unit;
  await refuseOtherCurrency(unit);
  await openCooperativeAccounts(unit, currency);
  const members = await SaccoMember.query(trx).inScope(scope).select('id');
  await openMemberAccounts(
    { ...unit, db: trx },
    members.map(({ id }) => id),
    currency,
  );
  await changeSavingsCurrency(unit, currency);
}

/** @throws AppError `currency_locked` once members' money has moved, and where savings products have amounts */
async function refuseOtherCurrency(unit: ScopedUnit): Promise<void> {
  const { trx, scope } = unit;
  const product = await findProductWithAmounts(unit);
  if (product !== undefined)
    throw refusal('currency_locked', `The savings product ${product} has amounts in the present currency.`);
  const moved = await SaccoEntry.query(trx).inScope(scope).whereIn('status', entries.MONEY_STATUSES).first();
  if (moved) throw refusal('currency_locked');
}

/** Stronger than the lock of movements that are being stored, so that the currency stays what they were stored in. */
async function lockAgainstMovements({ trx, scope }: ScopedUnit): Promise<SettingsRow | undefined> {
  return SaccoSettings.query(trx).inScope(scope).forUpdate().first();
}
