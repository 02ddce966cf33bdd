/** The fields of a new loan product, and the request that they make. */
import type { InputOf } from '../../../api/operations.ts';
import type { useAmountReader } from '../../../money/amount-field.tsx';
import { parsePercent } from '../../../money/money.rules.ts';
import { readCount, readMultiple } from '../figures.ts';

export const EMPTY_PRODUCT = {
  name: '',
  rate: '',
  method: 'declining',
  frequency: 'monthly',
  min_amount: '',
  max_amount: '',
  min_term: '1',
  max_term: '12',
  savings_multiple: '',
  min_guarantors: '0',
  guarantee_coverage: '0',
  guarantor_consent: 'none',
  fee: '0',
  penalty: '0',
  grace_days: '0',
};
export type ProductFields = typeof EMPTY_PRODUCT;

/** Fields whose text cannot be read, with what is wrong. */
export type ProductFaults = Partial<Record<keyof ProductFields, string>>;

export interface ProductFaultWords {
  name: string;
  percent: string;
  count: string;
}

/** @returns the request where every field can be read; the API decides whether it makes sense */
export function readProduct(
  fields: ProductFields,
  readAmount: ReturnType<typeof useAmountReader>,
  words: ProductFaultWords,
): { input: InputOf<'sacco.loanProducts.define'> | null; faults: ProductFaults } {
  const faults: ProductFaults = {};
  const amount = (name: 'min_amount' | 'max_amount'): number => {
    const { minor, error } = readAmount(fields[name]);
    if (error !== undefined) faults[name] = error;
    return minor ?? 0;
  };
  const figure = (
    name: keyof ProductFields,
    read: (text: string) => number | undefined,
    fault: string,
  ): number => {
    const value = read(fields[name]);
    if (value === undefined) faults[name] = fault;
    return value ?? 0;
  };
  const percent = (name: keyof ProductFields): number => figure(name, parsePercent, words.percent);
  const count = (name: keyof ProductFields): number => figure(name, readCount, words.count);
  if (fields.name.trim() === '') faults.name = words.name;
  const input = {
    name: fields.name.trim(),
    rate_bps: percent('rate'),
    method: fields.method,
    frequency: fields.frequency,
    min_amount_minor: amount('min_amount'),
    max_amount_minor: amount('max_amount'),
    min_term: count('min_term'),
    max_term: count('max_term'),
    savings_multiple_bps:
      fields.savings_multiple.trim() === '' ? null : figure('savings_multiple', readMultiple, words.count),
    min_guarantors: count('min_guarantors'),
    guarantee_coverage_bps: percent('guarantee_coverage'),
    guarantor_consent: fields.guarantor_consent,
    fee_bps: percent('fee'),
    penalty_bps: percent('penalty'),
    grace_days: count('grace_days'),
  };
  return { input: Object.keys(faults).length === 0 ? input : null, faults };
}

/** The field of the request that each field of the form fills. */
export const FIELD_OF: Record<keyof ProductFields, string> = {
  name: 'name',
  rate: 'rate_bps',
  method: 'method',
  frequency: 'frequency',
  min_amount: 'min_amount_minor',
  max_amount: 'max_amount_minor',
  min_term: 'min_term',
  max_term: 'max_term',
  savings_multiple: 'savings_multiple_bps',
  min_guarantors: 'min_guarantors',
  guarantee_coverage: 'guarantee_coverage_bps',
  guarantor_consent: 'guarantor_consent',
  fee: 'fee_bps',
  penalty: 'penalty_bps',
  grace_days: 'grace_days',
};
