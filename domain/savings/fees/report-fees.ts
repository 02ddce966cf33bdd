/** The monthly fees of a month: how many accounts were charged, and how many could not pay and were skipped. */
import { currencySchema, moneyFields, movementMoneyFields } from '../../../core/common-schemas.ts';
import { csvOf } from '../../../core/csv.ts';
import { money, type Currency } from '../../../core/money.ts';
import { arrayOf, integer, object, resource, string, type Wire } from '../../../core/schema.ts';
import { getSettings } from '../../cooperative/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { sumFees } from './charge-fees.sql.ts';

type ProductFees = Awaited<ReturnType<typeof sumFees>>[number];

export interface FeeReport {
  month: string;
  currency: Currency;
  products: ProductFees[];
}

/** @param month as `2027-01` */
export async function reportFees({ ctx, scope }: ScopedContext, month: string): Promise<FeeReport> {
  const { currency } = await getSettings(ctx.db, scope);
  const products = await sumFees(ctx.db, {
    project_id: scope.project_id,
    environment: scope.environment,
    month: `${month}-01`,
  });
  return { month, currency, products };
}

const sums = {
  charged: integer.describe('Accounts that paid'),
  ...moneyFields('charged_total'),
  skipped: integer.describe('Accounts that held less than the fee, or whose member is leaving'),
  ...moneyFields('skipped_total'),
  pending: integer.describe('Accounts whose fee is being booked'),
};

const productFees = object({
  product_id: string,
  product_name: string,
  ...movementMoneyFields('fee'),
  ...sums,
});

export const feeReportSchema = resource('SavingsFeeReport', 'The monthly fees of savings accounts', {
  month: string,
  currency: currencySchema,
  products: arrayOf(productFees),
  ...sums,
});

function sumsOf(products: readonly ProductFees[]) {
  const count = (name: 'charged' | 'skipped' | 'pending') =>
    products.reduce((total, each) => total + each[name], 0n);
  const total = (name: 'charged' | 'skipped') =>
    products.reduce((sum, each) => sum + each[name] * each.fee_minor, 0n);
  return {
    charged: Number(count('charged')),
    ...money('charged_total', total('charged')),
    skipped: Number(count('skipped')),
    ...money('skipped_total', total('skipped')),
    pending: Number(count('pending')),
  };
}

function presentProduct(fees: ProductFees): Wire<typeof productFees> {
  const { product_id, product_name, fee_minor } = fees;
  return { product_id, product_name, ...money('fee', fee_minor), ...sumsOf([fees]) };
}

export function presentFeeReport({ month, currency, products }: FeeReport): Wire<typeof feeReportSchema> {
  return {
    month,
    currency,
    products: products.map(presentProduct),
    ...sumsOf(products),
  };
}

export function feeReportCsv({ products }: FeeReport): AsyncGenerator<string> {
  return csvOf(productFees, products.map(presentProduct));
}
