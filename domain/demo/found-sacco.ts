/** The first day of the demonstration: rules, products, members. */
import { defineAccount } from '../chart/index.ts';
import type { withholding } from '../cooperative/index.ts';
import { createCustomer, kyc, listCustomers } from '../customers/index.ts';
import { loanProducts } from '../loans/index.ts';
import { joinMember, putSettings } from '../members/index.ts';
import { adjustCash } from '../tills/index.ts';
import { approveAs, attempt, forEach, units, type Filling } from './filling.ts';
import { defineSavingsProducts } from './keep-accounts.ts';
import { personOf, type DemoPerson } from './people.rules.ts';

export const CURRENCY = 'KES';
/** East Africa. */
export const UTC_OFFSET_MINUTES = 180;
/** Of the chart, besides the system's own. */
export const BANK_CODE = '1100';
/** Its guarantors are asked for their consent. */
export const CONSENT_PRODUCT = 'Group loan';
const ACCOUNTS = [
  { code: BANK_CODE, name: 'Umoja Bank, current account', kind: 'bank' },
  { code: '1500', name: 'Furniture and equipment', kind: 'general_asset' },
  { code: '3900', name: 'Statutory reserve', kind: 'general_equity' },
  { code: '4500', name: 'Rent received', kind: 'general_income' },
] as const;

/** From before the first day on. */
const WITHHOLDING: withholding.Rate[] = [
  { kind: 'deposit_interest', bps: 1_500, from: '2020-01-01' },
  { kind: 'dividend', bps: 500, from: '2020-01-01' },
];

/** A page holds them all. */
const ALL_PRODUCTS = 50;

/** @param member_count how many people become members */
export async function foundSacco(filling: Filling, member_count: number): Promise<void> {
  const { caller } = filling;
  await putSettings(caller, {
    currency: CURRENCY,
    min_kyc_tier: 1,
    entrance_fee_minor: units(500),
    min_share_capital_minor: units(2_000),
    utc_offset_minutes: UTC_OFFSET_MINUTES,
    withdrawal_approval_minor: units(20_000),
    withholding: WITHHOLDING,
  });
  await defineProducts(filling);
  await defineSavingsProducts(filling);
  const float = await adjustCash(caller, {
    direction: 'in',
    amount_minor: units(50_000),
    memo: 'Opening float of the tills',
    idempotency_key: 'demo-float',
  });
  await approveAs(filling, float.entry.approval_id);
  for (const account of ACCOUNTS)
    await attempt(() => defineAccount(caller, { ...account, currency: CURRENCY }));
  const people = Array.from({ length: member_count }, (_each, i) => personOf(i + 1));
  const customers = await forEach(people, (person) => customerOf(filling, person));
  // One by one, so that member numbers follow the order of the customers.
  for (const customer_id of customers) await joinMember(caller, { customer_id, pay_entrance_fee: true });
}

async function defineProducts({ ctx, scope, caller }: Filling): Promise<void> {
  const present = await loanProducts.list(ctx.db, scope, { limit: ALL_PRODUCTS });
  if (present.items.length > 0) return;
  const common = { frequency: 'monthly', min_amount_minor: units(5_000), grace_days: 5 } as const;
  // The oldest: a year of lending goes by the others.
  await loanProducts.define(caller, {
    ...common,
    name: CONSENT_PRODUCT,
    method: 'declining',
    rate_bps: 1_200,
    max_amount_minor: units(200_000),
    min_term: 3,
    max_term: 18,
    savings_multiple_bps: 30_000,
    min_guarantors: 2,
    guarantee_coverage_bps: 5_000,
    guarantor_consent: 'required',
    fee_bps: 100,
    penalty_bps: 500,
  });
  await loanProducts.define(caller, {
    ...common,
    name: 'Development loan',
    method: 'declining',
    rate_bps: 1_400,
    max_amount_minor: units(500_000),
    min_term: 3,
    max_term: 24,
    savings_multiple_bps: 30_000,
    min_guarantors: 2,
    guarantee_coverage_bps: 5_000,
    fee_bps: 100,
    penalty_bps: 500,
  });
  await loanProducts.define(caller, {
    ...common,
    name: 'School fees loan',
    method: 'flat',
    rate_bps: 1_000,
    max_amount_minor: units(100_000),
    min_term: 3,
    max_term: 12,
    savings_multiple_bps: 20_000,
    min_guarantors: 1,
    guarantee_coverage_bps: 3_000,
    fee_bps: 150,
    penalty_bps: 300,
  });
}

/** The id of the person's customer, who has passed KYC tier 1. */
async function customerOf({ ctx, scope, caller }: Filling, person: DemoPerson): Promise<string> {
  const { external_ref, full_name, phone } = person;
  const created = await attempt(() => createCustomer(caller, { full_name, phone, external_ref }));
  const found = created ?? (await listCustomers(ctx.db, scope, { q: external_ref, limit: 1 })).items[0];
  if (!found) throw new Error(`customer ${external_ref} can be neither made nor found`);
  if (found.effective_tier < 1)
    await kyc.decide(caller, found.customer.id, {
      decision: 'approve',
      tier: 1,
      note: null,
    });
  return found.customer.id;
}
